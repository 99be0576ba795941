import type { CaseFinished, CaseResult, GroupSummary, Reporter } from '../../runner/events.js';
import type { Out } from '../output.js';
import type { EventOf, ReporterContext } from '../reporter.js';
import {
  againLine,
  type BlockContext,
  breachLines,
  curlLines,
  noteLines,
  transcriptLines,
  verdictLines,
} from '../text/block.js';
import { followers } from '../text/causes/follows.js';
import { groupKey } from '../text/groups.js';
import { brokenChecks, shortReason } from '../text/outcome.js';
import { styleFor } from '../text/style.js';
import { targetWords } from '../text/words.js';
import { atEnd, type WholeRun } from '../whole-run.js';
import { xmlTag, xmlText } from './xml.js';

/** How a case stands in JUnit: a failure is the target's answer, an error is that there is none. */
type Kind = 'passed' | 'failure' | 'error' | 'skipped';

/**
 * JUnit XML: a test suite for each suite of cases. What the target got wrong is a failure; what could not be judged, tested
 * or run is an error; what is not advertised, or known and expected, is skipped. `system-out` has the transcript,
 * `system-err` what the target said on stderr last. `file` and `line` are those of the user's own file, as the annotations for GitHub have them.
 */
export const junit = (out: Out, context: ReporterContext = {}): Reporter =>
  atEnd(out, (run) => [document(run, context)]);

