import { INTERNAL_ERROR, METHOD_NOT_FOUND } from '../../../jsonrpc/rpc-error.js';
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
