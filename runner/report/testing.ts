import { createReporter } from '../../reports/index.js';
import { feed, memoryOut } from '../../reports/testing/memory.js';
import type * as Json from '../../src/generated/types/report-v1.js';
import type { RunEvent } from '../events.js';

/** The report that the json reporter writes of some events. */
export async function reportOf(events: Iterable<RunEvent>): Promise<Json.ReportFile> {
  const out = memoryOut();
  await feed(createReporter('json', out), [...events]);
  return JSON.parse(out.text()) as Json.ReportFile;
}

const DIGEST = `sha256:${'0a'.repeat(32)}`;

export interface SmallCase {
  id: string;
  stands?: 'pass' | 'fail' | 'warn' | 'skipped' | 'untestable' | 'error' | 'expected' | 'flaky' | 'notRun';
  /** The requirements that are broken, of a case that does not hold. */
  broken?: string[];
  wire?: boolean;
  newer?: boolean;
  leg?: string;
}

/** A case of a report, such as a run writes it. */
function smallCase({ id, stands = 'pass', broken = ['DEMO-01'], wire, newer, leg }: SmallCase): Json.CaseResult {
  const isBroken = ['fail', 'warn', 'expected', 'flaky'].includes(stands);
  const verdict = ({ warn: 'pass', expected: 'fail', flaky: 'fail', notRun: 'error' } as const)[stands as 'warn'];
  const standing = ({ expected: 'expected-fail', flaky: 'flaky' } as const)[stands as 'expected'];
  const line = Number(/\d+$/.exec(id)?.[0] ?? 0) + 1;
  const judged = { level: stands === 'warn' ? 'should' : 'must', at: `cases/demo/server/a.yaml:${line}:9` } as const;
  const sentence = { text: 'It is so.', source: 'Demo 1.0' };
  return {
    ...{ id, title: `What ${id} is about`, group: wire ? 'wire' : 'A', role: 'demo/server', transport: 'stdio' },
    ...(leg === undefined ? {} : { leg }),
    ...(newer ? { newer: true } : {}),
    place: wire ? `cases/demo/wire.yaml:${line}:5` : `cases/demo/server/a.yaml:${line}:5`,
    verdict: verdict ?? (stands as Json.CaseResult['verdict']),
    ...{ nonStrict: false, warned: stands === 'warn' },
    ...(standing ? { standing } : {}),
    durationMs: 1,
    ...(stands === 'pass' ? {} : { reason: `${id} ${stands}` }),
    checks: isBroken
      ? broken.map((requirement) => ({
          requirement,
          ...judged,
          ...sentence,
          status: 'fail' as const,
          message: 'it is not so',
        }))
      : stands === 'pass'
        ? [{ requirement: 'DEMO-01', ...judged, ...sentence, status: 'pass' as const }]
        : [],
  };
}

/** A report of some cases, with the counts of a run. */
export function smallReport(cases: readonly SmallCase[], more: Partial<Json.ReportFile> = {}): Json.ReportFile {
  const results = cases.filter(({ stands }) => stands !== 'notRun').map(smallCase);
  const notRun = cases.filter(({ stands }) => stands === 'notRun').map(({ id }) => id);
  const of = (stands: SmallCase['stands']) => cases.filter((one) => (one.stands ?? 'pass') === stands).length;
  const summary: Json.Summary = {
    ...{ planned: cases.length, pass: of('pass') + of('warn'), nonStrict: 0, fail: of('fail'), warn: of('warn') },
    ...{ expectedFail: of('expected'), unexpectedPass: 0, flaky: of('flaky'), skipped: of('skipped') },
    ...{ untestable: of('untestable'), error: of('error'), notRun: notRun.length },
  };
  const isRed = results.some((one) => !['pass', 'skipped'].includes(one.verdict) && one.standing !== 'expected-fail');
  return {
    ...{ proctor: '0.1.0', startedAt: '2026-11-20T12:00:00.000Z', corpus: { digest: DIGEST }, profile: '0.1.0' },
    target: { name: 'demo', role: 'demo/server', transport: 'stdio', version: '1.0' },
    ...{ rerun: 'npx proctor run', durationMs: 10, interrupted: false, messagesJudged: 1 },
    exit: isRed || notRun.length > 0 ? 1 : 0,
    summary,
    cases: results,
    ...(notRun.length > 0 ? { notRun } : {}),
    ...more,
  };
}

/** A report as the commands read it. */
export const named = (report: Json.ReportFile, file = 'report.json') => ({ file, report });

/** The parts that runs with `--shard` would write: each nth case, and every wire case with what that part saw. */
export function partsOf(cases: readonly SmallCase[], count: number, of: (wire: SmallCase, part: number) => SmallCase) {
  const [own, wire] = [cases.filter((one) => !one.wire), cases.filter((one) => one.wire)];
  return Array.from({ length: count }, (_, part) => {
    const mine = own.filter((_one, index) => index % count === part);
    const watched = mine.length === 0 ? [] : wire.map((one) => of(one, part));
    return named(smallReport([...mine, ...watched], { shard: { index: part + 1, count } }), `part-${part + 1}.json`);
  });
}
