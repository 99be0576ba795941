import type { Json, JsonObject } from '../json/json.js';
import { isObject } from '../json/json.js';
import type { ErrorObject } from './messages.js';

/** The error codes that JSON-RPC 2.0 defines (section 5.1). */
export const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;
export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;
export const INTERNAL_ERROR = -32603;

/** An error of JSON-RPC: a handler throws it to answer with it, and `Connection.request` rejects with it when the peer answers so. */
export class RpcError extends Error {
  constructor(
    readonly code: number | bigint,
    message: string,
    readonly data?: Json,
  ) {
    super(message);
    this.name = 'RpcError';
  }

  /** The error object of a response (JSON-RPC 2.0, section 5.1). */
  toObject(): JsonObject {
    const error: ErrorObject = { code: this.code, message: this.message };
    if (this.data !== undefined) error.data = this.data;
    return error as unknown as JsonObject;
  }

  /** Reads what a peer sent as error object, whatever it is. */
  static from(value: Json): RpcError {
    const error: JsonObject = isObject(value) ? value : {};
    const { code, message, data } = error;
    const known = typeof code === 'number' || typeof code === 'bigint' ? code : INTERNAL_ERROR;
    return new RpcError(known, typeof message === 'string' ? message : 'an error without a message', data);
  }
}

/** The connection ended before the answer came. */
export class ConnectionClosed extends Error {
  constructor() {
    super('the connection is closed');
    this.name = 'ConnectionClosed';
  }
}

/** No answer came in time. */
export class RequestTimeout extends Error {
  constructor(
    readonly method: string,
    /** ms */
    readonly timeout: number,
  ) {
    super(`no answer to ${method} within ${timeout} ms`);
    this.name = 'RequestTimeout';
  }
}
