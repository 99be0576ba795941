import type { CaseResult, PlannedInfo } from '../runner/events.js';
import { outcomeOf } from './outcome.js';
import { type MarkName, marked, type Style } from './style.js';
import { cut, digits, oneLine } from './words.js';

/** The cases of one suite, and how they came out so far. */
export interface Group {
  role: string;
  name: string;
  planned: number;
  results: CaseResult[];
}

/** The groups of a plan, in its order. Cases of one suite that belong to two roles are two groups. */
export function groupsOf(planned: readonly PlannedInfo[]): Map<string, Group> {
  const groups = new Map<string, Group>();
  for (const one of planned) {
    const key = groupKey(one);
    const group = groups.get(key) ?? { role: one.role, name: one.group, planned: 0, results: [] };
    group.planned += 1;
    groups.set(key, group);
  }
  return groups;
}

export function groupKey({ role, group }: { role: string; group: string }): string {
  return `${role}\0${group}`;
}

const WORDS: readonly [MarkName, string][] = [
  ['pass', ''],
  ['nonStrict', 'by tolerance'],
  ['warn', ''],
  ['fail', 'failed'],
  ['unexpectedPass', 'passed unexpectedly'],
  ['flaky', 'flaky'],
  ['untestable', 'untestable'],
  ['error', 'in error'],
  ['notRun', 'not run'],
  ['expectedFail', 'failed as known'],
  ['skipped', 'skipped'],
];

/** One line for a group: its name and how many of its cases came out how, with the reasons for what was skipped. */
export function groupLine(group: Group, pad: number, style: Style, note = ''): string {
  const counts = new Map<MarkName, number>();
  const add = (name: MarkName, number = 1) => counts.set(name, (counts.get(name) ?? 0) + number);
  for (const result of group.results) {
    add(outcomeOf(result));
    if (result.warned) add('warn');
  }
  add('notRun', group.planned - group.results.length);
  const cells = WORDS.filter(([name]) => (counts.get(name) ?? 0) > 0).map(([name, word]) => {
    const number = digits(counts.get(name)!);
    const text = word === '' ? number : `${number} ${word}`;
    return marked(style, name, name === 'skipped' ? text + reasons(group.results) : text);
  });
  return `  ${cut(oneLine(group.name), pad).padEnd(pad)}   ${cells.join('   ')}${note === '' ? '' : `   ${style.dim(note)}`}`;
}

/** Why cases were skipped: the one reason, or the two most frequent. */
function reasons(results: readonly CaseResult[]): string {
  const frequency = new Map<string, number>();
  for (const { verdict, reason } of results)
    if (verdict === 'skipped' && reason !== undefined) frequency.set(reason, (frequency.get(reason) ?? 0) + 1);
  const ordered = [...frequency].sort((a, b) => b[1] - a[1]).map(([reason]) => cut(oneLine(reason), 80));
  if (ordered.length === 0) return '';
  const more = ordered.length > 2 ? '; and others' : '';
  return ` (${ordered.slice(0, 2).join('; ')}${more})`;
}
