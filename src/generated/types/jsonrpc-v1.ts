// Generated from schemas/ by `npm run generate`. Do not edit.

/**
 * Anything that may stand alone, outside a batch.
 *
 * This interface was referenced by `Definitions`'s JSON-Schema
 * via the `definition` "Message".
 */
export type Message = Request | Notification | ResultResponse | ErrorResponse;
/**
 * Ties a response to its request. Null only where the id of a request could not be read.
 *
 * This interface was referenced by `Definitions`'s JSON-Schema
 * via the `definition` "Id".
 */
export type Id = string | number | null;
/**
 * Parameters by name or by position.
 *
 * This interface was referenced by `Definitions`'s JSON-Schema
 * via the `definition` "Params".
 */
export type Params =
  | {
      [k: string]: unknown;
    }
  | unknown[];
/**
 * Several messages in one array.
 *
 * @minItems 1
 *
 * This interface was referenced by `Definitions`'s JSON-Schema
 * via the `definition` "Batch".
 */
export type Batch = Message[];
/**
 * An answer: a result or an error, never both.
 *
 * This interface was referenced by `Definitions`'s JSON-Schema
 * via the `definition` "Response".
 */
export type Response = ResultResponse | ErrorResponse;

/**
 * A call that wants an answer.
 *
 * This interface was referenced by `Definitions`'s JSON-Schema
 * via the `definition` "Request".
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
  [k: string]: unknown;
}
/**
 * A call that gets no answer: a request without an id.
 *
 * This interface was referenced by `Definitions`'s JSON-Schema
 * via the `definition` "Notification".
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
  [k: string]: unknown;
}
/**
 * The answer to a request that went well.
 *
 * This interface was referenced by `Definitions`'s JSON-Schema
 * via the `definition` "ResultResponse".
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
  result: {
    [k: string]: unknown;
  };
  [k: string]: unknown;
}
/**
 * The answer to a request that failed.
 *
 * This interface was referenced by `Definitions`'s JSON-Schema
 * via the `definition` "ErrorResponse".
 */
export interface ErrorResponse {
  /**
   * Version of JSON-RPC.
   */
  jsonrpc: '2.0';
  id: Id;
  error: Error;
  [k: string]: unknown;
}
/**
 * Why a request failed. Codes from -32768 to -32000 are reserved.
 *
 * This interface was referenced by `Definitions`'s JSON-Schema
 * via the `definition` "Error".
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
  data?: {
    [k: string]: unknown;
  };
  [k: string]: unknown;
}
