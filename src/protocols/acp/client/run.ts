import { resolve } from 'node:path';
import { inTurn } from '../../../conversation/live/in-turn.js';
import type { ClientRequests } from '../../../generated/methods/acp-1.21.0.js';
import type {
  AgentCapabilities,
  ContentBlock,
  Implementation,
  McpServer,
  NewSessionResponse,
  SessionModeState,
} from '../../../generated/types/acp-1.21.0.js';
import type { Json, JsonObject } from '../../../json/json.js';
import { isObject } from '../../../json/json.js';
import { RpcError } from '../../../jsonrpc/rpc-error.js';
import type { ParamsOf, ResultOf } from '../../../jsonrpc/typed.js';
import { CODES } from '../errors.js';
import { FIRST, type Revision } from '../revision.js';
import { type Unchecked, unchecked } from '../unchecked.js';
import { PROTOCOL_VERSION } from '../version.js';
import type { ClientExtension } from './extension.js';
import { capabilitiesOf } from './offer.js';
import type { ClientScript, ScriptedPrompt } from './script.js';
import type { ServedClient } from './serve.js';
import type { Sessions } from './sessions.js';

/** What came of a script. `value` tells what the user saw, session by session. */
export interface ClientOutcome {
  ok: boolean;
  value: { sessions: JsonObject[]; listed?: Json[] };
  error?: string;
}

/** Plays the script of one user against an agent. */
export class Run {
  /** What the agent advertised. */
  private agent: Unchecked<AgentCapabilities> = {};
  private authMethods: JsonObject[] = [];
  private readonly opened: { sessionId: string; stopReasons: Json[] }[] = [];
  private listed: Json[] | undefined;
  /** By session: what is counted down until the user cancels. */
  private readonly moments = new Map<string, { on: string; left: number }>();

  /**
   * @param where working directory of every session, absolute, and the version of ACP; default: 0.12.2
   * @param extension what its user does beside the script
   * @param next what its user says after the prompts of the script
   */
  constructor(
    private readonly client: ServedClient,
    private readonly sessions: Sessions,
    private readonly script: ClientScript,
    private readonly where: { cwd: string; revision?: Revision },
    private readonly extension: ClientExtension = {},
    private readonly next: () => Promise<string | undefined> = async () => undefined,
  ) {}

  /** Told of each message of the agent about a session: it may be the moment at which the user cancels. */
  heard(method: string, sessionId: string, variant?: string): void {
    this.extension.heard?.(method, sessionId, variant);
    const moment = this.moments.get(sessionId);
    if (!moment || ![method, `${method}#${variant}`].includes(moment.on) || --moment.left > 0) return;
    this.moments.delete(sessionId);
    this.client.cancel(sessionId);
  }

  /** Never rejects: what keeps it from going on is in the outcome. */
  async play(): Promise<ClientOutcome> {
    try {
      await this.initialize();
      if (this.script.list) await this.list();
      await this.remove();
      for (let count = 0; count < this.script.sessions; count++) await this.open();
      await Promise.all(this.opened.map((session) => this.talk(session)));
      if (this.script.close && has(this.agent, 'sessionCapabilities', 'close'))
        for (const { sessionId } of this.opened) await this.client.ask('session/close', { sessionId });
      if (this.script.logout && has(this.agent, 'auth', 'logout')) await this.client.ask('logout', {});
      return { ok: true, value: this.value() };
    } catch (error) {
      return { ok: false, value: this.value(), error: error instanceof Error ? error.message : String(error) };
    }
  }

  private value(): ClientOutcome['value'] {
    const sessions = this.opened.map((session) => ({ ...session, ...this.client.view(session.sessionId).summary() }));
    return { sessions, ...(this.listed ? { listed: this.listed } : {}) };
  }

