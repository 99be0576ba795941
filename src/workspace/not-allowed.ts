import type { Json } from '../json/json.js';
import { INVALID_PARAMS, RpcError } from '../jsonrpc/rpc-error.js';

/** A peer asked for a file or a program that it may not have. The message says what, and which line of the script allows it. */
export class NotAllowed extends RpcError {
  constructor(message: string) {
    const data: Json = { reason: 'not_allowed' };
    super(INVALID_PARAMS, message, data);
  }
}
