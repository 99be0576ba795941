import type { Actor, ClientRole, PresenceParams, SessionRow } from '../../../generated/types/hub-v1.js';
import type { JsonObject } from '../../../json/json.js';
import type { Carried } from '../../../wire/carried.js';
import type { Audience, KeptSession } from './event-log.js';
import type { Permissions } from './permissions.js';

/** Who is sent messages. */
export interface Receiver {
  /** Sends a message as it is. */
  send(message: JsonObject): void;
  /** Sends a message that others are sent too, as what is carried. */
  sendShared(carried: Carried): void;
  /** The next event id of the connection itself; none of those once it has a session. */
  nextOwnId(): number;
}

/** A connection, as sessions and workers see it. */
export interface AttachedClient extends Receiver {
  readonly id: string;
  /** By session. */
  readonly attachments: Map<string, Attachment>;
  readonly gone: boolean;
  /** Whether more waits to be read than a replay may add to. */
  readonly isSlow: boolean;
  /** Resolves once what was sent has been taken. */
  drained(): Promise<void>;
  /** Who acts, as others are told. */
  actor(attachment: Attachment): Actor;
}

/** A client of a session, in a role. */
export interface Attachment {
  readonly client: AttachedClient;
  readonly session: AttachedSession;
  readonly role: ClientRole;
  /** The name that the client gave itself, or that of its connection. */
  readonly clientId: string;
  /** What it has missed is still on its way: what is new waits behind that, in the log. */
  replaying: boolean;
}

/** A session, as clients and workers see it. */
export interface AttachedSession {
  readonly id: string;
  readonly kept: KeptSession;
  readonly owner: Attachment | undefined;
  /** Unset once the worker has expired: then only frames are left. */
  worker: AttachedWorker | undefined;
  /** Requests of the worker that wait for an answer, by id, with their event ids. */
  readonly pending: Map<string, { request: JsonObject; eventId: number }>;
  readonly permissions: Permissions;
  /** How session/list tells of it. */
  row(): SessionRow;
  /** Keeps a frame and sends it to those whom it is for. Returns its event id; undefined if it could not be kept, and was not sent. */
  publish(audience: Audience, message: JsonObject, asker?: AttachedClient): number | undefined;
  /** Takes a client away; returns whether it was there. */
  detach(attachment: Attachment): boolean;
  /** Tells all that a client has come or left. */
  announce(attachment: Attachment, state: PresenceParams['state']): void;
  /** Tells what became of a control. */
  tellOutcome(outcome: ControlTold): void;
}

/** What is told of a control. */
export interface ControlTold {
  method: string;
  status: 'accepted' | 'idempotent' | 'rejected';
  outcome: string;
  reason?: string;
  actor: Actor;
}

/** A worker, as clients and sessions see it. */
export interface AttachedWorker {
  readonly sessions: Set<AttachedSession>;
  /** Whether the host owner of one of its sessions is connected. */
  readonly owned: boolean;
  /** Hands a request or notification of a client to the agent. */
  forward(client: AttachedClient, message: JsonObject, attachment: Attachment | undefined): void;
  /** Hands an answer to a request of the agent to it. */
  answer(message: JsonObject): void;
  /** It does not expire as it would have; `expiry` cancels the next time that it would. */
  keep(expiry?: () => void): void;
  close(): void;
}
