import type { CaseState } from '../../../generated/types/control-v1.js';

/** How a case stands, for a cell of the grid. `unsure` is what could not be learnt: it must not look like "fine". */
export type Mark = 'pass' | 'warn' | 'fail' | 'unsure' | 'skip' | 'now' | 'todo' | 'missed';

/** A verdict is a symbol and a word; the colour comes third. */
export const MARKS: { readonly [mark in Mark]: { symbol: string; word: string } } = {
  pass: { symbol: '✓', word: 'pass' },
  warn: { symbol: '⚠', word: 'warning' },
  fail: { symbol: '✗', word: 'fail' },
  unsure: { symbol: '?', word: 'untestable' },
  skip: { symbol: '↷', word: 'skipped' },
  now: { symbol: '▶', word: 'running now' },
  todo: { symbol: '', word: 'to do' },
  missed: { symbol: '–', word: 'not run' },
};

/** `ended` says that nothing more will come of it. */
export function markOf(one: Pick<CaseState, 'verdict' | 'warned' | 'running'> | undefined, ended: boolean): Mark {
  switch (one?.verdict) {
    case 'pass':
      return one.warned ? 'warn' : 'pass';
    case 'fail':
    case 'error':
      return 'fail';
    case 'untestable':
      return 'unsure';
    case 'skipped':
      return 'skip';
    default:
      if (ended) return 'missed';
      return one?.running ? 'now' : 'todo';
  }
}

/** The verdict in words. */
export const wordOf = (one: CaseState | undefined, ended: boolean): string =>
  one?.verdict === 'error' ? 'error' : MARKS[markOf(one, ended)].word;

/** How many cases stand how. */
export type Tally = { readonly [mark in Mark]: number } & { readonly all: number; readonly over: number };

export function tallyOf(names: Iterable<string>, cases: ReadonlyMap<string, CaseState>, ended: boolean): Tally {
  const tally = { pass: 0, warn: 0, fail: 0, unsure: 0, skip: 0, now: 0, todo: 0, missed: 0, all: 0, over: 0 };
  for (const name of names) {
    const mark = markOf(cases.get(name), ended);
    tally[mark]++;
    tally.all++;
    if (mark !== 'now' && mark !== 'todo' && mark !== 'missed') tally.over++;
  }
  return tally;
}
