import { type FaultItem, streamKey } from './item.js';

interface Gate {
  /** Messages of the stream that leave later. */
  pending: number;
  /** Heads among them. */
  heads: number;
  queue: FaultItem[];
}

/**
 * Keeps a stream whole while faults put parts of it off: nothing leaves before its head, and the end leaves last. Everything
 * else may be overtaken.
 */
export class Gates {
  private readonly gates = new Map<string, Gate>();

  constructor(private readonly emit: (item: FaultItem) => void) {}

  /** Lets an item leave, now or once what it has to wait for has left. */
  pass(item: FaultItem): void {
    const gate = item.direction === 'sends' ? this.gates.get(streamKey(item)) : undefined;
    if (gate && mustWait(gate, item)) gate.queue.push(item);
    else this.emit(item);
  }

  /** Notes that an item leaves later. The function returned lets it: `go` sends what became of the item. */
  putOff(item: FaultItem): (go: () => void) => void {
    const key = streamKey(item);
    const gate = this.gates.get(key) ?? { pending: 0, heads: 0, queue: [] };
    const head = item.carried.kind === 'http' ? 1 : 0;
    this.gates.set(key, gate);
    gate.pending += 1;
    gate.heads += head;
    return (go) => {
      gate.pending -= 1;
      gate.heads -= head;
      go();
      while (gate.queue[0] && !mustWait(gate, gate.queue[0])) this.emit(gate.queue.shift()!);
      if (gate.pending === 0 && gate.queue.length === 0) this.gates.delete(key);
    };
  }
}

function mustWait(gate: Gate, { carried }: FaultItem): boolean {
  return gate.heads > 0 || (gate.pending > 0 && (carried.kind === 'closed' || carried.kind === 'exit'));
}
