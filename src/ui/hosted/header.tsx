import { factsOf } from '../model/hosted/standing.js';
import { visible } from '../model/visible.js';
import { switchTheme } from '../shared/theme.js';
import type { Store } from './store.js';

/** The bar on top: which run, of what, and how it stands. */
export function Header({ store }: { store: Store }) {
  const run = store.run.value;
  const { tone, symbol, text } = store.standing.value;
  const canEnd = run !== undefined && run.state !== 'ended';
  return (
    <header class="top">
      <div class="width">
        <h1>Hosted run {run && <code>{visible(run.id)}</code>}</h1>
        {run && <span class="dim facts">{visible(factsOf(run))}</span>}
        <span class={`chip ${tone}`} id="standing">
          <span aria-hidden="true">{symbol}</span>
          <span>{visible(text)}</span>
        </span>
        <span class="end">
          <a class="btn" href={store.inspector()}>
            Inspector
          </a>
          {canEnd && (
            <button
              type="button"
              class="btn"
              id="end"
              aria-expanded={store.ending.value}
              disabled={store.connection.value.is !== 'open'}
              onClick={() => (store.ending.value = !store.ending.value)}
            >
              End the run
            </button>
          )}
          <button type="button" class="btn" aria-label="Switch between light and dark" onClick={switchTheme}>
            ◐
          </button>
        </span>
      </div>
    </header>
  );
}
