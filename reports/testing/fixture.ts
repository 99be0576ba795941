import type { CaseResult, CheckResult, PlannedInfo, RunEvent } from '../../runner/events.js';
import { countLevels, countRequirements } from '../../runner/judge/requirements.js';
import { summarize } from '../../runner/judge/summary.js';
import type { PlannedCase } from '../../runner/planned-case.js';
import { plannedOf } from '../../runner/report/events.js';
import type { SourcePosition } from '../../src/language/case.js';
import type { WireRecord } from '../../src/wire/record.js';
import { JUDGED_BY, judged } from './judged.js';
import { sources } from './source.js';

/** One fixed run that contains every verdict and every standing, for the golden files. */

const tools = (line: number, col: number): SourcePosition => ({ file: 'cases/demo/server/tools.yaml', line, col });
const resources = (line: number, col: number): SourcePosition => ({
  file: 'cases/demo/server/resources.yaml',
  line,
  col,
});
const wire: SourcePosition = { file: 'cases/demo/wire.yaml', line: 3, col: 5 };

export const readSource = (file: string): string | undefined => sources[file];

function check(requirement: string, at: SourcePosition, more: Partial<CheckResult> = {}): CheckResult {
  return {
    requirement,
    level: 'must',
    text: `What ${requirement} says`,
    source: 'Demo 1.0, Tools',
    status: 'pass',
    at,
    ...more,
  };
}

function record(seq: number, from: 'kit' | 'target', more: Partial<WireRecord>): WireRecord {
  return { seq, time: seq * 1.25 + 400, from, channel: 'main', kind: 'message', ...more };
}

const unknownTool: WireRecord[] = [
  record(0, 'kit', {
    message: { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '1.0', capabilities: {} } },
  }),
  record(1, 'target', {
    method: 'initialize',
    message: { jsonrpc: '2.0', id: 1, result: { protocolVersion: '1.0', capabilities: { tools: {} } } },
  }),
  record(2, 'kit', { message: { jsonrpc: '2.0', method: 'notifications/initialized' } }),
  record(3, 'target', {
    kind: 'bytes',
    bytes: Buffer.from('\u001b[31mloading tools\u001b[0m …'),
    problem: 'not JSON: unexpected character (at offset 0)',
  }),
  record(4, 'kit', {
    as: 'call-1',
    message: { jsonrpc: '2.0', id: 9007199254740993n, method: 'tools/call', params: { name: 'no-such-tool' } },
  }),
  record(5, 'target', {
    message: { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'x'.repeat(300) } },
  }),
  record(6, 'target', {
    method: 'tools/call',
    as: 'call-1',
    message: {
      jsonrpc: '2.0',
      id: 9007199254740993n,
      error: { code: -32603, message: 'Error: no-such-tool\n    at <anonymous>', data: { hint: '</failure> ]]>' } },
    },
  }),
];

const stream: WireRecord[] = [
  record(0, 'kit', {
    kind: 'http',
    channel: 'again',
    http: { method: 'GET', path: '/demo', headers: { 'last-event-id': 'a:2', accept: 'text/event-stream' } },
  }),
  record(1, 'target', {
    kind: 'http',
    channel: 'again',
    http: { status: 200, headers: { 'content-type': 'text/event-stream' } },
  }),
  record(2, 'target', { kind: 'sse', channel: 'again', sse: { id: 'a:3', retry: 500 } }),
  record(3, 'target', {
    channel: 'again',
    sse: { id: 'b:9' },
    method: 'tools/call',
    message: { jsonrpc: '2.0', id: 3, result: {} },
  }),
  record(4, 'kit', {
    kind: 'bytes',
    channel: 'again',
    deliberate: true,
    bytes: Buffer.from('{"id": 1'),
    text: '{"id": 1',
  }),
  record(5, 'target', { channel: 'again', text: '{"jsonrpc":"2.0","pad":"xxx', size: 2_200_000 }),
  record(6, 'target', { kind: 'frame', channel: 'again', frame: { opcode: 'close', fin: true, code: 1006 } }),
  record(7, 'target', { kind: 'body', channel: 'again', body: { error: 'gone' } }),
  record(8, 'target', { kind: 'closed', channel: 'again', closed: { how: 'reset', reason: 'connection reset' } }),
  record(9, 'target', { kind: 'exit', channel: 'again', exit: { code: null, signal: 'SIGSEGV' } }),
  record(10, 'target', { kind: 'exit', channel: 'main', exit: { code: 1, signal: null } }),
];

interface Made extends Partial<CaseResult> {
  id: string;
  verdict: CaseResult['verdict'];
}

function result({ id, verdict, ...more }: Made): CaseResult {
  const group = more.group ?? 'Tools';
  return {
    id,
    name: id,
    title: `What ${id} is about`,
    group,
    role: 'demo/server',
    transport: 'stdio',
    place: group === 'wire' ? wire : tools(4, 5),
    verdict,
    nonStrict: false,
    warned: false,
    durationMs: 12.5,
    checks: [],
    ...more,
  };
}

