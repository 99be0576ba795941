import { Command } from 'commander';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type MockArguments, readMockLine } from '../../../../src/mock/line.js';
import { addMock } from '../../line/develop-commands.js';

/** What the parser of all commands makes of the line; undefined where it refuses it or shows help. */
async function byCommander(line: readonly string[]) {
  let read: { role: string; options: MockArguments } | undefined;
  const end = line.indexOf('--');
  const root = new Command('proctor').exitOverride().configureOutput({ writeOut: () => {}, writeErr: () => {} });
  addMock(root, (role, options) => {
    read = { role, options: end < 0 ? options : { ...options, command: line.slice(end + 1) } };
  });
  for (const command of root.commands) command.exitOverride().configureOutput(root.configureOutput());
  await root.parseAsync(['node', 'proctor', 'mock', ...(end < 0 ? line : line.slice(0, end))]).catch(() => {});
  return read;
}

describe('readMockLine', () => {
  it.each([
    [['mcp/server'], { transport: 'stdio', port: 0 }],
    [['mcp/server', '--transport', 'http', '--port=8080'], { transport: 'http', port: 8080 }],
    [
      ['--clock', 'tcp://127.0.0.1:1?token=a', 'mcp/server', '--permissive'],
      { transport: 'stdio', port: 0, clock: 'tcp://127.0.0.1:1?token=a', permissive: true },
    ],
    [['mcp/server', '--url', 'http://a/'], { transport: 'http', port: 0, url: 'http://a/' }],
    [['mcp/server', '--url', 'http://a/', '--transport', 'rest'], { transport: 'rest', port: 0, url: 'http://a/' }],
    [['mcp/server', '--transport', 'ws', '--version', '1'], { transport: 'ws', port: 0, version: '1' }],
    [
      ['mcp/server', '--permissive', '--border-log', 'file'],
      { transport: 'stdio', port: 0, permissive: true, borderLog: 'file' },
    ],
    [
      ['mcp/server', '--permissive', 'a,b', '--mutant', 'x'],
      { transport: 'stdio', port: 0, permissive: 'a,b', mutant: 'x' },
    ],
    [
      ['mcp/server', '--', 'node', '--port', '1', '--', 'x'],
      { transport: 'stdio', port: 0, command: ['node', '--port', '1', '--', 'x'] },
    ],
  ])('reads %j', (line, options) => {
    expect(readMockLine(line)).toEqual({ role: 'mcp/server', options });
  });

  it.each([
    [[]],
    [['--', 'mcp/server']],
    [['mcp/server', '--help']],
    [['mcp/server', '-h']],
    [['mcp/server', 'acp/agent']],
    [['mcp/server', '--prot', '1']],
    [['mcp/server', '--port', 'x']],
    [['mcp/server', '--port', '-1']],
    [['mcp/server', '--port']],
    [['mcp/server', '--transport', 'tcp']],
    [['mcp/server', '--mutant', 'a', '--mutant', 'b']],
    [['mcp/server', '--permissive', 'a', '--permissive']],
    [['mcp/server', '--permissive', '--permissive']],
  ])('leaves %j to the parser of all commands', (line) => {
    expect(readMockLine(line)).toBeUndefined();
  });

  it('leaves a token to the parser of all commands, which takes it with a value and without', async () => {
    for (const [line, token] of [
      [['hub/server', '--transport', 'ws', '--token'], true],
      [['hub/server', '--token', 'abc', '--transport', 'ws'], 'abc'],
    ] as const) {
      expect(readMockLine(line)).toBeUndefined();
      expect(await byCommander(line)).toMatchObject({ role: 'hub/server', options: { transport: 'ws', token } });
    }
  });

  it('reads nothing that the parser of all commands would read otherwise', async () => {
    const names = [
      'script',
      'fault',
      'mutant',
      'transport',
      'port',
      'permissive',
      'clock',
      'border-log',
      'help',
      'por',
    ];
    const value = fc.constantFrom(
      '',
      'a',
      'a,b',
      'stdio',
      'http',
      '0',
      '1',
      '007',
      '1e3',
      '-1',
      '-',
      'mcp/server',
      '=',
    );
    const option = fc.tuple(fc.constantFrom(...names), value, fc.constantFrom(' ', '=', '')).map(([name, text, by]) => {
      if (by === ' ') return [`--${name}`, text];
      return [by === '=' ? `--${name}=${text}` : `--${name}`];
    });
    const word = fc.constantFrom(['mcp/server'], ['-h'], ['--'], ['x']);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof({ weight: 3, arbitrary: option }, word), { maxLength: 5 }), async (parts) => {
        const line = ['mcp/server', ...parts.flat()];
        const read = readMockLine(line);
        if (read !== undefined) expect(await byCommander(line)).toEqual(read);
      }),
      { numRuns: 500 },
    );
  });
});
