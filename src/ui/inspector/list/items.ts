import type { Store } from '../store.js';

/** What stands in a row: a message by its index, a number of messages left out, a request whose reply never came. */
export type Item = { is: 'row'; index: number } | { is: 'gap'; left: number } | { is: 'missing'; index: number };

/** The rows of the list, by their positions. */
export interface Items {
  length: number;
  at(position: number): Item | undefined;
  /** The position of the row with this index, or of the first after it. */
  positionOf(index: number): number;
}

/** The most replies that are shown as missing. */
const MOST_MISSING = 50;

export function itemsOf(store: Store): Items {
  const { shown, transcript } = store;
  const plain: Items = {
    length: shown.length,
    at: (position) => {
      const index = shown.indexAt(position);
      return index === undefined ? undefined : { is: 'row', index };
    },
    positionOf: (index) => shown.positionOf(index),
  };
  if (store.view.value !== 'sequence') return plain;
  const missing = store.state.value?.state === 'ended' ? [...transcript.open].slice(0, MOST_MISSING) : [];
  const isWhole = shown.length === transcript.length;
  if (isWhole && missing.length === 0) return plain;
  const items: Item[] = [];
  const positions: number[] = [];
  let next = transcript.first;
  for (let at = 0; at < shown.length; at++) {
    const index = shown.indexAt(at)!;
    if (index > next) items.push({ is: 'gap', left: index - next });
    positions.push(items.length);
    items.push({ is: 'row', index });
    next = index + 1;
  }
  if (next < transcript.next) items.push({ is: 'gap', left: transcript.next - next });
  for (const index of missing) if (shown.has(index)) items.push({ is: 'missing', index });
  return {
    length: items.length,
    at: (position) => items[position],
    positionOf: (index) => positions[shown.positionOf(index)] ?? items.length,
  };
}
