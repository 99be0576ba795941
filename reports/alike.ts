import type { CaseFinished, CaseResult } from '../runner/events.js';
import { brokenChecks } from './outcome.js';
import { compact } from './value.js';

/** How much of a value tells it from others, in characters. */
const TELLING = 2_000;

/**
 * Results that say the same of the target, together: the same requirements broken by the same difference, or the same reason.
 * All that need behaviors which nothing maps are one group, the last, whose first says so for all. The others and what is in them
 * keep the order of the results.
 */
export function groupAlike(results: readonly CaseFinished[]): CaseFinished[][] {
  const groups = new Map<string, CaseFinished[]>();
  for (const one of results) {
    const key = alikeKey(one.result);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  const ofNoBehavior = ([first]: CaseFinished[]) => Number(first?.result.unmapped !== undefined);
  const ordered = [...groups.values()].sort((one, other) => ofNoBehavior(one) - ofNoBehavior(other));
  return ordered.map(speakingForAll);
}

/** The same group; where its cases need different behaviors, the reason of the first names all of them. */
function speakingForAll(group: CaseFinished[]): CaseFinished[] {
  const needs = group.map(({ result }) => result.unmapped ?? []);
  if (new Set(needs.map((names) => names.join())).size === 1) return group;
  const numbers = new Map<string, number>();
  for (const name of needs.flat()) numbers.set(name, (numbers.get(name) ?? 0) + 1);
  const listed = [...numbers].sort(([, one], [, other]) => other - one).map(([name, number]) => `${name} (${number})`);
  const [first, ...rest] = group as [CaseFinished];
  const { role } = first.result;
  const reason = [
    'the target must be able to show behaviors, and nothing says how it shows these (number of cases):',
    ...rows(listed),
    `\`proctor list behaviors ${role}\` tells what they are; map them under \`behaviors:\` of a target file, or list the cases under \`untestable:\``,
  ].join('\n');
  return [{ ...first, result: { ...first.result, reason } }, ...rest];
}

/** Words in lines of at most some width. */
function rows(words: readonly string[], width = 110): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length + 2 <= width) lines[lines.length - 1] = `${last}, ${word}`;
    else lines.push(word);
  }
  return lines.map((line) => `  ${line}`);
}

/** The same text for results that say the same. */
function alikeKey(result: CaseResult): string {
  const { role, verdict, standing, reason, breaches = [], unmapped } = result;
  if (unmapped !== undefined) return JSON.stringify([role, verdict, standing ?? '', 'unmapped']);
  const broken = brokenChecks(result);
  const told = broken.map(({ requirement, message, differences = [], expected, actual }) => {
    const paths = differences.map((one) => [one.path, compact(one.expected, TELLING), compact(one.actual, TELLING)]);
    const values = paths.length > 0 ? paths : [[compact(expected, TELLING), compact(actual, TELLING)]];
    return [requirement, message ?? '', values];
  });
  const rules = breaches.map((breach) => breach.case);
  // Why a case failed repeats what its checks say.
  const why = told.length > 0 && verdict === 'fail' && standing === undefined ? '' : (reason ?? '');
  return JSON.stringify([role, verdict, standing ?? '', told, why, rules]);
}
