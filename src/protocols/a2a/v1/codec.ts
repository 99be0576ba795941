import type { Codec } from '../../../conversation/codec/codec.js';
import { isObject, type JsonObject } from '../../../json/json.js';
import { jsonRpcBinding } from '../bindings/json-rpc.js';
import { requestFromCore, resultFromCore } from './from-core.js';
import { isCoreMethod } from './names.js';
import { v1Rest } from './rest.js';
import { replyToCore } from './to-core.js';

/**
 * How cases that are the same for several versions are spoken in A2A 1.0: their messages are in the core form, and `native` carries
 * those of 1.0. A request that has a method of 1.0 is in the form of 1.0 already, and so is its reply.
 */
const coreOver = (native: Codec): Codec => ({
  write: (message, asked) =>
    asked
      ? native.write(replyFromCore(message, asked), requestFromCore(asked))
      : native.write(requestFromCore(message)),
  read: (part, asked) => {
    const read = native.read(part, asked && requestFromCore(asked));
    return isObject(read) && isCoreMethod(asked?.method) ? replyToCore(read, asked.method) : read;
  },
  native: { codec: native, of: requestFromCore },
});

/** JSON-RPC of A2A 1.0. */
export const v1JsonRpc = coreOver(jsonRpcBinding);

/** HTTP+JSON of A2A 1.0. */
export const v1RestOfCore = coreOver(v1Rest);

function replyFromCore(reply: JsonObject, { method }: JsonObject): JsonObject {
  if (!isCoreMethod(method) || reply.result === undefined) return reply;
  return { ...reply, result: resultFromCore(method, reply.result) };
}
