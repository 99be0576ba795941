import { Recent } from '../../../json/recent.js';

/** Who may have a frame: all of a session, its owner, or its owner and controllers; `asker`: the one client that asked. */
export type Audience = 'all' | 'owner' | 'controllers' | 'asker';

/** What a message of JSON-RPC is. */
export type Kind = 'request' | 'notification' | 'response';

/** A frame as it is kept. */
export interface KeptFrame {
  eventId: number;
  audience: Audience;
  kind: Kind;
  /** The message as JSON, without `_harn`, which is made of what stands beside it. */
  text: string;
}

/** What is kept of a session beside its frames. */
export interface KeptSession {
  sessionId: string;
  cwd?: string;
  workspaceAnchor?: { primary: string };
}

/**
 * Where a hub keeps what it has sent. `append` returns once the frame outlives the death of this process: a hub sends what it has
 * appended, so that no client has seen a frame that a later replay lacks. What can't be kept, on a full disk say, is a StoreError, and
 * leaves the log as it was.
 */
export interface EventLog {
  /** The highest event id of all topics; 0 where there is none. */
  readonly lastEventId: number;
  /** @param topic such as `acp.session.ID` */
  append(topic: string, frame: KeptFrame): void;
  /** The frames of a topic behind an event id, in their order, each read when it is asked for. */
  frames(topic: string, after: number): Iterable<KeptFrame>;
  /** The event id of the last frame of a topic; 0 where it has none. */
  last(topic: string): number;
  putSession(session: KeptSession): void;
  sessions(): Iterable<KeptSession>;
  /** Forgets a session and its frames, where they are kept in memory. */
  forget?(sessionId: string): void;
  close(): Promise<void>;
}

/** The topic of a session (ACP over WebSocket, Retained Orchestrator Sessions). */
export const topicOf = (sessionId: string): string => `acp.session.${sessionId}`;

/** The topic of frames that belong to no session, such as the answer to initialize, and of what befalls connections. */
export const CONNECTIONS = 'acp.connections';

/** What a log in memory keeps of one topic: the latest so many frames, and so many characters. */
const KEPT = { most: 10_000, characters: 16 * 1024 * 1024 };

/** A log in memory, which ends with its process. Of a topic that is very long it keeps the end. */
export class MemoryLog implements EventLog {
  lastEventId = 0;
  private readonly topics = new Map<string, Recent<KeptFrame>>();
  private readonly known = new Map<string, KeptSession>();

  append(topic: string, frame: KeptFrame): void {
    const frames = this.topics.get(topic) ?? new Recent(KEPT.most, KEPT.characters);
    frames.add(frame, frame.text.length);
    this.topics.set(topic, frames);
    this.lastEventId = frame.eventId;
  }

  *frames(topic: string, after: number): Iterable<KeptFrame> {
    const frames = this.topics.get(topic) ?? new Recent<KeptFrame>(0);
    let low = 0;
    for (let high = frames.length; low < high; ) {
      const middle = (low + high) >> 1;
      if (frames.at(middle)!.eventId > after) high = middle;
      else low = middle + 1;
    }
    for (; low < frames.length; low++) yield frames.at(low)!;
  }

  last(topic: string): number {
    return this.topics.get(topic)?.at(-1)?.eventId ?? 0;
  }

  putSession(session: KeptSession): void {
    this.known.set(session.sessionId, session);
  }

  sessions(): Iterable<KeptSession> {
    return this.known.values();
  }

  forget(sessionId: string): void {
    this.topics.delete(topicOf(sessionId));
    this.known.delete(sessionId);
  }

  async close(): Promise<void> {}
}
