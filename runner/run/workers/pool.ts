/** Items that do little but wait, so that some of them may run beside those that count as jobs. */
export interface Idle<T> {
  /** How many of them run beside the jobs. */
  most: number;
  isIdle(item: T): boolean;
}

/**
 * Runs `work` over the items, at most `jobs` at once and idle ones beside them, begun in order. Resolves when all are done; rejects
 * with the first error after those that run have settled.
 */
export async function pool<T>(
  items: readonly T[],
  jobs: number,
  work: (item: T) => Promise<void>,
  idle: Idle<T> = { most: 0, isIdle: () => false },
): Promise<void> {
  const errors: unknown[] = [];
  const busy = new Set<Promise<void>>();
  const idling = new Set<Promise<void>>();
  const begin = (item: T, running: Set<Promise<void>>) => {
    const one = work(item)
      .catch((error) => void errors.push(error))
      .finally(() => running.delete(one));
    running.add(one);
  };
  for (const item of items) {
    const isBeside = idle.isIdle(item) && idling.size < idle.most;
    while (!isBeside && busy.size >= jobs) await Promise.race(busy);
    if (errors.length > 0) break;
    begin(item, isBeside ? idling : busy);
  }
  await Promise.all([...busy, ...idling]);
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
