import type { ComponentType } from 'preact';
import { useRef } from 'preact/hooks';
import { TABS, type Tab } from '../../model/address.js';
import type { Store } from '../store.js';
import { MessageTab } from './message.js';

const TITLES: { readonly [tab in Tab]: string } = {
  message: 'Message',
  answer: 'Answer',
  send: 'Send',
  faults: 'Faults',
};

/** What the tabs show that change something. A saved page has none of them. */
export type Panes = { readonly [tab in Exclude<Tab, 'message'>]: ComponentType<{ store: Store }> };

/** The column on the right, after the tabs pattern of ARIA. */
export function Details({ store, panes }: { store: Store; panes: Panes | undefined }) {
  const tabs = useRef<HTMLDivElement>(null);
  const names = panes === undefined ? TABS.slice(0, 1) : TABS;
  const current = panes === undefined ? 'message' : store.tab.value;
  const Pane = panes === undefined || current === 'message' ? MessageTab : panes[current];
  const go = (tab: Tab) => {
    store.tab.value = tab;
    // The tab is a stop of the tab key once it is drawn.
    setTimeout(() => tabs.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus());
  };
  const keyed = (event: KeyboardEvent) => {
    const at = names.indexOf(current);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: names.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    go(names[(to + names.length) % names.length]!);
  };
  return (
    <aside class="right" aria-label="Details">
      <div class="tabs" role="tablist" aria-label="Details" ref={tabs} onKeyDown={keyed}>
        {names.map((tab) => (
          <button
            type="button"
            role="tab"
            id={`tab-${tab}`}
            aria-selected={tab === current}
            aria-controls="pane"
            tabIndex={tab === current ? 0 : -1}
            onClick={() => (store.tab.value = tab)}
          >
            {TITLES[tab]} <Badge store={store} tab={tab} />
          </button>
        ))}
      </div>
      <div class="pane" id="pane" role="tabpanel" aria-labelledby={`tab-${current}`} tabIndex={0}>
        <Pane store={store} />
      </div>
    </aside>
  );
}

function Badge({ store, tab }: { store: Store; tab: Tab }) {
  const waiting = store.pending.value.length;
  if (tab === 'answer' && waiting > 0) return <span class="chip accent">{waiting}</span>;
  const on = store.state.value?.faults.filter((fault) => fault.on).length ?? 0;
  return tab === 'faults' && on > 0 ? <span class="chip accent">{on} on</span> : null;
}
