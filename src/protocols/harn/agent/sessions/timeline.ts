import type {
  Timeline as Snapshot,
  TimelineNode,
  TimelineQuery,
} from '../../../../generated/types/harn-extensions-v1.js';
import { asObject, isObject, type Json, type JsonObject } from '../../../../json/json.js';
import { Recent } from '../../../../json/recent.js';

/** Version of the form in which timelines are told. */
const SCHEMA = 1;

/** Events that are kept of a session, the latest. */
const KEPT = 10_000;

/** Something that happened, as it is told. */
export type Update = { schemaVersion: number; cursor: Snapshot['cursor']; node: TimelineNode };

/** Something that happened: `nth` counts from 1, `turn` is the beginning of the turn that it is part of. */
interface Event {
  nth: number;
  kind: string;
  attributes: JsonObject;
  links: readonly Link[];
  turn: number | undefined;
}

/** What an event has to do with another, by the number of that. */
interface Link {
  kind: string;
  event: number;
}

/** What looks like a key or a token, wherever it stands in a text. */
const SECRET = /\b(?:sk|pk|ghp|xox[bp]|AKIA)[-_A-Za-z0-9]{8,}/g;

/** What happened in a session, in order, for who asks and for who has subscribed (Harn guide, Session timeline extension). */
export class Timeline {
  private readonly events = new Recent<Event>(KEPT);
  private count = 0;
  private readonly listeners = new Map<string, (update: Update) => void>();
  private turn: number | undefined;
  private readonly topic: string;

  /** @param session id of the session */
  constructor(session: string) {
    this.topic = `observability.agent_events.${session}`;
  }

  beginTurn(): void {
    this.turn = this.note('turn_start');
  }

  endTurn(): void {
    this.note('turn_end');
    this.turn = undefined;
  }

  /** Notes an event, and tells who has subscribed. Returns its number. */
  note(kind: string, attributes: JsonObject = {}, links: readonly Link[] = []): number {
    const nth = ++this.count;
    const event = { nth, kind, attributes: asObject(redacted(attributes) as object), links, turn: this.turn };
    this.events.add(event);
    for (const listener of this.listeners.values()) listener(this.told(event));
    return nth;
  }

  /** What came behind `fromCursor`, at most `limit` of it, and how far that is. */
  query({ fromCursor, limit }: Pick<TimelineQuery, 'fromCursor' | 'limit'>): Snapshot {
    const from = fromCursor?.topics[this.topic] ?? 0;
    const wanted = [...this.events].filter(({ nth }) => nth > from).slice(0, limit);
    return { schemaVersion: SCHEMA, cursor: this.cursor(wanted.at(-1)?.nth ?? from), nodes: this.nodes(wanted) };
  }

  /** What came after a cursor: an update for each event. */
  since(fromCursor: Snapshot['cursor']): Update[] {
    const from = fromCursor.topics[this.topic] ?? 0;
    return [...this.events].filter(({ nth }) => nth > from).map((event) => this.told(event));
  }

  /** Tells `listener` of all that is noted from now on. One with the same id is replaced. */
  subscribe(id: string, listener: (update: Update) => void): void {
    this.listeners.set(id, listener);
  }

  /** Returns whether there was such a subscription. */
  unsubscribe(id: string): boolean {
    return this.listeners.delete(id);
  }

  close(): void {
    this.listeners.clear();
  }

  private told(event: Event): Update {
    return { schemaVersion: SCHEMA, cursor: this.cursor(event.nth), node: this.nodes([event])[0]! };
  }

  private cursor(nth: number): Snapshot['cursor'] {
    return { topics: { [this.topic]: nth } };
  }

  /** Each node names what it is part of and what is part of it, as far as that is among these. */
  private nodes(events: readonly Event[]): TimelineNode[] {
    const id = (nth: number) => `event:${this.topic}:${nth}`;
    const children = new Map(events.map(({ nth }): [number, string[]] => [nth, []]));
    for (const { nth, turn } of events) if (turn !== undefined) children.get(turn)?.push(id(nth));
    return events.map(({ nth, kind, attributes, links, turn }) => ({
      id: id(nth),
      parentId: turn !== undefined && children.has(turn) ? id(turn) : null,
      children: children.get(nth)!,
      category: 'agent',
      kind,
      status: null,
      attributes,
      source: { topic: this.topic, event: nth },
      links: links.map((link) => ({ kind: link.kind, target: id(link.event) })),
    }));
  }
}

/** The same without what looks like a key. */
function redacted(value: Json): Json {
  if (typeof value === 'string') return value.replace(SECRET, '[redacted]');
  if (Array.isArray(value)) return value.map(redacted);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, redacted(member)]));
}
