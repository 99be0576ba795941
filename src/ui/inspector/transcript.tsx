import { visible } from '../model/visible.js';
import { count, counted } from '../model/wording.js';
import { List } from './list/list.js';
import type { Store } from './store.js';
import { Waiting } from './waiting.js';

/** The column in the middle: filter, rows, foot. */
export function TranscriptColumn({ store }: { store: Store }) {
  const isEmpty = store.transcript.length === 0;
  return (
    <section class="mid" aria-label="Transcript">
      {isEmpty ? (
        <Waiting store={store} />
      ) : (
        <>
          <FilterBar store={store} />
          <List store={store} />
        </>
      )}
      <Foot store={store} />
    </section>
  );
}

function FilterBar({ store }: { store: Store }) {
  const problem = store.filterProblem.value;
  return (
    <div class="bar">
      <div class="find">
        <label class="sr" for="filter">
          Filter
        </label>
        <input
          id="filter"
          class="field mono inset"
          type="text"
          spellcheck={false}
          autocomplete="off"
          maxLength={1000}
          placeholder="Filter: tool:call_1 status:pending dir:in verdict:fail"
          value={store.filter.value}
          onInput={(event) => store.setFilter(event.currentTarget.value)}
          aria-invalid={problem !== undefined}
          aria-describedby="filter-says"
        />
      </div>
      <div class="seg" role="group" aria-label="View">
        {(['rows', 'sequence'] as const).map((view) => (
          <button
            type="button"
            class="btn"
            aria-pressed={store.view.value === view}
            onClick={() => (store.view.value = view)}
          >
            {view === 'rows' ? 'Rows' : 'Sequence'}
          </button>
        ))}
      </div>
      <div class="tips">
        <span id="filter-says" role="status">
          <FilterSays store={store} problem={problem} />
        </span>
        <Tips store={store} />
      </div>
    </div>
  );
}

function FilterSays({ store, problem }: { store: Store; problem: string | undefined }) {
  if (problem !== undefined) return <b class="fail">✗ {visible(problem)}</b>;
  const { matching } = store.shown;
  if (matching === undefined) return null;
  return (
    <>
      showing <b>{count(matching)}</b> of {count(store.transcript.length)}{' '}
      <button type="button" class="link" onClick={() => store.setFilter('')}>
        show all
      </button>
    </>
  );
}

/** Filters that are worth a try here. */
function Tips({ store }: { store: Store }) {
  const tool = store.transcript.at(store.selected.value)?.facts.tools[0];
  const tips = [
    'verdict:fail',
    ...(tool !== undefined && /^[\w.:/-]{1,30}$/.test(tool) ? [`tool:${tool}`] : []),
    'is:open',
    'dir:in',
    'took:>1s',
    '-kind:chunk',
  ];
  return (
    <>
      <span class="try">Try</span>
      {tips.map((tip) => (
        <button
          type="button"
          class="link try mono"
          onClick={() => {
            const { value } = store.filter;
            if (!value.split(/\s+/).includes(tip)) store.setFilter(`${value} ${tip}`.trim());
          }}
        >
          {tip}
        </button>
      ))}
      <button type="button" class="link last" onClick={() => (store.helps.value = true)}>
        <kbd>?</kbd> grammar
      </button>
    </>
  );
}

function Foot({ store }: { store: Store }) {
  const { note } = store;
  const hints: [string, string][] = [
    ['j k', 'move'],
    ['n', 'next finding'],
    ['m', 'its reply'],
    ['v', 'sequence'],
    ...(store.savedAt === undefined ? ([['x', 'select']] as [string, string][]) : []),
    ['?', 'all keys'],
  ];
  return (
    <div class="foot">
      {note.value === '' ? (
        <span class="hints">
          {hints.map(([key, does]) => (
            <span class="key">
              <kbd>{key}</kbd> {does}
            </span>
          ))}
        </span>
      ) : (
        <span class="note" role="status">
          {visible(note.value)}
        </span>
      )}
      <span class="cnt">{countsOf(store)}</span>
    </div>
  );
}

function countsOf(store: Store): string {
  const { transcript, shown } = store;
  if (transcript.length === 0) return '';
  const { value: range } = store.range;
  // In a long list, where one is; in a short one, how much there is.
  if (range && shown.length > range.last - range.first + 1)
    return `${count(range.first + 1)} to ${count(range.last + 1)} of ${count(shown.length)}`;
  const open = store.state.value?.state === 'ended' ? 0 : transcript.open.size;
  const records = transcript.first > 0 ? `${count(transcript.first)} older ones are not kept, ` : '';
  return `${records}${counted(transcript.length, 'record')}${open > 0 ? `, ${counted(open, 'open request')}` : ''}`;
}
