// Generated from schemas/ by `npm run generate`. Do not edit.

/** Any JSON value; integers that a double can't hold are bigint. */
export type Json = null | boolean | number | bigint | string | Json[] | JsonObject;
export type JsonObject = { [name: string]: Json };

/**
 * Anything that may stand alone, outside a batch.
 */
export type Message = Request | Notification | ResultResponse | ErrorResponse;
/**
 * Ties a response to its request. Null only where the id of a request could not be read.
 */
export type Id = string | number | null;
/**
 * Parameters by name or by position.
 */
export type Params = JsonObject | Json[];
/**
 * Several messages in one array.
 *
 * @minItems 1
 */
export type Batch = Message[];
/**
 * An answer: a result or an error, never both.
 */
export type Response = ResultResponse | ErrorResponse;

/**
 * A call that wants an answer.
 */
export interface Request {
  /**
   * Version of JSON-RPC.
   */
  jsonrpc: '2.0';
  id: Id;
  /**
   * The method.
   */
  method: string;
  params?: Params;
}
/**
 * A call that gets no answer: a request without an id.
 */
export interface Notification {
  /**
   * Version of JSON-RPC.
   */
  jsonrpc: '2.0';
  /**
   * The method.
   */
  method: string;
  params?: Params;
}
/**
 * The answer to a request that went well.
 */
export interface ResultResponse {
  /**
   * Version of JSON-RPC.
   */
  jsonrpc: '2.0';
  id: Id;
  /**
   * What the method returned: any JSON value.
   */
  result: Json;
}
/**
 * The answer to a request that failed.
 */
export interface ErrorResponse {
  /**
   * Version of JSON-RPC.
   */
  jsonrpc: '2.0';
  id: Id;
  error: Error;
}
/**
 * Why a request failed. Codes from -32768 to -32000 are reserved.
 */
export interface Error {
  /**
   * What kind of error it is.
   */
  code: number;
  /**
   * The error in one short sentence.
   */
  message: string;
  /**
   * Anything more.
   */
  data?: Json;
}
