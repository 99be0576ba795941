/**
 * A map that forgets what was set longest ago, so that a flood of messages costs bounded memory. It keeps at least the last
 * `max` entries and at most twice as many: two generations, of which the older is dropped whole, since removing single
 * entries from the front of a Map costs time that grows with it.
 */
export class BoundedMap<K, V> {
  #young = new Map<K, V>();
  #old = new Map<K, V>();
  #forgot = false;

  /** @param max how many entries are kept at least, 1 or more */
  constructor(private readonly max: number) {}

  /** Whether anything was ever forgotten: then "not here" no longer means "never seen". */
  get forgot(): boolean {
    return this.#forgot;
  }

  get(key: K): V | undefined {
    return this.#young.get(key) ?? this.#old.get(key);
  }

  set(key: K, value: V): void {
    if (this.#young.size >= this.max && !this.#young.has(key)) {
      this.#forgot ||= this.#old.size > 0;
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
  }

  /** The value of a key, made and kept by `create` where there is none. */
  obtain(key: K, create: () => V): V {
    const known = this.get(key);
    if (known !== undefined) return known;
    const made = create();
    this.set(key, made);
    return made;
  }
}
