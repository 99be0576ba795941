import { inTurn } from '../../../conversation/live/in-turn.js';
import type { AgentLoop, FileArgument } from '../../../generated/types/mcp-client-script-v1.js';
import type { Json, JsonObject } from '../../../json/json.js';
import { asObject, isObject } from '../../../json/json.js';
import { setOwn } from '../../../json/own.js';
import type { ParamsOf } from '../../../jsonrpc/typed.js';
import { type Clock, sleep } from '../../../wire/clock/clock.js';
import { fillValues } from '../fill.js';
import type { ClientRequests } from '../methods.js';
import { agentLoop, type Opening } from './agent-loop.js';
import type { ServerCards } from './cards.js';
import { type AskOptions, type ChangingList, type Conversation, CursorRefused } from './conversation.js';
import type { LazyServer } from './lazy/lazy-server.js';
import type { SkillManner } from './lazy/skills.js';
import type { ClientOutcome } from './outcome.js';
import type { ClientProfile } from './profile.js';
import type { Action, ClientScript } from './script.js';

/** The list methods: what they list, and the capability that they need. */
const LISTS = {
  tools: { method: 'tools/list', member: 'tools', capability: 'tools' },
  resources: { method: 'resources/list', member: 'resources', capability: 'resources' },
  templates: { method: 'resources/templates/list', member: 'resourceTemplates', capability: 'resources' },
  prompts: { method: 'prompts/list', member: 'prompts', capability: 'prompts' },
} as const;

/** The name of the one server that is started when it is needed. */
const SERVER = 'server';

/** ms between two questions about a task, where the server does not say. */
const POLL_INTERVAL = 1_000;
/** ms for which a task shall be kept. */
const TTL = 60_000;

type CallParams = ParamsOf<ClientRequests, 'tools/call'>;

/** What the user does not want any more. */
class TakenBack extends Error {}

/** An action in whose arguments references lead to what came of earlier ones. */
function filled(action: Action, named: JsonObject): Action {
  if (action.arguments === undefined) return action;
  return { ...action, arguments: fillValues(asObject(action.arguments), named) as JsonObject };
}

/** What a run has beside its script. */
export interface RunOptions {
  clock: Clock;
  profile: ClientProfile;
  cards: ServerCards;
  /** A file as an argument. */
  file(file: FileArgument): Promise<string>;
  opening: Opening;
  skills: SkillManner;
  /** Its server, where that is started when it is needed. */
  lazy?: LazyServer;
}

/** Plays the script of one user with a server. */
export class Run {
  private readonly results: Json[] = [];
  /** What the registry said, each time it was asked. */
  private readonly statuses: Json[] = [];
  /** What came of the actions that have names. */
  private readonly named: JsonObject = {};

  /** @param conversation the server's; undefined where that is started when it is needed */
  constructor(
    private readonly conversation: Conversation | undefined,
    private readonly script: ClientScript,
    private readonly options: RunOptions,
  ) {}

  private get session(): Conversation {
    const conversation = this.conversation ?? this.options.lazy?.conversation;
    if (!conversation) throw new Error('the server was not started');
    return conversation;
  }

  /** Never rejects: what keeps it from going on is in the outcome. */
  async play(): Promise<ClientOutcome> {
    try {
      await (this.conversation ? this.conversation.open() : this.options.lazy?.begin());
      for (const action of inTurn(() => this.script.actions)) {
        const result = await this.act(filled(action, this.named));
        this.results.push(result);
        if (action.as !== undefined) setOwn(this.named, action.as, result);
      }
      return { ok: true, value: this.value() };
    } catch (error) {
      return { ok: false, value: this.value(), error: error instanceof Error ? error.message : String(error) };
    }
  }

  private value(): ClientOutcome['value'] {
    const { serverName = null } = this.conversation ?? this.options.lazy?.conversation ?? {};
    const told = { ...this.options.profile.told(), ...(this.options.lazy && { status: this.statuses }) };
    return { server: serverName, results: this.results, ...told };
  }

