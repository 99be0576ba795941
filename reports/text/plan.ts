import type { PlannedInfo } from '../../runner/events.js';
import { groupKey } from './groups.js';
import { marked, type Style } from './style.js';
import { count } from './words.js';

/** What a run would do, for people: every case below the name of its group, with the reason where it would not be played. */
export function planLines(planned: readonly PlannedInfo[], style: Style): string[] {
  const groups = new Map<string, PlannedInfo[]>();
  for (const one of planned) {
    const key = groupKey({ ...one, name: one.group });
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()].flatMap((cases) => ['', `  ${style.bold(cases[0]!.group)}`, ...cases.map(line)]);

  function line({ name, gated }: PlannedInfo): string {
    return gated ? `    ${marked(style, gated.verdict, name)} ${style.dim(`· ${gated.reason}`)}` : `    ${name}`;
  }
}

/** How many cases would be played, and what becomes of the others without it. */
export function planSummary(planned: readonly PlannedInfo[]): string {
  const of = (verdict: 'skipped' | 'untestable') => planned.filter(({ gated }) => gated?.verdict === verdict).length;
  const [skipped, untestable] = [of('skipped'), of('untestable')];
  const others = [skipped > 0 ? `${skipped} skipped` : '', untestable > 0 ? `${untestable} untestable` : ''];
  const rest = others.filter((text) => text !== '').map((text) => `, ${text}`);
  return `${count(planned.length, 'case')} planned: ${planned.length - skipped - untestable} would be played${rest.join('')}`;
}
