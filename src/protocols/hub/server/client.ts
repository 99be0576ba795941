import type { Actor, ClientRole, RoleNotAuthorized } from '../../../generated/types/hub-v1.js';
import { asObject, type Json, type JsonObject } from '../../../json/json.js';
import { type Envelope, readEnvelope } from '../../../jsonrpc/envelope.js';
import { idKey } from '../../../jsonrpc/ledger.js';
import type { Id } from '../../../jsonrpc/messages.js';
import { INVALID_REQUEST, PARSE_ERROR, RpcError } from '../../../jsonrpc/rpc-error.js';
import type { SocketLink } from '../../../jsonrpc/serve-ws.js';
import type { Carried } from '../../../wire/carried.js';
import type { Clock } from '../../../wire/clock/clock.js';
import { unknownSession } from '../errors.js';
import type { AttachedClient, AttachedSession, AttachedWorker, Attachment } from './attachments.js';
import { FIRST } from './event-feed.js';
import { payloadOf } from './permissions.js';
import type { HubRules } from './rules.js';
import { sessionIn } from './words.js';

/** What a connection needs of the hub. */
export interface ClientHost {
  readonly clock: Clock;
  readonly rules: HubRules;
  /** Bytes that may wait to be read by a client before it is cut off. */
  readonly sendBuffer: number;
  list(params: Json | undefined): Promise<Json>;
  /** Attaches a client. Resolves with what the hub answers itself; undefined where the worker answers. */
  load(client: Client, message: JsonObject): Promise<Json | undefined>;
  /** The worker of a client that has not been attached to a session. */
  workerFor(client: Client): AttachedWorker;
  left(client: Client): void;
}

/** Code of a close frame for a client that does not read (RFC 6455, registry: Try Again Later). */
const TOO_SLOW = 1013;

/** One connection to the hub. */
export class Client implements AttachedClient {
  readonly attachments = new Map<string, Attachment>();
  /** The worker that it was given, unless it has left it for that of another. */
  own: AttachedWorker | undefined;
  gone = false;
  private ownIds = 0;
  /** Requests and answers are dealt with one after the other: a load may take its time. */
  private turn: Promise<void> | undefined;

  constructor(
    readonly id: string,
    private readonly link: SocketLink,
    private readonly host: ClientHost,
  ) {
    link.listen((carried) => this.hear(carried));
  }

  get lost(): boolean {
    return this.link.lost !== undefined;
  }

  /** Whether more waits to be read than a replay may add to. */
  get isSlow(): boolean {
    return this.link.backlog > this.host.sendBuffer / 8;
  }

  drained(): Promise<void> {
    return this.link.drained();
  }

  /** Sends a message as it is. */
  send(message: JsonObject): void {
    if (!this.gone) this.link.send(message);
  }

  /** Sends a frame that others are sent too. Who does not read is cut off, and can come back for what it missed. */
  sendShared(carried: Carried): void {
    if (this.gone) return;
    if (this.link.backlog > this.host.sendBuffer) this.cutOff();
    else this.link.sendShared(carried);
  }

  nextOwnId(): number {
    if (this.attachments.size > 0) return FIRST;
    this.ownIds = Math.min(FIRST, this.ownIds + 1);
    return this.ownIds;
  }

  close(): void {
    this.link.close();
  }

  /** Who acts, as others are told. */
  actor({ clientId, role }: Attachment): Actor {
    return { clientId, connectionId: this.id, role, source: 'websocket' };
  }

  private hear(carried: Carried): void {
    if (carried.kind === 'closed' || carried.kind === 'exit') {
      if (this.gone) return;
      this.gone = true;
      this.host.left(this);
      return;
    }
    if (this.turn === undefined) this.take(carried);
    else this.turn = this.turn.then(() => this.take(carried));
  }

  /** What it was sent last still goes to others, who are told after that. */
  private cutOff(): void {
    this.gone = true;
    this.link.end(TOO_SLOW);
    queueMicrotask(() => this.host.left(this));
  }

  private take(carried: Carried): void {
    if (this.gone) return;
    if (carried.kind === 'bytes') {
      this.fail(null, new RpcError(PARSE_ERROR, 'Parse error'));
      return;
    }
    const envelope = readEnvelope(carried.message ?? null);
    if (envelope.kind === 'response') this.answers(envelope.id, envelope.message);
    else if (envelope.kind !== 'invalid') this.route(envelope);
    else if (envelope.answerable)
      this.fail(envelope.id, new RpcError(INVALID_REQUEST, `Invalid Request: ${envelope.reason}`));
  }

