import { isAbsolute, resolve } from 'node:path';
import type { McpServer } from '../../../generated/types/acp-0.12.2.js';
import type { Json, JsonObject } from '../../../json/json.js';
import { type Connection, connect, type RequestContext } from '../../../jsonrpc/connection.js';
import type { Link } from '../../../jsonrpc/link.js';
import { type Clock, realClock } from '../../../wire/clock/clock.js';
import { authRequired, invalidParams, invalidRequest } from '../errors.js';
import { checkedParams } from '../params.js';
import { rewritten } from '../rewriting.js';
import { Outbox } from './outbox.js';
import { rewritesOf } from './rewrites.js';
import { COMMANDS } from './scenes/index.js';
import type { AgentScript } from './script.js';
import { Choices } from './sessions/choices.js';
import { Session } from './sessions/session.js';
import { Sessions } from './sessions/sessions.js';
import { McpServers } from './tools/mcp.js';
import { type Offered, offeredBy } from './turns/client.js';
import { promptHandler } from './turns/prompts.js';
import { SIGN_IN, welcome } from './welcome.js';

export interface AgentOptions {
  script: AgentScript;
  clock?: Clock;
  /** The version that it tells of itself. */
  version?: string;
  /** Told of errors of the agent itself. Default: nobody. */
  failed?: (error: unknown) => void;
}

type Handler = (params: JsonObject, context: RequestContext) => JsonObject | Promise<JsonObject>;

/** Serves ACP as the agent on a link, until it is closed. */
export function serveAgent(link: Link, options: AgentOptions): AgentServer {
  return new AgentServer(link, options);
}

/** An agent at work: sessions, and prompts whose first word says what is shown. */
export class AgentServer {
  /** Resolves when nothing more can arrive. Never rejects. */
  readonly closed: Promise<void>;
  private readonly connection: Connection;
  private readonly outbox: Outbox;
  private readonly sessions = new Sessions();
  private readonly clock: Clock;
  private readonly script: AgentScript;
  private readonly version: string;
  /** What the client advertised; unset before initialize. */
  private offered: Offered | undefined;
  private signedIn = false;
  private made = 0;

  constructor(
    link: Link,
    private readonly options: AgentOptions,
  ) {
    const { script, clock = realClock, version = '1.0.0', failed } = options;
    this.script = script;
    this.clock = clock;
    this.version = version;
    this.outbox = new Outbox(link);
    this.connection = connect(rewritten(this.outbox, rewritesOf(script.freedoms, clock)), {
      clock,
      requests: {
        ...Object.fromEntries(
          Object.entries(this.handlers()).map(([method, handler]) => [method, this.checked(method, handler)]),
        ),
        'session/prompt': promptHandler({
          script,
          clock,
          sessions: this.sessions,
          offered: () => this.offered,
          ask: (method, params, how) => this.connection.request(method, params, how),
        }),
      },
      notifications: { 'session/cancel': (params) => this.sessions.named(params)?.cancel() },
      ...(failed && { failed }),
    });
    this.closed = this.connection.closed;
    void this.closed.then(() => this.cancelAll());
  }

  /** Resolves when no request is being served. */
  settled(): Promise<void> {
    return this.connection.settled();
  }

  /** Ends everything; what still runs is not answered. Never rejects. */
  async close(): Promise<void> {
    this.cancelAll();
    this.connection.close();
    await Promise.all([...this.sessions].map(({ servers }) => servers?.close()));
  }

  private cancelAll(): void {
    for (const session of this.sessions) session.cancel();
  }

