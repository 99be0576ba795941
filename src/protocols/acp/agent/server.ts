import { asObject } from '../../../json/json.js';
import { type Connection, connect } from '../../../jsonrpc/connection.js';
import type { Link } from '../../../jsonrpc/link.js';
import { type LiveRewrites, rewritten, together } from '../../../jsonrpc/rewriting.js';
import { type Clock, realClock } from '../../../wire/clock/clock.js';
import { invalidRequest } from '../errors.js';
import { checkedHandlers, type HandlerTable } from '../handlers.js';
import { unchecked } from '../unchecked.js';
import type { Agent } from './agent.js';
import type { AgentExtension } from './extension.js';
import { agentHandlers } from './handlers/index.js';
import { cancelRequest, inTurn } from './handlers/prompts.js';
import { Outbox } from './outbox.js';
import { LATER_SCENES, offeredCommands, SCENES } from './scenes/index.js';
import type { AgentScript } from './script.js';
import { Choices } from './sessions/choices.js';
import { offeredBy } from './sessions/client.js';
import { Session } from './sessions/session.js';
import { Sessions } from './sessions/sessions.js';
import { SessionStore } from './sessions/store.js';

export interface AgentOptions {
  script: AgentScript;
  clock?: Clock;
  /** What happens to its messages, after what its extension does with them. Default: nothing. */
  rewrites?: LiveRewrites;
  /** Where its sessions are kept. Default: where its script says. */
  store?: (script: AgentScript) => SessionStore;
  /** The version that it tells of itself. */
  version?: string;
  /** Whether who speaks has signed in before, by what the transport carried. Default: false. */
  signedIn?: boolean;
  /** Told of errors of the agent itself. Default: nobody. */
  failed?: (error: unknown) => void;
  /** Makes an agent of a protocol that extends ACP; called once for each connection. Default: one of ACP. */
  extension?: () => AgentExtension;
}

/** Serves ACP as the agent on a link, until it is closed. */
export function serveAgent(link: Link, options: AgentOptions): AgentServer {
  return new AgentServer(link, options);
}

/** An agent at work: sessions, and prompts whose first word says what is shown. */
export class AgentServer {
  /** Resolves when nothing more can arrive. Never rejects. */
  readonly closed: Promise<void>;
  private readonly connection: Connection;
  private readonly sessions = new Sessions();
  private readonly agent: Agent;

  constructor(link: Link, options: AgentOptions) {
    const {
      script,
      clock = realClock,
      version = '1.0.0',
      signedIn = false,
      failed,
      extension,
      rewrites = [],
      store = (one: AgentScript) => new SessionStore(one),
    } = options;
    const { handlers: extended = (table: HandlerTable) => table, notifications, ...parts } = extension?.() ?? {};
    const { sessions } = this;
    const agent: Agent = {
      script,
      clock,
      version,
      sessions,
      store: store(script),
      outbox: new Outbox(link),
      initialized: false,
      offered: offeredBy(),
      signedIn,
      scenes: { ...SCENES, ...(script.revision.isLater && LATER_SCENES), ...parts.scenes },
      makeSession: parts.makeSession ?? ((one) => new Session(one)),
      ask: async (method, params, how) => unchecked(await this.connection.request(method, asObject(params), how)),
      notify: (method, params) => this.connection.notify(method, asObject(params)),
      ...(failed && { failed }),
    };
    this.agent = agent;
    for (const kept of agent.store.read()) {
      const { id, number } = kept;
      const choices = new Choices(script.abilities, () => agent.offered.booleans);
      const session = agent.makeSession({ id, number, choices, script, notify: agent.notify });
      session.restore(kept);
      sessions.add(session);
    }
    const handlers = checkedHandlers(script.revision.checkedParams, agentHandlers(agent), (method) => {
      if (!agent.initialized && method !== 'initialize') throw invalidRequest(`${method} came before initialize`);
    });
    this.connection = connect(rewritten(agent.outbox, together([parts.rewrites ?? [], rewrites])), {
      clock,
      requests: extended({ ...handlers, 'session/prompt': inTurn(sessions, handlers['session/prompt']!) }, agent),
      notifications: {
        'session/cancel': (params) => sessions.named(params)?.cancel(),
        ...(script.revision.isLater && { '$/cancel_request': (params) => cancelRequest(sessions, params) }),
        ...notifications?.(agent),
      },
      ...(failed && { failed }),
    });
    this.closed = this.connection.closed;
    void this.closed.then(() => this.cancelAll());
  }

  /** The script is another one: tells the clients of open sessions what they offer now. */
  announce(): void {
    const commands = offeredCommands(this.agent);
    for (const session of this.sessions) if (session.open && session.hasTold) session.offer(commands);
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
}
