import type { ListSessionsParams, LoadSessionParams, SessionRow } from '../../../generated/types/hub-v1.js';
import { asObject, isObject, type Json, type JsonObject } from '../../../json/json.js';
import type { Link } from '../../../jsonrpc/link.js';
import { RpcError } from '../../../jsonrpc/rpc-error.js';
import type { SocketLink } from '../../../jsonrpc/serve-ws.js';
import type { Clock } from '../../../wire/clock/clock.js';
import { unknownSession } from '../errors.js';
import { checkedParams } from '../params.js';
import type { AttachedClient, AttachedSession, AttachedWorker, Attachment, Receiver } from './attachments.js';
import { Client, type ClientHost } from './client.js';
import { EventFeed } from './event-feed.js';
import type { EventLog } from './event-log.js';
import type { HubRules } from './rules.js';
import { Session } from './session.js';
import { Worker, type WorkerHost } from './worker.js';

export interface HubOptions {
  log: EventLog;
  clock: Clock;
  /** ms that a worker waits for its host owner. */
  retain: number;
  /** Where a session works that names no folder. */
  cwd: string;
  /** Bytes that may wait to be read by a client before it is cut off. */
  sendBuffer: number;
  /** Who may do and hear what. */
  rules: HubRules;
  /** Starts an agent for a host owner; the link leads to it, and ends it. */
  startAgent(): Link;
  /** Where words about what went wrong go. */
  warn(text: string): void;
}

/** ms that a worker waits for its host owner, unless the hub is set otherwise (ACP over WebSocket, Retained Orchestrator Sessions). */
export const RETAIN = 300_000;

/** Sessions that are kept in memory, but for those at work. */
const MOST_SESSIONS = 1_000;
/** Workers that wait for their owners at a time; of more, the one that has waited for the longest expires. */
const MOST_WAITING = 500;

/** A retained hub (ACP over WebSocket): sessions outlive the connections of their clients, and their frames the workers. */
export class Hub implements ClientHost, WorkerHost {
  private readonly sessions = new Map<string, Session>();
  private readonly clients = new Set<Client>();
  private readonly workers = new Set<AttachedWorker>();
  /** Those of them that wait for an owner, the oldest first. */
  private readonly waiting = new Set<AttachedWorker>();
  private readonly feed: EventFeed;
  private connections = 0;

  constructor(private readonly options: HubOptions) {
    const { log, clock, warn, rules } = options;
    this.feed = new EventFeed(log, clock, warn);
    for (const kept of log.sessions()) this.sessions.set(kept.sessionId, new Session(kept, this.feed, rules));
  }

  get clock(): Clock {
    return this.options.clock;
  }

  get rules(): HubRules {
    return this.options.rules;
  }

  get sendBuffer(): number {
    return this.options.sendBuffer;
  }

  /** Takes a connection. */
  accept(link: SocketLink): void {
    this.connections += 1;
    this.clients.add(new Client(`conn_${this.connections}`, link, this));
  }

  /** Ends every worker and connection. The log stays open. */
  close(): void {
    for (const worker of this.workers) worker.close();
    for (const client of this.clients) client.close();
  }

  async list(params: Json | undefined): Promise<Json> {
    const { workspaceAnchor, cwd, liveState } = (await checkedParams('session/list', params)) as ListSessionsParams;
    const isMeant = (row: SessionRow) => {
      if (liveState && !liveState.includes(row.liveState)) return false;
      if (workspaceAnchor) return row.workspaceAnchor?.primary === workspaceAnchor.primary;
      return cwd === undefined || row.cwd === cwd;
    };
    const rows = [...this.sessions.values()].map((session) => session.row()).filter(isMeant);
    return { sessions: rows.map(asObject) };
  }

  async load(client: Client, message: JsonObject): Promise<Json | undefined> {
    const params = (await checkedParams('session/load', message.params)) as unknown as LoadSessionParams;
    const { sessionId, lastAckedEventId = 0 } = params;
    const session = this.sessions.get(sessionId);
    if (!session) throw unknownSession(`unknown session ${JSON.stringify(sessionId)}`);
    // Who names no role asks to be the host owner: clients that know of no others do.
    const { role = 'host_owner', clientId = client.id } = params._harn ?? {};
    const attachment: Attachment = { client, session, role, clientId, replaying: true };
    const before = this.makeRoom(session, attachment);
    this.leaveOwn(client, session);
    session.attach(attachment);
    if (role === 'host_owner' && session.worker) {
      session.worker.keep();
      this.waiting.delete(session.worker);
    }
    const replayed = await session.replay(attachment, lastAckedEventId);
    if (client.gone) return undefined;
    return this.welcome(attachment, before, replayed, message);
  }

  workerFor(client: Client): AttachedWorker {
    client.own ??= this.startWorker();
    return client.own;
  }

