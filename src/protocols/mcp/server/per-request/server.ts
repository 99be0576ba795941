import { Few } from '../../../../bounded/few.js';
import type { ServerCapabilities } from '../../../../generated/types/mcp-2025-11-25.js';
import type {
  DiscoverResult,
  InputRequiredResult,
  SubscriptionsListenRequestParams,
} from '../../../../generated/types/mcp-2026-07-28.js';
import { randomBytes } from '../../../../json/crypto.js';
import type { Json, JsonObject } from '../../../../json/json.js';
import { asObject, isObject } from '../../../../json/json.js';
import { type Connection, connect, type RequestContext } from '../../../../jsonrpc/connection.js';
import { idKey } from '../../../../jsonrpc/ledger.js';
import type { Link } from '../../../../jsonrpc/link.js';
import { RpcError } from '../../../../jsonrpc/rpc-error.js';
import { paramsChecker } from '../../../../schemas/index.js';
import { type Clock, realClock } from '../../../../wire/clock/clock.js';
import { invalidRequest, methodNotFound } from '../../errors.js';
import { type ParamHeader, paramHeadersOf } from '../../param-headers.js';
import { type PerRequestRevision, TASKS, type TaskFilter } from '../../per-request.js';
import { CODES } from '../../revision.js';
import { Tasks } from '../../tasks/tasks.js';
import { uuid } from '../../uuid.js';
import { completionHandlers } from '../completion.js';
import { capabilitiesOf, runsTasks, serverInfoOf } from '../lifecycle.js';
import { createPager } from '../pagination.js';
import { type Offers, PARTS, type ServerParts } from '../parts.js';
import { promptHandlers } from '../prompts/handlers.js';
import { usualRefusals } from '../refusals.js';
import { readResource, resourceHandlers } from '../resources/handlers.js';
import type { ScriptDifference } from '../script/difference.js';
import { SessionGate } from '../session/gate.js';
import type { Random, ServeOptions } from '../session/session.js';
import { type Call, CallError, type Handlers } from '../state/call.js';
import type { Script } from '../state/script.js';
import type { SessionState } from '../state/session-state.js';
import type { ChangingList } from '../state/tool.js';
import { toolHandlers } from '../tools/handlers.js';
import { asPerRequest, missingCapability, unsupportedVersion } from './errors.js';
import { InputRequired, RequestStates } from './input.js';
import { checkVersion, lacksMetadata, type Metadata, readMetadata } from './metadata.js';
import { completed } from './results.js';
import { Subscriptions } from './subscriptions.js';
import { answerWithTask, knowsTasks, NEEDED, taskMethods } from './tasks/answers.js';
import { PerRequestTasks } from './tasks/tasks.js';
import { withoutExecution } from './tools.js';

export interface PerRequestOptions extends Pick<ServeOptions, 'script' | 'clock' | 'parts' | 'random' | 'failed'> {
  revision: PerRequestRevision;
}

/** One connection with a client, or over HTTP one exchange. */
export interface PerRequestConnection extends Pick<Connection, 'closed' | 'settled' | 'close'> {}

/** What a server offers as its script is. */
interface Offered {
  script: Script;
  offers: Offers;
  declared: ServerCapabilities;
  /** Its tasks, where it has the extension for them. */
  tasks: PerRequestTasks | undefined;
}

type Handler = (params: JsonObject, call: Call, context: RequestContext) => object | Promise<object>;

/**
 * The MCP server of a revision without sessions. It knows no sessions: what a request needs stands in the request, and what the server
 * holds is the same for all clients.
 */
export class PerRequestServer {
  readonly subscriptions = new Subscriptions();
  readonly #shared: Omit<SessionState, 'script' | 'capabilities' | 'declared' | 'level' | 'offers'>;
  readonly #states: RequestStates;
  /** The calls that run as tasks, of one that has the extension for them. */
  readonly #running: PerRequestTasks | undefined;
  /** What it offers as its script is now. */
  #now: Offered;
  #methods: ReadonlySet<string>;
  readonly #clock: Clock;
  readonly #parts: ServerParts;
  readonly revision: PerRequestRevision;
  readonly #checkedParams: ReturnType<typeof paramsChecker>;

