import type { HostedKind, HostedRun } from '../../generated/types/control-v1.js';
import { MARKS, type Mark, type Tally } from '../model/hosted/verdicts.js';
import { visible } from '../model/visible.js';
import { count, counted } from '../model/wording.js';
import type { Store } from './store.js';

const OVER = ['pass', 'warn', 'fail', 'unsure', 'skip'] as const satisfies Mark[];
const COUNTED = [...OVER, 'missed'] as const;

/** How far the run is. */
export function Progress({ store, run }: { store: Store; run: HostedRun }) {
  const tally = store.tally.value;
  return (
    <section class="card" aria-labelledby="progress">
      <h3 id="progress">Progress</h3>
      <p class="big num">
        {count(tally.over)} <small>of {counted(tally.all, 'case')}</small>
      </p>
      <Bar tally={tally} />
      {(tally.over > 0 || store.isOver) && <Counts tally={tally} />}
      <ol class="kinds">
        {run.kinds.map((kind) => (
          <Kind kind={kind} />
        ))}
      </ol>
    </section>
  );
}

/** The shares of the verdicts, in SVG: a policy forbids styles in elements. */
function Bar({ tally }: { tally: Tally }) {
  let at = 0;
  return (
    <svg
      class="bar"
      role="img"
      aria-label={`${tally.over} of ${counted(tally.all, 'case')} done`}
      viewBox="0 0 100 1"
      preserveAspectRatio="none"
    >
      {OVER.map((mark) => {
        const width = tally.all === 0 ? 0 : (tally[mark] / tally.all) * 100;
        at += width;
        return width === 0 ? null : <rect class={mark} x={at - width} y={0} width={width} height={1} />;
      })}
    </svg>
  );
}

/** The verdicts that there are, with their counts. */
export function Counts({ tally }: { tally: Tally }) {
  return (
    <p class="counts num">
      {COUNTED.filter((mark) => tally[mark] > 0).map((mark) => (
        <b class={mark}>
          <span aria-hidden="true">{MARKS[mark].symbol} </span>
          {count(tally[mark])} <span class="word">{MARKS[mark].word}</span>
        </b>
      ))}
    </p>
  );
}

const STATES: { readonly [state in HostedKind['state']]: { symbol: string; word: string } } = {
  done: { symbol: '✓', word: 'done' },
  now: { symbol: '▶', word: 'current' },
  next: { symbol: '·', word: 'to do' },
};

function Kind({ kind: { title, state, cases } }: { kind: HostedKind }) {
  const { symbol, word } = STATES[state];
  return (
    <li class={state}>
      <span aria-hidden="true">{symbol}</span>
      <span>
        {visible(title)}
        <span class="sr">, {word}</span>
      </span>
      <span class="num dim">
        {count(cases.length)}
        <span class="sr"> {cases.length === 1 ? 'case' : 'cases'}</span>
      </span>
    </li>
  );
}
