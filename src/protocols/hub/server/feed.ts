import type { JsonObject } from '../../../json/json.js';
import { stringifyJson } from '../../../json/json.js';
import { type Clock, during } from '../../../wire/clock/clock.js';
import { type Audience, CONNECTIONS, type EventLog, type KeptFrame } from './event-log.js';
import type { Receiver } from './parties.js';

/** The event id of the first frame of a session. */
export const FIRST = 1000;

/** Gives every frame its event id, keeps it in the log, and then lets it out. */
export class Feed {
  private lastEventId: number;
  private controls = 0;

  constructor(
    readonly log: EventLog,
    private readonly clock: Clock,
    /** The defects that the hub shall have. */
    readonly switches: ReadonlySet<string>,
  ) {
    this.lastEventId = Math.max(FIRST - 1, switches.has('counts-anew') ? 0 : log.lastEventId);
  }

  /** Keeps a frame. What it returns sends it, with its event id, to a client. */
  keep(topic: string, audience: Audience, message: JsonObject, sessionId: string | undefined) {
    this.lastEventId += 1;
    const eventId = this.lastEventId;
    this.log.append(topic, { eventId, audience, message });
    const frame = framed(message, { eventId, sessionId, replayed: false });
    let text: string | undefined;
    const send = (client: Receiver) => {
      text ??= stringifyJson(frame);
      client.sendText(frame, text);
    };
    return { eventId, send };
  }

  /**
   * Sends a client a frame that belongs to no session. Before the client has one its ids are those of the connection, below all of
   * sessions: a client that acknowledges the highest id that it has seen must not skip frames that it has missed.
   */
  tell(client: Receiver, message: JsonObject): void {
    const eventId = client.nextOwnId();
    if (eventId < FIRST) client.send(framed(message, { eventId, sessionId: undefined, replayed: false }));
    else this.keep(CONNECTIONS, 'asker', message, undefined).send(client);
  }

  /** Notes what befell a connection. */
  note(kind: string, connectionId: string): void {
    this.keep(CONNECTIONS, 'asker', { kind, connectionId }, undefined);
  }

  /** Sends a frame of the log again. */
  repeat(client: Receiver, { eventId, message }: KeptFrame, sessionId: string, replayed: boolean): void {
    client.send(framed(message, { eventId, sessionId, replayed }));
  }

  /** The clock stands still while work of the machine is awaited. */
  during<T>(work: Promise<T>): Promise<T> {
    return during(this.clock, work);
  }

  nextControl(): string {
    this.controls += 1;
    return `ctrl_${this.controls}`;
  }
}

/** A frame as it is sent (ACP over WebSocket, Retained Orchestrator Sessions). */
function framed(
  message: JsonObject,
  { eventId, sessionId, replayed }: { eventId: number; sessionId: string | undefined; replayed: boolean },
): JsonObject {
  return { ...message, _harn: { eventId, ...(sessionId === undefined ? {} : { sessionId }), replayed } };
}
