import type { GroupSummary } from '../../runner/events.js';
import { oneLine } from '../../src/json/visible.js';
import { type MarkName, marked, type Style } from './style.js';
import { cut, digits } from './words.js';

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

/** Distinguishes the groups of a run. */
export function groupKey({ role, leg, name }: Pick<GroupSummary, 'role' | 'leg' | 'name'>): string {
  return `${role}\0${leg}\0${name}`;
}

/** One line for a group: its name and how many of its cases came out how, with the reasons for what was skipped. */
export function groupLine(group: GroupSummary, pad: number, style: Style, note = ''): string {
  const cells = WORDS.filter(([name]) => group[name] > 0).map(([name, word]) => {
    const number = digits(group[name]);
    const text = word === '' ? number : `${number} ${word}`;
    return marked(style, name, name === 'skipped' ? text + reasons(group) : text);
  });
  return `  ${cut(oneLine(group.name), pad).padEnd(pad)}   ${cells.join('   ')}${note === '' ? '' : `   ${style.dim(note)}`}`;
}

/** Why cases were skipped: the one reason, or the two most frequent. */
function reasons({ skippedFor }: GroupSummary): string {
  const shown = skippedFor.slice(0, 2).map((reason) => cut(oneLine(reason), 80));
  if (shown.length === 0) return '';
  return ` (${shown.join('; ')}${skippedFor.length > 2 ? '; and others' : ''})`;
}
