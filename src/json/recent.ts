/** Keeps the latest of what is added, up to so many items and so much weight together; the last one in any case. */
export class Recent<T> {
  #items: { value: T; weight: number }[] = [];
  /** Items before this one are forgotten. */
  #first = 0;
  #weight = 0;

  /**
   * @param most how many items are kept
   * @param heaviest how much all of them may weigh
   */
  constructor(
    private readonly most: number,
    private readonly heaviest: number = Number.POSITIVE_INFINITY,
  ) {}

  get length(): number {
    return this.#items.length - this.#first;
  }

  add(value: T, weight = 0): void {
    this.#items.push({ value, weight });
    this.#weight += weight;
    while (this.length > 1 && (this.length > this.most || this.#weight > this.heaviest)) {
      this.#weight -= this.#items[this.#first]!.weight;
      this.#first += 1;
    }
    // Taking single items from the front of a long list costs time that grows with it.
    if (this.#first < 64 || this.#first < this.length) return;
    this.#items = this.#items.slice(this.#first);
    this.#first = 0;
  }

  /** The item at a place, from the end where that is negative. */
  at(index: number): T | undefined {
    const place = index < 0 ? this.#items.length + index : this.#first + index;
    return place < this.#first ? undefined : this.#items[place]?.value;
  }

  *[Symbol.iterator](): IterableIterator<T> {
    for (let place = this.#first; place < this.#items.length; place++) yield this.#items[place]!.value;
  }
}
