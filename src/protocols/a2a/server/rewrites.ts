import { isObject, type Json, type JsonObject } from '../../../json/json.js';
import type { Border, Carried } from '../../../wire/carried.js';
import { CODES } from '../errors.js';
import type { PermissiveWordings, WordingName } from './permissive.js';

/** What a wording makes of something that the server is about to send. */
type Rewrite = (carried: Carried) => Carried;

/** The wordings that are ways to say the same. The others are choices of the server itself. */
const REWRITES: { readonly [name in WordingName]?: Rewrite } = {
  'unknown-members': withResult((result) => ({ ...result, 'x-proctor': { more: [1, null] } })),
  sparse: withResult(({ history: _, metadata: __, ...result }) => {
    if (!isObject(result.status)) return result;
    const { timestamp: ___, ...status } = result.status;
    return { ...result, status };
  }),
  'error-status': (carried) => {
    const { message, http } = carried;
    if (!isError(message) || http?.status !== 200) return carried;
    return { ...carried, http: { ...http, status: 400 } };
  },
  'other-codes': withError((error) =>
    error.code === CODES.unsupportedOperation ? { ...error, code: -32600, data: { why: 'it has ended' } } : error,
  ),
  'named-events': (carried) =>
    carried.sse ? { ...carried, sse: { event: 'message', id: 'e-1', ...carried.sse } } : carried,
};

/** The border of a server that uses these wordings. */
export function permissiveBorder(border: Border, wordings: PermissiveWordings): Border {
  const rewrites = [...wordings].flatMap((name) => REWRITES[name] ?? []);
  if (rewrites.length === 0) return border;
  return {
    hears: (carried, deliver) => border.hears(carried, deliver),
    sends: (carried, emit) =>
      border.sends(
        rewrites.reduce((sent, rewrite) => rewrite(sent), carried),
        emit,
      ),
  };
}

const isError = (message: Json | undefined): message is JsonObject =>
  isObject(message) && isObject(message.error as Json);

function withResult(change: (result: JsonObject) => JsonObject): Rewrite {
  return (carried) => {
    const { message } = carried;
    if (!isObject(message) || !isObject(message.result as Json)) return carried;
    return { ...carried, message: { ...message, result: change(message.result as JsonObject) } };
  };
}

function withError(change: (error: JsonObject) => JsonObject): Rewrite {
  return (carried) => {
    const { message } = carried;
    return isError(message)
      ? { ...carried, message: { ...message, error: change(message.error as JsonObject) } }
      : carried;
  };
}
