import type { Store } from '../store.js';
import type { Items } from './items.js';

/** Marks that can be told apart beside a scrollbar. */
const MOST = 200;

/** Where the findings are, beside the scrollbar. A list of them is in the column on the left. */
export function Ruler({ store, items }: { store: Store; items: Items }) {
  const { value: range } = store.range;
  if (range && range.last - range.first + 1 >= items.length) return null;
  const places = new Map<number, string>();
  for (const index of store.transcript.findings) {
    if (!store.shown.has(index)) continue;
    const place = Math.floor((items.positionOf(index) / Math.max(1, items.length)) * MOST);
    const tone = store.transcript.at(index)?.worst?.tone ?? 'fail';
    if (places.get(place) !== 'fail') places.set(place, tone);
  }
  if (places.size === 0) return null;
  return (
    <div class="ruler" aria-hidden="true">
      {[...places].map(([place, tone]) => (
        <i class={tone} style={{ top: `${(place / MOST) * 100}%` }} />
      ))}
    </div>
  );
}
