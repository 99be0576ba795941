import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect } from 'vitest';
import { it, type ReportedCase } from '../testing/program.js';

/** Servers, agents and clients that we did not write. What fails must be their fault, and each such finding is kept with its reason. */
interface Expected {
  fails: { requirement: string; reason: string; cases: string[] }[];
}

const root = resolve(import.meta.dirname, '../..');
const expected = ({ name, version }: Pick<Target, 'name' | 'version'>) => {
  const file = version === undefined ? name : `${name}-${version}`;
  return JSON.parse(readFileSync(resolve(root, 'test/expected', `${file}.json`), 'utf8')) as Expected;
};
/** With PROCTOR_TEST_WHOLE=1 every case is played, not only a part: some minutes. */
const whole = process.env.PROCTOR_TEST_WHOLE === '1';

/** `requirement case` for each requirement that a failed case broke and that counts. */
const broken = ({ id, checks }: ReportedCase) =>
  checks
    .filter(({ status, level }) => status === 'fail' && level === 'must')
    .map((check) => `${check.requirement} ${id}`);

interface Target {
  name: string;
  part: string[];
  /** Where it is played by several versions of its protocol. */
  version?: string;
}

// A server over stdio is started anew for each case, which takes its time: of these a part is enough here.
const TARGETS: Target[] = [
  { name: 'mcp-everything-http', part: ['--shard', '1/3'] },
  { name: 'mcp-everything-stdio', part: ['--shard', '2/8'] },
  { name: 'mcp-filesystem', part: ['--shard', '4/8'] },
  { name: 'mcp-memory', part: ['--shard', '6/8'] },
  { name: 'mcp-sdk2-server-http', version: '2025-11-25', part: ['--shard', '2/4'] },
  { name: 'mcp-sdk2-server-http', version: '2026-07-28', part: ['--shard', '3/4'] },
  { name: 'mcp-sdk2-server-stdio', version: '2025-11-25', part: ['--shard', '5/16'] },
  { name: 'mcp-sdk2-server-stdio', version: '2026-07-28', part: ['--shard', '6/16'] },
  { name: 'acp-sdk-agent', part: ['--shard', '2/6'] },
  { name: 'a2a-js-http', part: [] },
  { name: 'a2a-js-rest', part: [] },
  { name: 'mcp-sdk-client-stdio', part: ['mcp.client.initialize*', 'mcp.client.elicitation.d*'] },
  { name: 'mcp-sdk-client-http', part: ['mcp.client.http*', 'mcp.client.elicitation.d*'] },
  {
    name: 'mcp-sdk2-client-stdio',
    version: '2025-11-25',
    part: ['mcp.client.initialize*', 'mcp.client.elicitation.d*'],
  },
  { name: 'mcp-sdk2-client-http', version: '2025-11-25', part: ['mcp.client.http.lost*', 'mcp.client.elicitation.d*'] },
  {
    name: 'mcp-sdk2-client-stdio',
    version: '2026-07-28',
    part: ['mcp.client.stateless-caching*', 'mcp.client.stateless-eras*'],
  },
  {
    name: 'mcp-sdk2-client-http',
    version: '2026-07-28',
    part: ['mcp.client.stateless-caching*', 'mcp.client.stateless-params*'],
  },
  { name: 'a2a-js-client-http', part: [] },
  { name: 'a2a-js-client-rest', part: [] },
];

describe('public servers, agents and clients', () => {
  it.for(TARGETS)(
    '$name $version fails what is known of it and nothing else',
    { timeout: 900_000 },
    async ({ name, part, version }, { sandbox }) => {
      const args = [...(version === undefined ? [] : ['--version', version]), ...(whole ? [] : part)];
      const { exit, report, stderr } = await sandbox.report([
        '--target',
        resolve(root, `targets/${name}.yaml`),
        ...args,
      ]);
      const { cases, summary } = report;
      const of = (verdict: string) => cases.filter((one) => one.verdict === verdict);

      expect(summary).toMatchObject({ planned: cases.length, notRun: 0, error: 0, flaky: 0 });
      const surprises = of('untestable').filter(({ standing }) => standing !== 'listed-untestable');
      expect(surprises.map(({ id, reason }) => `${id}: ${reason}`)).toEqual([]);
      expect(of('skipped').filter(({ reason }) => !reason)).toEqual([]);
      expect(of('pass').length).toBeGreaterThan(of('fail').length);

      const ids = new Set(cases.map(({ id }) => id));
      const known = expected({ name, version }).fails.flatMap(({ requirement, cases }) =>
        cases.map((id) => `${requirement} ${id}`),
      );
      const wanted = known.filter((one) => ids.has(one.split(' ')[1]!));
      expect(of('fail').flatMap(broken).sort()).toEqual(wanted.sort());
      expect([exit, stderr]).toEqual([wanted.length > 0 ? 1 : 0, '']);
    },
  );
});

it('what is expected of a server is told with a reason, and once', () => {
  for (const target of TARGETS) {
    const { fails } = expected(target);
    const { name } = target;
    for (const { requirement, reason } of fails) expect(reason, `${name} ${requirement}`).toMatch(/^[A-Z].{20,}\.$/);
    const each = fails.flatMap(({ requirement, cases }) => cases.map((id) => `${requirement} ${id}`));
    expect(new Set(each).size, name).toBe(each.length);
  }
});
