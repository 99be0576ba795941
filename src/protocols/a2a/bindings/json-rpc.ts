import { type Codec, jsonRpc } from '../../../conversation/codec/codec.js';
import { EVENT_STREAM } from '../../../wire/http/sse.js';
import { isStreaming } from './streaming.js';

/** JSON-RPC over HTTP (A2A 0.3.0, 3.2.1): the body is the message, and a request says which kind of answer it is ready for. */
export const jsonRpcBinding: Codec = {
  ...jsonRpc,
  write: (message, asked) => {
    const part = jsonRpc.write(message, asked);
    if (asked) return part;
    return {
      ...part,
      headers: { ...part.headers, accept: isStreaming(message.method) ? EVENT_STREAM : 'application/json' },
    };
  },
};
