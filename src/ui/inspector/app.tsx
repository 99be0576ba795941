import { useEffect } from 'preact/hooks';
import { visible } from '../model/visible.js';
import { counted } from '../model/wording.js';
import { useClock } from '../shared/clock.js';
import { Banners } from './banners.js';
import { Header, standingOf } from './header.js';
import { Help } from './help.js';
import { Sidebar } from './sidebar.js';
import type { Store } from './store.js';
import { Details, type Panes } from './tabs/tabs.js';
import { TranscriptColumn } from './transcript.js';

const PANES = { sessions: 'Sessions', transcript: 'Transcript', details: 'Details' } as const;

interface Props {
  store: Store;
  /** Left out of a saved page, which only shows. */
  panes?: Panes;
  /** Tries to connect at once. */
  retry?(): void;
}

/** The whole page. */
export function App({ store, panes, retry = () => undefined }: Props) {
  useTitle(store);
  useAddress(store);
  useClock(store.now, store.pending.value.length > 0 || store.connection.value.is === 'lost');
  const pane = store.pane.value;
  return (
    <div class="page" data-pane={pane}>
      <Header store={store} />
      <Banners store={store} retry={retry} />
      <main class="cols">
        <Sidebar store={store} />
        <TranscriptColumn store={store} />
        <Details store={store} panes={panes} />
      </main>
      <nav class="goto" aria-label="Columns">
        {(Object.keys(PANES) as (keyof typeof PANES)[]).map((one) => (
          <button type="button" aria-pressed={pane === one} onClick={() => (store.pane.value = one)}>
            {PANES[one]}
          </button>
        ))}
      </nav>
      <Help store={store} />
      <div class="sr" role="status" aria-live="polite" id="said">
        {store.said.value}
      </div>
    </div>
  );
}

/** Somebody has ten tabs: the title says what waits, what is wrong, and what it is. */
function useTitle(store: Store): void {
  const waiting = store.pending.value.length;
  const broken = store.transcript.requirements.filter(({ tone }) => tone === 'fail').length;
  const marks = [
    waiting > 0 ? `(${waiting})` : '',
    broken > 0 ? `✗ ${counted(broken, 'requirement')}` : standingOf(store)[2],
  ];
  const title = `${marks.filter(Boolean).join(' ')} · ${visible(store.state.value?.title ?? 'Proctor inspector')}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
}

/** The view stands in the address. */
function useAddress(store: Store): void {
  const { address } = store;
  useEffect(() => {
    if (location.hash !== address) history.replaceState(null, '', address);
  }, [address]);
}
