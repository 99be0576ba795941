import { isObject, type Json } from '../../../../json/json.js';
import type { Conversation } from '../connection.js';

/** A conversation in which a message that was refused is sent once more. */
export const repeatingRefused = (inner: Conversation): Conversation => ({
  request: async (method, params) => {
    const sent = inner.request(method, params);
    const again = method === 'message/send' && (await isRefused(sent));
    return again ? inner.request(method, params) : sent;
  },
  stream: (...asked) => inner.stream(...asked),
});

const isRefused = (sent: Promise<Json>): Promise<boolean> =>
  sent.then(
    (result) => isObject(result) && isObject(result.status) && result.status.state === 'rejected',
    (error) => /HTTP 401/.test(String(error)),
  );
