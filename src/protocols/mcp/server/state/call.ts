import type { JsonObject } from '../../../../json/json.js';
import type { Link, Related } from '../../../../jsonrpc/link.js';
import type { RequestHandlers } from '../../../../jsonrpc/typed.js';
import type {
  ClientAnswer,
  ClientRequests,
  NotificationParams,
  RequestParams,
  ServerNotifications,
  ServerRequests,
} from '../../methods.js';

/** What a handler may do while it serves one request. What it sends travels on the stream of that request. */
export interface Call {
  /** The request that is served. */
  readonly about: Related;
  /** Aborts when the client cancelled the request or the session ended: stop, and answer nothing. */
  readonly signal: AbortSignal;
  /** Sends a notification that belongs to the request. */
  notify<M extends keyof ServerNotifications>(method: M, ...params: NotificationParams<M>): void;
  /**
   * Asks the client something. Rejects with an RpcError when the client answers with an error, with a CallError when it
   * did not answer in time (the client is told by notifications/cancelled) or its answer is not what the schema demands.
   */
  request<M extends keyof ServerRequests>(method: M, ...params: RequestParams<M>): Promise<ClientAnswer<M>>;
  /** Asks the client several things at once. Resolves with the answers in their order, rejects as `request` does. */
  requestAll(questions: readonly Question[]): Promise<JsonObject[]>;
  /** From here on the client need not wait for the result: the request may be answered with a task. Without effect where there is none. */
  detach(): void;
  /** Closes the connection of the request, not its stream, after telling the client to come back in `retry` ms. Without effect where there is no stream. */
  hangUp(retry: number): void;
}

/** Something to ask the client, whose answer has a name. */
export interface Question {
  readonly as: string;
  readonly method: Exclude<keyof ServerRequests, 'ping' | `tasks/${string}`>;
  readonly params?: JsonObject;
}

/**
 * The requests that a session answers, by method: a handler takes the validated params, returns the result, and throws
 * RpcError for a JSON-RPC error.
 */
export type Handlers = RequestHandlers<ClientRequests, Call>;

/** Why a request to the client brought no usable answer. */
export class CallError extends Error {}

/** What a link must offer beyond sending so that a session can use streams. A link with one lane needs none of it. */
export interface ServerLink extends Link {
  /** Sends what belongs to the session; on the stream of `cause` where no stream of the session is open. */
  announce?(message: JsonObject, cause?: Related): void;
  /** The request gets no response: it was cancelled. */
  withhold?(request: Related): void;
  /** See `Call.hangUp`. */
  hangUp?(request: Related, retry: number): void;
  /** Whether something that is sent in the course of this request leaves at once. Without it, it does. */
  hears?(about: Related): boolean;
  /** Resolves when every answer that was sent has left. Without it they leave at once. */
  settled?(): Promise<void>;
}
