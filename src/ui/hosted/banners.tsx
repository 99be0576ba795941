import { useLayoutEffect, useRef } from 'preact/hooks';
import { Banner } from '../components/banner.js';
import { visible } from '../model/visible.js';
import { counted } from '../model/wording.js';
import type { Store } from './store.js';

/** What comes first: a lost connection, the question before the end, news. */
export function Banners({ store, retry }: { store: Store; retry(): void }) {
  const run = store.run.value;
  return (
    <>
      {store.connection.value.is === 'lost' && <Lost store={store} retry={retry} />}
      {store.ending.value && run && run.state !== 'ended' && <Ending store={store} />}
      {run?.notice !== undefined && (
        <Banner tone="note">
          <p>{visible(run.notice)}</p>
        </Banner>
      )}
    </>
  );
}

function Lost({ store, retry }: { store: Store; retry(): void }) {
  const { run, token } = store;
  if (run.value?.state === 'ended')
    return (
      <Banner tone="note" label="Connection">
        <p>Proctor has ended. This page stays as it is until you close it.</p>
      </Banner>
    );
  const { retryAt = 0 } = store.connection.value;
  const next = `Next try in ${Math.max(0, Math.ceil((retryAt - store.now.value) / 1000))} s.`;
  return (
    <Banner tone="gone">
      {run.value === undefined ? (
        <p>
          <b>⚠ The page can’t connect to Proctor.</b>{' '}
          {token === undefined
            ? 'The address has no token: open the address that Proctor printed, with all that is behind #.'
            : 'It has ended, or the token in the address is that of another start.'}{' '}
          {next}
        </p>
      ) : (
        <p>
          <b>⚠ The page lost its connection to Proctor.</b> Below is what it had received. Proctor itself may go on, and
          keeps every result. {next}
        </p>
      )}
      <button type="button" class="btn main" onClick={retry}>
        Try now
      </button>
    </Banner>
  );
}

/** The run ends only after a second click, on another button. */
function Ending({ store }: { store: Store }) {
  const { now, todo } = store.tally.value;
  const stay = useRef<HTMLButtonElement>(null);
  // Before anything is drawn: a key that is pressed at once is heard.
  useLayoutEffect(() => {
    stay.current?.focus();
    const leave = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') store.ending.value = false;
    };
    document.addEventListener('keydown', leave);
    return () => {
      document.removeEventListener('keydown', leave);
      // What asked for it has the focus again.
      document.getElementById('end')?.focus();
    };
  }, [store]);
  return (
    <Banner tone="wait">
      <p>
        <b>End the run?</b> {restOf(now + todo)} This can’t be undone.
      </p>
      <button
        type="button"
        class="btn"
        ref={stay}
        onClick={() => {
          store.ending.value = false;
        }}
      >
        Go on with the run
      </button>
      <button type="button" class="btn main" onClick={() => void store.end()}>
        End it now
      </button>
    </Banner>
  );
}

function restOf(cases: number): string {
  if (cases === 0) return 'All cases have run.';
  return `${counted(cases, 'case')} ${cases === 1 ? 'has' : 'have'} no verdict yet, and will be reported as not run.`;
}
