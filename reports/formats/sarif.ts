import { createHash } from 'node:crypto';
import type { CaseFinished, CheckResult, Reporter } from '../../runner/events.js';
import { jsonText } from '../../src/json/json-escapes.js';
import { printable } from '../../src/json/visible.js';
import type { SourcePosition } from '../../src/language/case.js';
import type { Out } from '../output.js';
import type { ReporterContext } from '../reporter.js';
import { brokenChecks, shortReason } from '../text/outcome.js';
import { atEnd, type WholeRun } from '../whole-run.js';

/** GitHub takes no more results of one run. */
const MOST = 25_000;

/** How SARIF calls what a broken requirement comes to. */
type SarifLevel = 'error' | 'warning';

interface Rule {
  id: string;
  text: string;
  level?: CheckResult['level'];
  source?: string;
  url?: string;
}

/** One thing that is wrong: a requirement that a case shows to be broken, or a case that came to no verdict. */
interface Found {
  rule: Rule;
  level: SarifLevel;
  message: string;
  of: CaseFinished;
  at: SourcePosition;
}

/**
 * SARIF 2.1.0, which code scanning of GitHub and other viewers read: a rule for each requirement that was judged, with the page that states it,
 * and a result for each that a case shows to be broken. Results stand where the user's own file speaks of the case, with the step of the case
 * beside it; without such a file at the step. What is known and expected is no result.
 */
export const sarif = (out: Out, context: ReporterContext = {}): Reporter =>
  atEnd(out, (run) => [`${jsonText(log(run, context))}\n`]);

function log(run: WholeRun, context: ReporterContext): unknown {
  const { started, finished, problems } = run;
  const { proctor, startedAt, target, corpus, profile, shard, planned } = started;
  const results = planned.flatMap(({ name }) => run.results.get(name) ?? []);
  const found = results.flatMap(foundIn).slice(0, MOST);
  const rules = new Map<string, Rule>();
  for (const { result } of results)
    for (const check of result.checks) if (check.status !== 'not-reached') rules.set(check.requirement, ruleOf(check));
  for (const { rule } of found) rules.set(rule.id, rules.get(rule.id) ?? rule);
  const order = new Map([...rules.keys()].map((id, index) => [id, index]));
  const end = new Date(Date.parse(startedAt) + finished.durationMs);
  return {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'Proctor', version: proctor, rules: [...rules.values()].map(ruleJson) } },
        // Code scanning keeps the results of each role apart by it.
        automationDetails: { id: `proctor/${target.role}/` },
        invocations: [
          {
            executionSuccessful: finished.exit === 0 || finished.exit === 1,
            exitCode: finished.exit,
            startTimeUtc: startedAt,
            ...(Number.isNaN(end.getTime()) ? {} : { endTimeUtc: end.toISOString() }),
            toolExecutionNotifications: problems.map(({ message, detail, warning }) => ({
              level: warning ? 'warning' : 'error',
              message: { text: plain([message, detail].filter((part) => part !== undefined).join('\n')) },
            })),
          },
        ],
        columnKind: 'utf16CodeUnits',
        results: found.map((one) => resultJson(one, order.get(one.rule.id)!, context)),
        properties: {
          target,
          summary: finished.summary,
          ...(corpus ? { corpus } : {}),
          ...(profile === undefined ? {} : { profile }),
          ...(shard ? { shard } : {}),
        },
      },
    ],
  };
}

function foundIn(of: CaseFinished): Found[] {
  const { result, red } = of;
  if (!red && !result.warned) return [];
  const broken = brokenChecks(result);
  if (broken.length > 0)
    return broken.map((check) => ({
      ...{ rule: ruleOf(check), level: red ? 'error' : 'warning', of, at: check.at },
      message: `${result.name}: ${check.message ?? check.text}`,
    }));
  const what = result.standing ?? result.verdict;
  const rule = { id: `proctor-${what}`, text: `A case is as it should be, and not ${what}` };
  return [
    { rule, level: 'error', of, at: result.at ?? result.place, message: `${result.name}: ${shortReason(result)}` },
  ];
}

const ruleOf = ({ requirement, text, level, source, url }: CheckResult): Rule => ({
  ...{ id: requirement, text: text === '' ? requirement : text, level, source },
  ...(url === undefined ? {} : { url }),
});

function ruleJson({ id, text, level, source, url }: Rule): unknown {
  const said = plain(text);
  return {
    id,
    shortDescription: { text: said },
    fullDescription: { text: source ? `${said} (${plain(source)})` : said },
    help: { text: [said, source && plain(source), url].filter((part) => part).join('\n') },
    ...(url === undefined ? {} : { helpUri: url }),
    defaultConfiguration: { level: level === undefined || level === 'must' ? 'error' : 'warning' },
    properties: { tags: ['conformance', ...(level === undefined ? [] : [level])] },
  };
}

function resultJson({ rule, level, message, of: { result }, at }: Found, ruleIndex: number, context: ReporterContext) {
  const own = context.placeOf?.(result);
  return {
    ruleId: rule.id,
    ruleIndex,
    level,
    message: { text: plain(message) },
    locations: [{ ...placeJson(own ?? at), logicalLocations: [{ fullyQualifiedName: result.name }] }],
    ...(own ? { relatedLocations: [{ id: 1, ...placeJson(at), message: { text: 'The step of the case' } }] } : {}),
    // The same for one case and requirement, whatever the target says: so an alert stays the same alert.
    partialFingerprints: { 'caseAndRequirement/v1': digest(`${result.role}\0${result.name}\0${rule.id}`) },
    properties: {
      case: result.name,
      verdict: result.verdict,
      ...(result.standing === undefined ? {} : { standing: result.standing }),
    },
  };
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);

const placeJson = ({ file, line, col }: SourcePosition) => ({
  physicalLocation: {
    artifactLocation: { uri: uriOf(file) },
    region: { startLine: Math.max(1, line), startColumn: Math.max(1, col) },
  },
});

/** A relative reference: nothing in the name of a file is a scheme, a query or a fragment. */
function uriOf(file: string): string {
  const path = file.replaceAll('\\', '/').replace(/^\.\//, '') || 'unknown';
  return path.split('/').map(encodeName).join('/');
}

function encodeName(name: string): string {
  // Half a character has no encoding: the bytes of the text have none either.
  return encodeURIComponent(Buffer.from(name).toString());
}

/** A text in which viewers find no link: in messages of SARIF `[text](target)` is one. */
const plain = (text: string): string => printable(text).replaceAll('](', '] (');