  /** What the agent answers: the baseline, and what it advertises. */
  private handlers(): { [method: string]: Handler } {
    const { load, list, resume, close, modes, settings } = this.script.abilities;
    return {
      initialize: (params) => {
        this.offered = offeredBy(params.clientCapabilities as Json);
        return welcome(this.script, this.version);
      },
      authenticate: ({ methodId }) => {
        if (!this.script.signIn || methodId !== SIGN_IN.id)
          throw invalidParams(`there is no way to sign in called ${JSON.stringify(methodId)}`);
        this.signedIn = true;
        return {};
      },
      'session/new': (params, context) => this.open(params, context),
      ...(load && { 'session/load': (params) => this.reopen(params, true) }),
      ...(resume && { 'session/resume': (params) => this.reopen(params, false) }),
      ...(list && { 'session/list': (params) => this.sessions.page(params, this.script.pageSize) }),
      ...(close && { 'session/close': (params) => this.shut(params) }),
      ...(modes && { 'session/set_mode': (params) => this.setMode(params) }),
      ...(settings && { 'session/set_config_option': (params) => this.setSetting(params) }),
    };
  }

  /** A handler whose params are checked, and that nobody calls before initialize. */
  private checked(method: string, handler: Handler) {
    return async (params: Json | undefined, context: RequestContext): Promise<Json> => {
      const checked = await checkedParams(method, params);
      if (!this.offered && method !== 'initialize') throw invalidRequest(`${method} came before initialize`);
      return handler(checked, context);
    };
  }

  private async open(params: JsonObject, { id }: RequestContext): Promise<JsonObject> {
    const session = new Session({
      id: this.script.name('session', ++this.made),
      number: this.made,
      choices: new Choices(this.script.abilities),
      script: this.script,
      notify: (method, body) => this.connection.notify(method, body),
    });
    await this.equip(session, params);
    this.sessions.add(session);
    this.outbox.afterReply(id, () =>
      session.announce({ sessionUpdate: 'available_commands_update', availableCommands: [...COMMANDS] }),
    );
    return { sessionId: session.id, ...session.choices.state() };
  }

  private async reopen(params: JsonObject, repeats: boolean): Promise<JsonObject> {
    const session = this.sessions.get(params, { open: false });
    if (session.running) throw invalidRequest('a prompt of this session still runs');
    await this.equip(session, params);
    session.open = true;
    if (repeats) session.replay();
    return session.choices.state();
  }

  /** Gives a session its folder and its MCP servers, in the place of those that it had. */
  private async equip(session: Session, { cwd, mcpServers }: JsonObject): Promise<void> {
    if (this.script.signIn && !this.signedIn) throw authRequired('sign in first');
    if (!isAbsolute(String(cwd))) throw invalidParams(`cwd must be an absolute path: ${cwd}`);
    session.cwd = resolve(String(cwd));
    session.updatedAt = this.clock.date();
    await session.servers?.close();
    const { clock, version } = this;
    const { failed } = this.options;
    const specs = (mcpServers ?? []) as unknown as McpServer[];
    session.servers = await McpServers.open(specs, { clock, version, cwd: session.cwd, ...(failed && { failed }) });
  }

  private async shut(params: JsonObject): Promise<JsonObject> {
    const session = this.sessions.get(params, { open: true });
    session.open = false;
    session.cancel();
    await session.idle;
    await session.servers?.close();
    delete session.servers;
    return {};
  }

  private setMode(params: JsonObject): JsonObject {
    const session = this.sessions.get(params, { open: true });
    const { settings } = session.choices.setMode(String(params.modeId));
    if (settings) session.announce(settings);
    return {};
  }

  private setSetting(params: JsonObject): JsonObject {
    const session = this.sessions.get(params, { open: true });
    const updates = this.changed(session, params);
    for (const update of updates) if (update.sessionUpdate === 'current_mode_update') session.announce(update);
    return { configOptions: session.choices.settings() };
  }

  /** Changes a setting. Where there is none, or none with this value, nothing changes for who keeps what is there. */
  private changed(session: Session, { configId, value }: JsonObject): JsonObject[] {
    try {
      return session.choices.set(String(configId), String(value));
    } catch (error) {
      if (this.script.keepsSettings) return [];
      throw error;
    }
  }
}