  private async act(action: Action): Promise<Json> {
    const { lazy } = this.options;
    if (action.afterMs !== undefined) await sleep(this.options.clock, action.afterMs);
    if (action.card !== undefined) return this.options.cards.get(action.card);
    if (action.registry !== undefined) return this.registry(action.registry);
    if (action.activate !== undefined) return this.skill(action.activate, true);
    if (action.deactivate !== undefined) return this.skill(action.deactivate, false);
    await lazy?.active();
    const { session } = this;
    if (action.info !== undefined) {
      const { serverName, instructions, opened } = session;
      return { name: serverName, ...(instructions !== undefined && { instructions }), initialize: opened };
    }
    if (action.list !== undefined) {
      const entries = await this.list(action.list);
      return action.list === 'tools' ? entries.map((tool) => this.options.profile.listed(tool)) : entries;
    }
    if (action.call !== undefined) return this.calls(action, action.call);
    if (action.loop !== undefined) return this.loop(action.loop);
    if (action.read !== undefined) return this.read(action.read);
    if (action.watch !== undefined) return this.watch(action.watch);
    if (action.follow !== undefined) return this.follow(action.follow);
    if (action.prompt !== undefined) {
      this.needs('prompts');
      const given = action.arguments as { [name: string]: string } | undefined;
      return asObject(await session.ask('prompts/get', { name: action.prompt, ...(given && { arguments: given }) }));
    }
    if (action.complete !== undefined) {
      this.needs('completions');
      const params = action.complete as unknown as ParamsOf<ClientRequests, 'completion/complete'>;
      return asObject(await session.ask('completion/complete', params));
    }
    this.needs('logging');
    const level = action.level as ParamsOf<ClientRequests, 'logging/setLevel'>['level'];
    return session.setLevel(level);
  }

  /** Holds the servers that a skill needs, or gives these holds up (Harn guide, Skill-scoped MCP binding). */
  private async skill(name: string, isActive: boolean): Promise<Json> {
    const skill = this.script.skills.get(name);
    if (!skill) throw new Error(`there is no skill ${JSON.stringify(name)}: add it to skills`);
    const { binds, unbinds } = this.options.skills;
    const servers = isActive ? binds(skill) : unbinds(skill);
    for (const server of servers) {
      if (server !== SERVER) throw new Error(`there is no server ${JSON.stringify(server)}, only ${SERVER}`);
      await this.registry(isActive ? 'ensure' : 'release');
    }
    return null;
  }

  /** What a script asks of the registry of its servers (Harn guide, Lazy boot). */
  private async registry(what: NonNullable<Action['registry']>): Promise<Json> {
    const { lazy } = this.options;
    if (!lazy) throw new Error('the server is not started when it is needed: say so with lazy');
    if (what === 'ensure') return lazy.hold();
    if (what === 'release') return lazy.release();
    const status = lazy.status();
    this.statuses.push(status);
    return status;
  }

  /** Throws where the server has not declared what these names lead to (MCP 2025-11-25, Lifecycle, Operation). */
  private needs(...names: string[]): void {
    if (!this.session.has(...names)) throw new Error(`the server did not declare ${names.join('.')}`);
  }

  /**
   * All entries of a list, page by page, for as long as there is a cursor for the next (MCP 2025-11-25, Pagination). Where a cursor is
   * refused it begins once more (MCP 2026-07-28, Caching, Interaction with Pagination).
   */
  private async list(what: keyof typeof LISTS): Promise<Json[]> {
    const { capability } = LISTS[what];
    this.needs(capability);
    try {
      return await this.pages(what);
    } catch (error) {
      if (!(error instanceof CursorRefused)) throw error;
      return this.pages(what);
    }
  }

  private async pages(what: keyof typeof LISTS): Promise<Json[]> {
    const { method, member } = LISTS[what];
    let entries: Json[] = [];
    let cursor: string | undefined;
    do {
      const page = asObject(await this.session.ask(method, cursor === undefined ? {} : { cursor }));
      const { [member]: some, nextCursor } = page;
      if (Array.isArray(some)) entries = entries.concat(some);
      cursor = typeof nextCursor === 'string' ? nextCursor : undefined;
    } while (cursor !== undefined);
    return entries;
  }

  private loop(loop: AgentLoop): Promise<Json> {
    const { session } = this;
    const server = {
      instructions: session.instructions,
      tools: async () => (session.has('tools') ? this.list('tools') : []),
      call: async (name: string, args: JsonObject) =>
        asObject(await session.ask('tools/call', { name, arguments: args })),
    };
    return agentLoop(loop, server, this.options);
  }

