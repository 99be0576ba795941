import { useState } from 'preact/hooks';
import { visible } from '../model/visible.js';
import { count, counted } from '../model/wording.js';
import { switchTheme } from '../shared/theme.js';
import { save, saveCase } from './actions.js';
import type { Store } from './store.js';

/** The bar on top: what runs, how it stands, and what concerns all of it. */
export function Header({ store }: { store: Store }) {
  const state = store.state.value;
  const on = state?.faults.filter((fault) => fault.on).length ?? 0;
  return (
    <header class="top">
      <h1>Proctor inspector</h1>
      <Standing store={store} />
      <code class="run">{visible(state?.title ?? '')}</code>
      <span class="end">
        {on > 0 && (
          <button type="button" class="chip accent" onClick={() => (store.tab.value = 'faults')}>
            <span aria-hidden="true">⚡</span>
            {counted(on, 'fault')} on
          </button>
        )}
        {state?.by !== 'file' && store.savedAt === undefined && (
          <button
            type="button"
            class="btn wide"
            aria-pressed={store.paused.value}
            onClick={() => store.pause(!store.paused.value)}
          >
            {store.paused.value ? 'Go on' : 'Pause'} <kbd>space</kbd>
          </button>
        )}
        {store.savedAt === undefined && <Export store={store} />}
        <button
          type="button"
          class="btn"
          aria-label="Help: keys and filter"
          onClick={() => (store.helps.value = !store.helps.value)}
        >
          ?
        </button>
        <button type="button" class="btn" aria-label="Switch between light and dark" onClick={switchTheme}>
          ◐
        </button>
      </span>
    </header>
  );
}

function Standing({ store }: { store: Store }) {
  const [tone, symbol, text] = standingOf(store);
  return (
    <span class={`chip ${tone}`}>
      <span aria-hidden="true">{symbol}</span>
      {text}
    </span>
  );
}

/** How it stands, in the words of the header. */
export function standingOf(store: Store): readonly [string, string, string] {
  const state = store.state.value;
  const connection = store.connection.value.is;
  if (connection === 'lost' && state?.state !== 'ended') return ['warn', '⚠', 'page disconnected'];
  if (state === undefined || connection === 'connecting') return ['skip', '○', 'connecting'];
  if (store.paused.value) return ['skip', '⏸', `paused, ${count(store.held.value)} new`];
  if (state.by === 'file') return ['skip', '○', 'a recording'];
  if (store.savedAt !== undefined) return ['skip', '○', `saved ${whenOf(store.savedAt)}`];
  if (state.state === 'ended')
    return state.by === 'run'
      ? ['skip', '○', 'the run ended']
      : state.ended?.early
        ? ['fail', '✗', `the ${store.peer.value} ended`]
        : ['skip', '○', `the ${store.peer.value} ended`];
  if (state.dropped !== undefined) return ['warn', '⚠', `${counted(state.dropped, 'message')} dropped`];
  if (state.state === 'waiting') return ['skip', '○', `waiting for the ${store.peer.value}`];
  return ['pass', '●', 'live'];
}

/** `2026-11-28 18:05 UTC` */
const whenOf = (time: string): string => `${time.slice(0, 16).replace('T', ' ')} UTC`;

function Export({ store }: { store: Store }) {
  const [open, setOpen] = useState(false);
  const chosen = store.chosen.value.size;
  const item = (title: string, run: () => void) => (
    <button
      type="button"
      class="btn quiet"
      onClick={() => {
        setOpen(false);
        run();
      }}
    >
      {title}
    </button>
  );
  return (
    <span
      class="menu"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return;
        event.stopPropagation();
        setOpen(false);
      }}
    >
      <button
        type="button"
        class="btn"
        aria-expanded={open}
        disabled={store.connection.value.is !== 'open'}
        onClick={() => setOpen(!open)}
      >
        Export <span aria-hidden="true">▾</span>
      </button>
      {open && (
        <span class="list">
          {item('Recording (NDJSON)', () => void save(store, 'recording'))}
          {item('HAR file', () => void save(store, 'har'))}
          {item('Page (HTML)', () => void save(store, 'html'))}
          {item(
            chosen > 0 ? `Case of ${counted(chosen, 'selected row')} (YAML)` : 'Case of the selected message (YAML)',
            () => saveCase(store),
          )}
          {chosen > 0 &&
            (
              [
                ['recording', 'Recording'],
                ['html', 'Page'],
              ] as const
            ).map(([format, what]) =>
              item(
                `${what} of ${counted(chosen, 'selected row')}`,
                () =>
                  void save(
                    store,
                    format,
                    [...store.chosen.value].sort((a, b) => a - b),
                  ),
              ),
            )}
        </span>
      )}
    </span>
  );
}