  private async initialize(): Promise<void> {
    const answer = await this.client.ask('initialize', {
      protocolVersion: PROTOCOL_VERSION,
      clientCapabilities: capabilitiesOf(this.script.offer, this.where.revision ?? FIRST),
      clientInfo: CLIENT_INFO,
    });
    const { protocolVersion, agentCapabilities, authMethods } = answer;
    if (protocolVersion !== PROTOCOL_VERSION)
      throw new Error(`the agent speaks protocol version ${protocolVersion}, this client ${PROTOCOL_VERSION}`);
    this.agent = unchecked(agentCapabilities);
    this.authMethods = objects(authMethods);
    this.extension.greeted?.(answer);
  }

  private async list(): Promise<void> {
    this.listed = [];
    if (!has(this.agent, 'sessionCapabilities', 'list')) return;
    let cursor: string | undefined;
    do {
      const page = await this.asked('session/list', cursor === undefined ? {} : { cursor });
      if (Array.isArray(page.sessions)) this.listed = this.listed.concat(page.sessions);
      cursor = typeof page.nextCursor === 'string' ? page.nextCursor : undefined;
    } while (cursor !== undefined);
  }

  /** Deletes the session that its user does not want any more, where the agent can. */
  private async remove(): Promise<void> {
    const { delete: sessionId } = this.script;
    if (sessionId !== undefined && has(this.agent, 'sessionCapabilities', 'delete'))
      await this.asked('session/delete', { sessionId });
  }

  private async open(): Promise<void> {
    const earlier = await this.earlier();
    const { cwd } = this.where;
    const directories = this.script.directories.map((one) => resolve(cwd, one));
    const beside =
      directories.length > 0 && has(this.agent, 'sessionCapabilities', 'additionalDirectories')
        ? { additionalDirectories: directories }
        : {};
    const mcpServers = this.script.mcpServers.filter((server) => this.connects(server));
    let state: Unchecked<NewSessionResponse> = {};
    const asked: Promise<Unchecked<NewSessionResponse>> =
      earlier === undefined
        ? this.asked('session/new', { cwd, mcpServers, ...beside })
        : this.asked(`session/${earlier.by}`, { sessionId: earlier.sessionId, cwd, mcpServers, ...beside });
    const sessionId = await this.sessions.open(
      asked.then((answer) => {
        state = answer;
        const id = earlier?.sessionId ?? state.sessionId;
        if (typeof id !== 'string') throw new Error('the agent answered session/new without a sessionId');
        return id;
      }),
    );
    this.opened.push({ sessionId, stopReasons: [] });
    await this.configure(sessionId, state);
    await this.extension.opened?.(sessionId, state);
  }

  /** The session to go on with; undefined where there is none, or the agent can't. */
  private async earlier(): Promise<{ by: 'load' | 'resume'; sessionId: string } | undefined> {
    const { session: by, sessionId } = this.script;
    if (by === 'new') return undefined;
    const can = by === 'load' ? this.agent.loadSession === true : has(this.agent, 'sessionCapabilities', 'resume');
    if (!can) return undefined;
    if (sessionId !== undefined) return { by, sessionId };
    if (!this.listed) await this.list();
    const first = this.listed?.find(isObject)?.sessionId;
    return typeof first === 'string' ? { by, sessionId: first } : undefined;
  }

  /** Sets mode and settings, as far as the agent has them. */
  private async configure(sessionId: string, { modes, configOptions }: Unchecked<NewSessionResponse>): Promise<void> {
    const { mode, config } = this.script;
    const view = this.client.view(sessionId);
    const { currentModeId, availableModes } = unchecked<SessionModeState>(modes);
    if (typeof currentModeId === 'string') view.mode ??= currentModeId;
    view.configure(configOptions);
    const set = async (configId: string, value: string | boolean) => {
      const answer = await this.client.ask('session/set_config_option', {
        ...{ sessionId, configId },
        ...(typeof value === 'boolean' ? { type: 'boolean', value } : { value }),
      });
      view.configure(answer.configOptions);
    };
    const settings = objects(configOptions);
    // Settings take the place of modes where an agent has both (ACP, Session config options).
    const modeAsSetting = settings.find(({ category, options }) => category === 'mode' && hasValue(options, mode))?.id;
    if (mode !== undefined && typeof modeAsSetting === 'string') await set(modeAsSetting, mode);
    else if (mode !== undefined && objects(availableModes).some(({ id }) => id === mode)) {
      await this.client.ask('session/set_mode', { sessionId, modeId: mode });
      view.mode = mode;
    }
    for (const [configId, value] of Object.entries(config))
      if (settings.some(({ id, type }) => id === configId && (type === 'boolean') === (typeof value === 'boolean')))
        await set(configId, value);
  }

