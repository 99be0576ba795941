import type { ServerRequests } from '../../../../generated/methods/bridge-v1.js';
import { asObject, type Json } from '../../../../json/json.js';
import { ConnectionClosed, type RequestOptions, RpcError } from '../../../../jsonrpc/connection.js';
import { RequestTimeout } from '../../../../jsonrpc/rpc-error.js';
import type { Params } from '../../params.js';

/** How long the host may take for one answer, in ms. The bridge names no limit; without one a silent host would hold a turn for good. */
const HOST_TIMEOUT = 300_000;

/** The host refuses a tool (`builtin_call`). */
export const TOOL_REJECTED = -32001;

/** The host did not answer, or answered with an error, or with something of no use. The message is the host's own where it has one. */
export class HostError extends Error {
  constructor(
    message: string,
    /** JSON-RPC code of the host's error. */
    readonly code?: number | bigint,
  ) {
    super(message);
    this.name = 'HostError';
  }
}

/** The turn was cancelled while it waited. */
export class Cancelled extends Error {
  constructor() {
    super('the turn was cancelled');
    this.name = 'Cancelled';
  }
}

type Ask = (method: string, params: Json, options: RequestOptions) => Promise<Json>;

/** The host as one turn of a session sees it: its questions end with the turn. */
export class Host {
  constructor(
    private readonly ask: Ask,
    private readonly signal: AbortSignal,
  ) {}

  /**
   * Asks the host. Resolves with its result, which is any JSON, for a host may be wrong; rejects with HostError for an error, a connection that is over or silence of
   * five minutes, and with Cancelled when the turn is cancelled.
   */
  async request<M extends keyof ServerRequests>(method: M, params: Params<M>): Promise<Json> {
    this.signal.throwIfAborted();
    try {
      return await this.ask(method, asObject(params), { timeout: HOST_TIMEOUT, signal: this.signal });
    } catch (error) {
      if (error instanceof RpcError) throw new HostError(error.message, error.code);
      if (error instanceof ConnectionClosed) throw new HostError('host closed connection');
      if (error instanceof RequestTimeout) throw new HostError(`host did not answer ${method}`);
      throw error;
    }
  }
}
