import { INTERNAL_ERROR, INVALID_PARAMS, INVALID_REQUEST, METHOD_NOT_FOUND } from '../../../jsonrpc/rpc-error.js';
import { CODES, UNAUTHORIZED } from '../errors.js';

/** HTTP statuses of errors. 0.3.0 has no table, and these are its successor's; what is not listed is the client's fault. */
const STATUSES: { readonly [code: number]: number } = {
  [UNAUTHORIZED]: 401,
  [METHOD_NOT_FOUND]: 404,
  [CODES.taskNotFound]: 404,
  [CODES.taskNotCancelable]: 409,
  [CODES.contentTypeNotSupported]: 415,
  [CODES.invalidAgentResponse]: 502,
  [INTERNAL_ERROR]: 500,
};

/** The status that an error has over REST. */
export const statusOf = (code: unknown): number => STATUSES[Number(code)] ?? 400;

/** The errors of A2A by their names, as details of Google's form have them. */
const NAMES: { readonly [name: string]: number } = {
  TASK_NOT_FOUND: CODES.taskNotFound,
  TASK_NOT_CANCELABLE: CODES.taskNotCancelable,
  PUSH_NOTIFICATION_NOT_SUPPORTED: CODES.pushNotSupported,
  UNSUPPORTED_OPERATION: CODES.unsupportedOperation,
  CONTENT_TYPE_NOT_SUPPORTED: CODES.contentTypeNotSupported,
  INVALID_AGENT_RESPONSE: CODES.invalidAgentResponse,
  EXTENDED_AGENT_CARD_NOT_CONFIGURED: CODES.noExtendedCard,
  EXTENSION_SUPPORT_REQUIRED: CODES.extensionRequired,
  VERSION_NOT_SUPPORTED: CODES.versionNotSupported,
  INVALID_PARAMS,
  INVALID_REQUEST,
  METHOD_NOT_FOUND,
  INTERNAL_ERROR,
};

/** The name of the error with this code; undefined where it has none. */
export const nameOf = (code: unknown): string | undefined => Object.keys(NAMES).find((name) => NAMES[name] === code);

/** The code of the error with this name; undefined where none has it. */
export const codeOf = (name: unknown): number | undefined =>
  Object.hasOwn(NAMES, String(name)) ? NAMES[String(name)] : undefined;