function document({ started, finished, results, problems }: WholeRun, context: ReporterContext): string {
  const cause = problems.find(({ notRun = 0 }) => notRun > 0)?.message;
  const following = followers(started.planned.flatMap(({ name }) => results.get(name) ?? []));
  const suites = finished.groups.map((group) => suite(group, started, results, context, cause, following));
  if (problems.length > 0) suites.push(problemSuite(problems));
  const total = (name: keyof Counts) => suites.reduce((sum, { counts }) => sum + counts[name], 0);
  const root = xmlTag('testsuites', {
    name: `proctor ${started.proctor}: ${started.target.name}, ${targetWords(started.target)}`,
    tests: total('tests'),
    failures: total('failure'),
    errors: total('error'),
    skipped: total('skipped'),
    time: seconds(finished.durationMs),
    timestamp: started.startedAt,
  });
  const body = suites.map(({ xml }) => xml).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}>\n${body}</testsuites>\n`;
}

type Counts = { tests: number } & Record<Kind, number>;

function noCounts(): Counts {
  return { tests: 0, passed: 0, failure: 0, error: 0, skipped: 0 };
}

function suite(
  group: GroupSummary,
  started: EventOf<'run.started'>,
  results: ReadonlyMap<string, CaseFinished>,
  context: ReporterContext,
  cause: string | undefined,
  following: ReadonlyMap<string, string>,
): { xml: string; counts: Counts } {
  const counts = noCounts();
  const planned = started.planned.filter((one) => groupKey({ ...one, name: one.group }) === groupKey(group));
  const cases = planned.map((one) => {
    const finished = results.get(one.name);
    const kind = finished === undefined ? (cause === undefined ? 'error' : 'skipped') : kindOf(finished);
    counts.tests += 1;
    counts[kind] += 1;
    const place = context.placeOf === undefined ? one.place : context.placeOf(one);
    const tag = xmlTag('testcase', {
      name: one.name,
      classname: `${group.role} ${nameOf(group)}`,
      time: seconds(finished?.result.durationMs ?? 0),
      file: place?.file,
      line: place?.line,
    });
    const follows = following.get(one.name);
    const content = finished === undefined ? notRun(cause) : contentOf(finished, kind, started.rerun, context, follows);
    return content === '' ? `    ${tag}/>\n` : `    ${tag}>\n${content}    </testcase>\n`;
  });
  const time = planned.reduce((sum, { name }) => sum + (results.get(name)?.result.durationMs ?? 0), 0);
  const tag = xmlTag('testsuite', {
    name: nameOf(group),
    tests: counts.tests,
    failures: counts.failure,
    errors: counts.error,
    skipped: counts.skipped,
    time: seconds(time),
    timestamp: started.startedAt,
  });
  return { xml: `  ${tag}>\n${properties(started)}${cases.join('')}  </testsuite>\n`, counts };
}

/** What the run was judged by, where readers of JUnit look for it: in each suite. */
function properties({ proctor, corpus, profile, shard }: EventOf<'run.started'>): string {
  const all = [
    ['proctor', proctor],
    ['corpus', corpus?.digest],
    ['corpus.own', corpus?.own],
    ['profile', profile],
    ['shard', shard && `${shard.index}/${shard.count}`],
  ] as const;
  const said = all.flatMap(([name, value]) =>
    value === undefined ? [] : `      ${xmlTag('property', { name, value })}/>\n`,
  );
  return `    <properties>\n${said.join('')}    </properties>\n`;
}

function kindOf({ result, outcome, red }: CaseFinished): Kind {
  switch (outcome) {
    case 'pass':
    case 'nonStrict':
      return 'passed';
    case 'fail':
    case 'unexpectedPass':
      return 'failure';
    case 'flaky':
      if (red) return 'failure';
      return result.verdict === 'pass' ? 'passed' : 'skipped';
    case 'expectedFail':
    case 'skipped':
      return 'skipped';
    case 'untestable':
    case 'error':
      return red ? 'error' : 'skipped';
  }
}

function contentOf(
  finished: CaseFinished,
  kind: Kind,
  rerun: string,
  context: ReporterContext,
  follows: string | undefined,
): string {
  const { result } = finished;
  const parts: string[] = [];
  const shown: BlockContext = { ...context, style: styleFor(false), width: 120, links: 'line', rerun };
  if (kind === 'skipped') parts.push(`      ${xmlTag('skipped', { message: shortReason(result) })}/>\n`);
  if (kind === 'failure' || kind === 'error') {
    const tag = xmlTag(kind, { message: shortReason(result), type: result.standing ?? result.verdict });
    const cause = follows === undefined ? [] : [`  follows from ${follows}`];
    const lines = [...verdictLines(finished, shown), ...cause, ...curlLines(result), againLine(result, shown)];
    parts.push(`      ${tag}>${xmlText(lines.join('\n'))}</${kind}>\n`);
  }
  const output = [
    ...(kind === 'passed' ? [...warningLines(result), ...noteLines(result)] : []),
    ...breachLines(result),
    ...transcriptLines(result, shown),
  ];
  if (output.length > 0) parts.push(`      <system-out>${xmlText(output.join('\n'))}</system-out>\n`);
  if (result.stderr) parts.push(`      <system-err>${xmlText(result.stderr)}</system-err>\n`);
  return parts.join('');
}

/** JUnit has no warnings, so they are told in the output of a case that passed. */
function warningLines(result: CaseResult): string[] {
  return brokenChecks(result).flatMap(({ requirement, level, message, text, url }) => [
    `warning: ${requirement} ${level}: ${message ?? text}`,
    ...(url === undefined ? [] : [`  ${url}`]),
  ]);
}

/** A case without a result: an error, unless a cause that is an error itself kept it from being run. */
function notRun(cause: string | undefined): string {
  if (cause !== undefined) return `      ${xmlTag('skipped', { message: `not run: ${cause}` })}/>\n`;
  return `      ${xmlTag('error', { message: 'planned, and never run', type: 'not-run' })}/>\n`;
}

/** What belongs to no case, as cases of a suite of its own: a consumer of JUnit looks nowhere else. */
function problemSuite(problems: EventOf<'problem'>[]): { xml: string; counts: Counts } {
  const number = problems.length;
  const errors = problems.filter(({ warning }) => !warning).length;
  const tag = xmlTag('testsuite', {
    name: 'proctor',
    tests: number,
    failures: 0,
    errors,
    skipped: 0,
    time: '0.000',
  });
  const cases = problems.map(({ message, detail, exit, warning }, index) => {
    const open = xmlTag('testcase', { name: `problem ${index + 1}`, classname: 'proctor', time: '0.000' });
    if (warning) {
      const text = [`warning: ${message}`, ...(detail === undefined ? [] : [detail])].join('\n');
      return `    ${open}>\n      <system-out>${xmlText(text)}</system-out>\n    </testcase>\n`;
    }
    const error = xmlTag('error', { message, type: `exit ${exit}` });
    return `    ${open}>\n      ${error}>${xmlText(detail ?? message)}</error>\n    </testcase>\n`;
  });
  const counts = { ...noCounts(), tests: number, passed: number - errors, error: errors };
  return { xml: `  ${tag}>\n${cases.join('')}  </testsuite>\n`, counts };
}

const nameOf = ({ name, leg }: GroupSummary) => (leg === undefined ? name : `${name} ${leg}`);

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}
