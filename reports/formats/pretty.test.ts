import { describe, expect, it } from 'vitest';
import type { CaseResult, RunEvent } from '../../runner/events.js';
import { endedAs } from '../../runner/judge/count.js';
import { Groups } from '../../runner/judge/groups.js';
import { createReporter } from '../index.js';
import { events, greenEvents, readSource, results } from '../testing/fixture.js';
import { judged } from '../testing/judged.js';
import { memoryOut, report } from '../testing/memory.js';

const started = events[0] as Extract<RunEvent, { type: 'run.started' }>;
const finished = events.at(-1) as Extract<RunEvent, { type: 'run.finished' }>;

function run(list: CaseResult[], more: Partial<typeof started> = {}): RunEvent[] {
  const planned = list.map(({ id, name, title, group, role, place }) => ({ id, name, title, group, role, place }));
  return judged([
    { ...started, planned, ...more },
    ...list.map((result) => ({ type: 'case.finished' as const, result })),
    finished,
  ]);
}

describe('pretty', () => {
  it('prints a group as soon as it and those before it are complete', () => {
    const out = memoryOut();
    const reporter = createReporter('pretty', out);
    const groups = new Groups(started.planned);
    reporter.event(started);
    const finish = (id: string) => reporter.event(groups.finished(results.find((one) => one.id === id)!));
    finish('demo.server.tasks.get');
    finish('demo.server.tasks.list');
    expect(out.text()).not.toContain('Tasks');
    for (const { id, group } of results) if (group === 'Tools') finish(id);
    expect(out.text()).toMatch(/ {2}Tools .*\n {2}Tasks .*\n$/);
  });

  it('moves no cursor and uses no colour where it writes to no terminal', async () => {
    const text = await report('pretty', events);
    for (const character of ['\r', '\u001b']) expect(text).not.toContain(character);
  });

  it('ends with the exit code of the run, unless the command has another', async () => {
    expect(await report('pretty', events)).toMatch(/\nexit 1\n$/);
    expect(await report('pretty', events, { isPart: true })).not.toMatch(/^exit/m);
  });

  it('writes a line of progress over on a terminal, on stderr where that is one, and takes it away', async () => {
    const progress = memoryOut({ columns: 40 });
    const out = memoryOut({ isTTY: true, progress });
    const reporter = createReporter('pretty', out);
    for (const event of greenEvents) reporter.event(event);
    await reporter.close();
    for (const character of ['\r', '\u001b']) expect(out.text()).not.toContain(character);
    expect(progress.text()).toContain('1 of 3 cases · demo.server');
    expect(progress.text().endsWith('\r\u001b[2K')).toBe(true);
    for (const drawn of progress.text().split('\r\u001b[2K')) expect([...drawn].length).toBeLessThan(40);
  });

  it('counts what has ended, and says at once what is red, whatever comes first in the plan', () => {
    const ended = results.map(endedAs);
    const [red] = ended.filter((one) => one.red);
    const green = ended.filter((one) => !one.red);
    const out = memoryOut({ isTTY: true, columns: 200 });
    let time = 0;
    const now = () => {
      time += 100;
      return time;
    };
    const reporter = createReporter('pretty', out, { clock: { now, after: () => () => undefined } });
    reporter.event(started);
    for (const one of [...green, red!]) reporter.event(one);
    expect(out.text()).toContain(
      '\u001b[2K  ✗ demo.server.tools.unknown · DEMO-TOOL-06: expected -32602, got -32603\n',
    );
    // Two are skipped, and no part of it.
    expect(out.text()).toContain('1 of 15 cases');
    expect(out.text()).toContain(`${green.length - 2 + 1} of 15 cases · 1 red`);
    expect(out.text()).not.toContain('left');
  });

  it('adds nothing to a report that no terminal shows, and tells a log of it on the side', async () => {
    const withEnds = events.flatMap((event): RunEvent[] =>
      event.type === 'case.finished' ? [endedAs(event.result), event] : [event],
    );
    expect(await report('pretty', withEnds)).toBe(await report('pretty', events));
    const log = memoryOut();
    const fires: (() => void)[] = [];
    const after = (_: number, fire: () => void) => {
      fires.push(fire);
      return () => undefined;
    };
    const clock = { now: () => 30_000, after };
    const reporter = createReporter('pretty', memoryOut({ log }), { clock });
    for (const event of withEnds.slice(0, -1)) reporter.event(event);
    fires[0]!();
    expect(log.text()).toMatch(/^ {2}… 14 of 15 cases · 6 red · .*\n( {2}\S demo\.server\..*\n){6}$/);
  });

  it('tells a reason that many cases share once', async () => {
    const alike = Array.from(
      { length: 12 },
      (_, n): CaseResult => ({
        ...results[13]!,
        id: `demo.server.case-${n}`,
        name: `demo.server.case-${n}`,
        verdict: 'error',
        reason: 'the target could not be started',
      }),
    );
    const text = await report('pretty', run(alike));
    expect(text.match(/the target could not be started/g)).toHaveLength(1);
    expect(text).toContain('! 12 cases · the same for');
    expect(text).toContain('and 4 more');
  });

  it('tells cases that failed alike once, and those that failed by another difference apart', async () => {
    const alike = ['a', 'b', 'c'].map(
      (name): CaseResult => ({
        ...results[1]!,
        id: `demo.server.${name}`,
        name: `demo.server.${name}`,
      }),
    );
    const [first, ...rest] = results[1]!.checks;
    const other: CaseResult = {
      ...results[1]!,
      id: 'demo.server.other',
      name: 'demo.server.other',
      checks: [
        { ...first!, differences: [{ path: '/error/code', expected: -32602, message: first!.message! }] },
        ...rest,
      ],
    };
    const text = await report('pretty', run([...alike.slice(0, 2), other, ...alike.slice(2)]));
    expect(text).toContain(
      '✗ 3 cases · the same for\n    demo.server.a\n    demo.server.b\n    demo.server.c\n  DEMO-TOOL-06 must',
    );
    expect(text).toContain('✗ demo.server.other · ');
    expect(text.match(/ {2}DEMO-TOOL-06 must/g)).toHaveLength(2);
  });

  it('tells once which behaviors nothing maps, the one that most cases need first', async () => {
    const needs = [['tool'], ['slow-tool'], ['tool', 'slow-tool'], ['slow-tool']];
    const lacking = needs.map(
      (unmapped, n): CaseResult => ({
        ...results[13]!,
        id: `demo.server.case-${n}`,
        name: `demo.server.case-${n}`,
        verdict: 'untestable',
        reason: `the target must be able to show ${unmapped.join()}`,
        unmapped,
      }),
    );
    const text = await report('pretty', run(lacking));
    expect(text.match(/nothing says how the target shows these/g)).toHaveLength(1);
    expect(text).toContain('? 4 cases · the same for');
    expect(text).toContain('  slow-tool (3), tool (2)\n');
    const [one] = lacking as [CaseResult];
    expect(await report('pretty', run([one]))).toContain(one.reason);
  });

  it('tells of what was not run because of a cause how many cases they are, and lists none of them', async () => {
    const cause: RunEvent = {
      type: 'problem',
      message: 'the handshake failed',
      exit: 3,
      notRun: started.planned.length,
    };
    const text = await report('pretty', judged([started, cause, { ...finished, exit: 3 }]));
    expect(text.split('\n').slice(1, 5)).toEqual([
      '',
      '! the handshake failed',
      `    not run because of it: ${started.planned.length} cases`,
      '',
    ]);
  });

  it('shows the transcript of a case that passed where it was asked for', async () => {
    const [passed] = results;
    const transcript = results[1]!.transcript!;
    const text = await report('pretty', run([{ ...passed!, transcript }], { traced: true }));
    expect(text).toContain('✓ demo.server.tools.list');
    expect(text).toContain('0.405 s  →  tools/call');
  });

  it('shows no messages of a case that is untestable as listed, unless asked for', async () => {
    const [passed, failed] = results;
    const { transcript } = failed!;
    const reason = 'needs a sign-in';
    const listed: CaseResult = { ...passed!, verdict: 'untestable', reason, standing: 'listed-untestable', transcript };
    const asListed = (more = {}) => report('pretty', run([listed], more));
    expect(await asListed()).not.toContain('tools/call');
    expect(await asListed({ traced: true })).toContain('0.405 s  →  tools/call');
  });

  it('names the role of each group where a plan has several', async () => {
    const other: CaseResult = { ...results[0]!, id: 'demo.client.x', name: 'demo.client.x', role: 'demo/client' };
    const text = await report('pretty', run([results[0]!, other]));
    expect(text).toMatch(/ {2}demo\/server\n {2}Tools .*\n {2}demo\/client\n {2}Tools/);
  });

  it('gives a command that can be run, also where a command line is at its end', async () => {
    const text = await report(
      'pretty',
      run([results[1]!], { rerun: 'npx proctor run --role demo/server -- node server.js' }),
    );
    expect(text).toContain(
      'npx proctor run --role demo/server demo.server.tools.unknown --trace all -- node server.js',
    );
  });

  it('prints a problem that keeps a run from starting', async () => {
    const problem: RunEvent = {
      type: 'problem',
      message: 'the target could not be started',
      detail: 'its last words\n  \u001b[31mError',
      exit: 3,
    };
    const text = await report('pretty', [problem, { ...problem, message: 'unknown pattern', exit: 2 }]);
    expect(text).toBe(
      '! the target could not be started\n    its last words\n      \\x1b[31mError\n' +
        '! unknown pattern\n    its last words\n      \\x1b[31mError\n',
    );
  });

  it('tells a warning that many cases share once', async () => {
    const warned = results.find(({ warned }) => warned)!;
    const text = await report(
      'pretty',
      run([warned, { ...warned, id: 'demo.server.other', name: 'demo.server.other' }]),
      { readSource },
    );
    expect(text.match(/⚠ DEMO-RES-02/g)).toHaveLength(1);
    expect(text).toContain('(2 cases)');
  });

  it('lets a target neither colour nor clear the screen', async () => {
    const hostile = '\u001b[2J\u009b31m\u202e';
    const checks = results[1]!.checks.map((check) => ({
      ...check,
      message: hostile,
      actual: hostile,
      expected: hostile,
      differences: [],
    }));
    const text = await report(
      'pretty',
      run([{ ...results[1]!, title: hostile, stderr: hostile, reason: hostile, checks }]),
    );
    for (const character of ['\u001b', '\u009b', '\u202e']) expect(text).not.toContain(character);
  });
});
