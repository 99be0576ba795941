/** What is done about something that was carried: all of it, or what comes to light is done next. */
export type Work = () => readonly Work[] | undefined;

/** ms that are spent at once on what was carried, before what comes next is. */
const AT_ONCE = 0.2;
/** Bytes that may wait to be looked at before nothing more is read. */
const WAITING = 32 * 1024 * 1024;

/**
 * What is done with what was carried, in its order, after it has left: a message that comes meanwhile waits for one such piece of work at most,
 * and not for all of them. If too much waits, sources are paused.
 */
export class TapQueue {
  private waiting: { work: Work; size: number }[] = [];
  /** What comes before all that waits, the first at the end. */
  private urgent: Work[] = [];
  private next = 0;
  private size = 0;
  private isChoked = false;
  private isScheduled = false;
  private idles: (() => void)[] = [];
  private readonly sources = new Set<(isChoked: boolean) => void>();

  /** Adds work about `size` bytes. What it throws is thrown from the event loop. */
  add(size: number, work: Work): void {
    this.waiting.push({ work, size });
    this.size += size;
    if (this.size > WAITING) this.choke(true);
    this.schedule();
  }

  /** Has a source paused while too much waits. Returns what ends that. */
  pace(source: (isChoked: boolean) => void): () => void {
    this.sources.add(source);
    if (this.isChoked) source(true);
    return () => void this.sources.delete(source);
  }

  /** Resolves once nothing waits. */
  idle(): Promise<void> {
    if (this.isIdle()) return Promise.resolve();
    return new Promise((resolve) => this.idles.push(resolve));
  }

  private schedule(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    setImmediate(this.turn);
  }

  private readonly turn = (): void => {
    this.isScheduled = false;
    const end = performance.now() + AT_ONCE;
    try {
      do {
        const work = this.urgent.pop() ?? this.take();
        if (work === undefined) break;
        const more = work();
        if (more !== undefined) this.urgent.push(...[...more].reverse());
      } while (performance.now() < end);
    } finally {
      this.settle();
    }
  };

  private take(): Work | undefined {
    const one = this.waiting[this.next];
    if (one === undefined) return undefined;
    this.next += 1;
    this.size -= one.size;
    return one.work;
  }

  private isIdle(): boolean {
    return this.urgent.length === 0 && this.next === this.waiting.length;
  }

  private settle(): void {
    if (this.isIdle()) {
      this.waiting = [];
      this.next = 0;
      for (const resolve of this.idles.splice(0)) resolve();
    } else {
      // What is done with is let go of now and then: taking the first of a long list each time costs its length.
      if (this.next > 1_000) this.waiting = this.waiting.splice(this.next);
      if (this.next > 1_000) this.next = 0;
      this.schedule();
    }
    if (this.size <= WAITING / 2) this.choke(false);
  }

  private choke(isChoked: boolean): void {
    if (this.isChoked === isChoked) return;
    this.isChoked = isChoked;
    for (const source of this.sources) source(isChoked);
  }
}