  private async talk(first: { sessionId: string; stopReasons: Json[] }): Promise<void> {
    let opened = first;
    let { sessionId } = opened;
    for await (const one of this.prompts()) {
      const prompt = this.contentOf(one);
      if (prompt.length === 0) continue;
      this.client.permissions.turn(sessionId);
      if (one.cancel) this.moments.set(sessionId, { on: one.cancel.on, left: one.cancel.nth });
      const turn = this.client.ask('session/prompt', { sessionId, prompt });
      this.heard('session/prompt', sessionId);
      const { stopReason = null } = await turn;
      this.moments.delete(sessionId);
      opened.stopReasons.push(stopReason);
      const next = (await this.extension.answered?.(sessionId)) ?? sessionId;
      if (next === sessionId) continue;
      sessionId = await this.sessions.open(Promise.resolve(next));
      opened = { sessionId, stopReasons: [] };
      this.opened.push(opened);
    }
  }

  /** Those of the script, and what its user says then. */
  private async *prompts(): AsyncGenerator<ScriptedPrompt> {
    yield* inTurn(() => this.script.prompts);
    for (let text = await this.next(); text !== undefined; text = await this.next())
      yield { content: [{ type: 'text', text }] };
  }

  private contentOf({ content }: ScriptedPrompt): ContentBlock[] {
    return content.filter(({ type }) => {
      const wanted = type === 'resource' ? 'embeddedContext' : type;
      return wanted === 'text' || wanted === 'resource_link' || has(this.agent, 'promptCapabilities', wanted);
    });
  }

  /** Whether the agent connects to a server over such a transport. */
  private connects(server: McpServer): boolean {
    const type = 'type' in server ? String(server.type) : 'stdio';
    return type === 'stdio' || has(this.agent, 'mcpCapabilities', type);
  }

  /** Asks, and where the agent wants the user to sign in first, does that and asks again. */
  private async asked<M extends keyof ClientRequests>(
    method: M,
    params: ParamsOf<ClientRequests, M>,
  ): Promise<Unchecked<ResultOf<ClientRequests, M>>> {
    try {
      return await this.client.ask(method, params);
    } catch (error) {
      const methodId = this.wayIn();
      if (!(error instanceof RpcError) || error.code !== CODES.authRequired || methodId === undefined) throw error;
      await this.client.ask('authenticate', { methodId });
      return this.client.ask(method, params);
    }
  }

  /** A way to sign in that the agent does by itself, and offers. */
  private wayIn(): string | undefined {
    const ways = this.authMethods.filter(({ type }) => type === undefined || type === null || type === 'agent');
    const way = ways.find(({ id }) => id === this.script.methodId) ?? ways[0];
    return typeof way?.id === 'string' ? way.id : undefined;
  }
}

const CLIENT_INFO: Implementation = { name: 'proctor-reference-client', title: 'Reference client', version: '1.0.0' };

const objects = (list: Json | undefined): JsonObject[] => (Array.isArray(list) ? list.filter(isObject) : []);

/** Whether some option of a setting, in a group or not, has the value. */
const hasValue = (options: Json | undefined, value: string | undefined): boolean =>
  objects(options).some((one) => one.value === value || hasValue(one.options, value));

const object = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});

/** Whether a capability in a group is there: true, or an object. */
function has(capabilities: Unchecked<AgentCapabilities>, group: keyof AgentCapabilities, name: string): boolean {
  const value = object(capabilities[group])[name];
  return value === true || isObject(value);
}
