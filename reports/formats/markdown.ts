import type { CaseFinished, CheckResult, GroupSummary, Reporter } from '../../runner/events.js';
import { saysLittle } from '../../runner/says-little.js';
import { printable } from '../../src/json/visible.js';
import type { Out } from '../output.js';
import type { ReporterContext } from '../reporter.js';
import { type BlockContext, block, warningBlock } from '../text/block.js';
import { type Cause, causesOf, warningsOf } from '../text/causes/causes.js';
import { type Excused, exploredOf, knownOf, redOf, staleOf } from '../text/causes/expected.js';
import { judgedBy } from '../text/judged-by.js';
import { brokenChecks, notAskedLine, shortReason, summaryLine } from '../text/outcome.js';
import { marks, styleFor } from '../text/style.js';
import { count, digits, LISTED, listed, someIds, targetWords } from '../text/words.js';
import { atEnd, type WholeRun } from '../whole-run.js';
import { htmlText, markdownBlock, markdownCode, markdownText } from './markdown-escapes.js';

/** GitHub refuses a step summary of more than 1 MiB, so only this many failures are told in full. */
const IN_FULL = 50;

/** Markdown for a GitHub step summary: counts, a table of the suites, what went wrong in full, then the warnings. */
export const markdown = (out: Out, context: ReporterContext = {}): Reporter =>
  atEnd(out, (run) => [`${document(run, context).join('\n')}\n`]);

function document({ started, finished, results: byName, problems }: WholeRun, context: ReporterContext): string[] {
  const { target, planned, rerun } = started;
  const results = planned.flatMap(({ name }) => byName.get(name) ?? []);
  const missing = planned.filter(({ name }) => !byName.has(name)).map(({ name }) => name);
  const isLittle = finished.musts !== undefined && saysLittle(finished.musts);
  const sign = finished.exit === 0 ? marks[isLittle ? 'warn' : 'pass'].sign : marks.fail.sign;
  const calls = target.calls === undefined || target.calls === target.name ? '' : ` (${markdownCode(target.calls)})`;
  const judged = finished.messagesJudged > 0 ? `; ${count(finished.messagesJudged, 'message')} judged` : '';
  const lines = [
    `## ${sign} ${markdownCode(target.name)}${calls}: ${markdownText(targetWords(target))}`,
    '',
    `${finished.interrupted ? '**Interrupted.** ' : ''}${summaryLine(finished.summary, finished.durationMs)}${judged}. Exit code ${finished.exit}.`,
    '',
    ...table(finished.groups),
    ...notAskedLine(started.notAsked).flatMap((line) => ['', markdownText(line.replace(/^n/, 'N'))]),
  ];
  for (const { message, detail, notRun = 0, warning } of problems)
    lines.push(
      '',
      `**${warning ? marks.warn.sign : '!'}** ${markdownCode(message)}`,
      ...(detail === undefined ? [] : ['', ...markdownBlock(printable(detail).split('\n'))]),
      ...(notRun > 0 ? ['', `Not run because of it: ${count(notRun, 'case')}.`] : []),
    );
  const causes = causesOf(redOf(results, problems));
  if (causes.length > 0) lines.push('', '### What went wrong');
  for (const cause of causes.slice(0, IN_FULL)) lines.push('', ...details(cause, rerun, context));
  const more = causes.slice(IN_FULL).flatMap(({ same, follow }) => [...same, ...follow]).length;
  if (more > 0) lines.push('', `And ${more} more.`);
  const toldWhy = problems.some(({ notRun = 0 }) => notRun > 0);
  if (missing.length > 0 && !toldWhy) lines.push('', `### Not run`, '', ...bullets(missing));
  return [
    ...lines,
    ...warnings(results, rerun, context),
    ...stale(results),
    ...excused('### Could not be tested', exploredOf(results)),
    ...excused('### Known and expected', knownOf(results)),
    '',
    `<sub>${markdownText(judgedBy(started))}</sub>`,
  ];
}

/** Entries of the known failures that no longer hold, a line each. */
function stale(results: readonly CaseFinished[]): string[] {
  const lines = staleOf(results).map(({ result }) => `- ${markdownText(shortReason(result))}`);
  return lines.length === 0 ? [] : ['', '### Known to fail, and passed', '', ...lines];
}