  left(client: Client): void {
    this.clients.delete(client);
    if (client.lost) {
      this.feed.note('connection_liveness_timeout', client.id);
      this.options.warn(`connection_liveness_timeout: ${client.id} did not answer a ping\n`);
    }
    const attachments = [...client.attachments.values()];
    for (const attachment of attachments) {
      attachment.session.detach(attachment);
      if (attachment.session.worker) attachment.session.announce(attachment, 'detached');
    }
    const owned = attachments.filter(({ role }) => role === 'host_owner');
    for (const worker of new Set(owned.flatMap(({ session }) => session.worker ?? []))) this.retain(worker);
    if (client.own && client.own.sessions.size === 0) this.end(client.own);
  }

  session(id: string): Session | undefined {
    return this.sessions.get(id);
  }

  made(worker: AttachedWorker, client: AttachedClient, id: string, params: Json | undefined): Session | undefined {
    const parent = isObject(params) ? this.sessions.get(String(params.session_id)) : undefined;
    const named = isObject(params) && typeof params.cwd === 'string' ? params.cwd : this.options.cwd;
    const cwd = parent?.kept.cwd ?? named;
    const workspaceAnchor = parent?.kept.workspaceAnchor ?? { primary: cwd };
    const session = new Session({ sessionId: id, cwd, workspaceAnchor }, this.feed, this.rules);
    if (!this.feed.kept(() => this.options.log.putSession(session.kept))) return undefined;
    this.sessions.set(id, session);
    this.forgetOldest();
    session.worker = worker;
    worker.sessions.add(session);
    const owner = [...client.attachments.values()].find(({ session: one }) => one === parent);
    const clientId = owner?.clientId ?? client.id;
    if (client.gone) this.retain(worker);
    else session.attach({ client, session, role: 'host_owner', clientId, replaying: false });
    return session;
  }

  moved(session: AttachedSession, { primary }: JsonObject): void {
    session.kept.workspaceAnchor = { primary: String(primary) };
    this.feed.kept(() => this.options.log.putSession(session.kept));
  }

  closed(session: AttachedSession): void {
    session.worker?.sessions.delete(session);
    expire(session);
  }

  tell(client: Receiver, message: JsonObject): void {
    this.feed.tell(client, message);
  }

  /** Takes an earlier connection of the same client out of the session. Throws RpcError -32010 where another client owns it. */
  private makeRoom(session: Session, attachment: Attachment): boolean {
    const { role, clientId, client } = attachment;
    if (this.rules.isOwned(session, attachment))
      throw new RpcError(-32010, 'Another client is the host owner of the session', { reason: 'host_owner_taken' });
    let before = false;
    for (const one of session.attachments) {
      const isSame =
        one.client === client || (one.clientId === clientId && one.role === 'host_owner' && role === one.role);
      if (one.clientId === clientId) before = true;
      if (isSame) session.detach(one);
    }
    return before;
  }

  /** A client that attaches to the worker of another has no use for its own, unless that has sessions. */
  private leaveOwn(client: Client, session: Session): void {
    const { own } = client;
    if (!own || own === session.worker || own.sessions.size > 0) return;
    client.own = undefined;
    this.end(own);
  }

  /** What a load is answered with once the client is up to date; undefined where the worker answers. */
  private welcome(attachment: Attachment, before: boolean, replayed: number[], message: JsonObject): Json | undefined {
    const { session, role, client } = attachment;
    const row = session.row();
    if (!session.worker) {
      const { sessionId, liveState, attachableRoles } = row;
      const frames = replayed.map((eventId) => ({ eventId }));
      return { session: { sessionId, liveState, attachableRoles: [...attachableRoles] }, replayed: frames };
    }
    session.announce(attachment, before ? 'reconnected' : 'attached');
    if (role === 'host_owner') {
      const { sessionId } = row;
      session.worker.forward(client, { ...message, params: { sessionId } }, attachment);
      return undefined;
    }
    const capabilities = { hostOwner: false, control: role === 'controller', observe: true, receiveReplay: true };
    return { session: asObject(session.row()), role, capabilities };
  }

  /** Sessions of which only frames are left are no longer replayed where those are kept in memory and there are too many. */
  private forgetOldest(): void {
    const { log } = this.options;
    if (this.sessions.size <= MOST_SESSIONS || !log.forget) return;
    for (const [id, { worker, attachments }] of this.sessions) {
      if (worker || attachments.size > 0) continue;
      this.sessions.delete(id);
      log.forget(id);
      return;
    }
  }

  private startWorker(): AttachedWorker {
    const worker = new Worker(this.options.startAgent(), this);
    this.workers.add(worker);
    return worker;
  }

  /** Gives a worker without a host owner its time to wait for one. */
  private retain(worker: AttachedWorker): void {
    if (worker.owned || !this.workers.has(worker)) return;
    worker.keep(this.clock.after(this.options.retain, () => this.end(worker)));
    this.waiting.delete(worker);
    this.waiting.add(worker);
    const [oldest] = this.waiting;
    if (this.waiting.size > MOST_WAITING && oldest) this.end(oldest);
  }

  private end(worker: AttachedWorker): void {
    this.workers.delete(worker);
    this.waiting.delete(worker);
    this.rules.expire(worker);
    for (const session of worker.sessions) expire(session);
    worker.sessions.clear();
  }
}

/** Leaves nothing of a session but its frames. */
function expire(session: AttachedSession): void {
  session.worker = undefined;
  session.pending.clear();
}
