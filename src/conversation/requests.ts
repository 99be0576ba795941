import { isObject } from '../json/json.js';
import { type Asked, idKey, RequestLedger, retyped } from '../jsonrpc/ledger.js';
import { type Id, shapeOf } from '../jsonrpc/messages.js';
import type { WireRecord } from '../wire/record.js';

/** A request of either side with its record, so that its reply can be found and named. */
type TrackedRequest = Asked<WireRecord>;

/** The requests of a case by id and by the name that a step gave them. */
export class Requests {
  /** A case keeps all its records, so nothing of it is forgotten. */
  private readonly ledger = new RequestLedger<WireRecord['from'], WireRecord>(Number.POSITIVE_INFINITY);
  private readonly byName = new Map<string, TrackedRequest[]>();
  /** What a step took by a name: a request, or the head of an exchange that carries none. */
  private readonly taken = new Map<string, WireRecord>();

  /** @param next the first request id */
  constructor(private next = 1) {}

  /** An id that the kit has not used in this case. */
  nextId(): number {
    // A step may have chosen an id itself.
    while (this.ledger.latest('kit', this.next)) this.next++;
    return this.next++;
  }

  /** The ids below `id` are those of others. */
  goOnFrom(id: number): void {
    this.next = Math.max(this.next, id);
  }

  /** Looks at a record: remembers requests, and names the request that a reply answers on the record itself. */
  note(record: WireRecord): void {
    if (record.kind !== 'message' || !isObject(record.message)) return;
    const { id, method } = record.message;
    const shape = shapeOf(record.message);
    if (shape === 'request') {
      const asked = this.ledger.asked(record.from, id!, String(method), record);
      if (record.as !== undefined) this.name(record.as, asked);
    } else if (shape === 'response' && id !== null) {
      const { to } = this.ledger.replied(record.from, id, ({ channel }) => channel === record.channel);
      if (!to) return;
      record.method = to.method;
      if (to.about.as !== undefined) record.as = to.about.as;
    }
  }

  /** Gives what the target sent the name that a step takes it by: a request, or over HTTP any exchange that it began. */
  nameTaken(record: WireRecord, as: string): void {
    record.as = as;
    this.taken.set(as, record);
    const id = isObject(record.message) ? record.message.id : undefined;
    const asked = this.ledger.latest(record.from, id, (one) => one === record);
    if (asked?.about === record) this.name(as, asked);
  }

  /** What has this name: a request of either side, or what a step took by it. */
  recordNamed(as: string): WireRecord | undefined {
    return this.named(as)?.about ?? this.taken.get(as);
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

  /** The id of a request of this name that a record answers by its digits alone: text for a number, or a number for text. */
  retypedId(as: string, { message, method }: WireRecord): Id | undefined {
    if (method !== undefined || !isObject(message) || shapeOf(message) !== 'response') return undefined;
    const other = retyped(message.id);
    if (other === undefined) return undefined;
    return this.allNamed(as).find((asked) => idKey(asked.id) === idKey(other))?.id as Id | undefined;
  }

  private name(as: string, asked: TrackedRequest): void {
    const list = this.byName.get(as) ?? [];
    if (!list.includes(asked)) list.push(asked);
    this.byName.set(as, list);
  }
}