export const results: CaseResult[] = [
  result({ id: 'demo.server.tools.list', verdict: 'pass', checks: [check('DEMO-TOOL-01', tools(7, 9))] }),
  result({
    id: 'demo.server.tools.unknown',
    title: 'An unknown tool is a protocol error',
    verdict: 'fail',
    place: tools(9, 5),
    at: tools(12, 9),
    reason: 'DEMO-TOOL-06: expected -32602, got -32603',
    durationMs: 1030.4,
    checks: [
      check('DEMO-TOOL-06', tools(12, 9), {
        status: 'fail',
        text: 'An unknown tool is answered with the error -32602',
        source: 'Demo 1.0, Tools, Error Handling',
        url: 'https://demo.example/1.0/tools#error-handling',
        title: 'An unknown tool is an internal error',
        message: 'expected -32602, got -32603\nand the message is a stack trace',
        seq: 6,
        expected: { code: -32602 },
        actual: { code: -32603, message: 'Error: no-such-tool' },
        differences: [
          {
            path: '/error/code',
            expected: -32602,
            actual: -32603,
            message: 'expected -32602, got -32603',
            seq: 6,
            pointer: '/message/error/code',
          },
          { path: '/error/data/list', expected: [1, 2], message: 'expected a list, got nothing' },
        ],
      }),
      check('DEMO-PING-01', tools(17, 9), { status: 'not-reached' }),
    ],
    transcript: unknownTool,
    stderr:
      'demo-server 1.4.2\n\u001b[31mTypeError\u001b[0m: Cannot read properties of undefined\n    at call (server.js:3:9)\n',
  }),
  result({
    id: 'demo.server.tools.tolerated',
    verdict: 'pass',
    nonStrict: true,
    reason: 'the error came as a result',
    checks: [check('DEMO-TOOL-02', tools(7, 9), { status: 'non-strict', note: 'the error came as a result' })],
  }),
  result({
    id: 'demo.server.tools.known',
    verdict: 'fail',
    standing: 'expected-fail',
    reason: 'known: rewritten in 2.0 (https://example.org/issues/7)',
    checks: [check('DEMO-TOOL-03', tools(7, 9), { status: 'fail', message: 'expected 1, got 2' })],
  }),
  result({
    id: 'demo.server.tools.mended',
    verdict: 'pass',
    standing: 'unexpected-pass',
    reason:
      'known.yaml:3:5  `demo.server.tools.mended` is known to fail, and it holds; take the entry out, or run with --tidy',
    checks: [check('DEMO-TOOL-04', tools(7, 9))],
  }),
  result({
    id: 'demo.server.tools.sometimes',
    verdict: 'fail',
    standing: 'flaky',
    reason: 'flaky: passed once, failed once',
    at: tools(7, 9),
    runs: ['pass', 'fail'],
    checks: [check('DEMO-TOOL-05', tools(7, 9), { status: 'fail', message: 'no reply within 5 s', silence: true })],
  }),
  result({
    id: 'demo.server.tools.races',
    verdict: 'fail',
    standing: 'known-flaky',
    reason: 'known: cancellation races',
  }),
  result({
    id: 'demo.server.tasks.get',
    group: 'Tasks',
    verdict: 'skipped',
    skip: 'target',
    reason: 'tasks are not advertised',
    durationMs: 0,
  }),
  result({
    id: 'demo.server.tasks.list',
    group: 'Tasks',
    verdict: 'skipped',
    reason: 'tasks are not advertised',
    durationMs: 0,
  }),
  result({
    id: 'demo.server.resources.read',
    group: 'Resources',
    verdict: 'pass',
    place: resources(4, 5),
    checks: [check('DEMO-RES-01', resources(7, 9))],
  }),
  result({
    id: 'demo.server.resources.missing',
    title: 'A missing resource is told apart | with *marks*',
    group: 'Resources',
    verdict: 'pass',
    warned: true,
    place: resources(4, 5),
    checks: [
      check('DEMO-RES-02', resources(7, 9), {
        level: 'should',
        status: 'fail',
        url: 'https://demo.example/1.0/resources#error-handling',
        text: 'A missing resource is answered with -32002',
        message: 'a missing resource is answered with -32002, got -32602',
      }),
    ],
  }),
  result({
    id: 'demo.server.resources.watch',
    group: 'Resources',
    verdict: 'untestable',
    at: resources(7, 9),
    reason: 'the target did not show the behavior `change-resource`: no notification within 5 s',
    transcript: stream,
    leftOut: [{ before: 3, count: 12 }, { count: 1 }],
  }),
  result({
    id: 'demo.server.resources.huge',
    group: 'Resources',
    verdict: 'untestable',
    standing: 'listed-untestable',
    reason: 'listed: the demo has no large resource',
  }),
  result({
    id: 'demo.server.resources.crash',
    group: 'Resources',
    verdict: 'error',
    reason: 'the machine has no room for a temporary folder: ENOSPC',
  }),
  result({
    id: 'demo.server.wire.envelope',
    title: 'Every message is a JSON-RPC message',
    group: 'wire',
    verdict: 'fail',
    durationMs: 0,
    reason: 'DEMO-BASE-03: 2 places',
    checks: [
      check('DEMO-BASE-03', wire, {
        status: 'fail',
        message: '`jsonrpc` is missing (in demo.server.tools.list)',
        expected: '2.0',
        seq: 1,
      }),
      check('DEMO-BASE-03', wire, {
        status: 'fail',
        message: 'the id of a request is 1.5; it must be a string or an integer',
        actual: 1.5,
      }),
    ],
    transcript: [unknownTool[1]!, { ...unknownTool[6]!, seq: 61 }],
  }),
  result({
    id: 'demo.server.wire.ids',
    group: 'wire',
    verdict: 'pass',
    durationMs: 0,
    checks: [check('DEMO-BASE-02', wire)],
  }),
];

