import { isAbsolute } from 'node:path';
import type { ScriptedReplies } from '../../../conversation/scripted-replies.js';
import type { ClientNotifications } from '../../../generated/methods/bridge-v1.js';
import type {
  ContentBlock,
  InitializeResult,
  NewSessionParams,
  NewSessionResult,
  PromptParams,
  PromptResult,
} from '../../../generated/types/bridge-v1.js';
import type { Reply } from '../../../generated/types/runtime-script-v1.js';
import type { Json } from '../../../json/json.js';
import { asObject, isObject } from '../../../json/json.js';
import { type Connection, connect, RpcError } from '../../../jsonrpc/connection.js';
import type { Link } from '../../../jsonrpc/link.js';
import { type Clock, realClock } from '../../../wire/clock/clock.js';
import { Confinement, type Workspace } from '../../../workspace/confinement.js';
import { invalidParams } from '../errors.js';
import { checkingParams } from '../params.js';
import { askManifest } from './host/capabilities.js';
import { Cancelled, Host } from './host/host.js';
import { Inbox } from './inbox.js';
import { PARTS, type RuntimeParts } from './parts.js';
import { PromptTurn } from './prompt-turn.js';
import { playScene } from './scenes/index.js';
import { playReply } from './scenes/reply.js';

const INVALID_REQUEST = -32600;

export interface RuntimeOptions {
  clock?: Clock;
  /** Default: those of a runtime that does nothing that it need not. */
  parts?: RuntimeParts;
  /** What it does with prompts in place of what their first words order. Default: nothing. */
  replies?: ScriptedReplies<Reply>;
  /** The version that it tells of itself. */
  version?: string;
  /** Its working directory. Default: this process's own. */
  cwd?: string;
  /** Told of errors of the runtime itself. Default: nobody. */
  failed?: (error: unknown) => void;
}

interface Session {
  files: Workspace;
  /** How many names it has given out. */
  names: number;
  running?: { inbox: Inbox; cancel: AbortController };
}

/**
 * Serves the bridge as the runtime, under ACP: sessions, prompts whose first word says what is shown, and what the host sends
 * beside them. Until the link is closed.
 */
export function serveRuntime(link: Link, options: RuntimeOptions = {}): RuntimeServer {
  return new RuntimeServer(link, options);
}

export class RuntimeServer {
  /** Resolves when nothing more can arrive. Never rejects. */
  readonly closed: Promise<void>;
  private readonly connection: Connection;
  private readonly sessions = new Map<string, Session>();
  private readonly clock: Clock;
  private readonly parts: RuntimeParts;
  private readonly confinement: Confinement;

  constructor(
    link: Link,
    private readonly options: RuntimeOptions,
  ) {
    const { clock = realClock, version = '0', parts = PARTS, cwd = process.cwd(), failed } = options;
    this.clock = clock;
    this.parts = parts;
    // It is spoken with over stdio alone.
    this.confinement = new Confinement({ cwd, overStdio: true, scripted: false });
    this.connection = connect(parts.link(link), {
      clock,
      requests: {
        // It says the same whatever it is asked, so its params are not checked.
        initialize: () => asObject(welcome(version)),
        ...checkingParams<'session/new' | 'session/prompt'>({
          'session/new': (params) => this.open(params),
          'session/prompt': (params) => this.prompt(params),
        }),
      },
      notifications: this.notifications(),
      ...(failed && { failed }),
    });
    this.closed = this.connection.closed;
    void this.closed.then(() => this.each(undefined, (inbox) => inbox.end()));
  }

  /** Resolves when no request is being served. */
  settled(): Promise<void> {
    return this.connection.settled();
  }

  /** Ends everything at once; what still runs is not answered. */
  close(): void {
    for (const { running } of this.sessions.values()) running?.cancel.abort(new Cancelled());
    this.connection.close();
  }

  /** What is no good message is dropped, so each takes whatever came. */
  private notifications(): { [M in keyof ClientNotifications]: (params: Json | undefined) => void } {
    // The notifications by which a host queues a message (Harn bridge, agent/resume).
    const queue = (params: Json | undefined) => this.each(params, (inbox) => inbox.queue(params));
    return {
      'session/cancel': (params) => this.named(params)?.running?.cancel.abort(new Cancelled()),
      'agent/resume': (params) => this.each(params, (inbox) => inbox.resume()),
      'skills/update': () => this.each(undefined, (inbox) => inbox.changed()),
      user_message: queue,
      'session/input': queue,
      'agent/user_message': queue,
    };
  }

  private open({ cwd }: NewSessionParams): NewSessionResult {
    if (!isAbsolute(cwd)) throw invalidParams('session/new: cwd must be an absolute path');
    const sessionId = `session_${this.sessions.size + 1}`;
    this.sessions.set(sessionId, { files: this.confinement.in(cwd), names: 0 });
    return { sessionId };
  }

  private async prompt({ sessionId, prompt }: PromptParams): Promise<PromptResult> {
    const session = this.sessions.get(sessionId);
    if (!session) throw invalidParams('session/prompt: unknown session');
    if (session.running) throw new RpcError(INVALID_REQUEST, 'session/prompt: a prompt of this session still runs');
    const cancel = new AbortController();
    const inbox = new Inbox();
    session.running = { inbox, cancel };
    try {
      const { turns } = this.parts;
      const host = new Host((method, asked, how) => this.connection.request(method, asked, how), cancel.signal);
      const turn = new PromptTurn({
        sessionId,
        files: session.files,
        prompt: textIn(prompt),
        host,
        inbox,
        clock: this.clock,
        options: turns,
        manifest: turns.asksManifest ? await askManifest(host, sessionId) : new Map(),
        signal: cancel.signal,
        notify: (method, params) => this.connection.notify(method, asObject(params)),
        next: () => ++session.names,
      });
      const reply = this.options.replies?.take(turn.prompt);
      if (reply) return { stopReason: await playReply(turn, reply) };
      await playScene(turn);
      return { stopReason: 'end_turn' };
    } catch (error) {
      if (error instanceof Cancelled) return { stopReason: 'cancelled' };
      throw error;
    } finally {
      delete session.running;
    }
  }

  private named(params: Json | undefined): Session | undefined {
    const id = isObject(params) ? params.sessionId : undefined;
    return typeof id === 'string' ? this.sessions.get(id) : undefined;
  }

  /** The turns that run: of the session that is named, or of all where none is. */
  private each(params: Json | undefined, act: (inbox: Inbox) => void): void {
    const named = isObject(params) && params.sessionId !== undefined;
    const meant = named ? [this.named(params)] : [...this.sessions.values()];
    for (const session of meant) if (session?.running) act(session.running.inbox);
  }
}

function welcome(version: string): InitializeResult {
  return {
    protocolVersion: 1,
    agentCapabilities: { loadSession: false, promptCapabilities: {} },
    agentInfo: { name: 'proctor-reference', version },
    authMethods: [],
  };
}

/** The text of a prompt: its text blocks, one line each. */
function textIn(prompt: readonly ContentBlock[]): string {
  return prompt.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
}
