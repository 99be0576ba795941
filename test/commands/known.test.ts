import { describe, expect } from 'vitest';
import { ANSWER, logged, overStdio, peer, ROLE, SOME, server } from '../testing/peers.js';
import { played, reported, type Sandbox, tally } from '../testing/program.js';
import { it } from '../testing/warm.js';

const target = (...flags: string[]) => ['--', ...server(...flags)];

describe('--known', () => {
  const failing = target('--ping', 'error');
  const entry = (text: string) => `known:\n  - { ${text}, reason: no pongs, issue: "#7" }\n`;
  const play = (sandbox: Sandbox, known: string, command: string[]) => {
    sandbox.file('known.yaml', known);
    return sandbox.report([...ROLE, '--known', 'known.yaml', ANSWER, ...command]);
  };

  it('lets a case fail as it is known to', async ({ sandbox }) => {
    const { exit, report, stdout } = await play(sandbox, entry(`case: ${ANSWER}`), failing);
    expect(reported(report, ANSWER)).toMatchObject({ verdict: 'fail', standing: 'expected-fail' });
    expect(tally(report)).toEqual({ 'expected-fail': 1 });
    expect(stdout).toMatch(/no pongs \(#7\)/);
    // A run in which nothing passed proves nothing.
    expect(exit).toBe(1);
  });

  it('lets a requirement fail in the cases named, and in no others', async ({ sandbox }) => {
    sandbox.file('known.yaml', entry('case: "mcp.server.ping.*#MCP-PING-01"'));
    const args = [
      ...ROLE,
      '--known',
      'known.yaml',
      'mcp.server.ping.answer',
      'mcp.server.lifecycle.initialize',
      'mcp.server.lifecycle.early-notification',
      ...failing,
    ];
    const { exit, report } = await sandbox.report(args);
    expect(reported(report, ANSWER).standing).toBe('expected-fail');
    expect(reported(report, 'mcp.server.lifecycle.initialize').verdict).toBe('pass');
    // It pings too, and is none of those that may fail.
    expect(reported(report, 'mcp.server.lifecycle.early-notification').verdict).toBe('fail');
    expect(exit).toBe(1);
  });

  it('is red where a known failure passes', async ({ sandbox }) => {
    const { exit, report, stdout } = await play(sandbox, entry(`case: ${ANSWER}`), target());
    expect(reported(report, ANSWER)).toMatchObject({ verdict: 'pass', standing: 'unexpected-pass' });
    expect(stdout).toContain(
      `✗ known.yaml:2:5  \`${ANSWER}\` is known to fail, and it holds; take the entry out, or run with --tidy\n`,
    );
    expect(exit).toBe(1);
  });

  it('is red where an entry is overdue, and says where it stands', async ({ sandbox }) => {
    const { exit, report, stdout } = await play(sandbox, entry(`case: ${ANSWER}, until: 2020-02-29`), failing);
    expect(reported(report, ANSWER).standing).toBe('expected-fail');
    expect(stdout).toContain(
      '! the known failure `mcp.server.ping.answer` is overdue since 2020-02-29\n    known.yaml:2:5',
    );
    expect(exit).toBe(1);
  });

  it('is the file beside the target file, where no other is named', async ({ sandbox }) => {
    sandbox.file('there/proctor.yaml', overStdio(server('--ping', 'error'), ''));
    sandbox.file('there/known.yaml', entry('case: MCP-PING-01'));
    const args = ['--target', 'there/proctor.yaml', 'mcp.server.ping', 'mcp.server.lifecycle.initialize'];
    const { report, stdout, exit } = await sandbox.report(args);
    const failed = report.cases.filter(({ verdict }) => verdict === 'fail');
    expect(failed.length).toBeGreaterThan(1);
    expect(failed.map(({ standing }) => standing)).toEqual(failed.map(() => 'expected-fail'));
    // Cases that check the same and pass are no reason to take the entry out.
    expect([exit, stdout.includes('take the entry out')]).toEqual([0, false]);
    sandbox.file('other.yaml', 'known: []\n');
    expect((await sandbox.report([...args, '--known', 'other.yaml'])).exit).toBe(1);
  });

  it('has an entry for several cases that all pass in one line, with its place', async ({ sandbox }) => {
    sandbox.file('known.yaml', entry('case: MCP-PING-01'));
    const whole = await sandbox.report([...ROLE, '--known', 'known.yaml', ...target()]);
    expect(whole.stdout).toMatch(
      /\n! known\.yaml:2:5 {2}`MCP-PING-01` is known to fail, and all \d+ of its cases pass; take the entry out, or run with --tidy\n/,
    );
    expect(whole.exit).toBe(1);
    // Of a part of its cases nobody knows whether another one fails.
    const part = await sandbox.report([...ROLE, '--known', 'known.yaml', ANSWER, ...target()]);
    expect([part.exit, part.stdout.includes('take the entry out')]).toEqual([0, false]);
  });

  it('lets a flaky case pass and fail', async ({ sandbox }) => {
    const known = entry(`case: ${ANSWER}, state: flaky`);
    const passed = await play(sandbox, known, target());
    expect(reported(passed.report, ANSWER).verdict).toBe('pass');
    const flags = ['--log', 'log', '--ping', 'error', '--once', 'erred'];
    sandbox.file('known.yaml', known);
    const args = [
      ...ROLE,
      '--known',
      'known.yaml',
      '--jobs',
      '1',
      // The server errs in one of its processes.
      '--isolation',
      'case',
      ANSWER,
      'mcp.server.ping.again',
      ...target(...flags),
    ];
    const failed = await sandbox.report(args);
    expect(reported(failed.report, ANSWER)).toMatchObject({ verdict: 'fail', standing: 'known-flaky' });
    expect([passed.exit, failed.exit]).toEqual([0, 0]);
  });
});

describe('an entry under `untestable` whose case passes', () => {
  it('is told, and makes the run red under --strict', async ({ sandbox }) => {
    sandbox.file('a.yaml', overStdio(server(), `untestable:\n  - { case: ${ANSWER}, reason: no pings }\n`));
    const lenient = await sandbox.report(['--target', 'a.yaml', ANSWER]);
    const message = `a.yaml lists \`${ANSWER}\` as untestable, and it passes; take the entry out`;
    expect(lenient.report.problems).toEqual([{ message, detail: 'a.yaml:6:5  no pings', exit: 0, warning: true }]);
    expect(lenient.stdout).toContain(`\n⚠ ${message}\n    a.yaml:6:5  no pings\n`);
    const strict = await sandbox.report(['--strict', '--target', 'a.yaml', ANSWER]);
    expect([lenient.exit, strict.exit]).toEqual([0, 1]);
  });
});

/** One process after the other, for a server that errs in one of them. */
const ALONE = ['--jobs', '1', '--isolation', 'case'];

describe('--last-failed', () => {
  it('plays only what did not pass in the run before', async ({ sandbox }) => {
    const flags = target('--log', 'log', '--ping', 'error', '--once', 'erred');
    const first = await sandbox.report([...ROLE, ...ALONE, ...SOME, ...flags]);
    const failed = first.report.cases.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
    expect(failed).toHaveLength(1);
    const second = await sandbox.report([...ROLE, '--last-failed', ...flags]);
    expect(played(second.report)).toEqual({ [failed[0]!]: 'pass' });
    expect([first.exit, second.exit]).toEqual([1, 0]);
    const third = await sandbox.run(['run', ...ROLE, '--last-failed', ...flags]);
    expect(third).toEqual({
      exit: 0,
      stdout: '',
      stderr: 'nothing failed in the last run here; there is nothing to play\n',
    });
  });
});

describe('--last-failed of several targets and of parts of their cases', () => {
  const AGAIN = SOME[1]!;

  it('keeps each target by itself, and what a pattern left out', async ({ sandbox }) => {
    const failing = target('--ping', 'error');
    sandbox.file('other.mjs', `import ${JSON.stringify(`file://${peer('server.mjs')}`)};\n`);
    const other = ['--', process.execPath, 'other.mjs'];
    await sandbox.report([...ROLE, ANSWER, AGAIN, ...failing]);
    // Neither a run against another target nor one of another case takes anything away.
    await sandbox.report([...ROLE, ANSWER, AGAIN, ...other]);
    await sandbox.report([...ROLE, 'mcp.server.lifecycle.initialize', ...failing]);
    expect((await sandbox.run(['run', ...ROLE, '--last-failed', ...other])).stderr).toMatch(
      /^nothing failed in the last /,
    );
    const one = await sandbox.report([...ROLE, '--last-failed', AGAIN, ...target()]);
    expect(played(one.report)).toEqual({ [AGAIN]: 'pass' });
    const rest = await sandbox.report([...ROLE, '--last-failed', ...target()]);
    expect(Object.keys(played(rest.report))).toContain(ANSWER);
    expect(Object.keys(played(rest.report))).not.toContain(AGAIN);
    sandbox.file('third.mjs', '');
    expect(await sandbox.run(['run', ...ROLE, '--last-failed', '--', process.execPath, 'third.mjs'])).toMatchObject({
      exit: 2,
      stderr: '--last-failed: .proctor/last-failed.json has no run of `third.mjs`; run without it first\n',
    });
  });

  it('plays the cases again that broke a wire rule', async ({ sandbox }) => {
    const loud = target('--log', 'log', '--ping', 'loud', '--once', 'said');
    const first = await sandbox.report([...ROLE, ...ALONE, ANSWER, AGAIN, ...loud]);
    const { brokenIn } = reported(first.report, 'mcp.server.wire.stdout');
    expect(brokenIn).toHaveLength(1);
    expect(played(first.report)).toEqual({ [ANSWER]: 'pass', [AGAIN]: 'pass' });
    const second = await sandbox.report([...ROLE, '--last-failed', ...loud]);
    expect(played(second.report)).toEqual({ [brokenIn![0]!]: 'pass' });
    expect([first.exit, second.exit]).toEqual([1, 0]);
    expect((await sandbox.run(['run', ...ROLE, '--last-failed', ...loud])).stderr).toMatch(
      /^nothing failed in the last /,
    );
  });
});

describe('a time-out', () => {
  const held = target('--log', 'log', '--ping', 'hold', '--once', 'held');
  const args = ['--slow', '0.4', '--jobs', '3', ...ROLE, ...SOME, ...held];

  it('is repeated alone at the end, and makes the case flaky where it holds then', async ({ sandbox }) => {
    const { exit, report, stdout } = await sandbox.report(args);
    const flaky = report.cases.filter(({ standing }) => standing === 'flaky');
    expect(flaky).toHaveLength(1);
    expect(flaky[0]?.reason).toMatch(
      /^flaky: passed once, failed once; MCP-\w+-\d+: reply to .* did not come within 2s/,
    );
    expect(tally(report)).toEqual({ pass: 2, flaky: 1 });
    expect(stdout).toContain(`~ ${flaky[0]?.id} · `);
    // The process of the repetition hears its first message when all others have heard their last.
    const log = logged(sandbox.read('log')).map(([process]) => process);
    const last = log.at(-1);
    expect(log.slice(log.indexOf(last!)).every((process) => process === last)).toBe(true);
    expect(new Set(log).size).toBe(5);
    expect(exit).toBe(1);
  });

  it('is tolerated where the case is known to be flaky', async ({ sandbox }) => {
    sandbox.file('known.yaml', 'known:\n  - { case: "mcp.server.*", reason: slow, issue: "#7", state: flaky }\n');
    const { exit, report } = await sandbox.report(['--known', 'known.yaml', ...args]);
    expect(tally(report)).toEqual({ pass: 2, 'known-flaky': 1 });
    expect(exit).toBe(0);
  });
});
