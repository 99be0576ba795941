import type { ScriptedReplies } from '../../../conversation/scripted-replies.js';
import type { ClientRequests } from '../../../generated/methods/hub-v1.js';
import type { Reply } from '../../../generated/types/hub-script-v1.js';
import type { Actor } from '../../../generated/types/hub-v1.js';
import { crypto } from '../../../json/crypto.js';
import { asObject, isObject, type JsonObject } from '../../../json/json.js';
import { type Connection, connect } from '../../../jsonrpc/connection.js';
import { type Link, memoryPair } from '../../../jsonrpc/link.js';
import type { Clock } from '../../../wire/clock/clock.js';
import type { Confinement } from '../../../workspace/confinement.js';
import { failed, invalidParams, unknownSession } from '../errors.js';
import { checkingParams, type Handlers, type Params, type Result } from '../params.js';
import { playReply } from './replies.js';
import { deliver, playScene, type Turn } from './scenes.js';
import { actedBy, blocksOf, Session, Sessions } from './session.js';
import { workflowHandlers } from './workflows.js';

/** Every request that the agent answers itself: session/list is the hub's. */
type Methods = Exclude<keyof ClientRequests, 'session/list' | `workflow/${string}`>;

export interface HubAgentOptions {
  clock: Clock;
  /** Where a session works that names no folder. */
  cwd: string;
  /** The files that it touches. */
  confinement: Confinement;
  /** The ids of its requests to the host. */
  ids: () => string;
  /** What it does with prompts in place of what their first words order. Default: nothing. */
  replies?: ScriptedReplies<Reply>;
  /** Told of errors of the agent itself. Default: nobody. */
  failed?: (error: unknown) => void;
}

/** Starts an agent. The link leads to it, and ends it. */
export function startAgent(options: HubAgentOptions): Link {
  const [ours, theirs] = memoryPair();
  const agent = new HubAgent(theirs, options);
  void theirs.closed.then(() => agent.close());
  return ours;
}

/** The agent that a hub runs behind each host owner: ACP with Harn's controls. The first word of a prompt says what it shows. */
class HubAgent {
  private readonly connection: Connection;
  private readonly sessions = new Sessions();

  constructor(
    link: Link,
    private readonly options: HubAgentOptions,
  ) {
    const { clock, ids, failed: told } = options;
    this.connection = connect(link, {
      clock,
      ids,
      requests: { ...checkingParams(this.handlers()), ...checkingParams(workflowHandlers(clock)) },
      notifications: {
        'session/cancel': (params) => {
          const id = isObject(params) ? params.sessionId : undefined;
          if (typeof id === 'string' && this.sessions.has(id)) void this.sessions.get(id).cancel();
        },
        'agent/resume': (params) => {
          const id = isObject(params) ? params.sessionId : undefined;
          // The page on the bridge shows it without a session.
          for (const session of this.sessions) if (id === undefined || id === session.id) session.wake();
        },
      },
      ...(told && { failed: told }),
    });
  }

  /** Ends it; what still runs is not answered. */
  close(): void {
    for (const session of this.sessions) session.running?.cancel.abort();
    this.connection.close();
  }

  private handlers(): Handlers<Methods> {
    const { sessions } = this;
    return {
      initialize: () => ({
        protocolVersion: 1,
        agentCapabilities: { loadSession: true, sessionCapabilities: { list: {}, close: {} } },
        agentInfo: { name: 'proctor-reference-hub', version: '1.0.0' },
        authMethods: [],
      }),
      authenticate: ({ methodId }) => {
        throw invalidParams(`there is no way to sign in called ${JSON.stringify(methodId)}`);
      },
      'session/new': ({ cwd = this.options.cwd }) => {
        const session = sessions.add(new Session(newId(), cwd));
        return { sessionId: session.id, modes: session.modes(), configOptions: session.settings() };
      },
      'session/load': ({ sessionId }) => {
        const session = sessions.get(sessionId);
        return { modes: session.modes(), configOptions: session.settings() };
      },
      'session/prompt': (params) => this.prompt(params),
      'session/cancel': async ({ sessionId, ...params }) => {
        const cancelled = await sessions.running(sessionId).cancel();
        return { sessionId, status: cancelled ? 'cancelled' : 'already_cancelled', ...actedBy(actorOf(params)) };
      },
      'session/inject': ({ sessionId, mode, content, ...params }) => {
        const session = sessions.running(sessionId);
        if (!session.running) throw unknownSession('Session has no active prompt');
        const messageId = session.queue.add('user', mode, blocksOf(content));
        return { messageId, status: 'accepted', ...actedBy(actorOf(params)) };
      },
      'session/revoke_inject': ({ sessionId, messageId, ...params }) => {
        const status = sessions.get(sessionId).queue.revoke('user', messageId);
        return { messageId, status, ...actedBy(actorOf(params)) };
      },
      'session/replace_inject': ({ sessionId, messageId, content, ...params }) => {
        sessions.get(sessionId).queue.replace(messageId, blocksOf(content));
        return { messageId, status: 'replaced', ...actedBy(actorOf(params)) };
      },
      'session/remind': ({ sessionId, body, mode = 'finish_step', ...params }) => {
        const session = sessions.running(sessionId);
        return { reminderId: session.queue.add('reminder', mode, [], body), ...actedBy(actorOf(params)) };
      },
      'session/revoke_reminder': ({ sessionId, reminderId, ...params }) => {
        const status = sessions.get(sessionId).queue.revoke('reminder', reminderId);
        return { reminderId, status, ...actedBy(actorOf(params)) };
      },
      'session/pending_injections': ({ sessionId }) => {
        const injections = sessions.get(sessionId).queue.list();
        return { pendingCount: injections.length, injections };
      },
      'session/truncate': async ({ sessionId, keepFirst }) => {
        const session = sessions.get(sessionId);
        await session.cancel();
        const removed = session.turns.splice(keepFirst).length;
        session.undone = [];
        return { sessionId, keptTurnCount: session.turns.length, removedTurnCount: removed };
      },
      'session/rollback': ({ sessionId }) => this.move(sessionId, 'rolled_back'),
      'session/redo': ({ sessionId }) => this.move(sessionId, 'redone'),
      'session/close': async ({ sessionId }) => {
        await sessions.running(sessionId).cancel();
        sessions.remove(sessionId);
        return {};
      },
      'session/fork': ({ session_id, keep_first, id = newId() }) => {
        const session = sessions.get(session_id);
        if (sessions.has(id)) throw invalidParams(`there is a session ${id} already`);
        const copy = sessions.add(session.fork(id, keep_first));
        return { sessionId: copy.id, state: 'forked', parent_id: session_id, branched_at: keep_first ?? null };
      },
      'session/set_mode': ({ sessionId, modeId }) => {
        this.setMode(sessionId, modeId);
        return {};
      },
      'session/set_config_option': ({ sessionId, configId, value }) => {
        if (configId !== 'mode') throw invalidParams(`there is no setting ${JSON.stringify(configId)}`);
        this.setMode(sessionId, value);
        return { configOptions: sessions.get(sessionId).settings() };
      },
      'harn.session_workspace_roots': ({ sessionId }) => {
        const { anchor } = sessions.get(sessionId);
        return { sessionId, workspaceAnchor: anchor };
      },
      'harn.session_add_root': ({ sessionId, path }) => {
        const { anchor } = sessions.get(sessionId);
        return { sessionId, mountedAt: path, workspaceAnchor: anchor };
      },
      'harn.session_reanchor': ({ sessionId, path }) => {
        const session = sessions.get(sessionId);
        const { anchor } = session;
        session.anchor = { ...anchor, primary: path };
        const changed = anchor.primary !== path;
        return { sessionId, changed, previousWorkspaceAnchor: anchor, workspaceAnchor: session.anchor };
      },
      'harn.hitl.respond': ({ request_id }) => {
        throw failed('unknown_request', `nobody asked ${JSON.stringify(request_id)}`);
      },
    };
  }

