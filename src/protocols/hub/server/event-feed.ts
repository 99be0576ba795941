import { type Json, type JsonObject, parseJson, stringifyJson } from '../../../json/json.js';
import type { Carried } from '../../../wire/carried.js';
import { type Clock, during } from '../../../wire/clock/clock.js';
import { StoreError } from '../../../workspace/store/store-error.js';
import { notKept } from '../errors.js';
import type { Receiver } from './attachments.js';
import { type Audience, CONNECTIONS, type EventLog, type KeptFrame } from './event-log.js';

/** The event id of the first frame of a session. */
export const FIRST = 1000;

/** Gives every frame its event id, keeps it in the log, and then lets it out. */
export class EventFeed {
  private lastEventId: number;
  private controls = 0;
  private hasWarned = false;

  constructor(
    readonly log: EventLog,
    private readonly clock: Clock,
    /** Says to people that something could not be kept, once. */
    private readonly warn: (text: string) => void,
  ) {
    this.lastEventId = Math.max(FIRST - 1, log.lastEventId);
  }

  /**
   * Keeps a frame. What it returns sends it, with its event id, to a client. Undefined if it could not be kept: then nobody may be sent it,
   * since a replay would lack it (Retained Orchestrator Sessions).
   */
  keep(topic: string, audience: Audience, message: JsonObject, sessionId: string | undefined) {
    const eventId = this.lastEventId + 1;
    const text = stringifyJson(message);
    const kind = typeof message.method !== 'string' ? 'response' : 'id' in message ? 'request' : 'notification';
    if (!this.kept(() => this.log.append(topic, { eventId, audience, kind, text }))) return undefined;
    this.lastEventId = eventId;
    let carried: Carried | undefined;
    const send = (client: Receiver) => {
      carried ??= framedText(text, { eventId, sessionId, replayed: false });
      client.sendShared(carried);
    };
    return { eventId, send };
  }

  /**
   * Sends a client a frame that belongs to no session. Before the client has one its ids are those of the connection, below all of
   * sessions: a client that acknowledges the highest id that it has seen must not skip frames that it has missed.
   */
  tell(client: Receiver, message: JsonObject): void {
    const eventId = client.nextOwnId();
    if (eventId < FIRST) client.send({ ...message, _harn: harnOf({ eventId, sessionId: undefined, replayed: false }) });
    else {
      const kept = this.keep(CONNECTIONS, 'asker', message, undefined);
      if (kept) kept.send(client);
      else if (typeof message.method !== 'string') client.send(notKept(message));
    }
  }

  /** Keeps something in the log and says whether that succeeded. */
  kept(write: () => void): boolean {
    try {
      write();
      return true;
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      if (!this.hasWarned) this.warn(`the event log: ${error.message}; clients are answered with an error\n`);
      this.hasWarned = true;
      return false;
    }
  }

  /** Notes what befell a connection. */
  note(kind: string, connectionId: string): void {
    this.keep(CONNECTIONS, 'asker', { kind, connectionId }, undefined);
  }

  /** Sends a frame of the log, or one whose text is the same, again. */
  repeat(
    client: Receiver,
    { eventId, text }: Pick<KeptFrame, 'eventId' | 'text'>,
    sessionId: string,
    replayed: boolean,
  ): void {
    client.sendShared(framedText(text, { eventId, sessionId, replayed }));
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

/** What stands beside the message in a frame (ACP over WebSocket, Retained Orchestrator Sessions). */
interface Harn {
  eventId: number;
  sessionId: string | undefined;
  replayed: boolean;
}

/** `_harn` of a frame. */
const harnOf = ({ eventId, sessionId, replayed }: Harn): JsonObject => ({
  eventId,
  ...(sessionId === undefined ? {} : { sessionId }),
  replayed,
});

/** A message of this text, as it is sent: who looks at it, a fault perhaps, has it read then. */
function framedText(text: string, harn: Harn): Carried {
  const whole = `${text.slice(0, -1)},"_harn":${JSON.stringify(harnOf(harn))}}`;
  let message: Json | undefined;
  return {
    kind: 'message',
    text: whole,
    get message() {
      message ??= parseJson(whole);
      return message;
    },
  };
}