  private route(envelope: Envelope & { kind: 'request' | 'notification' }): void {
    const { method, params, message } = envelope;
    const id = envelope.kind === 'request' ? envelope.id : undefined;
    if (id !== undefined && (method === 'session/list' || method === 'session/load')) {
      this.serve(id, method, params, message);
      return;
    }
    const attachment = this.attachments.get(sessionIn(params) ?? '');
    const role = attachment?.role ?? this.restricted();
    if (role !== undefined && !this.host.rules.mayCall(role, method, attachment !== undefined)) {
      if (id !== undefined) this.fail(id, notAuthorized(method, role));
      return;
    }
    if (attachment && !attachment.session.worker) {
      if (id !== undefined) this.fail(id, unknownSession('the session has expired; only its frames are left'));
      return;
    }
    const worker = attachment?.session.worker ?? this.host.workerFor(this);
    worker.forward(this, message, attachment);
  }

  /** What the hub answers itself. Until it has, nothing else of this client is dealt with. */
  private serve(id: Id, method: string, params: Json | undefined, message: JsonObject): void {
    const work = method === 'session/list' ? this.host.list(params) : this.host.load(this, message);
    const turn = work.then(
      (result) => {
        if (result !== undefined) this.send({ jsonrpc: '2.0', id: id, result });
      },
      (error) => this.fail(id, error instanceof RpcError ? error : new RpcError(-32603, String(error))),
    );
    const release = this.host.clock.hold?.();
    const last = turn.finally(() => {
      release?.();
      if (this.turn === last) this.turn = undefined;
    });
    this.turn = last;
  }

  /** Takes an answer to a request of a worker: the owner's, or for a permission the first valid one of who may control. */
  private answers(id: Id, message: JsonObject): void {
    const key = idKey(id);
    const attachment = [...this.attachments.values()].find(
      ({ session }) => session.pending.has(key) || session.permissions.has(id),
    );
    if (!attachment) {
      this.fail(
        id,
        new RpcError(-32014, 'No host request has this id', { requestId: id, reason: 'unknown_request_id' }),
      );
      return;
    }
    const { session, role } = attachment;
    const method = String(session.pending.get(key)?.request.method ?? 'session/request_permission');
    const isPermission = method === 'session/request_permission';
    if (!this.host.rules.mayAnswer(role, method)) this.fail(id, notAuthorized(method, role));
    else if (isPermission) this.decides(session, attachment, id, message);
    else this.settles(session, key, message);
  }

  private decides(session: AttachedSession, attachment: Attachment, id: Id, message: JsonObject): void {
    const key = idKey(id);
    const actor = this.actor(attachment);
    const method = 'session/request_permission';
    const payload = payloadOf(message);
    const again = session.permissions.again(id, payload, actor);
    if (again && 'applied' in again) {
      this.send({ jsonrpc: '2.0', id: id, result: asObject(again.applied) });
      session.tellOutcome({
        method,
        status: 'idempotent',
        outcome: 'already_applied',
        reason: 'same_actor_same_decision',
        actor,
      });
      return;
    }
    if (again) {
      const { late } = again;
      this.fail(id, new RpcError(-32013, 'The permission request was decided already', asObject(late)));
      session.tellOutcome({ method, status: 'rejected', outcome: 'rejected', reason: late.reason, actor });
      return;
    }
    const request = session.pending.get(key)?.request ?? {};
    const valid = 'error' in message || this.host.rules.isDecision(request, message);
    if (!valid) {
      this.fail(id, new RpcError(-32602, 'That is not a decision on this request'));
      return;
    }
    session.permissions.decide({ id, sessionId: session.id, payload, actor, atMs: this.host.clock.date() });
    this.settles(session, key, message);
    session.tellOutcome({ method, status: 'accepted', outcome: 'accepted', reason: 'first_valid_response', actor });
  }

  private settles(session: AttachedSession, key: string, message: JsonObject): void {
    session.pending.delete(key);
    session.worker?.answer(message);
  }

  /** The role of a client that owns no session, but is attached to one. */
  private restricted(): ClientRole | undefined {
    const all = [...this.attachments.values()];
    return all.some(({ role }) => role === 'host_owner') ? undefined : all[0]?.role;
  }

  private fail(id: Id, error: RpcError): void {
    this.send({ jsonrpc: '2.0', id: id, error: error.toObject() });
  }
}

function notAuthorized(method: string, role: ClientRole): RpcError {
  const data: RoleNotAuthorized = { method, role, reason: 'role_not_authorized' };
  return new RpcError(-32011, 'ACP client role is not authorized for this method', asObject(data));
}
