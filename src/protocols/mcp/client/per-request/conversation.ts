import type {
  ClientCapabilities,
  DiscoverResult,
  RequestMetaObject,
} from '../../../../generated/types/mcp-2026-07-28.js';
import type { Json, JsonObject } from '../../../../json/json.js';
import { asObject, isObject } from '../../../../json/json.js';
import { type Connection, connect } from '../../../../jsonrpc/connection.js';
import { idKey } from '../../../../jsonrpc/ledger.js';
import type { Link } from '../../../../jsonrpc/link.js';
import type { Id } from '../../../../jsonrpc/messages.js';
import { RpcError } from '../../../../jsonrpc/rpc-error.js';
import type { ParamsOf, ResultOf } from '../../../../jsonrpc/typed.js';
import type { ClientRequests } from '../../methods.js';
import { paramHeadersOf } from '../../param-headers.js';
import { META, type PerRequestRevision, TASKS } from '../../per-request.js';
import type { RepeatedHeaders } from '../../per-request-headers.js';
import { CODES } from '../../revision.js';
import { answersOf } from '../answers.js';
import { askOrCancel } from '../asking.js';
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
} from '../conversation.js';
import { CLIENT_INFO, capabilitiesOf, rootsOf } from '../script.js';
import { TASK_HABITS } from '../tasks/habits.js';
import { ResultCache } from './cache.js';
import { type Again, answered, answerTo, type InputHandlers } from './input.js';
import { FollowedTasks } from './tasks/followed-tasks.js';

/** What a server said of itself: as a draft has it, its name stands beside its capabilities. */
type Discovered = Unchecked<DiscoverResult> & { serverInfo?: Json };

/** Rounds of questions after which a request is given up. */
const MOST_ROUNDS = 10;

/** The conversation of the reference client with a server without sessions: each request says all that the server must know. */
export class PerRequestConversation implements Conversation {
  readonly #connection: Connection;
  readonly #cache: ResultCache;
  readonly #handlers: InputHandlers;
  readonly #watchers = new Map<string, () => void>();
  /** What it listens for, by the id of the request: told of what the server will report. */
  readonly #subscriptions = new Map<string, (honoured: JsonObject) => void>();
  readonly #tasks: FollowedTasks;
  #server: Discovered = {};
  #roots: readonly string[];
  #level: RequestMetaObject['io.modelcontextprotocol/logLevel'];
  #tokens = 0;

  constructor(
    link: Link,
    private readonly options: ConversationOptions,
    private readonly revision: PerRequestRevision,
    /** Over HTTP: what its headers repeat. Told of the tools that the server has. */
    private readonly repeated?: RepeatedHeaders,
  ) {
    const { script, clock, cwd, failed, ids, tasks: habits = TASK_HABITS } = options;
    this.#cache = new ResultCache(clock, revision.lifetime);
    this.#roots = script.roots;
    const usual = answersOf(script, { roots: () => rootsOf(this.#roots, cwd) });
    this.#handlers = (options.answers?.(usual) ?? usual) as unknown as InputHandlers;
    this.#tasks = new FollowedTasks({
      clock,
      habits,
      ask: (method, params) => this.#rounds(method, params),
      listen: (filter, how) => this.#listen(filter, how),
      answer: (question, signal) => answerTo(question, this.#handlers, { revision, signal }),
    });
    this.#connection = connect(link, {
      clock,
      ...(ids && { ids }),
      ...(failed && { failed }),
      fallback: {
        // A server asks nothing but in its results, and a client sends no responses (Overview, Messages; stdio, Sending Messages).
        request: () => new Promise<never>(() => undefined),
        notification: (method, params) => this.#hear(method, params),
      },
    });
  }

  async open(): Promise<void> {
    this.#server = (await this.#rounds('server/discover', {})) as Discovered;
    const { supportedVersions } = this.#server;
    const { name } = this.revision;
    if (!Array.isArray(supportedVersions) || !supportedVersions.includes(name))
      throw new Error(`the server speaks ${String(supportedVersions)}, this client ${name}`);
  }

