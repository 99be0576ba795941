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
  close(): Promise<void>;
}

/** The topic of a session (ACP over WebSocket, Retained Orchestrator Sessions). */
export const topicOf = (sessionId: string): string => `acp.session.${sessionId}`;

/** The topic of frames that belong to no session, such as the answer to initialize, and of what befalls connections. */
export const CONNECTIONS = 'acp.connections';

/** A log in memory, which ends with its process. */
export class MemoryLog implements EventLog {
  lastEventId = 0;
  private readonly topics = new Map<string, KeptFrame[]>();
  private readonly known = new Map<string, KeptSession>();

  append(topic: string, frame: KeptFrame): void {
    const frames = this.topics.get(topic);
    if (frames) frames.push(frame);
    else this.topics.set(topic, [frame]);
    this.lastEventId = frame.eventId;
  }

  *frames(topic: string, after: number): Iterable<KeptFrame> {
    const frames = this.topics.get(topic) ?? [];
    let low = 0;
    for (let high = frames.length; low < high; ) {
      const middle = (low + high) >> 1;
      if (frames[middle]!.eventId > after) high = middle;
      else low = middle + 1;
    }
    for (; low < frames.length; low++) yield frames[low]!;
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

  async close(): Promise<void> {}
}