  private async prompt({ sessionId, prompt }: Params<'session/prompt'>): Promise<Result<'session/prompt'>> {
    const session = this.sessions.get(sessionId);
    if (session.running) throw failed('prompt_active', 'a prompt of this session still runs');
    const cancel = new AbortController();
    const turn: Turn = {
      session,
      files: this.options.confinement.in(session.cwd),
      clock: this.options.clock,
      signal: cancel.signal,
      tell: (update) => this.connection.notify('session/update', { sessionId, update }),
      ask: (method, params) => this.connection.request(method, params),
    };
    const text = prompt.flatMap((block) => (block.type === 'text' ? block.text : [])).join(' ');
    const reply = this.options.replies?.take(text);
    const played = reply ? playReply(turn, reply) : playScene(turn, text).then(() => 'end_turn' as const);
    const over = played.then((reason) => {
      deliver(turn, 'end');
      return reason;
    });
    session.running = { cancel, over };
    try {
      const stopReason = await over;
      session.turns.push(`turn_${crypto().randomUUID()}`);
      session.undone = [];
      return { stopReason };
    } catch (error) {
      if (!cancel.signal.aborted) throw error;
      return { stopReason: 'cancelled' };
    } finally {
      session.running = undefined;
    }
  }

  /** Takes back the last turn, or what was taken back. Throws RpcError -32000 where there is none. */
  private move(sessionId: string, status: 'rolled_back' | 'redone'): Result<'session/rollback'> {
    const session = this.sessions.get(sessionId);
    if (session.running) throw failed('prompt_active', 'a prompt of this session still runs');
    const back = status === 'rolled_back';
    const before = session.turns.length;
    const turn = back ? session.turns.pop() : session.undone.pop();
    if (turn === undefined) throw failed(back ? 'no_checkpoint' : 'no_redo');
    (back ? session.undone : session.turns).push(turn);
    const sessionUpdate = back ? 'session_rollback' : 'session_redo';
    this.connection.notify('session/update', { sessionId, update: { sessionUpdate, checkpointId: turn, status } });
    return {
      status,
      checkpointId: turn,
      beforeMessageCount: 2 * before,
      afterMessageCount: 2 * session.turns.length,
      fsSnapshotIds: [],
      redoFsSnapshotIds: [],
      fsRestores: [],
    };
  }

  private setMode(sessionId: string, mode: string): void {
    const session = this.sessions.get(sessionId);
    if (!session.setMode(mode)) return;
    const updates: JsonObject[] = [
      { sessionUpdate: 'current_mode_update', currentModeId: mode },
      { sessionUpdate: 'config_option_update', configOptions: session.settings().map(asObject) },
    ];
    for (const update of updates) this.connection.notify('session/update', { sessionId, update });
  }
}

const newId = () => `sess_${crypto().randomUUID()}`;

/** Who the hub says has sent a control: it puts that into the params, beside what the schema of the method has. */
function actorOf(params: object): (Actor & JsonObject) | undefined {
  const { _harn } = asObject(params);
  return isObject(_harn) && isObject(_harn.actor) ? (_harn.actor as Actor & JsonObject) : undefined;
}
