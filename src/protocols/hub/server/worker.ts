import type { Actor } from '../../../generated/types/hub-v1.js';
import { isObject, type Json, type JsonObject } from '../../../json/json.js';
import { idKey } from '../../../jsonrpc/ledger.js';
import type { Link } from '../../../jsonrpc/link.js';
import type { Id } from '../../../jsonrpc/messages.js';
import type { Carried } from '../../../wire/carried.js';
import { notKept } from '../errors.js';
import type { AttachedClient, AttachedSession, AttachedWorker, Attachment, ControlTold } from './attachments.js';
import { CONTROLS, sessionIn } from './words.js';

/** A request of a client on its way through a worker. */
interface Asked {
  client: AttachedClient;
  attachment: Attachment | undefined;
  id: Id;
  method: string;
  params: Json | undefined;
  session: AttachedSession | undefined;
  actor: Actor | undefined;
}

/** What a worker tells the hub of. */
export interface WorkerHost {
  /** The session of this id, if there is one. */
  session(id: string): AttachedSession | undefined;
  /** A client has made a session, from another one if it was copied. Undefined if the session could not be kept. */
  made(
    worker: AttachedWorker,
    client: AttachedClient,
    id: string,
    params: Json | undefined,
  ): AttachedSession | undefined;
  /** A session has another workspace. */
  moved(session: AttachedSession, anchor: JsonObject): void;
  closed(session: AttachedSession): void;
  /** A frame that belongs to no session. */
  tell(client: AttachedClient, message: JsonObject): void;
}

/** One agent that runs for the sessions that a host owner has made, whoever is connected. */
export class Worker implements AttachedWorker {
  readonly sessions = new Set<AttachedSession>();
  private readonly asked = new Map<number, Asked>();
  /** Sessions of which an update could not be kept, and so was sent to nobody, since their last prompt was answered. */
  private readonly gaps = new Set<AttachedSession>();
  private count = 0;
  /** Cancels its expiry, where that is due. */
  private expiry: (() => void) | undefined;

  constructor(
    private readonly link: Link,
    private readonly host: WorkerHost,
  ) {
    link.listen((carried) => this.hear(carried));
  }

  /** Whether the host owner of one of its sessions is connected. */
  get owned(): boolean {
    return [...this.sessions].some(({ owner }) => owner !== undefined);
  }

  /** Hands a request or notification of a client to the agent, with who sent it where it is a control. */
  forward(client: AttachedClient, message: JsonObject, attachment: Attachment | undefined): void {
    const { id, params } = message;
    const method = String(message.method);
    const session = attachment?.session;
    const actor = attachment && CONTROLS.has(method) ? client.actor(attachment) : undefined;
    const sent: JsonObject = { ...message };
    if (actor) sent.params = withActor(params, actor);
    if (id === undefined) {
      if (actor) session?.tellOutcome({ method, status: 'accepted', outcome: 'accepted', actor });
    } else {
      this.count += 1;
      sent.id = this.count;
      this.asked.set(this.count, { client, attachment, id: id as Id, method, params, session, actor });
    }
    this.link.send(sent);
  }

  /** Hands an answer to a request of the agent to it. */
  answer(message: JsonObject): void {
    const { _harn: _, ...answer } = message;
    this.link.send(answer);
  }

  /** It does not expire as it would have; `expiry` cancels the next time that it would. */
  keep(expiry?: () => void): void {
    this.expiry?.();
    this.expiry = expiry;
  }

  close(): void {
    this.keep();
    this.link.close();
  }

  private hear({ message }: Carried): void {
    if (!isObject(message)) return;
    if (typeof message.method !== 'string') this.replied(message);
    else if ('id' in message) this.asks(message);
    else this.tells(message);
  }

  private replied(message: JsonObject): void {
    const asked = this.asked.get(Number(message.id));
    if (!asked) return;
    this.asked.delete(Number(message.id));
    const { client, attachment, method, params, actor } = asked;
    let reply: JsonObject = { ...message, id: asked.id };
    const { result } = message;
    const made = method === 'session/new' || method === 'session/fork' ? sessionIn(result) : undefined;
    const session = made === undefined ? asked.session : this.host.made(this, client, made, params);
    if (!session) {
      this.host.tell(client, made === undefined ? reply : notKept(reply));
      return;
    }
    if (method === 'session/prompt' && this.gaps.delete(session)) reply = notKept(reply);
    const { workspaceAnchor } = isObject(result) ? result : {};
    if (method === 'harn.session_reanchor' && isObject(workspaceAnchor)) this.host.moved(session, workspaceAnchor);
    const isOwners = made !== undefined || attachment?.role === 'host_owner';
    session.publish(isOwners ? 'owner' : 'asker', reply, client);
    if (actor) session.tellOutcome({ method, actor, ...outcomeOf(message) });
    if (method === 'session/close' && result !== undefined) this.host.closed(session);
  }

  private asks(message: JsonObject): void {
    const session = this.sessionOf(message);
    if (!session) return;
    const isPermission = message.method === 'session/request_permission';
    const eventId = session.publish(isPermission ? 'controllers' : 'owner', message);
    if (eventId === undefined) {
      this.link.send(notKept(message));
      return;
    }
    session.pending.set(idKey(message.id), { request: message, eventId });
  }

  private tells(message: JsonObject): void {
    const session = this.sessionOf(message);
    if (session && session.publish('all', message) === undefined) this.gaps.add(session);
  }

  /** The session that a message of the agent is about; where it names none that is known, the first. */
  private sessionOf({ params }: JsonObject): AttachedSession | undefined {
    const [first] = this.sessions;
    return this.host.session(sessionIn(params) ?? '') ?? first;
  }
}

function withActor(params: Json | undefined, actor: Actor): JsonObject {
  const known = isObject(params) ? params : {};
  const extra = isObject(known._harn) ? known._harn : {};
  return { ...known, _harn: { ...extra, actor: { ...actor } } };
}

/** What became of a control, by what the agent answered. */
function outcomeOf({ result, error }: JsonObject): Omit<ControlTold, 'method' | 'actor'> {
  if (isObject(error)) {
    const { data, message } = error;
    const reason = isObject(data) && typeof data.reason === 'string' ? data.reason : String(message);
    return { status: 'rejected', outcome: 'rejected', reason };
  }
  const said = isObject(result) && typeof result.status === 'string' ? result.status : 'accepted';
  return { status: said.startsWith('already_') ? 'idempotent' : 'accepted', outcome: said };
}
