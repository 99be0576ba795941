import type { ServerNotifications, ServerRequests } from '../../../../generated/methods/acp-1.21.0.js';
import type { ClientCapabilities, ElicitationSchema } from '../../../../generated/types/acp-1.21.0.js';
import { isObject } from '../../../../json/json.js';
import { ConnectionClosed, type RequestOptions, RpcError } from '../../../../jsonrpc/connection.js';
import type { ParamsOf, ResultOf } from '../../../../jsonrpc/typed.js';
import { FIRST, type Revision } from '../../revision.js';
import type { Unchecked } from '../../unchecked.js';
import { Cancelled } from './cancelled.js';

/** What a client advertised; what it left out is not there (ACP, Initialization, Capabilities). */
export interface Offered {
  read: boolean;
  write: boolean;
  terminal: boolean;
  /** Modes of elicitation: of an agent of 0.12.2 nobody asks, as it has none. */
  form: boolean;
  url: boolean;
  /** Settings that are on or off. */
  booleans: boolean;
  /** Ways to sign in that run in a terminal. */
  terminalSignIn: boolean;
}

/** Reads `clientCapabilities` of initialize. */
export function offeredBy(
  { fs, terminal, elicitation, session, auth }: ClientCapabilities = {},
  { isLater }: Pick<Revision, 'isLater'> = FIRST,
): Offered {
  return {
    read: fs?.readTextFile === true,
    write: fs?.writeTextFile === true,
    terminal: terminal === true,
    form: isLater && isObject(elicitation?.form ?? null),
    url: isLater && isObject(elicitation?.url ?? null),
    booleans: isLater && isObject(session?.configOptions?.boolean ?? null),
    terminalSignIn: isLater && auth?.terminal === true,
  };
}

/** Something that a tool could not do. The message is for the user. */
export class ToolError extends Error {
  override name = 'ToolError';
}

/** What a client answers to a method, as it came. */
type ClientReply<M extends keyof ServerRequests> = Unchecked<ResultOf<ServerRequests, M>>;

/** Sends a request to the client. Rejects as a connection does. */
export type Ask = <M extends keyof ServerRequests>(
  method: M,
  params: ParamsOf<ServerRequests, M>,
  options?: RequestOptions,
) => Promise<ClientReply<M>>;

/** Sends a notification to the client. */
export type Notify = <M extends keyof ServerNotifications>(method: M, params: ParamsOf<ServerNotifications, M>) => void;

/** Params without the session, which a turn knows. */
type InSession<M extends keyof ServerRequests> = Omit<ParamsOf<ServerRequests, M>, 'sessionId'>;

/** An elicitation of one mode, without its scope. */
export type Question =
  | { mode: 'form'; message: string; requestedSchema: ElicitationSchema }
  | { mode: 'url'; message: string; elicitationId: string; url: string };

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
  request<M extends keyof ServerRequests>(method: M, params: InSession<M>): Promise<ClientReply<M>> {
    return settle(this.ask(method, this.inSession(params), { signal: this.signal }));
  }

  /** Asks the user, in the scope of the session. Rejects as `request` does. */
  elicit(question: Question): Promise<ClientReply<'elicitation/create'>> {
    return settle(this.ask('elicitation/create', { sessionId: this.sessionId, ...question }, { signal: this.signal }));
  }

  /**
   * The same for something that must be undone if it happens: when the turn is cancelled meanwhile, `late` gets the result
   * that comes nevertheless.
   */
  async acquire<M extends keyof ServerRequests>(
    method: M,
    params: InSession<M>,
    late: (result: ClientReply<M>) => void,
  ): Promise<ClientReply<M>> {
    this.signal.throwIfAborted();
    const asked = settle(this.ask(method, this.inSession(params)));
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
  send<M extends keyof ServerRequests>(method: M, params: InSession<M>): void {
    void this.ask(method, this.inSession(params)).catch(() => undefined);
  }

  private inSession<M extends keyof ServerRequests>(params: InSession<M>): ParamsOf<ServerRequests, M> {
    return { sessionId: this.sessionId, ...params } as ParamsOf<ServerRequests, M>;
  }
}

async function settle<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof RpcError) throw new ToolError(error.message);
    if (error instanceof ConnectionClosed) throw new Cancelled();
    throw error;
  }
}
