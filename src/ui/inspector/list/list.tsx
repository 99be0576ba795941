import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from '@tanstack/virtual-core';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { numberOf, RowContent } from '../../components/row.js';
import { SequenceContent, SequenceGap, SequenceMissing } from '../../components/sequence-row.js';
import { narrow } from '../narrow.js';
import type { Store } from '../store.js';
import { type Item, type Items, itemsOf } from './items.js';
import { Ruler } from './ruler.js';

/** Heights of rows, as the style sheet has them: fixed, so that nothing is measured. */
const HEIGHTS = { rows: 28, narrow: 46, sequence: 40 };
/** The head of the list, which covers what is above. */
const HEAD = 24;
/** Rows that are drawn beyond those that are seen, so that none is missing when a little is scrolled. */
const OVERSCAN = 8;

/** The transcript: only the rows that are seen are in the document. */
export function List({ store }: { store: Store }) {
  const sequence = store.view.value === 'sequence';
  const height = sequence ? HEIGHTS.sequence : narrow.value ? HEIGHTS.narrow : HEIGHTS.rows;
  const items = itemsOf(store);
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer(items.length, height, scroller);
  useScrolling(store, items, height, scroller);
  const selected = store.selected.value;
  const at = selected === undefined ? -1 : items.positionOf(selected);
  const isShown = selected !== undefined && store.shown.has(selected);
  const drawn = virtualizer.getVirtualItems();
  // What has the focus stays in the document wherever the list is scrolled to.
  const positions = drawn.map((one) => one.index);
  if (isShown && at < items.length && !positions.includes(at)) positions.push(at);
  return (
    <div class="frame">
      <div class="view" ref={scroller} data-view={sequence ? 'sequence' : 'rows'}>
        <Heads store={store} sequence={sequence} />
        <div
          role="listbox"
          aria-label="Messages"
          class="rows"
          // One stop of the tab key: the selected row, or the list before there is one.
          tabIndex={isShown ? -1 : 0}
          style={{ height: `${virtualizer.getTotalSize()}px` }}
        >
          {positions.map((position) => {
            const item = items.at(position);
            return (
              item && (
                <Row
                  key={keyOf(item, position, selected)}
                  {...item}
                  {...{ store, position, height, sequence }}
                  total={items.length}
                />
              )
            );
          })}
        </div>
      </div>
      <Ruler store={store} items={items} />
      {store.newer.value > 0 && !store.follows.value && (
        <div class="jump">
          <button type="button" class="btn main" onClick={() => store.follow()}>
            ↓ {store.newer.value} newer {store.newer.value === 1 ? 'message' : 'messages'} <kbd>End</kbd>
          </button>
        </div>
      )}
    </div>
  );
}

/** More than are drawn at once. */
const SLOTS = 128;

/**
 * Rows far from each other take turns in the same elements: to fill those anew costs less than to make others. The selected one, which may
 * have the focus, keeps its own.
 */
const keyOf = (item: Item, position: number, selected: number | undefined) =>
  item.is === 'row' && item.index === selected ? 'selected' : `${item.is} ${position % SLOTS}`;

function Heads({ store, sequence }: { store: Store; sequence: boolean }) {
  const { roles, by } = store.state.value ?? { roles: { kit: '', target: '' }, by: 'mock' };
  if (sequence) {
    const [left, right] = store.transcript.kitIsLeft ? [roles.kit, roles.target] : [roles.target, roles.kit];
    return (
      <div class="cap sequence" aria-hidden="true">
        <span>s</span>
        <span class="ends">
          <b>
            {left}
            {by === 'proxy' ? '' : ' (Proctor)'}
          </b>
          <b>{right}</b>
        </span>
        <span>finding</span>
      </div>
    );
  }
  return (
    <div class="cap" aria-hidden="true">
      <span class="s">s</span>
      <span />
      <span />
      <span>message</span>
      <span class="lat">took</span>
      <span class="fi">finding</span>
    </div>
  );
}

/** A message, or what stands in place of some. Its members are plain values: a row whose values are the same is not drawn again. */
type RowPlace = Item & {
  store: Store;
  position: number;
  height: number;
  sequence: boolean;
  total: number;
};

function Row(place: RowPlace) {
  const { store, position, height, sequence, total } = place;
  const style = { transform: `translateY(${position * height}px)` };
  const peer = store.peer.value;
  const where = { style, 'aria-setsize': total, 'aria-posinset': position + 1 };
  if (place.is === 'gap')
    return (
      <div role="option" {...where} class="row seq" aria-selected={false} tabIndex={-1}>
        <SequenceGap left={place.left} />
      </div>
    );
  const entry = store.transcript.at(place.index);
  if (entry === undefined) return null;
  if (place.is === 'missing')
    return (
      <div
        role="option"
        {...where}
        class="row seq"
        aria-selected={false}
        tabIndex={-1}
        onClick={() => store.select(entry.index)}
      >
        <SequenceMissing entry={entry} peer={peer} />
      </div>
    );
  const selected = store.selected.value === entry.index;
  const partner = store.entry && store.transcript.partner(store.entry)?.index === entry.index;
  const chosen = store.chosen.value;
  const tone = entry.worst?.tone;
  const classes = [
    'row',
    sequence && 'seq',
    tone && `has ${tone}`,
    selected && 'sel',
    partner && 'pair',
    store.shown.isBeside(entry.index) && 'beside',
    chosen.has(entry.index) && 'chosen',
  ];
  const ended = store.state.value?.state === 'ended';
  const Content = sequence ? SequenceContent : RowContent;
  return (
    <div
      role="option"
      {...where}
      class={classes.filter(Boolean).join(' ')}
      aria-selected={selected}
      {...(chosen.size > 0 && { 'aria-checked': chosen.has(entry.index) })}
      tabIndex={selected ? 0 : -1}
      data-index={entry.index}
      title={`message ${numberOf(entry.index)}`}
      onClick={() => store.select(entry.index)}
    >
      <Content entry={entry} reply={entry.reply} peer={peer} ended={ended} />
    </div>
  );
}

