import { describe, expect } from 'vitest';
import { overStdio } from '../testing/peers.js';
import { it, PROCTOR, type Report, type Sandbox } from '../testing/program.js';

/** A run of a part takes a few seconds, and a busy machine many times that. */
const PATIENCE = 240_000;

/** A server with a defect in its messages and one in its tools: cases fail, and so do wire rules, in some parts and not in others. */
const TARGET = overStdio([
  process.execPath,
  PROCTOR,
  'mock',
  'mcp/server',
  '--mutant',
  'mcp.server.tools.no-input-schema',
]);
const KNOWN = `known:
  - { case: "mcp.server.wire.schema", reason: the schema of a tool is missing, issue: "#1" }
  - { case: "mcp.server.base.id", reason: it was wrong once, issue: "#2" }
`;
const PATTERNS = ['mcp.server.tools.list', 'mcp.server.ping', 'mcp.server.base.id'];
const PARTS = 4;

/** What must be the same in the report of the whole and in that of all parts. */
function essence({ cases, summary, exit, musts, problems = [] }: Report) {
  return {
    cases: cases.map(({ id, verdict, standing, warned, nonStrict, brokenIn }) => ({
      ...{ id, verdict, standing, warned, nonStrict, brokenIn },
    })),
    ...{ summary, exit },
    musts: musts && { tested: musts.tested, of: musts.of },
    problems: problems.map(({ message }) => message).sort(),
  };
}

const run = (...more: string[]) => ['run', '--target', 'target.yaml', ...more, ...PATTERNS];
const read = (sandbox: Sandbox, name: string) => JSON.parse(sandbox.read(name)) as Report;

describe('the parts of a plan', () => {
  it('as an Indexed Job runs them, each in its own process, are together the whole', { timeout: PATIENCE }, async ({
    sandbox,
  }) => {
    sandbox.file('target.yaml', TARGET);
    sandbox.file('known.yaml', KNOWN);
    const whole = await sandbox.run(run('--reporter', 'json=whole.json', '--reporter', 'junit=whole.xml'));
    const names = Array.from({ length: PARTS }, (_, index) => `part-${index}.json`);
    const exits: (number | null)[] = [];
    for (const [index, name] of names.entries()) {
      const args = run('--shard', `auto/${PARTS}`, '--reporter', `json=${name}`);
      exits.push((await sandbox.run(args, { JOB_COMPLETION_INDEX: String(index) })).exit);
      expect(read(sandbox, name)).toMatchObject({ shard: { index: index + 1, count: PARTS } });
    }
    const order = [2, 0, 3, 1].map((index) => names[index]!);
    const merged = await sandbox.run([
      ...['report', 'merge', ...order, '--target', 'target.yaml'],
      ...['--reporter', 'json=merged.json', '--reporter', 'junit=merged.xml'],
    ]);
    const [one, all] = [read(sandbox, 'whole.json'), read(sandbox, 'merged.json')];
    expect(essence(all)).toEqual(essence(one));
    expect([merged.exit, all.exit]).toEqual([whole.exit, one.exit]);
    // It was no run in which all is alike: cases failed, one known failure is over, and a part alone looks otherwise.
    expect(one.exit).toBe(1);
    expect(one.summary.fail).toBeGreaterThan(0);
    expect(one.cases.find(({ id }) => id === 'mcp.server.wire.schema')?.standing).toBe('expected-fail');
    expect(one.problems?.map(({ message }) => message).join('\n')).toContain('is known to fail, and all');
    expect(exits).toContain(0);
    const counted = (name: string) => sandbox.read(name).match(/<testcase /g)?.length;
    expect(counted('merged.xml')).toBe(counted('whole.xml'));
  });
});
