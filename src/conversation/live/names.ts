/** Names that can become others while somebody holds them, such as permissive variants. */
export class LiveNames<Name extends string> extends Set<Name> {
  #changes = 0;

  become(names: ReadonlySet<Name>): void {
    const next = [...names];
    if (next.length === this.size && next.every((name) => this.has(name))) return;
    this.clear();
    for (const name of next) this.add(name);
    this.#changes += 1;
  }

  /** What is made of the names, and made again once they are others. */
  live<T>(make: () => T): () => T {
    let made = make();
    let at = this.#changes;
    return () => {
      if (this.#changes !== at) made = make();
      at = this.#changes;
      return made;
    };
  }
}

/** What is made of names: made again once they are others, if they can become others. */
export function madeOf<T, Name extends string>(names: ReadonlySet<Name>, make: () => T): T | (() => T) {
  return names instanceof LiveNames ? names.live(make) : make();
}

/** A permissive variant as people read of it. */
export const asVariant = (name: string): string => `the permissive variant ${name}`;

/**
 * The names that shall hold, of which some stay as they were.
 *
 * @param isFixed which of them hold from the start on alone
 * @returns `names`, and as `fixed`, for people, those that would have come or gone
 */
export function exceptFixed<Name extends string>(
  now: ReadonlySet<Name>,
  wanted: ReadonlySet<Name>,
  isFixed: (name: Name) => boolean,
): { names: ReadonlySet<Name>; fixed: string[] } {
  const names = new Set<Name>([...[...wanted].filter((name) => !isFixed(name)), ...[...now].filter(isFixed)]);
  const fixed = [...new Set([...now, ...wanted])].filter((name) => isFixed(name) && now.has(name) !== wanted.has(name));
  return { names, fixed: fixed.map(asVariant) };
}