  constructor(private readonly options: PerRequestOptions) {
    const { clock = realClock, parts = PARTS } = options;
    const random: Random = options.random ?? randomBytes;
    this.#clock = clock;
    this.#parts = parts;
    this.revision = options.revision;
    this.#checkedParams = paramsChecker('mcp', this.revision.name);
    const { ending } = parts;
    const newId = () => uuid(random(16));
    if (this.revision.hasTasks)
      this.#running = new PerRequestTasks({
        clock,
        newId,
        changed: (task) => this.subscriptions.announce('notifications/tasks', asObject(task)),
        lag: ending.lag,
        cancels: ending.cancelsTasks,
      });
    this.#states = new RequestStates(() => random(32), clock, this.revision);
    this.#shared = {
      parts,
      refusals: usualRefusals,
      clock,
      pager: createPager(options.script.pageSize, () => random(32)),
      phase: 'ready',
      subscriptions: new Set(),
      extras: new Set(),
      kept: new Map(),
      toolRounds: parts.toolRounds,
      // As sessions have them there are no tasks.
      tasks: new Tasks({ clock, newId, changed: () => undefined }),
      peer: {
        notify: () => undefined,
        request: () => Promise.reject(new CallError('no request reaches the client')),
        hears: () => false,
      },
      uuid: newId,
      lacking: (needed, reason) => {
        throw missingCapability(this.revision, needed, reason);
      },
      announce: (method, params) => this.subscriptions.announce(method, asObject(params ?? {})),
      toggle: (list) => this.#toggle(list),
      touch: (uri) => this.#touch(uri),
    };
    this.#now = this.#offered();
    this.#methods = this.#methodsNow();
  }

  /** The script or the parts have changed: notifies whoever listens for that. */
  scriptChanged({ lists, resources }: ScriptDifference): void {
    this.#now = this.#offered(this.#now.tasks);
    this.#methods = this.#methodsNow();
    const { declared } = this.#now;
    for (const list of lists)
      if (declared[list]?.listChanged) this.subscriptions.announce(`notifications/${list}/list_changed`, {});
    for (const uri of resources) this.subscriptions.announce('notifications/resources/updated', { uri });
  }

  #methodsNow(): ReadonlySet<string> {
    return new Set(Object.keys(this.#handlers({ capabilities: {} })));
  }

  /** @param before tasks that clients know of: they are answered for as long as it runs */
  #offered(before?: PerRequestTasks): Offered {
    const { offers } = this.#parts;
    const script = { ...this.options.script, tools: this.options.script.tools.map(withoutExecution) };
    const own: Offers = { ...offers, tasks: false };
    const declared = capabilitiesOf({ script, offers: own });
    const tasks = before ?? (runsTasks({ script, offers }) ? this.#running : undefined);
    if (tasks) Object.assign(declared, { extensions: { [TASKS]: {} } });
    return { script, offers: own, declared, tasks };
  }

  /** Serves whoever is behind a link, until either side closes it. */
  serve(link: Link): PerRequestConnection {
    const tellAll = (method: string, params: JsonObject) => this.subscriptions.tellAll(method, params);
    const gate = new SessionGate(this.#parts.link(link, { clock: this.#clock, tellAll }));
    const active = new Few<true>();
    const connection = connect(gate, {
      clock: this.#clock,
      fallback: {
        request: async (method, params, context) => {
          const key = idKey(context.id);
          if (active.has(key)) throw invalidRequest('A request with this id is being served already');
          active.set(key, true);
          try {
            return await this.#answer(method, params, context);
          } catch (error) {
            throw asPerRequest(error);
          } finally {
            active.delete(key);
          }
        },
        notification: (method, params) => {
          const id = method === 'notifications/cancelled' && isObject(params) ? params.requestId : undefined;
          if (typeof id === 'string' || typeof id === 'number' || typeof id === 'bigint') connection.cancel(id);
        },
      },
      problem: ({ carried }) => gate.refuse(carried),
      failed: (error) => this.options.failed?.(error),
    });
    return connection;
  }

  /** Ends all subscriptions, over pipes: there a server cancels what listens (MCP 2026-07-28, Cancellation). */
  endSubscriptions(): void {
    const { subscriptions: how } = this.#parts.ending;
    if (how !== 'silent') this.subscriptions.end(how === 'cancels');
  }

  /** The arguments of a tool that headers repeat. */
  headersOf(tool: Json | undefined): readonly ParamHeader[] {
    const found = this.options.script.tools.find(({ name }) => name === tool);
    return (found && paramHeadersOf(asObject(found.spec.inputSchema))) ?? [];
  }

  /** Revisions that clients may speak with it, or with the server of sessions beside it. */
  get #supported(): string[] {
    const { protocolVersions } = this.options.script;
    const { name } = this.revision;
    return protocolVersions.includes(name) ? protocolVersions : [name];
  }

  /** What the server says of itself. */
  discover(): Omit<DiscoverResult, 'resultType' | 'ttlMs' | 'cacheScope'> {
    const { instructions } = this.options.script;
    const capabilities = this.#now.declared as DiscoverResult['capabilities'];
    return { supportedVersions: this.#supported, capabilities, ...(instructions !== undefined && { instructions }) };
  }

  async #answer(method: string, params: Json | undefined, context: RequestContext): Promise<JsonObject> {
    // Who opens a session is told what is spoken here; to whom speaks it already, that is no method (MCP 2026-07-28, Versioning).
    if (method === 'initialize') {
      if (!lacksMetadata(params))
        throw new RpcError(CODES.methodNotFound, `Method not found: sessions are not of ${this.revision.name}`);
      throw unsupportedVersion(
        this.revision,
        String((isObject(params) ? params.protocolVersion : undefined) ?? ''),
        this.#supported,
      );
    }
    checkVersion(this.revision, params, this.#supported);
    if (!this.#methods.has(method)) throw methodNotFound(method);
    const handler = this.#handlers(readMetadata(params))[method]!;
    const checked = await this.#checkedParams(method, params);
    const serverInfo = asObject(serverInfoOf(this.options.script));
    try {
      const result = await handler(checked, this.#call(method, checked, context), context);
      return completed(method, asObject(result), serverInfo, this.revision);
    } catch (error) {
      if (!(error instanceof InputRequired)) throw error;
      const { inputRequests, requestState } = error;
      const result: InputRequiredResult = { resultType: 'input_required', inputRequests, requestState };
      return completed('', asObject(result), serverInfo, this.revision);
    }
  }

  #call(method: string, params: JsonObject, context: RequestContext): Call {
    const rounds = this.#states.rounds(method, params);
    const { id, carried } = context;
    return {
      about: { id, ...(carried.stream !== undefined && { stream: carried.stream }) },
      // Most calls are answered before anybody asks for it.
      get signal() {
        return context.signal;
      },
      notify: (name, ...[told]) => {
        if (!context.cancelled()) context.notify(name, told && asObject(told));
      },
      request: (name, ...[asked]) => rounds.ask(name, asked),
      requestAll: (questions) => rounds.askAll(questions),
      detach: () => undefined,
      // Nobody comes back to a stream.
      hangUp: () => undefined,
    };
  }

  /** What answers a request that says this of itself. */
  #handlers({ level, capabilities }: Metadata): { [method: string]: Handler } {
    const { script, declared, tasks } = this.#now;
    const offers: Offers = {
      ...this.#now.offers,
      subscriptions: false,
      logging: this.#now.offers.logging && level !== undefined,
    };
    const isKnown = knowsTasks(capabilities);
    const lacking = () => this.#shared.lacking(NEEDED, `The client did not declare ${TASKS}.`);
    const state: SessionState = {
      ...this.#shared,
      script,
      declared,
      offers,
      capabilities,
      level: level ?? 'emergency',
      ...(tasks && { taskFor: (tool, call, run) => answerWithTask(tasks, tool, call, run, { isKnown, lacking }) }),
    };
    const features: Handlers = {
      ...('tools' in declared && toolHandlers(state)),
      ...('resources' in declared && resourceHandlers(state)),
      ...('prompts' in declared && promptHandlers(state)),
      ...('completions' in declared && completionHandlers(state)),
    };
    return {
      ...(features as { [method: string]: Handler }),
      ...(tasks && taskMethods(tasks, () => void (isKnown || lacking()))),
      'server/discover': () => this.discover(),
      'subscriptions/listen': (given, _call, context) => {
        const { notifications } = given as unknown as SubscriptionsListenRequestParams;
        if (tasks && 'taskIds' in notifications && !isKnown) lacking();
        return this.subscriptions.listen(context.id, this.#honoured(notifications), context);
      },
    };
  }

  /** What of a filter the server will tell: of lists that it declared to change, and of resources and tasks that there are. */
  #honoured(wanted: TaskFilter): TaskFilter {
    const { declared, tasks } = this.#now;
    const { tools, prompts, resources } = declared;
    const uris = resources?.subscribe ? wanted.resourceSubscriptions?.filter((uri) => this.#reads(uri)) : undefined;
    return {
      ...(tasks && wanted.taskIds && { taskIds: wanted.taskIds.filter((id) => tasks.has(id)) }),
      ...(wanted.toolsListChanged && tools?.listChanged && { toolsListChanged: true }),
      ...(wanted.promptsListChanged && prompts?.listChanged && { promptsListChanged: true }),
      ...(wanted.resourcesListChanged && resources?.listChanged && { resourcesListChanged: true }),
      ...(uris && { resourceSubscriptions: uris }),
    };
  }

  /** Whether there is a resource of this URI. */
  #reads(uri: string): boolean {
    return readResource({ script: this.#now.script, extras: this.#shared.extras }, uri) !== undefined;
  }

  #toggle(list: ChangingList): boolean {
    const { extras } = this.#shared;
    const added = !extras.delete(list);
    if (added) extras.add(list);
    this.subscriptions.announce(`notifications/${list}/list_changed`, {});
    return added;
  }

  #touch(uri: string): boolean {
    if (!this.#reads(uri)) return false;
    this.subscriptions.announce('notifications/resources/updated', { uri });
    return true;
  }
}
