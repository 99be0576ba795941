import type { HostedEntry, HostedRun } from '../../generated/types/control-v1.js';
import { visible } from '../model/visible.js';
import { counted } from '../model/wording.js';
import { ANSWERS, type Store } from './store.js';

const STATES: { readonly [state in HostedEntry['state']]: { symbol: string; word: string; tone: string } } = {
  free: { symbol: '·', word: 'free', tone: 'dim' },
  waiting: { symbol: '○', word: 'waits for you', tone: 'hint-tone' },
  working: { symbol: '▶', word: 'working', tone: 'dim' },
  done: { symbol: '✓', word: 'done', tone: 'pass' },
};
/** What only a person can say of one server. */
const ASKED = ['worked', 'failed'] as const;

/** The servers of a step: which case each serves, and what it waits for. */
export function Entries({ store, run }: { store: Store; run: HostedRun }) {
  const { entries, state } = run;
  // One server is what the step is about; it is listed only if something is asked of it that the step does not ask.
  const asks = entries.some((one) => one.asks && one.state === 'waiting') && !run.step?.answers.includes('worked');
  const busy = entries.filter((one) => one.state !== 'free');
  const free = entries.length - busy.length;
  if (state === 'waiting' || busy.length === 0 || (entries.length < 2 && !asks)) return null;
  return (
    <div class="entries">
      <h3>Servers in your client</h3>
      <ul>
        {busy.map((entry) => (
          <Entry key={entry.name} store={store} run={run} entry={entry} />
        ))}
      </ul>
      {free > 0 && <p class="hint">{counted(free, 'more server')} without a case now.</p>}
    </div>
  );
}

function Entry({ store, run: { step }, entry }: { store: Store; run: HostedRun; entry: HostedEntry }) {
  const { name, title, waits, asks, connected } = entry;
  const { symbol, word, tone } = STATES[entry.state];
  return (
    <li class={entry.state}>
      <span class={tone} aria-hidden="true">
        {symbol}
      </span>
      <code>{visible(name)}</code>
      <div>
        <p class="says">
          {title === undefined ? <span class="dim">{word}</span> : visible(title)}
          {title !== undefined && entry.state !== 'working' && <span class="sr">: {word}</span>}
        </p>
        {entry.state === 'waiting' && !(waits === undefined && connected) && (
          <p class="hint">
            {connected ? 'Waiting' : 'Not connected yet'}
            {waits !== undefined && `: ${visible(waits)}`}
          </p>
        )}
        {entry.state === 'working' && <p class="hint">{word}</p>}
      </div>
      {asks && step && entry.state === 'waiting' && (
        <span class="asks">
          {ASKED.map((answer) => (
            <button
              key={answer}
              type="button"
              class="btn"
              disabled={store.connection.value.is !== 'open'}
              aria-disabled={!store.settled.value || store.sending.value}
              onClick={() => void store.answer(step, answer, name)}
            >
              {ANSWERS[answer]}
              <span class="sr"> in {visible(name)}</span>
            </button>
          ))}
        </span>
      )}
    </li>
  );
}
