import type { ClientRole } from '../../../generated/types/hub-v1.js';
import type { JsonObject } from '../../../json/json.js';
import type { AttachedSession, AttachedWorker, Attachment } from './attachments.js';
import type { Audience, KeptFrame } from './event-log.js';
import { Permissions } from './permissions.js';
import { CONTROLS, isDecision } from './words.js';

/** Who may send, answer and hear what in a session (ACP over WebSocket, Retained Orchestrator Sessions). */
export interface HubRules {
  /** Whether a client of this role may send this method; `isAttached`: it is attached to the session that the message names. */
  mayCall(role: ClientRole, method: string, isAttached: boolean): boolean;
  /** Whether a client of this role may answer a request of the agent. */
  mayAnswer(role: ClientRole, method: string): boolean;
  /** Whether this response decides a permission request. */
  isDecision(request: JsonObject, response: JsonObject): boolean;
  /** Who decided which permission request of a session. */
  permissions(): Permissions;
  /** Whether a session has another owner than the one that wants to attach. */
  isOwned(session: AttachedSession, attachment: Attachment): boolean;
  /** Whether a client of this role is sent a new frame; `isAsker`: the frame answers its own request. */
  hears(role: ClientRole, audience: Audience, isAsker: boolean): boolean;
  /** Whether a client of this role that comes late is sent a frame; `waits` says whether the request in it has no answer yet. */
  repeats(role: ClientRole, frame: KeptFrame, waits: () => boolean): boolean;
  /** Whether a client of this role is sent requests without an answer again, although it has acknowledged them. */
  asksAgain(role: ClientRole): boolean;
  /** What becomes of a worker that has waited for its owner long enough. */
  expire(worker: AttachedWorker): void;
}

/** What every connection may send, whatever its role: it concerns no session. */
const OPENING: ReadonlySet<string> = new Set(['initialize', 'authenticate', 'session/list', 'session/load']);

export const RULES: HubRules = {
  mayCall: (role, method, isAttached) =>
    role === 'host_owner' || OPENING.has(method) || (role === 'controller' && CONTROLS.has(method) && isAttached),
  mayAnswer: (role, method) =>
    role === 'host_owner' || (role === 'controller' && method === 'session/request_permission'),
  isDecision,
  permissions: () => new Permissions(),
  isOwned: ({ owner, worker }, { role, clientId, client }) =>
    role === 'host_owner' &&
    worker !== undefined &&
    owner !== undefined &&
    owner.clientId !== clientId &&
    owner.client !== client,
  hears: (role, audience, isAsker) => {
    if (audience === 'asker') return isAsker;
    if (audience === 'owner') return role === 'host_owner';
    return audience === 'all' || role !== 'observer';
  },
  // An owner hears all but requests that nobody waits for, others what all hear.
  repeats: (role, { audience, kind }, waits) => {
    if (role !== 'host_owner' || audience === 'asker') return audience === 'all';
    return kind !== 'request' || waits();
  },
  asksAgain: (role) => role === 'host_owner',
  expire: (worker) => worker.close(),
};
