import type { PresenceParams, SessionRow } from '../../../generated/types/hub-v1.js';
import { asObject, type JsonObject, stringifyJson } from '../../../json/json.js';
import { notKept } from '../errors.js';
import type { AttachedClient, AttachedSession, AttachedWorker, Attachment, ControlTold } from './attachments.js';
import type { EventFeed } from './event-feed.js';
import { type Audience, type KeptFrame, type KeptSession, topicOf } from './event-log.js';
import type { Permissions } from './permissions.js';
import type { HubRules } from './rules.js';

/** A session of the hub: its clients, its frames, and the worker behind it while there is one. */
export class Session implements AttachedSession {
  readonly attachments = new Set<Attachment>();
  owner: Attachment | undefined;
  /** Unset once the worker has expired: then only frames are left. */
  worker: AttachedWorker | undefined;
  /** Requests of the worker that wait for an answer, by id, with their event ids. */
  readonly pending = new Map<string, { request: JsonObject; eventId: number }>();
  readonly permissions: Permissions;

  constructor(
    readonly kept: KeptSession,
    private readonly feed: EventFeed,
    private readonly rules: HubRules,
  ) {
    this.permissions = rules.permissions();
  }

  get id(): string {
    return this.kept.sessionId;
  }

  get topic(): string {
    return topicOf(this.id);
  }

  /** How session/list tells of it. */
  row(): SessionRow {
    const { sessionId, cwd, workspaceAnchor } = this.kept;
    const lastEventId = this.feed.log.last(this.topic);
    return {
      sessionId,
      ...(cwd === undefined ? {} : { cwd }),
      ...(workspaceAnchor ? { workspaceAnchor } : {}),
      liveState: this.worker ? (this.owner ? 'live' : 'detached_retained') : 'expired_replay_only',
      attachableRoles: this.worker ? (this.owner ? ['observer', 'controller'] : ['host_owner', 'observer']) : [],
      ...(lastEventId > 0 ? { lastEventId } : {}),
    };
  }

  /**
   * Keeps a frame and sends it to those whom it is for. Returns its event id. If it can't be kept nobody is sent it, and the client whose
   * request it answers is sent an error.
   */
  publish(audience: Audience, message: JsonObject, asker?: AttachedClient): number | undefined {
    const kept = this.feed.keep(this.topic, audience, message, this.id);
    if (!kept) {
      if (typeof message.method !== 'string') asker?.send(notKept(message));
      return undefined;
    }
    const { eventId, send } = kept;
    for (const { client, role, replaying } of this.attachments)
      if (!replaying && this.rules.hears(role, audience, client === asker)) send(client);
    return eventId;
  }

  /** Adds a client. The frames that it has missed are sent by `replay`. */
  attach(attachment: Attachment): void {
    this.attachments.add(attachment);
    attachment.client.attachments.set(this.id, attachment);
    if (attachment.role === 'host_owner') this.owner = attachment;
  }

  /** Takes a client away; returns whether it was there. */
  detach(attachment: Attachment): boolean {
    if (this.owner === attachment) this.owner = undefined;
    if (attachment.client.attachments.get(this.id) === attachment) attachment.client.attachments.delete(this.id);
    return this.attachments.delete(attachment);
  }

  /** Tells all that a client has come or left. */
  announce({ clientId, client, role }: Attachment, state: PresenceParams['state']): void {
    const params: PresenceParams = { sessionId: this.id, clientId, connectionId: client.id, role, state };
    this.publish('all', { jsonrpc: '2.0', method: '_harn/presence', params: asObject(params) });
  }

  /** Tells what became of a control. */
  tellOutcome(outcome: ControlTold): void {
    const params = { sessionId: this.id, kind: 'control_outcome', controlId: this.feed.nextControl(), ...outcome };
    this.publish('all', { jsonrpc: '2.0', method: '_harn/agentEvent', params: params as unknown as JsonObject });
  }

  /**
   * Sends a client what it has missed behind an event id, before all that is new; resolves with the ids once it is up to date. A
   * client that reads slowly is waited for.
   */
  async replay(attachment: Attachment, after: number): Promise<number[]> {
    const { client, role } = attachment;
    const known = this.feed.log.last(this.topic);
    const told = this.asksAgain(attachment, after);
    for (let last = after; ; ) {
      for (const frame of this.feed.log.frames(this.topic, last)) {
        last = frame.eventId;
        if (!this.rules.repeats(role, frame, () => this.waits(frame))) continue;
        this.feed.repeat(client, frame, this.id, frame.eventId <= known);
        told.push(frame.eventId);
        if (client.isSlow) break;
      }
      if (last >= this.feed.log.last(this.topic) || client.gone) break;
      await this.feed.during(client.drained());
    }
    attachment.replaying = false;
    return told;
  }

  /**
   * Sends an owner the requests up to an event id that still wait: that it has seen them does not mean that it can answer them from
   * memory, and nobody else does. Returns their ids.
   */
  private asksAgain({ client, role }: Attachment, upTo: number): number[] {
    if (!this.rules.asksAgain(role)) return [];
    const waiting = [...this.pending.values()].filter(({ eventId }) => eventId <= upTo);
    for (const { request, eventId } of waiting)
      this.feed.repeat(client, { eventId, text: stringifyJson(request) }, this.id, true);
    return waiting.map(({ eventId }) => eventId);
  }

  /** Whether the request in a frame has no answer yet. */
  private waits({ eventId }: KeptFrame): boolean {
    return [...this.pending.values()].some((one) => one.eventId === eventId);
  }
}
