import { describe, expect } from 'vitest';
import { parse } from 'yaml';
import { PROCTOR, type Sandbox } from '../testing/program.js';
import { it } from '../testing/warm.js';

const node = process.execPath;
/** A server with a defect in its list of tools, and one that breaks no rule. */
const target = (mutant?: string, strict?: string[]) => {
  const command = [node, PROCTOR, 'mock', 'mcp/server', ...(mutant === undefined ? [] : ['--mutant', mutant])];
  return JSON.stringify({ name: 'mine', role: 'mcp/server', transports: { stdio: { command } }, strict });
};
const BROKEN = 'mcp.server.tools.no-input-schema';
/** Breaks MCP-TOOL-04, which is a should. */
const DIRTY = 'mcp.server.tools.name-with-space';
const CASES = ['mcp.server.tools.list', 'mcp.server.ping.answer'];

interface KnownFile {
  known: { case: string | string[]; reason: string; issue?: string; until?: string }[];
}
const knownIn = (sandbox: Sandbox) => (parse(sandbox.read('known.yaml')) as KnownFile).known;
/** Sees whether a run is green. */
const play = (sandbox: Sandbox, ...more: string[]) => sandbox.run(['run', ...CASES, ...more]);

describe('a program with findings', { timeout: 120_000 }, () => {
  it('has a baseline after one run, is green then, and red by what is new', async ({ sandbox }) => {
    sandbox.file('proctor.yaml', target(BROKEN));
    const red = await play(sandbox);
    expect(red.exit).toBe(1);
    const written = await play(sandbox, '--write-known', '--issue', 'https://example.org/7');
    expect(written.stderr).toMatch(/^known\.yaml: added 2 entries for 2 cases, overdue after \d{4}-\d\d-\d\d$/m);
    expect(written.exit).toBe(0);
    const today = new Date().toISOString().slice(0, 10);
    for (const entry of knownIn(sandbox))
      expect(entry).toMatchObject({ reason: `baseline of ${today}`, issue: 'https://example.org/7' });
    expect(knownIn(sandbox).map((entry) => entry.case)).toEqual([
      'mcp.server.tools.list#MCP-TOOL-03',
      'mcp.server.wire.schema#MCP-BASE-16',
    ]);
    const green = await play(sandbox);
    expect(green.stdout).toMatch(/^known and expected\n( {2}○ .*known: baseline of .*\n){2}$/m);
    expect(green.exit).toBe(0);
    sandbox.file('proctor.yaml', target('mcp.server.ping.error'));
    const worse = await play(sandbox);
    expect(worse.stdout).toContain('MCP-PING-01 must');
    expect(worse.exit).toBe(1);
  });

  it('gets its list in the file that is named, which need not be there yet', async ({ sandbox }) => {
    sandbox.file('proctor.yaml', target(BROKEN));
    const missing = await play(sandbox, '--known', 'mine.yaml');
    expect(missing.stderr).toContain('mine.yaml');
    expect(missing.exit).toBe(2);
    const written = await play(sandbox, '--known', 'mine.yaml', '--write-known');
    expect(written.stderr).toMatch(/^mine\.yaml: added 2 entries for 2 cases/m);
    expect(written.exit).toBe(0);
    expect((await play(sandbox, '--known', 'mine.yaml')).exit).toBe(0);
  });

  it('that is mended has entries that no longer hold, a line each, and --tidy takes them out', async ({ sandbox }) => {
    sandbox.file('proctor.yaml', target());
    sandbox.file(
      'known.yaml',
      `known:
  - { case: mcp.server.tools.list, reason: no schema } # mine
  - { case: [MCP-BASE-16, mcp.server.ping.answer], reason: two }
  - { case: mcp.server.prompts, reason: not run here }
`,
    );
    const stale = await play(sandbox);
    const text = (line: number, col: number, name: string) =>
      `✗ known.yaml:${line}:${col}  \`${name}\` is known to fail, and it holds; take the entry out, or run with --tidy\n`;
    expect(stale.stdout).toContain(text(2, 5, 'mcp.server.tools.list') + text(3, 27, 'mcp.server.ping.answer'));
    expect(stale.exit).toBe(1);
    const tidied = await play(sandbox, '--tidy');
    expect(tidied.stderr).toContain('known.yaml: took out 2 entries\n');
    expect(tidied.exit).toBe(0);
    expect(knownIn(sandbox).map((entry) => entry.case)).toEqual([['MCP-BASE-16'], 'mcp.server.prompts']);
    expect((await play(sandbox)).exit).toBe(0);
  });

  it('keeps the warnings that it has, and fails by new ones with --no-new-warnings', async ({ sandbox }) => {
    const cases = ['mcp.server.ping.answer', 'mcp.server.tools.names'];
    const warned = ['run', ...cases, '--no-new-warnings'];
    sandbox.file('proctor.yaml', target(DIRTY));
    expect((await sandbox.run(['run', ...cases])).exit).toBe(0);
    expect((await sandbox.run(warned)).exit).toBe(1);
    expect((await sandbox.run([...warned, '--write-known'])).exit).toBe(0);
    const again = await sandbox.run(warned);
    expect([again.exit, again.stdout]).toEqual([0, expect.stringContaining('with warnings')]);
    sandbox.file('known.yaml', 'known: []\n');
    sandbox.file('proctor.yaml', target(DIRTY, ['MCP-TOOL']));
    expect((await sandbox.run(['run', ...cases])).exit).toBe(1);
  });

  it.for<[string[], RegExp]>([
    [['--write-known', '--dry-run'], /--write-known goes by what a run comes to/],
    [['--issue', '#7'], /--issue says where/],
    [['--tidy', '--self'], /--tidy is for a target/],
  ])('refuses %j', async ([options, message], { sandbox }) => {
    if (!options.includes('--self')) sandbox.file('proctor.yaml', target());
    const ran = await play(sandbox, ...options);
    expect([ran.exit, ran.stderr]).toEqual([2, expect.stringMatching(message)]);
  });
});