  private async read(uri: string): Promise<Json> {
    this.needs('resources');
    return asObject(await this.session.ask('resources/read', { uri }));
  }

  private async watch(uri: string): Promise<Json> {
    this.needs('resources', 'subscribe');
    return this.session.watching({ uri }, () => this.read(uri));
  }

  /** A list as it is now, and as it is once the server says that it has changed. */
  private async follow(list: ChangingList): Promise<Json> {
    const { capability } = LISTS[list];
    this.needs(capability, 'listChanged');
    const before = await this.list(list);
    return [before, await this.session.watching({ list }, () => this.list(list))];
  }

  private async calls(action: Action, name: string): Promise<Json> {
    this.needs('tools');
    const asTask = action.task === true && (await this.allowsTasks(name));
    const count = action.times ?? 1;
    const listens = action.listens === true;
    const params = await this.paramsOf(action, name);
    const one = () =>
      this.taken((signal) => (asTask ? this.task(params(), signal) : this.call(params(), { signal, listens })), action);
    const results = await Promise.all(Array.from({ length: count }, one));
    return count === 1 ? results[0]! : results;
  }

  /** Does something that the user may take back, and during which the roots may change. */
  private async taken(work: (signal: AbortSignal) => Promise<Json>, action: Action): Promise<Json> {
    const controller = new AbortController();
    const { cancelAfterMs, rootsAfterMs } = action;
    const timers = [
      ...(cancelAfterMs === undefined
        ? []
        : [this.options.clock.after(cancelAfterMs, () => controller.abort(new TakenBack()))]),
      ...(rootsAfterMs === undefined
        ? []
        : [
            this.options.clock.after(rootsAfterMs, () =>
              this.session.changeRoots([...this.script.roots, 'another root']),
            ),
          ]),
    ];
    try {
      return await work(controller.signal);
    } catch (error) {
      if (error instanceof TakenBack) return { cancelled: true };
      throw error;
    } finally {
      for (const cancel of timers) cancel();
    }
  }

  private async call(params: CallParams, options: AskOptions): Promise<Json> {
    return this.options.profile.returned(asObject(await this.session.ask('tools/call', params, options)));
  }

  /** What makes the params of a call, each time it is called. Rejects where a file can't be one of its arguments. */
  private async paramsOf(action: Action, name: string): Promise<() => CallParams> {
    const files: JsonObject = {};
    for (const [argument, file] of Object.entries(action.files ?? {}))
      setOwn<Json>(files, argument, await this.options.file(file));
    const given = action.arguments ?? action.files;
    return () => ({
      name,
      ...(given && { arguments: { ...action.arguments, ...files } }),
      ...(action.progress === true && { _meta: { progressToken: this.session.token() } }),
    });
  }

  /** The tool of this name, as the server lists it. */
  private async tool(name: string): Promise<JsonObject | undefined> {
    const found = (await this.list('tools')).find((one) => isObject(one) && one.name === name);
    return isObject(found) ? found : undefined;
  }

  /** Whether server and tool let a call run as a task (MCP 2025-11-25, Tasks, Tool-Level Negotiation). */
  private async allowsTasks(name: string): Promise<boolean> {
    if (!this.session.has('tasks', 'requests', 'tools', 'call')) return false;
    const execution = (await this.tool(name))?.execution;
    return isObject(execution) && ['optional', 'required'].includes(String(execution.taskSupport));
  }

  /** A call as a task: its status is asked for at its own pace, then its result. Taken back it is cancelled, if the server lets it be. */
  private async task(params: CallParams, signal: AbortSignal): Promise<Json> {
    const created = asObject(await this.session.ask('tools/call', { ...params, task: { ttl: TTL } }));
    const task: JsonObject = isObject(created.task) ? created.task : {};
    const taskId = String(task.taskId);
    let { status, pollInterval } = task;
    while (status === 'working') {
      const interval = typeof pollInterval === 'number' ? pollInterval : POLL_INTERVAL;
      const isTime = await sleep(this.options.clock, interval, signal);
      if (signal.aborted) {
        if (this.session.has('tasks', 'cancel')) await this.session.ask('tasks/cancel', { taskId });
        throw signal.reason;
      }
      if (isTime) ({ status, pollInterval } = asObject(await this.session.ask('tasks/get', { taskId })));
    }
    return this.options.profile.returned(asObject(await this.session.ask('tasks/result', { taskId })));
  }
}
