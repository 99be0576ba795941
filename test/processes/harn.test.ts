import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { describe, expect } from 'vitest';
import { judged, toldOnce } from '../testing/expected.js';
import { it } from '../testing/program.js';

const root = resolve(import.meta.dirname, '../..');
/** With PROCTOR_TEST_WHOLE=1 every case is played, not only a part. */
const whole = process.env.PROCTOR_TEST_WHOLE === '1';

interface Target {
  name: string;
  /** Where it is played over several. */
  transport?: string;
  /** Where it is judged by several. */
  version?: string;
  part: string;
  /** The line of harn that it is written for. */
  line?: string;
}

/** What harn serves, by its target file. */
const TARGETS: Target[] = [
  { name: 'harn-bridge', part: '1/4' },
  { name: 'harn-acp', part: '2/16' },
  { name: 'harn-acp-0.10', part: '6/16', line: '0.10' },
  { name: 'harn-acp-upstream', part: '3/16' },
  { name: 'harn-acp-websocket', part: '4/16' },
  { name: 'harn-hub', part: '5/16' },
  { name: 'harn-a2a', transport: 'http', part: '1/1' },
  { name: 'harn-a2a', transport: 'rest', part: '1/1' },
  { name: 'harn-mcp', part: '1/1' },
  { name: 'harn-mcp-upstream', part: '1/4' },
  { name: 'harn-mcp-client', version: '2025-11-25', part: '1/1' },
  { name: 'harn-mcp-client', version: 'DRAFT-2026-v1', part: '1/1' },
];
const expectedOf = ({ name, transport, version }: Target) => [name, transport, version].filter(Boolean).join('-');
const file = (name: string) => resolve(root, `targets/${name}.yaml`);

const HARN = 'harn';

/** The line of the harn that is there, such as 0.8; it comes from its crate, by hand. */
function lineOfHarn(): string | undefined {
  try {
    return /^harn (\d+\.\d+)\./.exec(execFileSync(HARN, ['--version'], { encoding: 'utf8' }))?.[1];
  } catch {
    return undefined;
  }
}
const installed = lineOfHarn();

describe('harn', () => {
  it('is missed by its name where it is not installed', async ({ sandbox }) => {
    const target = ['--target', file('harn-bridge')];
    const { exit, stdout } = await sandbox.run(['run', ...target, 'bridge.runtime.messages.turn'], { PATH: '' });
    expect(stdout).toContain('harn is not installed');
    expect(exit).toBe(3);
  });

  it.for(TARGETS)(
    '$name $transport $version fails what is known of it and nothing else',
    { timeout: 1_800_000 },
    async (target, { sandbox, skip }) => {
      const { name, transport, version, part, line = '0.8' } = target;
      skip(installed !== line, `it is for harn ${line}, and ${installed ?? 'none'} is installed`);
      const over = transport === undefined ? [] : ['--transport', transport];
      const by = version === undefined ? [] : ['--version', version];
      const args = ['--target', file(name), ...over, ...by, ...(whole ? [] : ['--shard', part])];
      await judged(sandbox, expectedOf(target), args);
    },
  );
});

it('every expected failure of harn has one entry, with a reason', () => {
  for (const target of TARGETS) toldOnce(expectedOf(target));
});
