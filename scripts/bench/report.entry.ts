import { createReporter } from '../../reports/index.js';
import { judged } from '../../reports/testing/judged.js';
import type { CaseResult, CheckResult } from '../../runner/events.js';
import { summarize } from '../../runner/judge/summary.js';
import { plannedOf } from '../../runner/report/events.js';
import type { WireRecord } from '../../src/wire/record.js';

const CASES = 10_000;
/** One case in so many fails, each hundred of them by a cause of its own, and one in so many has a warning. */
const [FAILED, WARNED] = [100, 10];

const at = { file: 'cases/demo/server/tools.yaml', line: 4, col: 5 };

function transcript(index: number): WireRecord[] {
  const base = { channel: 'main', kind: 'message' as const };
  const call = { jsonrpc: '2.0', id: index, method: 'tools/call', params: { name: 'echo', arguments: { index } } };
  const content = Array.from({ length: 10 }, (_, line) => ({ type: 'text', text: `line ${line} of ${index}` }));
  return [
    { ...base, seq: 0, time: 1, from: 'kit', message: call },
    {
      ...base,
      seq: 1,
      time: 9,
      from: 'target',
      method: 'tools/call',
      message: { jsonrpc: '2.0', id: index, result: { content } },
    },
  ];
}

function resultOf(index: number): CaseResult {
  const id = `demo.server.area-${index % 40}.case-${index}`;
  const isBroken = index % FAILED === 0;
  const isWarned = !isBroken && index % WARNED === 0;
  const requirement = `DEMO-${index % 40}-${index % 7}`;
  const text = `What ${requirement} says, in a sentence as long as those of a specification are`;
  const path = '/result/content/0/type';
  const check: CheckResult = {
    requirement,
    level: isWarned ? 'should' : 'must',
    text,
    source: 'Demo 1.0',
    status: 'pass',
    at,
  };
  const wrong = { path, expected: index, actual: 'text', message: `expected ${index}, got "text"` };
  const broken: CheckResult = {
    ...{ ...check, status: 'fail', seq: 1, message: `${wrong.message} ${'x'.repeat(index / FAILED)}` },
    differences: [{ ...wrong, seq: 1, pointer: `/message${path}` }],
  };
  return {
    ...{
      id,
      name: id,
      title: `What case ${index} is about, as its title says`,
      group: `Area ${index % 40}`,
      place: at,
    },
    ...{ role: 'demo/server', transport: 'stdio', nonStrict: false, warned: isWarned, durationMs: 12.5 },
    verdict: isBroken ? 'fail' : 'pass',
    checks: [isBroken || isWarned ? broken : check],
    ...(isBroken ? { transcript: transcript(index), reason: `${requirement}: ${wrong.message}` } : {}),
  };
}

/** Writes the page of a run of 10,000 cases. Returns the page, and ms of CPU for writing it. */
export async function measure(): Promise<{ page: string; ms: number }> {
  const results = Array.from({ length: CASES }, (_, index) => resultOf(index));
  const planned = results.map(plannedOf);
  const names = planned.map(({ name }) => name);
  const target = { name: 'demo', role: 'demo/server', transport: 'stdio', version: '1.0' };
  const events = judged([
    {
      ...{ type: 'run.started', proctor: '0.1.0', startedAt: '2026-11-20T12:04:11.250Z', target, planned },
      rerun: 'npx proctor run',
    },
    ...results.map((result) => ({ type: 'case.finished' as const, result })),
    {
      ...{ type: 'run.finished', summary: summarize(results, names), exit: 1, durationMs: 60_000 },
      ...{ interrupted: false, messagesJudged: 20_000 },
    },
  ]);
  const parts: string[] = [];
  const reporter = createReporter('html', { isTTY: false, color: false, write: (text) => void parts.push(text) });
  for (const event of events.slice(0, -1)) reporter.event(event);
  const began = process.cpuUsage();
  reporter.event(events.at(-1)!);
  await reporter.close();
  const { user, system } = process.cpuUsage(began);
  return { page: parts.join(''), ms: (user + system) / 1000 };
}
