import type { Json, JsonObject } from '../jsonrpc/json.js';
import type { Link } from '../jsonrpc/link.js';
import type { HttpHead } from '../transport/carried.js';
import type { WireRecord } from './record.js';
import type { Outgoing } from './stage.js';

/** The reference that plays our side of a case: what it answers by itself, and its values for the steps (`peer.*`). */
export interface KitSide {
  values: JsonObject;
  /** By method: the result, or a thrown RpcError. */
  requests: { [method: string]: (params: Json | undefined) => Json | Promise<Json> };
  notifications: { [method: string]: (params: Json | undefined) => void };
  /**
   * Serves what the target sends on a link of its own, where our side is a whole reference and not a table of answers;
   * then `requests` and `notifications` are not used.
   */
  serve?(link: Link): void;
}

/** One HTTP request as a carrier builds it. */
export interface HttpRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string | Uint8Array | Uint8Array[];
}

/** How a protocol puts messages on HTTP: headers, session, version. One per case. */
export interface HttpCarrier {
  /**
   * The request that carries this; overrides of the step are applied by the caller. `beside` is the request whose exchange
   * brought what this answers.
   */
  request(out: Outgoing, beside?: HttpRequest): HttpRequest;
  /** Reads what the carrier must know from what arrives, such as a session id. */
  learn(record: WireRecord): void;
  /** Whether this response head says that the conversation is over, because the request ended it. */
  ended?(request: HttpRequest, response: HttpHead): boolean;
  /** The request that ends the session politely, if there is a session. */
  goodbye(): HttpRequest | undefined;
}
