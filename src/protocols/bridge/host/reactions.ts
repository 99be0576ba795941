import { isObject } from '../../../json/json.js';
import { RequestLedger } from '../../../jsonrpc/ledger.js';
import type { Link } from '../../../jsonrpc/link.js';
import type { Carried } from '../../../wire/carried.js';

/** Requests that are remembered. */
const REMEMBERED = 1_000;

/**
 * The same link, which tells when a message of the other side is dealt with: a notification once it was heard, a request
 * once its answer has left.
 */
export function watchedLink(link: Link, done: (method: string) => void): Link {
  const requests = new RequestLedger<'host' | 'runtime', undefined>(REMEMBERED);
  const hear = ({ kind, message }: Carried) => {
    if (kind !== 'message' || !isObject(message)) return;
    const { method, id } = message;
    if (typeof method !== 'string') return;
    if (id === undefined) done(method);
    else requests.asked('runtime', id, method, undefined);
  };
  return {
    closed: link.closed,
    close: () => link.close(),
    send: (message, about) => {
      link.send(message, about);
      if ('method' in message) return;
      const { to, answersBefore } = requests.replied('host', message.id);
      if (to && answersBefore === 0) done(to.method);
    },
    listen: (listener) =>
      link.listen((carried) => {
        listener(carried);
        hear(carried);
      }),
  };
}
