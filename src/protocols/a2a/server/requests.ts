import { isObject, type Json } from '../../../json/json.js';
import { type Envelope, readEnvelope } from '../../../jsonrpc/envelope.js';
import type { Id } from '../../../jsonrpc/messages.js';
import {
  INVALID_PARAMS,
  INVALID_REQUEST,
  METHOD_NOT_FOUND,
  PARSE_ERROR,
  RpcError,
} from '../../../jsonrpc/rpc-error.js';
import type { Carried, Headers } from '../../../wire/carried.js';
import { isJsonType, mediaType } from '../../../wire/http/headers.js';
import { CARD_PATHS } from './card.js';

/** Why a request is not served, as a message of the binding. */
interface Refused {
  kind: 'refused';
  error: RpcError;
  id: Id;
  /** Unset where that of the error does. */
  status?: number;
}

/** What somebody asks of the agent over HTTP. */
export type Asked =
  | { kind: 'card' }
  /** Nothing of the protocol is there. */
  | { kind: 'nowhere'; status: number; reason: string; headers: Headers }
  | Refused
  | (Envelope & { kind: 'request' | 'notification' });

export interface AskedOptions {
  isRest: boolean;
  /** Whether the request came with a body, which has to be JSON then. */
  hasBody: boolean;
  /** The paths of JSON-RPC. */
  rpc: readonly string[];
  /** Whether every refusal has the status of its code. Default: that of a body of another type is 415. */
  statusOfCode?: boolean | undefined;
}

/** Reads what the border let through. */
export function readAsked(
  { kind, message, http, problem }: Carried,
  { isRest, hasBody, rpc, statusOfCode }: AskedOptions,
): Asked {
  const { method = '', path = '', headers = {} } = http ?? {};
  const [page = ''] = path.split('?');
  if (method === 'GET' && CARD_PATHS.includes(page)) return { kind: 'card' };
  if (!isRest && !rpc.includes(page))
    return { kind: 'nowhere', status: 404, reason: 'There is nothing here', headers: {} };
  if (!isRest && method !== 'POST')
    return { kind: 'nowhere', status: 405, reason: 'JSON-RPC is spoken by POST', headers: { allow: 'POST' } };
  if (kind === 'bytes') return refused(PARSE_ERROR, `Parse error: ${problem}`);
  if (hasBody && !isJsonType(mediaType(headers)))
    return {
      ...refused(INVALID_REQUEST, 'The content type must be application/json'),
      ...(statusOfCode ? {} : { status: 415 }),
    };
  if (message !== undefined) return read(message);
  return isRest
    ? refused(METHOD_NOT_FOUND, `There is no ${method} ${path}`)
    : refused(PARSE_ERROR, 'Parse error: the body is empty');
}

function read(message: Json): Asked {
  const envelope = readEnvelope(message);
  if (envelope.kind === 'request' || envelope.kind === 'notification') return envelope;
  if (envelope.kind === 'response') return refused(INVALID_REQUEST, 'Invalid request: a response', envelope.id);
  // What is a request but for its params is answered as such.
  const { jsonrpc, method, params } = isObject(message) ? message : {};
  const isRequest = jsonrpc === '2.0' && typeof method === 'string' && params !== undefined && envelope.id !== null;
  return refused(isRequest ? INVALID_PARAMS : INVALID_REQUEST, `Invalid request: ${envelope.reason}`, envelope.id);
}

const refused = (code: number, reason: string, id: Id = null): Refused => ({
  kind: 'refused',
  error: new RpcError(code, reason),
  id,
});