  get serverName(): Json {
    const { _meta, serverInfo } = this.#server;
    const told = isObject(_meta) ? _meta[META.serverInfo] : undefined;
    const info = this.revision.serverInfo === 'discovery' ? serverInfo : told;
    return (isObject(info) ? info.name : undefined) ?? null;
  }

  get opened(): JsonObject {
    return this.#server;
  }

  get instructions(): string | undefined {
    const { instructions } = this.#server;
    return typeof instructions === 'string' ? instructions : undefined;
  }

  has(...names: string[]): boolean {
    return declares(this.#server.capabilities, names);
  }

  async ask<M extends keyof ClientRequests & string>(
    method: M,
    given: ParamsOf<ClientRequests, M>,
    options: AskOptions = {},
  ): Promise<Unchecked<ResultOf<ClientRequests, M>>> {
    const params = asObject(given);
    const kept = this.#cache.get(method, params);
    if (kept) return kept as Unchecked<ResultOf<ClientRequests, M>>;
    try {
      return (await this.#rounds(method, params, options)) as Unchecked<ResultOf<ClientRequests, M>>;
    } catch (error) {
      if (params.cursor !== undefined && error instanceof RpcError && error.code === CODES.invalidParams) {
        this.#cache.forget(method);
        throw new CursorRefused(`the server refused its cursor: ${error.message}`);
      }
      const isMismatch = error instanceof RpcError && error.code === this.revision.codes.headerMismatch;
      if (!isMismatch || method !== 'tools/call' || !this.repeated) throw error;
      // What it knows of the tool is not what the server knows (Transports, Custom headers).
      await this.#listAgain();
      return (await this.#rounds(method, params, options)) as Unchecked<ResultOf<ClientRequests, M>>;
    }
  }

  token(): string | number {
    return ++this.#tokens;
  }

  changeRoots(folders: readonly string[]): void {
    this.#roots = folders;
  }

  async watching<T>(what: Watched, work: () => Promise<T>): Promise<T> {
    const changed = new Promise<void>((resolve) => this.#watchers.set(changeAwaited(what), resolve));
    const notifications: JsonObject =
      'uri' in what ? { resourceSubscriptions: [what.uri] } : { [`${what.list}ListChanged`]: true };
    const over = new AbortController();
    let reject: (reason: Error) => void = () => undefined;
    const refused = new Promise<never>((_, no) => {
      reject = no;
    });
    const ended = this.#listen(notifications, { signal: over.signal }, (honoured) => {
      if (!covers(honoured, notifications)) reject(new Error('the server does not report what the client listens for'));
    }).then(() => {
      throw new Error('the server ended the subscription');
    });
    await Promise.race([changed, ended, refused]);
    const value = await work();
    over.abort();
    await ended.catch(() => undefined);
    return value;
  }

  /** It stands in each request from now on (Logging). */
  setLevel(level: ParamsOf<ClientRequests, 'logging/setLevel'>['level']): Promise<Json> {
    this.#level = level;
    return Promise.resolve({});
  }

  close(): void {
    this.#connection.close();
  }

  /** Listens for what the filter names until the subscription ends. `acknowledged` is called with what the server agrees to report. */
  async #listen(
    notifications: JsonObject,
    how: AskOptions,
    acknowledged: (honoured: JsonObject) => void = () => undefined,
  ): Promise<JsonObject> {
    let key: string | undefined;
    const sent = (id: Id): void => {
      key = idKey(id);
      this.#subscriptions.set(key, acknowledged);
      how.sent?.(id);
    };
    const params = this.#completed({ notifications });
    try {
      return await askOrCancel(this.#connection, 'subscriptions/listen', params, { ...how, sent, timeout: undefined });
    } finally {
      if (key !== undefined) this.#subscriptions.delete(key);
    }
  }

  /** Asks until the result is complete: what the server wants to know first it is told, and asked again; a task is followed to its end. */
  async #rounds(
    method: string,
    params: JsonObject,
    { signal, listens = false, ...options }: AskOptions = {},
  ): Promise<JsonObject> {
    const { timeout } = this.options.script;
    const wanted = signal ?? new AbortController().signal;
    let again: Again = {};
    for (let round = 1; round <= MOST_ROUNDS; round++) {
      const result = await askOrCancel(this.#connection, method, this.#completed({ ...params, ...asObject(again) }), {
        ...options,
        signal: wanted,
        timeout,
      });
      const { resultType = 'complete' } = result;
      if (resultType === 'complete') return this.#taken(method, params, result, round);
      // Nothing else is answered with one (Tasks extension, Capability Negotiation).
      if (resultType === 'task' && method === 'tools/call' && this.#knowsTasks)
        return this.#tasks.follow(result, { signal: wanted, listens });
      if (resultType !== 'input_required')
        throw new Error(`the server answered ${method} with a result of an unknown type: ${String(resultType)}`);
      again = await answered(method, result, this.#handlers, { revision: this.revision, signal: wanted });
    }
    throw new Error(`the server did not answer ${method} within ${MOST_ROUNDS} rounds`);
  }

  #taken(method: string, params: JsonObject, whole: JsonObject, round: number): JsonObject {
    const result = method === 'tools/list' && this.repeated ? this.#withoutBroken(whole) : whole;
    // What came of questions holds for this once (Caching).
    if (round === 1) this.#cache.put(method, params, result);
    return result;
  }

  /** Tools that headers can not repeat as they demand do not exist (Transports, Custom headers). */
  #withoutBroken(result: JsonObject): JsonObject {
    if (!Array.isArray(result.tools)) return result;
    const tools = result.tools.filter((tool) => isObject(tool) && paramHeadersOf(tool.inputSchema) !== undefined);
    this.repeated?.learn(tools);
    return { ...result, tools };
  }

