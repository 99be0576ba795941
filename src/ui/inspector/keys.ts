import type { Answer } from '../../generated/types/control-v1.js';
import { again, answerKind, choose, copyMessage, saveCase } from './actions.js';
import type { Store } from './store.js';

/** Keys and what they do, as the help lists them. */
const KEYS: readonly [string, string][] = [
  ['j k or ↓ ↑', 'move the selection'],
  ['Home End', 'to the first, to the last; End follows again'],
  ['n N', 'next, previous finding'],
  ['m', 'the other half of the pair'],
  ['Enter', 'to the details; Esc returns'],
  ['v', 'rows or sequence'],
  ['/', 'filter'],
  ['?', 'this help'],
  ['p', 'show what waits'],
  ['a A d D', 'allow, always allow, reject, always reject, while the question is visible'],
  ['x', 'select a row'],
  ['s', 'save the selection as a case'],
  ['c', 'copy the JSON'],
  ['e', 'explain the requirement'],
  ['r', 'copy the command that starts it again'],
  ['space', 'pause'],
];

/** Keys of those that do nothing in a saved page. */
const LIVE = ['p', 'a A d D', 'x', 's', 'space'];
const LIVE_KEYS = new Set(['p', 'a', 'A', 'd', 'D', 'x', 's', ' ']);

/** The keys that do something here. */
export const keysOf = (store: Store): readonly (readonly [string, string])[] =>
  store.savedAt === undefined ? KEYS : KEYS.filter(([keys]) => !LIVE.includes(keys));

const ANSWERS: { readonly [key: string]: NonNullable<Answer['kind']> } = {
  a: 'allow',
  A: 'allow-always',
  d: 'reject',
  D: 'reject-always',
};

const focusOn = (selector: string): void => document.querySelector<HTMLElement>(selector)?.focus();
/**
 * Focuses what may be about to be drawn. If it is there it has the focus when this returns: keys that follow at once are for it, and do
 * nothing else.
 */
function focusSoon(selector: string): void {
  focusOn(selector);
  if (document.activeElement?.matches(selector) !== true) setTimeout(() => focusOn(selector));
}
/** The selected row, or the list. */
const LIST = '.rows [tabindex="0"], .rows[tabindex="0"]';

/** Moves the selection to a position of the list. */
function moveTo(store: Store, position: number): void {
  const last = store.shown.length - 1;
  const index = store.shown.indexAt(Math.max(0, Math.min(position, last)));
  if (index !== undefined) store.select(index);
}

function move(store: Store, by: number): void {
  const { value } = store.selected;
  const { shown } = store;
  if (value === undefined) {
    moveTo(store, by > 0 && !store.follows.value ? 0 : shown.length - 1);
    return;
  }
  const at = shown.positionOf(value);
  // From a row that the filter hides, the next one that it shows.
  moveTo(store, shown.has(value) ? at + by : by > 0 ? at : at - 1);
}

/** Goes to the next finding in a direction; without one it says so. */
function toFinding(store: Store, by: 1 | -1): void {
  const from = store.selected.value ?? (by > 0 ? -1 : Number.POSITIVE_INFINITY);
  const found = store.transcript.findings.filter((index) => store.shown.has(index));
  const index = by > 0 ? found.find((one) => one > from) : found.filter((one) => one < from).at(-1);
  if (index === undefined) store.note.value = `No ${by > 0 ? 'later' : 'earlier'} finding.`;
  else store.select(index);
}

function toPartner(store: Store): void {
  const { entry } = store;
  const partner = entry && store.transcript.partner(entry);
  if (partner) store.reveal(partner.index);
  else if (entry) store.note.value = entry.opens ? 'It has no reply yet.' : 'It is not a part of a pair.';
}

export function showQuestion(store: Store): void {
  const { value } = store.question;
  if (value === undefined) {
    store.note.value = 'Nothing waits for you.';
    return;
  }
  store.select(value.index);
  store.tab.value = 'answer';
  store.pane.value = 'details';
}

/** What a key does; returns false for one that does nothing here. */
function act(store: Store, key: string): boolean {
  if (store.savedAt !== undefined && LIVE_KEYS.has(key)) return false;
  const kind = ANSWERS[key];
  if (kind !== undefined) {
    // A question that nobody sees is not answered by a slip of the finger.
    if (store.tab.value !== 'answer') return false;
    answerKind(store, kind);
    return true;
  }
  switch (key) {
    case 'j':
    case 'ArrowDown':
      move(store, 1);
      return true;
    case 'k':
    case 'ArrowUp':
      move(store, -1);
      return true;
    case 'PageDown':
      move(store, 20);
      return true;
    case 'PageUp':
      move(store, -20);
      return true;
    case 'Home':
      moveTo(store, 0);
      return true;
    case 'End':
      moveTo(store, store.shown.length - 1);
      store.follow();
      return true;
    case 'n':
      toFinding(store, 1);
      return true;
    case 'N':
      toFinding(store, -1);
      return true;
    case 'm':
      toPartner(store);
      return true;
    case 'Enter':
      store.pane.value = 'details';
      focusSoon('.pane');
      return true;
    case 'v':
      store.view.value = store.view.value === 'rows' ? 'sequence' : 'rows';
      return true;
    case '/':
      store.pane.value = 'transcript';
      focusSoon('#filter');
      return true;
    case '?':
      store.helps.value = !store.helps.value;
      return true;
    case 'p':
      showQuestion(store);
      return true;
    case 'x':
      choose(store);
      return true;
    case 's':
      saveCase(store);
      return true;
    case 'c':
      void copyMessage(store);
      return true;
    case 'e':
      explain(store);
      return true;
    case 'r':
      again(store);
      return true;
    case ' ':
      store.pause(!store.paused.value);
      return true;
    case 'Escape':
      if (store.helps.value) store.helps.value = false;
      else {
        store.pane.value = 'transcript';
        focusSoon(LIST);
      }
      return true;
    default:
      return false;
  }
}

function explain(store: Store): void {
  if (!store.entry?.worst) {
    store.note.value = 'This message has no finding.';
    return;
  }
  store.tab.value = 'message';
  store.pane.value = 'details';
  focusSoon('.finding');
}

/** Keys work unless a field has the focus; Esc leaves it. */
export function listenToKeys(store: Store, target: Document): void {
  target.addEventListener('keydown', (event) => {
    // The editor is in a tree by itself.
    const [at] = event.composedPath();
    const element = at instanceof HTMLElement ? at : undefined;
    if ((event.ctrlKey || event.metaKey) && event.key === 'f') {
      // The browser's own search sees the rows in the document alone.
      event.preventDefault();
      act(store, '/');
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const isField = element?.matches('input:not([type=checkbox]), textarea, select, [contenteditable="true"]') ?? false;
    if (isField) {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      focusSoon(LIST);
      return;
    }
    const isControl = element?.matches('button, a[href], summary, input, [role=tab]') ?? false;
    if (isControl && [' ', 'Enter', 'Home', 'End', 'ArrowDown', 'ArrowUp'].includes(event.key)) return;
    const isText = element?.closest('.right') !== null && element?.closest('.right') !== undefined;
    // In the details these scroll.
    if (isText && [' ', 'Home', 'End', 'PageUp', 'PageDown', 'ArrowDown', 'ArrowUp'].includes(event.key)) return;
    if (act(store, event.key)) event.preventDefault();
  });
}
