import { isObject, type JsonObject } from '../../json/json.js';
import { changes, type MakeRewrite } from '../../jsonrpc/rewriting.js';
import { METHOD_NOT_FOUND } from '../../jsonrpc/rpc-error.js';

/**
 * Answers every request of an extension (its method begins with an underscore) with null, where nobody knows it (ACP,
 * Extensibility: that an unknown extension is an error is advice).
 */
export const takesExtensions: MakeRewrite = changes((message, request) => {
  const missing = isObject(message.error) && message.error.code === METHOD_NOT_FOUND;
  const extension = String(request?.method).startsWith('_');
  return missing && extension ? { jsonrpc: '2.0', id: message.id!, result: null } : message;
});

/** Is deaf to `$/cancel_request`, which nobody has to support (ACP, Cancellation). */
export const ignoresCancelRequest: MakeRewrite = () => ({
  hears: (message, pass) => {
    if (message.method !== '$/cancel_request') pass(message);
  },
});

/** The session that a message is about, or that the request is about which it answers. */
export function sessionOf(message: JsonObject, request?: JsonObject): string | undefined {
  const { params } = request ?? message;
  return isObject(params) && typeof params.sessionId === 'string' ? params.sessionId : undefined;
}
