import type { Codec } from '../../../conversation/codec/codec.js';
import { rest } from '../bindings/rest.js';
import { olderRoute } from './names.js';

/** REST whose results stand in the body as they are, whatever they are. */
export const bare: Codec = {
  ...rest,
  write: (message, asked) => {
    const part = rest.write(message, asked);
    return asked && 'result' in message && message.result !== null ? { ...part, body: message.result! } : part;
  },
};

/** The same, with the paths of older callers, as whoever stands between both sides reads it. */
export const restOfHarn: Codec = {
  ...bare,
  read: (part, asked) => {
    const { method = '', path = '', body = {} } = part;
    const routed = asked ? undefined : olderRoute(method, path);
    return routed === undefined ? bare.read(part, asked) : { method: routed, params: body };
  },
  like: () => restOfHarn,
};
