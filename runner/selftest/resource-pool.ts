/** A few resources, of which each piece of work has one to itself. Work waits its turn in order. */
export class ResourcePool<S> {
  private readonly idle: S[] = [];
  private readonly waiting: ((station: S) => void)[] = [];
  private made = 0;
  private readonly all: Promise<S>[] = [];

  constructor(
    /** How many there are at most; each is made when it is first needed. */
    private readonly most: number,
    private readonly make: (index: number) => Promise<S>,
    private readonly unmake: (station: S) => Promise<void>,
  ) {}

  /** Does a piece of work at a station. Rejects with what the work, or making the station, rejected with. */
  async with<T>(work: (station: S) => Promise<T>): Promise<T> {
    const station = await this.take();
    try {
      return await work(station);
    } finally {
      const next = this.waiting.shift();
      if (next) next(station);
      else this.idle.push(station);
    }
  }

  /** Clears all of them away. No work may be under way. */
  async close(): Promise<void> {
    await Promise.all(this.all.map(async (station) => this.unmake(await station)));
  }

  private take(): Promise<S> {
    const free = this.idle.pop();
    if (free !== undefined) return Promise.resolve(free);
    if (this.made < this.most) {
      const station = this.make(this.made++);
      this.all.push(station);
      return station;
    }
    return new Promise((resolve) => this.waiting.push(resolve));
  }
}
