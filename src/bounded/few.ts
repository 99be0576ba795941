/** So many entries are searched in a list as fast as in a table. */
const FEW = 8;

/**
 * A map whose entries come and go, mostly one at a time: the requests that are under way. The engine makes a new table whenever a `Map`
 * loses its last entry, which costs more than all else that is done with such an entry.
 */
export class Few<V> {
  /** The entries are the first `#size` of these two, as long as they are few. */
  readonly #keys: (string | undefined)[] = [];
  readonly #values: (V | undefined)[] = [];
  #size = 0;
  #many: Map<string, V> | undefined;

  get size(): number {
    return this.#many?.size ?? this.#size;
  }

  has(key: string): boolean {
    return this.#many?.has(key) ?? this.#at(key) >= 0;
  }

  get(key: string): V | undefined {
    if (this.#many !== undefined) return this.#many.get(key);
    const at = this.#at(key);
    return at < 0 ? undefined : this.#values[at];
  }

  set(key: string, value: V): void {
    const at = this.#many === undefined ? this.#at(key) : -1;
    if (at >= 0) this.#values[at] = value;
    else if (this.#many === undefined && this.#size < FEW) {
      this.#keys[this.#size] = key;
      this.#values[this.#size] = value;
      this.#size += 1;
    } else {
      this.#many ??= this.#asMap();
      this.#many.set(key, value);
    }
  }

  /** Returns whether there was such an entry. */
  delete(key: string): boolean {
    if (this.#many !== undefined) {
      const found = this.#many.delete(key);
      if (this.#many.size === 0) this.#many = undefined;
      return found;
    }
    const at = this.#at(key);
    if (at < 0) return false;
    this.#size -= 1;
    for (let next = at; next < this.#size; next += 1) {
      this.#keys[next] = this.#keys[next + 1];
      this.#values[next] = this.#values[next + 1];
    }
    this.#forget(this.#size);
    return true;
  }

  clear(): void {
    this.#many = undefined;
    while (this.#size > 0) {
      this.#size -= 1;
      this.#forget(this.#size);
    }
  }

  /** All values, oldest first. */
  values(): V[] {
    return this.#many === undefined ? (this.#values.slice(0, this.#size) as V[]) : [...this.#many.values()];
  }

  #at(key: string): number {
    for (let at = 0; at < this.#size; at += 1) if (this.#keys[at] === key) return at;
    return -1;
  }

  #forget(at: number): void {
    this.#keys[at] = undefined;
    this.#values[at] = undefined;
  }

  #asMap(): Map<string, V> {
    const map = new Map<string, V>();
    for (let at = 0; at < this.#size; at += 1) map.set(this.#keys[at]!, this.#values[at] as V);
    this.clear();
    return map;
  }
}
