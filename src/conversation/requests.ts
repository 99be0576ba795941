import { isObject, type Json, type JsonObject, stringifyJson } from '../json/json.js';
import { type Id, shapeOf } from '../jsonrpc/messages.js';
import type { WireRecord } from '../wire/record.js';

/** A request of either side, remembered so that its reply can be found and named. */
export interface TrackedRequest {
  id: Id;
  method: string;
  from: 'kit' | 'target';
  as?: string;
  record: WireRecord;
  answered: number;
}

/** What claims to be an id may be anything: an object with a `toString` of its own is no text. */
const key = (id: Json | undefined) => (id === undefined ? 'absent' : stringifyJson(id));

/** The requests of a case by id and by the name that a step gave them. */
export class Requests {
  private readonly byId = { kit: new Map<string, TrackedRequest[]>(), target: new Map<string, TrackedRequest[]>() };
  private readonly byName = new Map<string, TrackedRequest[]>();
  /** What a step took by a name: a request, or the head of an exchange that carries none. */
  private readonly taken = new Map<string, WireRecord>();

  /** @param next the first request id */
  constructor(private next = 1) {}

  /** An id that the kit has not used in this case. */
  nextId(): number {
    // A step may have chosen an id itself.
    while (this.byId.kit.has(key(this.next))) this.next++;
    return this.next++;
  }

  /** Looks at a record: remembers requests, and names the request that a reply answers on the record itself. */
  note(record: WireRecord): void {
    if (record.kind !== 'message' || !isObject(record.message as Json)) return;
    const message = record.message as JsonObject;
    const shape = shapeOf(message);
    if (shape === 'request') {
      const asked: TrackedRequest = {
        id: message.id as Id,
        method: String(message.method),
        from: record.from,
        record,
        answered: 0,
        ...(record.as === undefined ? {} : { as: record.as }),
      };
      const list = this.byId[record.from].get(key(asked.id)) ?? [];
      list.push(asked);
      this.byId[record.from].set(key(asked.id), list);
      if (record.as !== undefined) this.name(record.as, asked);
    } else if (shape === 'response') {
      const asked = this.answeredBy(record);
      if (!asked) return;
      asked.answered++;
      record.method = asked.method;
      if (asked.as !== undefined) record.as = asked.as;
    }
  }

  /** Gives what the target sent the name that a step takes it by: a request, or over HTTP any exchange that it began. */
  nameTaken(record: WireRecord, as: string): void {
    record.as = as;
    this.taken.set(as, record);
    const id = isObject(record.message as Json) ? (record.message as JsonObject).id : undefined;
    const asked = this.byId[record.from].get(key(id as Id))?.find((one) => one.record === record);
    if (asked) {
      asked.as = as;
      this.name(as, asked);
    }
  }

  /** What has this name: a request of either side, or what a step took by it. */
  recordNamed(as: string): WireRecord | undefined {
    return this.named(as)?.record ?? this.taken.get(as);
  }

  /** The latest request of that name. */
  named(as: string): TrackedRequest | undefined {
    return this.byName.get(as)?.at(-1);
  }

  /** Every request of that name, oldest first. */
  allNamed(as: string): TrackedRequest[] {
    return this.byName.get(as) ?? [];
  }

  names(): string[] {
    return [...this.byName.keys()];
  }

  /** The request that a response answers, asked by the other side; the latest with that id. */
  answeredBy(record: WireRecord): TrackedRequest | undefined {
    const message = record.message as JsonObject;
    const id = message.id as Id | undefined;
    if (id === undefined || id === null) return undefined;
    const asker = record.from === 'kit' ? 'target' : 'kit';
    const asked = this.byId[asker].get(key(id));
    if (!asked || asked.length === 1) return asked?.[0];
    const sameLane = asked.filter((one) => one.record.channel === record.channel);
    return (sameLane.length > 0 ? sameLane : asked).find((one) => one.answered === 0) ?? asked.at(-1);
  }

  /** The id of a request of this name that a record answers by its digits alone: text for a number, or a number for text. */
  retypedId(as: string, { message, method }: WireRecord): Id | undefined {
    if (method !== undefined || !isObject(message as Json) || shapeOf(message as Json) !== 'response') return undefined;
    const { id } = message as JsonObject;
    if (id === null || typeof id === 'object') return undefined;
    const isText = typeof id === 'string';
    return this.allNamed(as).find((asked) => (typeof asked.id === 'string') !== isText && `${asked.id}` === `${id}`)
      ?.id;
  }

  private name(as: string, asked: TrackedRequest): void {
    const list = this.byName.get(as) ?? [];
    if (!list.includes(asked)) list.push(asked);
    this.byName.set(as, list);
  }
}
