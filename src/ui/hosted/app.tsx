import { useEffect } from 'preact/hooks';
import { visible } from '../model/visible.js';
import { useClock } from '../shared/clock.js';
import { Banners } from './banners.js';
import { Cases } from './cases.js';
import { Configuration } from './configuration.js';
import { Header } from './header.js';
import { Progress } from './progress.js';
import { Result } from './result.js';
import { Seen } from './seen.js';
import { Step } from './step.js';
import type { Store } from './store.js';

/** The whole page. */
export function App({ store, retry }: { store: Store; retry(): void }) {
  useTitle(store);
  useClock(store.now, store.connection.value.is === 'lost' || store.run.value?.step !== undefined);
  const run = store.run.value;
  return (
    <>
      <Header store={store} />
      <Banners store={store} retry={retry} />
      <main class="width">
        {run === undefined ? (
          <Nothing store={store} />
        ) : (
          <>
            <div class={`halves ${run.state}`}>
              <div>
                {run.state === 'ended' ? <Result store={store} run={run} /> : <Step store={store} run={run} />}
                {run.state !== 'ended' && run.state !== 'waiting' && <Seen store={store} />}
              </div>
              <div>
                <Progress store={store} run={run} />
                {run.state !== 'ended' && <Configuration run={run} />}
              </div>
            </div>
            <Cases store={store} run={run} />
          </>
        )}
      </main>
      <div class="sr" role="status" aria-live="polite" id="said">
        {store.said.value}
      </div>
    </>
  );
}

function Nothing({ store }: { store: Store }) {
  const refused = store.refused.value;
  return (
    <div class="card nothing">
      {refused === undefined ? (
        <p>
          {store.connection.value.is === 'lost'
            ? 'Nothing was received before the connection was lost.'
            : 'Connecting to Proctor, which serves this page.'}
        </p>
      ) : (
        <p>
          Proctor says: {visible(refused)}. <a href={store.inspector()}>Open the inspector</a> to see what runs here.
        </p>
      )}
    </div>
  );
}

/** Somebody has ten tabs: the title says what there is to do, or how it ended. */
function useTitle(store: Store): void {
  const run = store.run.value;
  const { symbol, text } = store.standing.value;
  const now = run?.state === 'step' && !run.step?.gone && run.step ? `▶ ${run.step.title}` : `${symbol} ${text}`;
  const title = `${visible(now)} · Hosted run ${visible(run?.id ?? '')}`.trim();
  useEffect(() => {
    document.title = title;
  }, [title]);
}