const COLUMNS = ['pass', 'warn', 'fail', 'flaky', 'untestable', 'error', 'notRun', 'expectedFail', 'skipped'] as const;
const HEADS = ['passed', 'with warnings', 'failed', 'flaky', 'untestable', 'error', 'not run', 'known', 'skipped'];

/** A row for each suite; columns that are empty everywhere are left out. */
function table(groups: readonly GroupSummary[]): string[] {
  const rows = groups.map((group) => {
    const numbers = { ...group, pass: group.pass + group.nonStrict, fail: group.fail + group.unexpectedPass };
    return { name: group.leg === undefined ? group.name : `${group.name} ${group.leg}`, numbers };
  });
  const used = COLUMNS.filter((column) => rows.some(({ numbers }) => numbers[column] > 0));
  const heads = used.map((column) => `${marks[column].sign} ${HEADS[COLUMNS.indexOf(column)]}`);
  return [
    `| suite | ${heads.join(' | ')} |`,
    `| --- |${' ---: |'.repeat(used.length)}`,
    ...rows.map(({ name, numbers }) => {
      const cells = used.map((column) => (numbers[column] === 0 ? '' : digits(numbers[column])));
      return `| ${markdownText(name)} | ${cells.join(' | ')} |`;
    }),
  ];
}

/** Cases that say the same, with the first of them as the example. */
function details({ same, follow }: Cause, rerun: string, context: ReporterContext): string[] {
  const [first] = same as [CaseFinished];
  const { result, outcome } = first;
  const lines = block(first, { ...context, style: styleFor(false), width: 120, rerun }, follow, same);
  const { sign } = marks[outcome];
  const others = same.length > 1 ? ` and ${count(same.length - 1, 'other case')} that ended alike` : '';
  const summary = `${sign} <code>${htmlText(result.name)}</code> ${htmlText(result.title)}${others}`;
  const ids = others === '' ? [] : [...bullets(same.map((one) => one.result.name)), ''];
  const said = links(brokenChecks(result));
  return [
    `<details><summary>${summary}</summary>`,
    '',
    ...ids,
    ...said,
    ...markdownBlock(lines.slice(1)),
    '',
    '</details>',
  ];
}

/** Where the requirements of checks stand, in a line: a block of code has no links. */
function links(checks: readonly CheckResult[]): string[] {
  const published = new Map(
    checks.flatMap(({ requirement, source, url }) => (url ? [[requirement, { source, url }]] : [])),
  );
  const all = [...published].map(([id, { source, url }]) => `[${markdownText(id)}](${url}) ${markdownText(source)}`);
  return all.length === 0 ? [] : [all.join(' · '), ''];
}

/** Warnings, each cause once: the first ones as failures are told, the others in a line. */
function warnings(results: CaseFinished[], rerun: string, context: ReporterContext): string[] {
  const all = warningsOf(results);
  if (all.length === 0) return [];
  const shown: BlockContext = { ...context, style: styleFor(false), width: 120, rerun };
  const full = all.slice(0, IN_FULL).flatMap((warning) => {
    const { requirement, level, text } = warning.check;
    const cases = warning.same.length > 1 ? ` (${count(warning.same.length, 'case')})` : '';
    const head = `${htmlText(requirement)} ${level}: ${htmlText(text)}${cases}`;
    const lines = warningBlock(warning, shown);
    return [
      `<details><summary>${marks.warn.sign} ${head}</summary>`,
      '',
      ...links([warning.check]),
      ...markdownBlock(lines),
      '',
      '</details>',
      '',
    ];
  });
  const more = all.length - IN_FULL;
  return ['', '### Warnings', '', ...full, ...(more > 0 ? [`And ${more} more.`] : [])].slice(
    0,
    more > 0 ? undefined : -1,
  );
}

/** One line for each reason. */
function excused(head: string, all: readonly Excused[]): string[] {
  const lines = all.map(({ same: [{ outcome }], ids, reason }) => {
    const why = reason === undefined ? '' : `: ${markdownCode(reason)}`;
    return `- ${marks[outcome].sign} ${markdownCode(someIds(ids))}${why}`;
  });
  return lines.length === 0 ? [] : ['', head, '', ...lines];
}

const bullets = (ids: readonly string[]) =>
  listed(ids).map((id, index) => (index < LISTED ? `- ${markdownCode(id)}` : `- ${id}`));
