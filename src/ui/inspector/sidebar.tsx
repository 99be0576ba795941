import type { ComponentChildren } from 'preact';
import type { CaseState } from '../../generated/types/control-v1.js';
import { SYMBOLS } from '../components/verdict.js';
import { hasWord, toggled } from '../model/filter/parse.js';
import { visible } from '../model/visible.js';
import { count, counted, duration } from '../model/wording.js';
import { showQuestion } from './keys.js';
import type { Store } from './store.js';

/** Entries of a part that are listed; the filter finds the others. */
const MOST = 100;
/** The same for channels: a run has one for each request. */
const MOST_CHANNELS = 12;

/** The column on the left: connections and sessions, findings, what waits, rules. Each is a filter. */
export function Sidebar({ store }: { store: Store }) {
  return (
    <nav class="left" aria-label="Sessions and findings">
      <Connections store={store} />
      <Findings store={store} />
      {store.savedAt === undefined && <Waiting store={store} />}
      <Cases store={store} />
      <Rules store={store} />
      <Pages store={store} />
    </nav>
  );
}

interface FilterProps {
  store: Store;
  word: string;
  value: string;
  sub?: boolean;
  small?: string;
  number?: ComponentChildren;
  children: ComponentChildren;
}

/** An entry that puts its word into the filter, or takes it out. */
function FilterButton({ store, word, value, sub, small, number, children }: FilterProps) {
  const isOn = hasWord(store.filter.value, word, value);
  return (
    <li>
      <button
        type="button"
        class={sub ? 'entry sub' : 'entry'}
        aria-pressed={isOn}
        onClick={() => {
          store.setFilter(toggled(store.filter.value, word, value));
          store.pane.value = 'transcript';
        }}
      >
        <span>{children}</span>
        <span class="n num">{number}</span>
        {small !== undefined && <small>{small}</small>}
      </button>
    </li>
  );
}

/** Channels with their rows. Those that are numbered, one for each request over HTTP, are one entry. */
function groupsOf(channels: ReadonlyMap<string, number>): [string, number][] {
  const groups = new Map<string, { names: string[]; lines: number }>();
  for (const [name, lines] of channels) {
    const group = groups.get(name.replace(/\d+$/, '*')) ?? { names: [], lines: 0 };
    groups.set(name.replace(/\d+$/, '*'), { names: [...group.names.slice(0, 1), name], lines: group.lines + lines });
  }
  return [...groups].map(([pattern, { names, lines }]) => [names.length === 1 ? names[0]! : pattern, lines]);
}

function Connections({ store }: { store: Store }) {
  const state = store.state.value;
  if (state === undefined) return null;
  const channels = groupsOf(store.transcript.channels);
  const protocol = state.roles.target.split('/')[0]!.toUpperCase();
  return (
    <>
      <h2>Connections</h2>
      <ul>
        {channels.slice(0, MOST_CHANNELS).map(([channel, lines]) => (
          <FilterButton
            store={store}
            word="on"
            value={channel}
            number={count(lines)}
            small={`${state.transport} · ${protocol} ${state.protocolVersion}`}
          >
            {visible(channel)}
          </FilterButton>
        ))}
      </ul>
      {channels.length > MOST_CHANNELS && (
        <p class="dim">and {counted(channels.length - MOST_CHANNELS, 'more channel')}: filter with on:NAME</p>
      )}
      {channels.length === 0 && <p class="dim">none yet</p>}
      <ul>
        {/* Those of a run are its cases, which have a part of their own. */}
        {(store.cases.value.size > 0 ? [] : state.sessions.slice(-MOST)).map(({ id, lines, open, over }) => (
          <FilterButton
            store={store}
            word="session"
            value={id}
            sub
            number={count(lines)}
            small={[over ? 'over' : undefined, open > 0 ? `${count(open)} open` : undefined]
              .filter(Boolean)
              .join(' · ')}
          >
            {visible(id)}
          </FilterButton>
        ))}
      </ul>
    </>
  );
}

function Findings({ store }: { store: Store }) {
  const broken = store.transcript.requirements;
  return (
    <>
      <h2>Findings</h2>
      <ul>
        {broken.slice(0, MOST).map(({ requirement, level, tone, count: times, message }) => (
          <FilterButton
            store={store}
            word="req"
            value={requirement}
            number={`×${count(times)}`}
            small={visible(shortOf(message))}
          >
            <b class={tone}>
              <span aria-hidden="true">{SYMBOLS[tone]}</span> {requirement}
            </b>{' '}
            {level}
          </FilterButton>
        ))}
      </ul>
      {broken.length === 0 && <p class="dim">none yet</p>}
    </>
  );
}

