import type { Clock } from '../../wire/clock/clock.js';
import type { FaultItem } from './item.js';

/**
 * How long a message that may be the last before the reply is kept back while nothing else comes, in ms of the clock's time:
 * a peer may be waiting for it.
 */
const PATIENCE = 1000;

interface Waiting {
  item: FaultItem;
  candidate: boolean;
}

/**
 * Finds the message that a rule counts from the end. On one stream it keeps back as many candidates as may still be the one,
 * and what follows them, so that the order stays. It lets go without a fault where keeping back would stop the conversation:
 * at a request, at the end of the stream, and after a second of silence.
 */
export class LastOnes {
  private readonly waiting: Waiting[] = [];
  private cancel: () => void = () => {};

  constructor(
    /** 1 is the last before the end, 2 the one before it. */
    private readonly fromEnd: number,
    private readonly clock: Clock,
    /** Takes what is let go: `meant` for the one that the rule is about. */
    private readonly release: (item: FaultItem, meant: boolean) => void,
  ) {}

  get empty(): boolean {
    return this.waiting.length === 0;
  }

  /** Keeps back a message that may be meant. */
  add(item: FaultItem): void {
    this.waiting.push({ item, candidate: true });
    const candidates = this.waiting.filter(({ candidate }) => candidate).length;
    if (candidates > this.fromEnd) {
      const next = this.waiting.findIndex(({ candidate }, at) => candidate && at > 0);
      this.letGo(this.waiting.splice(0, next));
    }
    this.wait();
  }

  /** Keeps back a message that follows one that may be meant. */
  follow(item: FaultItem): void {
    this.waiting.push({ item, candidate: false });
    this.wait();
  }

  /** The end has come that the rule counts from. */
  end(): void {
    const candidates = this.waiting.filter(({ candidate }) => candidate);
    this.letGo(this.waiting.splice(0), candidates.at(-this.fromEnd)?.item);
  }

  /** No end will come: everything goes as it is. */
  giveUp(): void {
    this.letGo(this.waiting.splice(0));
  }

  private letGo(list: Waiting[], meant?: FaultItem): void {
    if (this.waiting.length === 0) this.cancel();
    for (const { item } of list) this.release(item, item === meant);
  }

  private wait(): void {
    this.cancel();
    this.cancel = this.clock.after(PATIENCE, () => this.giveUp());
  }
}
