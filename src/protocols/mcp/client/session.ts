import type { Implementation, InitializeResult, Root } from '../../../generated/types/mcp-2025-11-25.js';
import type { Json, JsonObject } from '../../../json/json.js';
import { asObject, isObject } from '../../../json/json.js';
import { type Connection, connect } from '../../../jsonrpc/connection.js';
import type { Link } from '../../../jsonrpc/link.js';
import type { Id } from '../../../jsonrpc/messages.js';
import { rewritten } from '../../../jsonrpc/rewriting.js';
import { RequestTimeout, RpcError } from '../../../jsonrpc/rpc-error.js';
import type { ParamsOf, ResultOf } from '../../../jsonrpc/typed.js';
import type { Clock } from '../../../wire/clock/clock.js';
import { methodNotFound } from '../errors.js';
import type { ClientRequests } from '../methods.js';
import { checkedParams } from '../validation.js';
import { answersOf } from './answers.js';
import { SESSION_LOST, StreamableHttpLink } from './http/link.js';
import { rewritesOf } from './permissive/rewrites.js';
import { type ClientScript, capabilitiesOf, rootsOf } from './script.js';

/** A result of the server: right or wrong, it is read with care. */
export type Unchecked<T> = { [Name in keyof T]?: Json };

export interface SessionOptions {
  script: ClientScript;
  clock: Clock;
  /** Working directory: what roots are relative to. */
  cwd: string;
  /** Told the address of a page before the user is asked. */
  page?: ((url: string) => Promise<unknown>) | undefined;
  failed?: (error: unknown) => void;
}

export interface AskOptions {
  /** The user takes the request back. */
  signal?: AbortSignal;
  /** Told the id, just before the request leaves. */
  sent?: (id: Id) => void;
}

const CLIENT_INFO: Implementation = { name: 'proctor-reference-client', title: 'Reference client', version: '1.0.0' };

/** The conversation of the reference client with its server: it opens it, asks, and answers what the server asks. */
export class ClientSession {
  /** What the server said of itself. */
  server: Unchecked<InitializeResult> = {};
  readonly #connection: Connection;
  readonly #watchers = new Map<string, () => void>();
  #roots: Root[];
  #tokens = 0;
  #opening: Promise<void> | undefined;

  constructor(
    link: Link,
    private readonly options: SessionOptions,
  ) {
    const { script, clock, cwd, page, failed } = options;
    this.#roots = rootsOf(script.roots, cwd);
    const answers = answersOf(script, { roots: () => this.#roots, page }) as {
      [method: string]: (...args: unknown[]) => object;
    };
    let ids = 0;
    this.#connection = connect(rewritten(link, rewritesOf(script.permissive, link instanceof StreamableHttpLink)), {
      clock,
      // -32600 for an id of null would be an answer with that id; nobody waits for it.
      ...(script.permissive.has('odd-ids') && { ids: () => `größe ${++ids} "😀"` }),
      ...(failed && { failed }),
      fallback: {
        request: async (method, params, { signal, notify }) => {
          const answer = Object.hasOwn(answers, method) ? answers[method] : undefined;
          if (!answer) throw methodNotFound(method);
          const checked = await checkedParams(method, params);
          const token = isObject(checked._meta) ? checked._meta.progressToken : undefined;
          const report = (progress: number, total: number) => {
            if (script.progress && token !== undefined)
              notify('notifications/progress', { progressToken: token, progress, total });
          };
          return asObject(await answer(checked, { signal, report }));
        },
        notification: (method, params) => this.#hear(method, params),
      },
    });
  }

  /** Opens the session; after a lost one, again. Rejects where the server can't be spoken with. */
  open(): Promise<void> {
    this.#opening ??= this.#initialize().finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  /** Whether the server has declared what these names lead to: true, or an object. */
  has(...names: string[]): boolean {
    let value: Json | undefined = this.server.capabilities;
    for (const name of names) value = isObject(value) ? value[name] : undefined;
    return value === true || isObject(value);
  }

  /**
   * Asks the server. A request that stays unanswered for too long, or that the user takes back, is cancelled; where the session
   * was lost meanwhile it is made again in a new one. Rejects as `Connection.request` does.
   */
  async ask<M extends keyof ClientRequests & string>(
    method: M,
    params: ParamsOf<ClientRequests, M>,
    options: AskOptions = {},
  ): Promise<Unchecked<ResultOf<ClientRequests, M>>> {
    try {
      return await this.#ask(method, params, options);
    } catch (error) {
      if (!(error instanceof RpcError && error.data === SESSION_LOST) || method === 'initialize') throw error;
      await this.open();
      return this.#ask(method, params, options);
    }
  }

  /** A progress token that no other request of the session has. */
  token(): Json {
    const count = ++this.#tokens;
    return this.options.script.permissive.has('asks-progress') ? `größe ${count}` : count;
  }

  /** Changes the roots and tells the server, where the client said that it would (MCP 2025-11-25, Roots, Root List Changes). */
  changeRoots(folders: readonly string[]): void {
    const { script, cwd } = this.options;
    this.#roots = rootsOf(folders, cwd);
    if (script.offer.roots) this.#connection.notify('notifications/roots/list_changed');
  }

  /** Resolves when the server tells that this resource has changed. */
  updated(uri: string): Promise<void> {
    return new Promise((resolve) => this.#watchers.set(uri, resolve));
  }

  close(): void {
    this.#connection.close();
  }

  async #initialize(): Promise<void> {
    const { script } = this.options;
    this.server = await this.#ask('initialize', {
      protocolVersion: script.versions[0]!,
      capabilities: capabilitiesOf(script.offer),
      clientInfo: CLIENT_INFO,
    });
    const { protocolVersion } = this.server;
    if (!script.versions.includes(String(protocolVersion)))
      throw new Error(
        `the server speaks version ${String(protocolVersion)}, this client ${script.versions.join(', ')}`,
      );
    this.#connection.notify('notifications/initialized');
  }

  async #ask<M extends keyof ClientRequests & string>(
    method: M,
    params: ParamsOf<ClientRequests, M>,
    { signal, sent }: AskOptions = {},
  ): Promise<Unchecked<ResultOf<ClientRequests, M>>> {
    const { timeout } = this.options.script;
    let id: Id | undefined;
    try {
      const result = await this.#connection.request(method, asObject(params), {
        ...(timeout !== undefined && { timeout }),
        ...(signal && { signal }),
        sent: (own) => {
          id = own;
          sent?.(own);
        },
      });
      return (isObject(result) ? result : {}) as Unchecked<ResultOf<ClientRequests, M>>;
    } catch (error) {
      const reason = error instanceof RequestTimeout ? 'It took too long' : 'The user does not want it any more';
      const isOurs = error instanceof RequestTimeout || signal?.aborted === true;
      // initialize is never cancelled (MCP 2025-11-25, Cancellation, Behavior Requirements).
      if (isOurs && id !== undefined && method !== 'initialize')
        this.#connection.notify('notifications/cancelled', { requestId: id, reason });
      throw error;
    }
  }

  #hear(method: string, params: Json | undefined): void {
    if (!isObject(params as Json)) return;
    const { requestId, uri } = params as JsonObject;
    if (method === 'notifications/cancelled' && isId(requestId)) this.#connection.cancel(requestId);
    if (method === 'notifications/resources/updated') this.#watchers.get(String(uri))?.();
  }
}

const isId = (value: Json | undefined): value is string | number | bigint =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint';
