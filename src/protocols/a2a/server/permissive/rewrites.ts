import { isObject, type Json, type JsonObject } from '../../../../json/json.js';
import { INVALID_PARAMS } from '../../../../jsonrpc/rpc-error.js';
import type { Border, Carried } from '../../../../wire/carried.js';
import { CODES } from '../../errors.js';
import type { PermissiveOption, PermissiveOptions } from './variants.js';

/** What an option makes of something that the server is about to send, or hears. */
type Rewrite = (carried: Carried) => Carried;

/** The options that are ways to say the same. The others change parts of the server (`changes.ts`). */
const REWRITES: { readonly [name in PermissiveOption]?: Rewrite } = {
  'unknown-members': withResult((result) => ({ ...result, 'x-proctor': { more: [1, null] } })),
  'oauth-schemes': (carried) => {
    const { message } = carried;
    if (!isObject(message) || !isObject(message.securitySchemes)) return carried;
    return { ...carried, message: { ...message, securitySchemes: { ...message.securitySchemes, sso: OAUTH } } };
  },
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
  'own-codes': withError((error) =>
    error.code === CODES.unsupportedOperation && /no more messages/.test(String(error.message))
      ? { ...error, code: -32050 }
      : error,
  ),
  'kinds-first': withError((error) =>
    error.code === INVALID_PARAMS && BROKEN_PART.test(String(error.message))
      ? { ...error, code: CODES.contentTypeNotSupported }
      : error,
  ),
  'task-at-the-end': withResult((result) => {
    const { kind, taskId, contextId, status, final } = result;
    const ends = kind === 'status-update' && final === true && ENDS.has(String((status as JsonObject).state));
    return ends ? { kind: 'task', id: taskId!, contextId: contextId!, status: status! } : result;
  }),
  'named-events': (carried) =>
    carried.sse ? { ...carried, sse: { event: 'message', id: 'e-1', ...carried.sse } } : carried,
};

/** Flows whose addresses need no TLS, or are on this machine. */
const OAUTH: JsonObject = {
  type: 'oauth2',
  flows: {
    authorizationCode: { authorizationUrl: 'https://login.example', tokenUrl: 'http://127.0.0.1:9/token', scopes: {} },
    clientCredentials: { tokenUrl: 'http://login.example/token', scopes: {} },
    implicit: { authorizationUrl: 'HTTPS://login.example/agree', refreshUrl: 'http://login.example', scopes: {} },
  },
};

/** What the server says of a part that is broken and no text. */
const BROKEN_PART = /\/message\/parts\/\d.*\b(file|data|kind)\b/;

const ENDS: ReadonlySet<string> = new Set(['completed', 'failed', 'canceled', 'rejected']);

/** The options that make something else of what is heard. */
const HEARD: { readonly [name in PermissiveOption]?: Rewrite } = {
  'few-methods': withRequest((request) =>
    MISSING.has(String(request.method)) ? { ...request, method: `${request.method}/nothing` } : request,
  ),
  'object-params': withRequest((request) =>
    Array.isArray(request.params) ? { ...request, jsonrpc: 'none' } : request,
  ),
};

/** The methods that a server need not have. */
const MISSING: ReadonlySet<string> = new Set(['tasks/resubscribe', 'agent/getAuthenticatedExtendedCard']);

/** The border of a server that takes these options. */
export function permissiveBorder(border: Border, options: PermissiveOptions): Border {
  const rewrites = [...options].flatMap((name) => REWRITES[name] ?? []);
  const heard = [...options].flatMap((name) => HEARD[name] ?? []);
  const inner = options.has('late-head') ? lateHeads(border) : border;
  if (rewrites.length + heard.length === 0) return inner;
  return rewriting(inner, rewrites, heard);
}

function rewriting(border: Border, rewrites: readonly Rewrite[], heard: readonly Rewrite[]): Border {
  return {
    hears: (carried, deliver) =>
      border.hears(carried, (came) => deliver(heard.reduce((changed, rewrite) => rewrite(changed), came))),
    sends: (carried, emit) =>
      border.sends(
        rewrites.reduce((sent, rewrite) => rewrite(sent), carried),
        emit,
      ),
  };
}

/** A border at which subscriptions have no task at their beginning, and their heads come with what comes first. */
function lateHeads(border: Border): Border {
  const waiting = new Map<string, Carried | undefined>();
  return {
    hears: (carried, deliver) => {
      const { message, stream } = carried;
      if (isObject(message) && message.method === 'tasks/resubscribe' && stream) waiting.set(stream, undefined);
      border.hears(carried, deliver);
    },
    sends: (carried, emit) => {
      const { kind, stream = '', sse, message } = carried;
      if (!waiting.has(stream)) return border.sends(carried, emit);
      if (kind === 'http') return void waiting.set(stream, carried);
      const result = isObject(message) ? message.result : undefined;
      const status = isObject(result) && result.kind === 'task' ? result.status : undefined;
      // A task that has ended is the only event of its stream.
      if (sse && isObject(status) && !ENDS.has(String(status.state))) return;
      const head = waiting.get(stream);
      waiting.delete(stream);
      if (head) border.sends(head, emit);
      border.sends(carried, emit);
    },
  };
}

function withRequest(change: (request: JsonObject) => JsonObject): Rewrite {
  return (carried) => {
    const { message } = carried;
    return isObject(message) && 'method' in message ? { ...carried, message: change(message) } : carried;
  };
}

const isError = (message: Json | undefined): message is JsonObject => isObject(message) && isObject(message.error);

function withResult(change: (result: JsonObject) => JsonObject): Rewrite {
  return (carried) => {
    const { message } = carried;
    if (!isObject(message) || !isObject(message.result)) return carried;
    return { ...carried, message: { ...message, result: change(message.result) } };
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
