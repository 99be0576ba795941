import type { Json, JsonObject } from '../../../../json/json.js';
import { isObject } from '../../../../json/json.js';
import { ConnectionClosed, type RequestOptions, RpcError } from '../../../../jsonrpc/connection.js';
import { Cancelled } from './cancelled.js';

/** What a client advertised; what it left out is not there (ACP, Initialization, Capabilities). */
export interface Offered {
  read: boolean;
  write: boolean;
  terminal: boolean;
}

/** Reads `clientCapabilities` of initialize. */
export function offeredBy(capabilities: Json | undefined): Offered {
  const { fs, terminal } = isObject(capabilities as Json) ? (capabilities as JsonObject) : {};
  const files = isObject(fs as Json) ? (fs as JsonObject) : {};
  return { read: files.readTextFile === true, write: files.writeTextFile === true, terminal: terminal === true };
}

/** Something that a tool could not do. The message is for the user. */
export class ToolError extends Error {
  override name = 'ToolError';
}

/** Sends a request to the client. Rejects as a connection does. */
export type Ask = (method: string, params: JsonObject, options?: RequestOptions) => Promise<Json>;

/** The client as one turn of a session sees it. What waits for its answers ends with the turn. */
export class TurnClient {
  constructor(
    private readonly ask: Ask,
    private readonly sessionId: string,
    readonly offered: Offered,
    private readonly signal: AbortSignal,
  ) {}

  /**
   * Asks, with the session's id in the params. Rejects with ToolError for an error of the client, and with Cancelled when the
   * turn is cancelled or the client is gone.
   */
  async request(method: string, params: JsonObject): Promise<JsonObject> {
    return this.settle(this.ask(method, { sessionId: this.sessionId, ...params }, { signal: this.signal }));
  }

  /**
   * The same for something that must be undone if it happens: when the turn is cancelled meanwhile, `late` gets the result
   * that comes nevertheless.
   */
  async acquire(method: string, params: JsonObject, late: (result: JsonObject) => void): Promise<JsonObject> {
    this.signal.throwIfAborted();
    const asked = this.settle(this.ask(method, { sessionId: this.sessionId, ...params }));
    let abandon = () => {};
    const cancelled = new Promise<never>((_, reject) => {
      abandon = () => reject(new Cancelled());
      this.signal.addEventListener('abort', abandon, { once: true });
    });
    try {
      return await Promise.race([asked, cancelled]);
    } catch (error) {
      if (this.signal.aborted) asked.then(late, () => undefined);
      throw error;
    } finally {
      this.signal.removeEventListener('abort', abandon);
    }
  }

  /** Asks without waiting, also when the turn is over. Nobody hears the answer. */
  send(method: string, params: JsonObject): void {
    void this.ask(method, { sessionId: this.sessionId, ...params }).catch(() => undefined);
  }

  private async settle(asked: Promise<Json>): Promise<JsonObject> {
    try {
      const result = await asked;
      return isObject(result) ? result : {};
    } catch (error) {
      if (error instanceof RpcError) throw new ToolError(error.message);
      if (error instanceof ConnectionClosed) throw new Cancelled();
      throw error;
    }
  }
}
