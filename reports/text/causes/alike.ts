import type { CaseFinished, CaseResult, CheckResult } from '../../../runner/events.js';
import { brokenChecks } from '../outcome.js';
import { compact } from '../value.js';
import { placeText } from '../words.js';

/** How much of a value tells it from others, in characters. */
const TELLING = 2_000;

/**
 * Results that say the same of the target, together: the same requirements broken by the same difference, or the same reason. What differs
 * by chance counts as the same: how long was waited, what came last before that, and names that are made for each case.
 * All that need behaviors which nothing maps are one group, the last, whose first says so for all. The others and what is in them
 * keep the order of the results.
 */
export function groupAlike(results: readonly CaseFinished[]): CaseFinished[][] {
  const groups = joined(results, ({ result }) => [alikeKey(result, sameWords), alikeKey(result, sameStep)]);
  const ofNoBehavior = ([first]: CaseFinished[]) => Number(first?.result.unmapped !== undefined);
  const ordered = groups.sort((one, other) => ofNoBehavior(one) - ofNoBehavior(other));
  return ordered.map(speakingForAll);
}

/** Items of which each shares a key with another of its group, in their order. */
export function joined<T>(items: readonly T[], keysOf: (item: T) => readonly string[]): T[][] {
  const groups: T[][] = [];
  const byKey = new Map<string, T[]>();
  for (const item of items) {
    const keys = keysOf(item);
    const found = [...new Set(keys.flatMap((key) => byKey.get(key) ?? []))];
    const known = groups.filter((group) => group.some((one) => found.includes(one)));
    const [group = []] = known;
    if (known.length === 0) groups.push(group);
    group.push(...known.slice(1).flat(), item);
    for (const other of known.slice(1)) groups.splice(groups.indexOf(other), 1);
    for (const one of group) for (const key of keysOf(one)) byKey.set(key, group);
  }
  return groups.map((group) => items.filter((item) => group.includes(item)));
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
    'the cases need behaviors, and nothing says how the target shows these',
    ...rows(listed),
    `in brackets: how many cases need it; \`proctor list behaviors ${role}\` says what each is; map them under \`behaviors:\` of a target file, or list the cases under \`untestable:\``,
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

/** The same text for results that say the same, by the checks that did not hold. */
function alikeKey(result: CaseResult, same: (check: CheckResult, result: CaseResult) => string): string {
  const { role, verdict, standing, reason, breaches = [], unmapped } = result;
  if (unmapped !== undefined) return JSON.stringify([role, verdict, standing ?? '', 'unmapped']);
  const broken = brokenChecks(result);
  const told = broken.map((check) => [check.requirement, same(check, result)]);
  const rules = breaches.map((breach) => breach.case);
  // Why a case failed repeats what its checks say.
  const why = told.length > 0 && verdict === 'fail' && standing === undefined ? '' : (reason ?? '');
  return JSON.stringify([role, verdict, standing ?? '', told, withoutChance(why, result), rules]);
}

/** The same text for checks that say the same. */
export function sameWords(check: CheckResult, result: Pick<CaseResult, 'id'>): string {
  const { message, differences = [], expected, actual } = check;
  const paths = differences.map((one) => [one.path, compact(one.expected, TELLING), compact(one.actual, TELLING)]);
  const values = paths.length > 0 ? paths : [[compact(expected, TELLING), compact(actual, TELLING)]];
  return withoutChance(JSON.stringify([message ?? '', values]), result);
}

/**
 * The same text for checks of one step that find fault with the same part of a message in the same words: the rows of a table differ in the
 * values alone.
 */
export function sameStep({ at, message = '', differences = [] }: CheckResult, result: Pick<CaseResult, 'id'>): string {
  const words = withoutChance(message, result).replace(/"(?:[^"\\]|\\.)*"?|-?(?:\d[\d.]*|\bID\b)/g, 'VALUE');
  return JSON.stringify([placeText(at), words, differences.map(({ path }) => path.replace(/\d+/g, '0'))]);
}

/** What a wait that ran out says of its length, and of what came before. */
const WAITED =
  /(did not come|came) (within \S+( \(.*?\))?|and the target has nothing left to do); (the last that came was .*?|nothing came at all)(?=$|["\n])/g;
/** A name that is made anew each time: a UUID, and more digits than a number that means something has. */
const MADE = /\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|\b\d{9,}\b/gi;

/** A text without what differs from case to case by chance. */
function withoutChance(text: string, { id }: Pick<CaseResult, 'id'>): string {
  return text.replaceAll(id, 'CASE').replace(WAITED, '$1').replace(MADE, 'ID');
}
