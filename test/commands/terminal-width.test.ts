import { spawnSync } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import stringWidth from 'string-width';
import { describe, expect } from 'vitest';
import { ANSWER, ROLE, server } from '../testing/peers.js';
import { it, type Sandbox } from '../testing/program.js';

/** A line that is to be copied stays whole. */
const COPIED = /^ +again: /;
const hasTerminal = process.platform === 'linux' && spawnSync('script', ['--version']).status === 0;
const noTerminal = 'there is no program `script` of util-linux';

/** The lines that a terminal of so many columns shows in the end: what was written over is gone. */
async function shown(sandbox: Sandbox, args: readonly string[], columns: number): Promise<string[]> {
  const { stdout } = await sandbox.onTerminal(args, { TERM: 'xterm-256color' }, columns);
  return stdout
    .split('\n')
    .map((line) => stripVTControlCharacters(line).replace(/\r+$/, ''))
    .map((line) => line.slice(line.lastIndexOf('\r') + 1));
}

const tooWide = (lines: readonly string[], columns: number) =>
  lines.filter((line) => stringWidth(line) > columns && !COPIED.test(line));
const words = (text: string) => new Set(text.split(/\s+/).filter((word) => !/^\d*$/.test(word)));

describe('no line is wider than the terminal', { timeout: 120_000 }, () => {
  it.for<[string, number]>([
    ['list behaviors', 80],
    ['list behaviors', 120],
    ['list requirements mcp/server', 80],
    ['list mutants mcp/server', 80],
    ['explain MCP-BASE-08', 80],
    ['explain mcp.server.tools.call', 80],
    ['help', 80],
    ['help', 120],
    ['help run', 80],
  ])('and words are whole: %s on %i columns', async ([call, columns], { sandbox, skip }) => {
    if (!hasTerminal) skip(noTerminal);
    const args = call.split(' ');
    const [{ stdout }, lines] = await Promise.all([sandbox.run(args), shown(sandbox, args, columns)]);
    // A long list of ids is folded by the width of its lines, and then says so.
    const known = words(`${stdout} … and more: proctor explain --all`);
    expect(tooWide(lines, columns)).toEqual([]);
    expect([...words(lines.join('\n'))].filter((word) => !known.has(word))).toEqual([]);
  });

  it('where cases are played', async ({ sandbox, skip }) => {
    if (!hasTerminal) skip(noTerminal);
    const target = ['--', ...server('--tools', '--ping', 'error')];
    const played = await shown(sandbox, ['run', ...ROLE, ANSWER, 'mcp.server.tools', ...target], 80);
    expect(played.join('\n')).toMatch(/\d failed/);
    expect(tooWide(played, 80)).toEqual([]);
    const begun = await shown(sandbox, ['init', ...ROLE, ...target], 80);
    expect(begun.join('\n')).toMatch(/\d+ cases to try it, and the wire rules:/);
    expect(tooWide(begun, 80)).toEqual([]);
  });
});
