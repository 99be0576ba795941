/**
 * Runs `work` over the items, at most `jobs` at once, begun in order. Resolves when all are done; rejects with the first
 * error after those that run have settled.
 */
export async function pool<T>(items: readonly T[], jobs: number, work: (item: T) => Promise<void>): Promise<void> {
  let next = 0;
  const errors: unknown[] = [];
  const worker = async () => {
    while (next < items.length && errors.length === 0) {
      const item = items[next++]!;
      await work(item).catch((error) => errors.push(error));
    }
  };
  await Promise.all(Array.from({ length: Math.min(jobs, items.length) }, worker));
  if (errors.length > 0) throw errors[0];
}

/** Passes on what belongs to numbered places in the order of the numbers, whatever the order in which it comes. */
export class InOrder<T> {
  private readonly waiting = new Map<number, T[]>();
  private next = 0;

  constructor(private readonly pass: (value: T) => void) {}

  /** Everything of one place, at once; a place that has nothing to say passes an empty list. */
  put(place: number, values: T[]): void {
    this.waiting.set(place, values);
    for (let ready = this.waiting.get(this.next); ready; ready = this.waiting.get(this.next)) {
      this.waiting.delete(this.next++);
      for (const value of ready) this.pass(value);
    }
  }
}