/** A virtualizer whose rows all have one height. */
function useVirtualizer(count: number, height: number, scroller: { current: HTMLDivElement | null }) {
  const [, redraw] = useState(0);
  const options = {
    count,
    estimateSize: () => height,
    getScrollElement: () => scroller.current,
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    onChange: () => redraw((before) => before + 1),
  };
  const [virtualizer] = useState(() => new Virtualizer<HTMLDivElement, HTMLDivElement>(options));
  // Who scrolls by more than a screen at a time is shown what is there, and nothing beyond it until the list rests.
  const { scrollOffset, scrollRect, isScrolling } = virtualizer;
  const drawnAt = useRef(0);
  const isFar = isScrolling && Math.abs((scrollOffset ?? 0) - drawnAt.current) > (scrollRect?.height ?? 0);
  drawnAt.current = scrollOffset ?? 0;
  virtualizer.setOptions({ ...options, overscan: isFar ? 0 : OVERSCAN });
  useLayoutEffect(() => virtualizer._didMount(), [virtualizer]);
  useLayoutEffect(() => virtualizer._willUpdate());
  const last = useRef(height);
  if (last.current !== height) {
    last.current = height;
    virtualizer.measure();
  }
  return virtualizer;
}

const isAtEnd = (view: HTMLElement): boolean => view.scrollTop + view.clientHeight >= view.scrollHeight - 4;

/** What was seen when something was last put in its place. */
interface Seen {
  top: number;
  height: number;
  /** Index of the first row that was seen. */
  anchor?: number;
  selected?: number | undefined;
  drawn?: number;
  followed?: boolean;
}

/** Follows the end, keeps what is read in its place, brings the selected row into view, and hands the focus to it. */
function useScrolling(store: Store, items: Items, height: number, scroller: { current: HTMLDivElement | null }): void {
  const selected = store.selected.value;
  const last = useRef<Seen>({ top: 0, height });
  useLayoutEffect(() => {
    const view = scroller.current;
    if (view === null) return;
    const now = last.current;
    const drawn = store.drawn.peek();
    // Only scrolled: to ask where it is now would lay the page out in between.
    const isSame = drawn === now.drawn && selected === now.selected && height === now.height;
    if (isSame && store.follows.peek() === now.followed) return;
    const select = selected !== undefined && selected !== now.selected && store.shown.has(selected);
    if (select) {
      const position = items.positionOf(selected);
      const top = position * height;
      const room = view.clientHeight - HEAD;
      if (top < view.scrollTop) view.scrollTop = now.selected === undefined ? top - room / 2 : top;
      else if (top + height > view.scrollTop + room)
        view.scrollTop = top + height - room + (now.selected === undefined ? room / 2 : 0);
      if (view.contains(document.activeElement) || document.activeElement === document.body)
        view.querySelector<HTMLElement>(`[data-index="${selected}"]`)?.focus({ preventScroll: true });
    } else if (store.follows.value) {
      view.scrollTop = view.scrollHeight;
    } else if (now.anchor !== undefined) {
      // Rows that came in or went above leave the others where they are.
      const top = items.positionOf(now.anchor) * now.height;
      const moved = Math.floor(now.top / now.height) * now.height;
      if (height !== now.height) view.scrollTop = items.positionOf(now.anchor) * height;
      else if (top !== moved && store.shown.has(now.anchor)) view.scrollTop = now.top + top - moved;
    }
    remember(view);
    last.current.drawn = drawn;
    last.current.followed = store.follows.peek();
    if (isAtEnd(view) && store.newer.peek() > 0) store.newer.value = 0;
    if (selected === undefined || store.shown.has(selected)) last.current.selected = selected;
  });
  const remember = (view: HTMLElement) => {
    const first = items.at(Math.floor(view.scrollTop / height));
    const range = {
      first: Math.floor(view.scrollTop / height),
      last: Math.min(items.length, Math.floor((view.scrollTop + view.clientHeight - HEAD) / height)) - 1,
    };
    const seen = store.range.peek();
    if (seen?.first !== range.first || seen.last !== range.last) store.range.value = range;
    last.current = {
      ...last.current,
      top: view.scrollTop,
      height,
      ...(first?.is === 'row' ? { anchor: first.index } : {}),
    };
  };
  const latest = useRef(remember);
  latest.current = remember;
  useLayoutEffect(() => {
    const view = scroller.current!;
    const scrolled = () => {
      const atEnd = isAtEnd(view);
      if (atEnd && !store.follows.value) store.follow();
      else if (!atEnd && view.scrollTop < last.current.top - 1) store.follows.value = false;
      latest.current(view);
    };
    // Before the virtualizer hears of it, which draws: whether the list still follows its end must be known by then.
    view.addEventListener('scroll', scrolled, { passive: true, capture: true });
    return () => view.removeEventListener('scroll', scrolled, { capture: true });
  }, [scroller, store]);
}
