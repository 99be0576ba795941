import type { InitializeResult, Root } from '../../../generated/types/mcp-2025-11-25.js';
import type { Json, JsonObject } from '../../../json/json.js';
import { asObject, isObject } from '../../../json/json.js';
import { type Connection, connect } from '../../../jsonrpc/connection.js';
import type { Link } from '../../../jsonrpc/link.js';
import { RpcError } from '../../../jsonrpc/rpc-error.js';
import type { ParamsOf, ResultOf } from '../../../jsonrpc/typed.js';
import { methodNotFound } from '../errors.js';
import type { ClientRequests } from '../methods.js';
import { relatedTaskOf, withRelatedTask } from '../tasks/related-task.js';
import { checkedParams } from '../validation.js';
import { type Asked, answersOf } from './answers.js';
import { askOrCancel } from './asking.js';
import {
  type AskOptions,
  type Conversation,
  type ConversationOptions,
  CursorRefused,
  changeAwaited,
  changeTold,
  declares,
  type Unchecked,
  type Watched,
} from './conversation.js';
import { SESSION_LOST } from './http/link.js';
import { CLIENT_INFO, capabilitiesOf, rootsOf } from './script.js';
import { ClientTasks } from './tasks/tasks.js';

/** The conversation of the reference client with its server: it opens it, asks, and answers what the server asks. */
export class ClientSession implements Conversation {
  /** What the server said of itself. */
  server: Unchecked<InitializeResult> = {};
  readonly #connection: Connection;
  readonly #watchers = new Map<string, () => void>();
  readonly #tasks: ClientTasks;
  #roots: Root[];
  #tokens = 0;
  #opening: Promise<void> | undefined;

  constructor(
    link: Link,
    private readonly options: ConversationOptions,
  ) {
    const { script, clock, cwd, failed, ids } = options;
    this.#roots = rootsOf(script.roots, cwd);
    this.#tasks = new ClientTasks(script, clock, (method, params) => this.#connection.notify(method, params));
    const runsTasks = capabilitiesOf(script).tasks !== undefined;
    const usual = answersOf(script, { roots: () => this.#roots });
    const own = options.answers?.(usual) ?? usual;
    const answers = { ...own, ...(runsTasks && this.#tasks.answers) } as {
      [method: string]: (params: JsonObject, asked: Asked) => object | Promise<object>;
    };
    this.#connection = connect(link, {
      clock,
      // -32600 for an id of null would be an answer with that id; nobody waits for it.
      ...(ids && { ids }),
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
          const task = runsTasks ? this.#tasks.start(method, checked, (asked) => answer(checked, asked)) : undefined;
          const result = asObject(task ?? (await answer(checked, { signal, report })));
          const related = relatedTaskOf(checked);
          return related === undefined || task || isAboutTask(method) ? result : withRelatedTask(result, related);
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

  has(...names: string[]): boolean {
    return declares(this.server.capabilities, names);
  }

  get serverName(): Json {
    const { serverInfo } = this.server;
    return (isObject(serverInfo) ? serverInfo.name : undefined) ?? null;
  }

  get opened(): JsonObject {
    return this.server;
  }

  get instructions(): string | undefined {
    const { instructions } = this.server;
    return typeof instructions === 'string' ? instructions : undefined;
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
      // A cursor is one of its session (MCP 2025-11-25, Pagination, Implementation Guidelines).
      if ('cursor' in params) throw new CursorRefused('the session of the cursor is gone');
      return this.#ask(method, params, options);
    }
  }

  /** A progress token that no other request of the session has. */
  token(): string | number {
    return ++this.#tokens;
  }

  /** Changes the roots and tells the server, where the client said that it would (MCP 2025-11-25, Roots, Root List Changes). */
  changeRoots(folders: readonly string[]): void {
    const { script, cwd } = this.options;
    this.#roots = rootsOf(folders, cwd);
    // Nobody asks for roots before the session is open.
    const isOpen = this.server.protocolVersion !== undefined;
    if (script.offer.roots && isOpen) this.#connection.notify('notifications/roots/list_changed');
  }

  async watching<T>(what: Watched, work: () => Promise<T>): Promise<T> {
    const changed = new Promise<void>((resolve) => this.#watchers.set(changeAwaited(what), resolve));
    // Changes of lists are told to whoever is there.
    const uri = 'uri' in what ? what.uri : undefined;
    if (uri !== undefined) await this.ask('resources/subscribe', { uri });
    await changed;
    const value = await work();
    if (uri !== undefined) await this.ask('resources/unsubscribe', { uri });
    return value;
  }

  async setLevel(level: ParamsOf<ClientRequests, 'logging/setLevel'>['level']): Promise<Json> {
    return asObject(await this.ask('logging/setLevel', { level }));
  }

  close(): void {
    this.#tasks.stop();
    this.#connection.close();
  }

  async #initialize(): Promise<void> {
    const { script } = this.options;
    this.server = await this.#ask('initialize', {
      protocolVersion: script.versions[0]!,
      capabilities: capabilitiesOf(script),
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
    options: AskOptions = {},
  ): Promise<Unchecked<ResultOf<ClientRequests, M>>> {
    const { timeout } = this.options.script;
    const result = await askOrCancel(this.#connection, method, asObject(params), { ...options, timeout });
    return result as Unchecked<ResultOf<ClientRequests, M>>;
  }

  #hear(method: string, params: Json | undefined): void {
    const { requestId } = isObject(params) ? params : {};
    if (method === 'notifications/cancelled' && isId(requestId)) this.#connection.cancel(requestId);
    this.#watchers.get(changeTold(method, params) ?? '')?.();
  }
}

/** These say by their params which task they are about (MCP 2025-11-25, Tasks, Associating Task-Related Messages). */
const isAboutTask = (method: string) => method.startsWith('tasks/');

const isId = (value: Json | undefined): value is string | number | bigint =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint';