/** The counts of requirements, as a run that plays these cases works them out. */
function countedAs(of: readonly CaseResult[]) {
  const known = new Map(of.flatMap(({ checks }) => checks.map((one) => [one.requirement, one])));
  const plan = of.map(({ checks, ...one }): PlannedCase => {
    const wires = one.group === 'wire' ? { wire: {} as NonNullable<PlannedCase['wire']> } : {};
    return { ...one, transport: 'stdio', requirements: checks.map(({ requirement }) => requirement), ...wires };
  });
  const requirements = countRequirements(plan, of, (id) => {
    const { level, text, source, url, title } = known.get(id)!;
    return { id, level, roles: [], text, source, ...(url ? { url } : {}), ...(title ? { broken: title } : {}) };
  });
  return { requirements, levels: countLevels(requirements) };
}

const missing: PlannedInfo = {
  id: 'demo.server.resources.last',
  name: 'demo.server.resources.last',
  title: 'What was never played',
  group: 'Resources',
  role: 'demo/server',
  place: resources(4, 5),
};

const planned: PlannedInfo[] = results.map((one) => ({
  ...plannedOf(one),
  ...(one.verdict === 'skipped' ? { gated: { verdict: one.verdict, reason: one.reason ?? '' } } : {}),
}));
planned.splice(14, 0, missing);

/** The events in the order in which two jobs would send them: the first two cases end the other way round. */
export const events: RunEvent[] = judged([
  {
    type: 'run.started',
    ...JUDGED_BY,
    startedAt: '2026-11-20T12:04:11.250Z',
    target: { name: 'demo', role: 'demo/server', transport: 'stdio', version: '1.0', calls: 'demo-server 1.4.2' },
    planned,
    notAsked: { versions: 1_154, transports: { http: 140, 'http or ws': 2 } },
    rerun: 'npx proctor run --target demo.yaml',
  },
  { type: 'case.started', id: 'demo.server.tools.list', name: 'demo.server.tools.list' },
  { type: 'message', case: 'demo.server.tools.unknown', record: unknownTool[3]! },
  { type: 'check', case: 'demo.server.tools.unknown', check: results[1]!.checks[0]! },
  ...[1, 0, ...results.keys()]
    .filter((index, at, all) => all.indexOf(index) === at)
    .map((index) => ({ type: 'case.finished' as const, result: results[index]! })),
  {
    type: 'problem',
    message: 'the entry `demo.server.old` in known.yaml matches nothing',
    detail: 'known.yaml:3:5\ndid you mean `demo.server.tools`?',
    exit: 1,
  },
  {
    type: 'run.finished',
    summary: summarize(
      results,
      planned.map(({ name }) => name),
    ),
    exit: 1,
    durationMs: 1_912.4,
    interrupted: true,
    messagesJudged: 4_812,
    ...countedAs(results),
    since: {
      startedAt: '2026-11-19T08:00:00.000Z',
      sameProctor: true,
      sameCases: true,
      sameTarget: true,
      compared: 15,
      same: 13,
      changes: [
        { case: 'demo.server.tools.unknown', kind: 'worse', was: 'pass', is: 'fail', unexplained: true },
        { case: 'demo.server.tools.list', kind: 'better', was: 'fail', is: 'pass', unexplained: true },
      ],
    },
  },
]);

/** A run in which nothing went wrong. */
export const greenEvents: RunEvent[] = (() => {
  const passed = [results[0]!, results[9]!, results[15]!];
  const plan = planned.filter(({ id }) => passed.some((one) => one.id === id));
  const [start] = events;
  return judged([
    { ...(start as Extract<RunEvent, { type: 'run.started' }>), planned: plan },
    ...passed.map((one) => ({ type: 'case.finished' as const, result: one })),
    {
      type: 'run.finished',
      summary: summarize(
        passed,
        plan.map(({ name }) => name),
      ),
      exit: 0,
      ...{ durationMs: 84, ...countedAs(passed) },
      interrupted: false,
      messagesJudged: 31,
    },
  ]);
})();