/** What a finding says, without the method and the place that it begins with: there is little room. */
const shortOf = (message: string): string => message.replace(/^[a-z][\w$/-]*: (?:\/\S*: )*/, '');

function Waiting({ store }: { store: Store }) {
  const pending = store.pending.value;
  return (
    <>
      <h2>Waiting</h2>
      <ul>
        {pending.slice(0, MOST).map(({ id, method, question, since }) => (
          <li>
            <button
              type="button"
              class="entry"
              aria-pressed={store.tab.value === 'answer' && store.question.value?.id === id}
              onClick={() => {
                store.asked.value = id;
                showQuestion(store);
              }}
            >
              <code>{visible(method)}</code>
              <span class="n num">{duration(Math.max(0, store.elapsed - since))}</span>
              <small>{visible(question)}</small>
            </button>
          </li>
        ))}
      </ul>
      {pending.length === 0 && <p class="dim">nothing waits</p>}
    </>
  );
}

const MARKS = { pass: '✓', fail: '✗', skipped: '↷', untestable: '?', error: '✗' } as const;
const TONES = { pass: 'pass', fail: 'fail', skipped: 'skip', untestable: 'unsure', error: 'fail' } as const;

const isBroken = ({ verdict }: CaseState): boolean => verdict === 'fail' || verdict === 'error';

/** The cases of a run: what runs now, what failed, then the others that are over. */
function Cases({ store }: { store: Store }) {
  const cases = [...store.cases.value.values()];
  if (cases.length === 0) return null;
  const over = cases.filter(({ verdict }) => verdict !== undefined);
  const failed = over.filter(isBroken);
  const listed = [
    ...cases.filter(({ running, verdict }) => running && verdict === undefined),
    ...failed,
    ...over.filter((one) => !isBroken(one)),
  ];
  const lines = new Map((store.state.value?.sessions ?? []).map((one) => [one.id, one.lines]));
  return (
    <>
      <h2>Cases</h2>
      <p class="dim">
        {count(over.length)} of {counted(cases.length, 'case')} over, {count(failed.length)} failed
      </p>
      <ul>
        {listed.slice(0, MOST).map(({ id, verdict, warned, problem }) => (
          <FilterButton
            store={store}
            word="session"
            value={id}
            number={count(lines.get(id) ?? 0)}
            {...(problem !== undefined && { small: visible(problem) })}
          >
            {verdict === undefined ? (
              <b>
                <span aria-hidden="true">●</span> runs{' '}
              </b>
            ) : (
              <b class={verdict === 'pass' && warned ? 'warn' : TONES[verdict]}>
                <span aria-hidden="true">{verdict === 'pass' && warned ? '⚠' : MARKS[verdict]}</span>{' '}
                {verdict === 'pass' && warned ? 'warning' : verdict}{' '}
              </b>
            )}
            {visible(id)}
          </FilterButton>
        ))}
      </ul>
      {listed.length > MOST && (
        <p class="dim">and {counted(listed.length - MOST, 'more case')}: filter with session:NAME</p>
      )}
    </>
  );
}

function Rules({ store }: { store: Store }) {
  const rules = store.state.value?.rules;
  if (rules === undefined || rules.total === 0) return null;
  const others = rules.total - rules.judged;
  return (
    <>
      <h2>Rules</h2>
      <ul>
        <li>
          <button
            type="button"
            class="entry"
            aria-pressed={hasWord(store.filter.value, 'verdict', 'fail')}
            onClick={() => store.setFilter(toggled(store.filter.value, 'verdict', 'fail'))}
          >
            <span>judged</span>
            <span class="n num">
              {count(rules.judged)} of {count(rules.total)}
            </span>
            <small>
              {others === 0
                ? 'all of them saw a message'
                : `${others === 1 ? 'the other' : 'the others'} saw no message yet`}
            </small>
          </button>
        </li>
      </ul>
    </>
  );
}

/** Other proxies, mocks and runs whose pages are open: one click away. */
function Pages({ store }: { store: Store }) {
  const pages = store.pages.value.filter(({ url }) => LOOPBACK.test(url));
  if (pages.length === 0) return null;
  return (
    <>
      <h2>Other pages</h2>
      <ul>
        {pages.slice(0, MOST).map(({ title, url }) => (
          <li>
            <a class="entry" href={url}>
              <span>{visible(title)}</span>
              <small>{new URL(url).host}</small>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

const LOOPBACK = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost):\d+\/#token=[0-9a-f]+$/;
