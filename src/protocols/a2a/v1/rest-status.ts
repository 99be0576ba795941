import { isObject, type Json, type JsonObject } from '../../../json/json.js';
import {
  INTERNAL_ERROR,
  INVALID_PARAMS,
  INVALID_REQUEST,
  METHOD_NOT_FOUND,
  PARSE_ERROR,
} from '../../../jsonrpc/rpc-error.js';
import { codeOf, nameOf } from '../bindings/rest-status.js';
import { CODES, UNAUTHORIZED } from '../errors.js';
import { ERROR_INFO, isOfA2A } from './errors.js';

/** An error as HTTP has it: the status, and what gRPC calls it. */
type Status = readonly [number, string];

const INVALID: Status = [400, 'INVALID_ARGUMENT'];

/** The statuses of errors (A2A 1.0.1, 5.4), and of those that JSON-RPC brings. All others of A2A have that of a condition that is not met. */
const STATUSES: { readonly [code: number]: Status } = {
  [PARSE_ERROR]: INVALID,
  [INVALID_REQUEST]: INVALID,
  [INVALID_PARAMS]: INVALID,
  [METHOD_NOT_FOUND]: [404, 'NOT_FOUND'],
  [INTERNAL_ERROR]: [500, 'INTERNAL'],
  [UNAUTHORIZED]: [401, 'UNAUTHENTICATED'],
  [CODES.taskNotFound]: [404, 'NOT_FOUND'],
  [CODES.contentTypeNotSupported]: INVALID,
  [CODES.invalidAgentResponse]: [500, 'INTERNAL'],
};

/** The codes that say as much as a status for which the details have no reason; other statuses say no code. */
const CODES_OF: { readonly [status: number]: number } = {
  400: INVALID_PARAMS,
  401: UNAUTHORIZED,
  500: INTERNAL_ERROR,
  501: METHOD_NOT_FOUND,
};

/** An error of JSON-RPC as google.rpc.Status has it in JSON (A2A 1.0.1, 11.6). */
export function statusOf({ code, message, data }: JsonObject): { code: number; body: JsonObject } {
  const [status, name] = STATUSES[Number(code)] ?? [400, 'FAILED_PRECONDITION'];
  const error: JsonObject = { code: status, status: name };
  if (message !== undefined) error.message = message;
  if (Array.isArray(data)) error.details = detailsOf(data, code);
  return { code: status, body: { error } };
}

/** The reason is the code here: if a border has changed the code, it is another one. */
function detailsOf(data: Json[], code: Json | undefined): Json[] {
  return data.flatMap((detail) => {
    if (!isObject(detail) || detail['@type'] !== ERROR_INFO) return [detail];
    return isOfA2A(Number(code)) ? [{ ...detail, reason: nameOf(code)! }] : [];
  });
}

/** An error in the body of a reply as one of JSON-RPC: the reason of its details is the code, or else its status. */
export function errorOf(body: Json): Json {
  const error = isObject(body) && body.error !== undefined ? body.error : body;
  if (!isObject(error)) return error;
  const { code, details, ...rest } = error;
  const known = codeIn(details) ?? (rest.status === 'FAILED_PRECONDITION' ? undefined : CODES_OF[Number(code)]);
  const read = known ?? code;
  return {
    ...(read === undefined ? {} : { code: read }),
    ...rest,
    ...(details === undefined ? {} : { data: details }),
  };
}

function codeIn(details: Json | undefined): number | undefined {
  if (!Array.isArray(details)) return undefined;
  return details.map((detail) => (isObject(detail) ? codeOf(detail.reason) : undefined)).find(Boolean);
}