  async #listAgain(): Promise<void> {
    this.#cache.forget('tools/list');
    let cursor: Json | undefined;
    do {
      const page = await this.#rounds('tools/list', cursor === undefined ? {} : { cursor });
      cursor = page.nextCursor;
    } while (typeof cursor === 'string');
  }

  /** Whether it declares that its calls may be answered with tasks. */
  get #knowsTasks(): boolean {
    return this.revision.hasTasks && this.options.script.offer.tasks;
  }

  /** Params with what every request says of itself (MCP 2026-07-28, Overview, Metadata). */
  #completed(params: JsonObject): JsonObject {
    const { script } = this.options;
    // Its requests are answered in rounds: nothing of its own runs as a task.
    const offer = { ...script.offer, tasks: false };
    const { roots, ...capabilities } = capabilitiesOf({ ...script, offer });
    const meta: RequestMetaObject = {
      [META.protocolVersion]: this.revision.name,
      [META.clientInfo]: CLIENT_INFO,
      [META.clientCapabilities]: {
        ...capabilities,
        ...(roots && { roots: {} }),
        ...(this.#knowsTasks && { extensions: { [TASKS]: {} } }),
      } as ClientCapabilities,
      ...(this.#level !== undefined && { [META.logLevel]: this.#level }),
    };
    return { ...params, _meta: { ...asObject(meta), ...(isObject(params._meta) && params._meta) } };
  }

  #hear(method: string, params: Json | undefined): void {
    const { uri, notifications, _meta } = isObject(params) ? params : {};
    // On stdio all share one channel: what belongs to nobody's subscription is not meant (Subscriptions, Receiving Notifications).
    const named = isObject(_meta) ? _meta[META.subscriptionId] : undefined;
    const subscription = isId(named) ? this.#subscriptions.get(idKey(named)) : undefined;
    if (isId(named) && !subscription) return;
    if (method === 'notifications/subscriptions/acknowledged')
      subscription?.(isObject(notifications) ? notifications : {});
    this.#cache.hear(method, uri);
    this.#tasks.hear(method, params);
    this.#watchers.get(changeTold(method, params) ?? '')?.();
  }
}

const isId = (value: Json | undefined): value is Id =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint';

/** Whether what a server will report is all that was wanted. */
function covers(honoured: JsonObject, { resourceSubscriptions, ...lists }: JsonObject): boolean {
  const uris = Array.isArray(honoured.resourceSubscriptions) ? honoured.resourceSubscriptions : [];
  const all = Array.isArray(resourceSubscriptions) ? resourceSubscriptions : [];
  return all.every((uri) => uris.includes(uri)) && Object.keys(lists).every((list) => honoured[list] === true);
}
