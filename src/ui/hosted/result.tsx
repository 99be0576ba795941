import type { CaseState, HostedRun } from '../../generated/types/control-v1.js';
import { Command } from '../components/command.js';
import { byReason } from '../model/hosted/standing.js';
import type { Mark } from '../model/hosted/verdicts.js';
import { visible } from '../model/visible.js';
import { count, counted } from '../model/wording.js';
import { Requirements } from './case-card.js';
import { Counts } from './progress.js';
import type { Store } from './store.js';

/** What came of it, the worst first. */
export function Result({ store, run }: { store: Store; run: HostedRun }) {
  const tally = store.tally.value;
  const all = [...store.names.value].map((name) => store.cases.value.get(name) ?? { id: name });
  const of = (mark: Mark) => all.filter(({ id }) => store.markOf(id) === mark);
  const failed = of('fail');
  const { symbol, text, tone } = headlineOf(tally.all, failed.length, of('unsure').length, of('missed').length);
  return (
    <section class={`card do result ${tone}`} aria-labelledby="result">
      <h2 id="result">
        <span class={tone} aria-hidden="true">
          {symbol}
        </span>{' '}
        {text}
      </h2>
      <Counts tally={tally} />
      {failed.length > 0 && (
        <ol class="failed">
          {failed.map((one) => (
            <Failed key={one.id} store={store} one={one} />
          ))}
        </ol>
      )}
      <Reasons store={store} title="Untestable" tone="unsure" symbol="?" cases={of('unsure')} />
      <NotRun cases={of('missed')} />
      <Reasons store={store} title="Skipped" tone="skip" symbol="↷" cases={of('skip')} />
      {run.report !== undefined && (
        <>
          <h3>Report</h3>
          <Command text={run.report} label="the path of the report" />
        </>
      )}
      {run.exit !== undefined && (
        <p class="hint">
          Proctor ends with exit code {run.exit}. Every message is in the <a href={store.inspector()}>inspector</a>{' '}
          while it runs.
        </p>
      )}
    </section>
  );
}

function headlineOf(all: number, failed: number, unsure: number, rest: number) {
  const of = `of ${counted(all, 'case')}`;
  if (failed > 0)
    return { tone: 'fail', symbol: '✗', text: `${count(failed)} ${of} ${failed === 1 ? 'fails' : 'fail'}` };
  if (rest > 0) return { tone: 'unsure', symbol: '?', text: `${count(rest)} ${of} did not run` };
  if (unsure > 0) return { tone: 'unsure', symbol: '?', text: `${count(unsure)} ${of} could not be tested` };
  return { tone: 'pass', symbol: '✓', text: 'Every case passed' };
}

function Failed({ store, one }: { store: Store; one: CaseState }) {
  return (
    <li>
      <p>
        <b>{visible(one.title ?? one.id)}</b>
      </p>
      <p class="hint">
        <code>{visible(one.id)}</code> · <a href={store.inspector(one.id)}>its messages</a>
      </p>
      {one.problem !== undefined && <p class="problem">{visible(one.problem)}</p>}
      <Requirements store={store} ids={one.requirements ?? []} />
    </li>
  );
}

interface ReasonsProps {
  store: Store;
  title: string;
  tone: string;
  symbol: string;
  cases: readonly CaseState[];
}

/** Cases that say nothing about the client, by why they do not. */
function Reasons({ title, tone, symbol, cases }: ReasonsProps) {
  if (cases.length === 0) return null;
  return (
    <div class="reasons">
      <h3>
        {title}: {counted(cases.length, 'case')}
      </h3>
      {byReason(cases).map(({ reason, cases: some }) => (
        <details>
          <summary>
            <span class={tone} aria-hidden="true">
              {symbol}
            </span>{' '}
            {visible(reason)} <span class="dim num">{counted(some.length, 'case')}</span>
          </summary>
          <Names cases={some} />
        </details>
      ))}
    </div>
  );
}

function NotRun({ cases }: { cases: readonly CaseState[] }) {
  if (cases.length === 0) return null;
  return (
    <div class="reasons">
      <h3>Not run: {counted(cases.length, 'case')}</h3>
      <details>
        <summary>
          <span class="unsure" aria-hidden="true">
            –
          </span>{' '}
          The run ended before {cases.length === 1 ? 'it' : 'them'}
        </summary>
        <Names cases={cases} />
      </details>
    </div>
  );
}

function Names({ cases }: { cases: readonly CaseState[] }) {
  return (
    <ul class="names">
      {cases.map(({ id, title }) => (
        <li>
          {title !== undefined && `${visible(title)} `}
          <code class="dim">{visible(id)}</code>
        </li>
      ))}
    </ul>
  );
}
