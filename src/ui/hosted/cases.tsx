import { useRef } from 'preact/hooks';
import type { HostedRun } from '../../generated/types/control-v1.js';
import { type Area, type Group, partsOf } from '../model/hosted/grid.js';
import { MARKS, type Mark } from '../model/hosted/verdicts.js';
import { visible } from '../model/visible.js';
import { count } from '../model/wording.js';
import { CaseCard } from './case-card.js';
import type { Store } from './store.js';

const OVER = ['pass', 'warn', 'fail', 'unsure', 'skip'] as const satisfies Mark[];
const LEGENDS = { before: [...OVER, 'now', 'todo'], ended: [...OVER, 'missed'] } as const satisfies object;

/** All cases, by what a person does for them and by what they are about. One tab stop; arrow keys move in it. */
export function Cases({ store, run }: { store: Store; run: HostedRun }) {
  const grid = useRef<HTMLDivElement>(null);
  const groups = store.groups.value;
  const first = groups[0]?.areas[0]?.strips[0]?.cases[0];
  const known = store.cell.value !== undefined && store.names.value.has(store.cell.value);
  return (
    <section class="cases" aria-labelledby="cases">
      <h2 id="cases">Cases</h2>
      <p class="legend">
        {LEGENDS[store.isOver ? 'ended' : 'before'].map((mark) => (
          <span>
            <i class={`cell ${mark}`} aria-hidden="true">
              {MARKS[mark].symbol}
            </i>
            {MARKS[mark].word}
          </span>
        ))}
      </p>
      <div class="card" ref={grid} onKeyDown={(event) => move(event, grid.current!)}>
        {groups.map((group) => (
          <GroupOf store={store} group={group} role={run.role} focus={known ? store.cell.value : first} grid={grid} />
        ))}
        {groups.length === 0 && <p class="dim">No case has been planned yet.</p>}
      </div>
    </section>
  );
}

interface GroupProps {
  store: Store;
  role: string;
  /** The cell that is the tab stop. */
  focus: string | undefined;
  grid: { current: HTMLDivElement | null };
}

function GroupOf({ group, ...props }: GroupProps & { group: Group }) {
  return (
    <div class="group">
      <h3>{visible(group.title)}</h3>
      <div class="areas">
        {group.areas.map((area) => (
          <AreaOf {...props} area={area} />
        ))}
      </div>
    </div>
  );
}

function AreaOf({ store, role, focus, grid, area }: GroupProps & { area: Area }) {
  const opened = store.opened.value;
  const isHere = opened !== undefined && area.strips.some(({ cases }) => cases.includes(opened));
  const close = () => {
    store.opened.value = undefined;
    grid.current?.querySelector<HTMLElement>('.cell[tabindex="0"]')?.focus();
  };
  return (
    <div class="area">
      <h4>{visible(area.name)}</h4>
      <div class="strips">
        {area.strips.map(({ leg, cases }) => (
          <>
            {leg !== '' && <span class="leg dim">{visible(leg)}</span>}
            <ul class="cells" aria-label={visible(`${area.name}${leg === '' ? '' : `, ${leg}`}`)}>
              {cases.map((name) => (
                <li key={name}>
                  <Cell store={store} name={name} role={role} focus={focus === name} />
                </li>
              ))}
            </ul>
          </>
        ))}
      </div>
      <span class="n num dim">
        {count(area.count)}
        <span class="sr"> {area.count === 1 ? 'case' : 'cases'}</span>
      </span>
      {isHere && (
        <div class="opened" onKeyDown={(event) => event.key === 'Escape' && close()}>
          <CaseCard store={store} name={opened} close={close} />
        </div>
      )}
    </div>
  );
}

function Cell({ store, name, role, focus }: { store: Store; name: string; role: string; focus: boolean }) {
  const mark = store.markOf(name);
  const isOpen = store.opened.value === name;
  const text = titleOf(store, name, role);
  return (
    <button
      type="button"
      class={`cell ${mark}`}
      title={text}
      tabIndex={focus ? 0 : -1}
      aria-expanded={isOpen}
      aria-controls={isOpen ? 'case' : undefined}
      onFocus={() => (store.cell.value = name)}
      onKeyDown={({ key }) => {
        if (key === 'Escape') store.opened.value = undefined;
      }}
      onClick={() => (store.opened.value = isOpen ? undefined : name)}
    >
      <span aria-hidden="true">{MARKS[mark].symbol}</span>
      <span class="sr">{text}</span>
    </button>
  );
}

function titleOf(store: Store, name: string, role: string): string {
  const { short, leg } = partsOf(name, role);
  const where = leg === '' ? '' : ` (${leg})`;
  return visible(`${store.cases.value.get(name)?.title ?? short}${where}: ${store.wordOf(name)}`);
}

type Move = (cells: readonly HTMLElement[], at: number) => HTMLElement | undefined;

const MOVES: { readonly [key: string]: Move } = {
  ArrowRight: (cells, at) => cells[at + 1],
  ArrowLeft: (cells, at) => cells[at - 1],
  ArrowDown: (cells, at) => beyond(cells, at, 1),
  ArrowUp: (cells, at) => beyond(cells, at, -1),
  Home: (cells) => cells[0],
  End: (cells) => cells.at(-1),
};

/** Arrow keys, in the order of the cells and up and down as they are seen. */
function move(event: KeyboardEvent, grid: HTMLElement): void {
  const cells = [...grid.querySelectorAll<HTMLElement>('button.cell')];
  const at = cells.indexOf(document.activeElement as HTMLElement);
  if (at < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
  const next = MOVES[event.key]?.(cells, at);
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

/** The nearest cell of the next line above or below. */
function beyond(cells: readonly HTMLElement[], at: number, way: 1 | -1): HTMLElement | undefined {
  const { left, top } = cells[at]!.getBoundingClientRect();
  let found: { cell: HTMLElement; top: number; off: number } | undefined;
  for (let index = at + way; cells[index]; index += way) {
    const cell = cells[index]!;
    const box = cell.getBoundingClientRect();
    if (Math.abs(box.top - top) < 2) continue;
    if (found && Math.abs(box.top - found.top) >= 2) break;
    const off = Math.abs(box.left - left);
    if (!found || off < found.off) found = { cell, top: box.top, off };
  }
  return found?.cell;
}
