import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect } from 'vitest';
import type { CaseResult } from '../../runner/events.js';
import { loadCorpus } from '../../runner/load/corpus.js';
import { loadTarget } from '../../runner/load/target/target.js';
import { run } from '../../runner/run/run.js';
import type { Clock } from '../../src/wire/clock/clock.js';
import { defaultLimits } from '../../src/wire/limits.js';
import { it, PROCTOR } from '../testing/program.js';

const root = resolve(import.meta.dirname, '../..');
const DAEMON = ['bridge.runtime.daemon.backoff', 'bridge.runtime.daemon.resume'];
/** Target time that they take: all waits of a daemon and the two at the end. */
const WAITED = 100 + 500 + 1000 + 2000 + 2000;
/** No wait of real time ever ends by it. */
const STANDING: Clock = { now: () => 0, date: () => 0, after: () => () => undefined };

describe('the daemon', () => {
  it.for(['inside the kit', 'on a process'])(
    'waits in its own time, %s: that of the machine stands still',
    async (where) => {
      const { corpus } = await loadCorpus(root, { compiled: resolve(root, 'dist/corpus') });
      const { target } = await loadTarget(resolve(root, 'targets/reference/bridge-runtime.yaml'), {
        roles: corpus.roles,
      });
      const results: CaseResult[] = [];
      const exit = await run(
        {
          corpus,
          targets: [target!],
          plan: { patterns: DAEMON },
          known: [],
          clock: STANDING,
          limits: defaultLimits,
          slow: 1,
          signal: new AbortController().signal,
          proctor: { version: 'test', file: PROCTOR, cases: resolve(root, 'cases') },
          strict: true,
          dryRun: false,
          cores: 2,
          repeatTimeouts: false,
          rerun: '',
          today: '2026-01-31',
          startedAt: '2026-01-31T00:00:00Z',
          ...(where === 'on a process'
            ? {}
            : { inside: { plays: () => true, readScript: () => Promise.reject(new Error('there is none')) } }),
        },
        (event) => {
          if (event.type === 'case.finished') results.push(event.result);
        },
      );
      const steps = results.filter(({ id }) => !id.startsWith('bridge.runtime.wire.'));
      expect(steps.map(({ id, verdict, reason }) => [id, verdict, reason])).toEqual(
        DAEMON.map((id) => [id, 'pass', undefined]),
      );
      expect(exit).toBe(0);
    },
  );

  it('waits in real time where the target file names no clock', { timeout: 60_000 }, async ({ sandbox }) => {
    const file = readFileSync(resolve(root, 'targets/reference/bridge-runtime.yaml'), 'utf8');
    sandbox.file('real.yaml', file.replace('clock: true\n', ''));
    const { exit, report } = await sandbox.report(['--target', 'real.yaml', ...DAEMON]);
    expect(exit).toBe(0);
    expect(report.cases.find(({ id }) => id === DAEMON[0])!.durationMs).toBeGreaterThanOrEqual(WAITED);
  });
});

describe('mock bridge/runtime', () => {
  it('shows what the first word of a prompt names', async ({ sandbox }) => {
    const request = (id: number, method: string, params: object) =>
      `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
    const prompt = [{ type: 'text', text: 'skill-cycle Write the release notes' }];
    const said =
      request(1, 'session/new', { cwd: sandbox.folder, mcpServers: [] }) +
      request(2, 'session/prompt', { sessionId: 'session_1', prompt });
    const { exit, stdout } = await sandbox.feeding(said, ['mock', 'bridge/runtime']);
    expect(stdout).toMatch(/"skill_activated".*"skill_scope_tools".*"skill_deactivated".*"stopReason":"end_turn"/s);
    expect(exit).toBe(0);
  });

  it.for([
    { args: ['--transport', 'http'], says: 'bridge/runtime speaks over stdio alone' },
    { args: ['--permissive', 'odd-idss'], says: 'Unknown permissive variant "odd-idss"' },
  ])('refuses $args', async ({ args, says }, { sandbox }) => {
    const { exit, stderr } = await sandbox.run(['mock', 'bridge/runtime', ...args]);
    expect(stderr).toContain(says);
    expect(exit).toBe(2);
  });
});
