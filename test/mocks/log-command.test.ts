import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { it, PROCTOR } from '../testing/program.js';

const message = (seq: number, text: string, more: object = {}) =>
  JSON.stringify({
    type: 'message',
    session: 'session 1',
    record: {
      ...{ seq, time: seq * 1000, from: 'target', channel: 'main', kind: 'message' },
      message: {
        jsonrpc: '2.0',
        id: seq,
        method: 'tools/call',
        params: { name: 'echo', arguments: { text } },
        ...more,
      },
    },
    findings: [],
  });
const HEADER = JSON.stringify({
  ...{ type: 'header', format: 'proctor-recording', version: 1, protocolVersion: '2025-11-25', transport: 'stdio' },
  roles: { kit: 'mcp/server', target: 'mcp/client' },
});
const FOOTER = '{"type":"footer","messages":2}';
const log = (...lines: string[]) => lines.map((line) => `${line}\n`).join('');

describe('proctor log', () => {
  it('shows what --log shows', async ({ sandbox }) => {
    const agent = ['--', process.execPath, PROCTOR, 'mock', 'acp/agent'];
    // Two runs: what both sides say at the same time comes in either order.
    const shown = (text: string) =>
      text
        .split('\n')
        .map((line) => line.replace(/^(.).*?[\d.]+ s/, '$1'))
        .sort();
    const passing = await sandbox.run(['mock', 'acp/client', '--log', ...agent]);
    await sandbox.run(['mock', 'acp/client', '--log=log.ndjson', ...agent]);
    const { exit, stdout, stderr } = await sandbox.run(['log', 'log.ndjson']);
    expect([exit, stderr]).toEqual([0, '']);
    expect(shown(stdout)).toEqual(shown(passing.stderr));
    const full = await sandbox.run(['log', 'log.ndjson', '--full']);
    expect(full.stdout).toContain('"protocolVersion": 1');
  });

  it('leaves out a last line that was cut, and says so', async ({ sandbox }) => {
    sandbox.file('log.ndjson', log(HEADER, message(1, 'a')) + message(2, 'b').slice(0, 100));
    const { exit, stdout, stderr } = await sandbox.run(['log', 'log.ndjson']);
    expect([exit, stderr]).toEqual([0, 'proctor: log.ndjson was cut in the middle of its last line\n']);
    expect(stdout).toMatch(/^✓ +1\.000 s {2}← {2}tools\/call #1 {2}echo \{"text":"a"\}\n$/);
  });

  it('says in which line what is wrong, and shows the others', async ({ sandbox }) => {
    sandbox.file('log.ndjson', log(HEADER, '{"type":', message(1, 'a'), '{"type":"message"}', message(2, 'b'), FOOTER));
    const { exit, stdout, stderr } = await sandbox.run(['log', 'log.ndjson']);
    expect(exit).toBe(2);
    expect(stdout.split('\n').map((line) => /"text":"(.)"/.exec(line)?.[1])).toEqual(['a', 'b', undefined]);
    expect(stderr).toMatch(/^log\.ndjson:2:\d+ {2}not JSON: .*\nlog\.ndjson:4:1 {2}no line of type message: .*\n$/);
  });

  it.for([
    [
      'report.ndjson',
      '{"type":"header","format":"proctor-events","version":1}\n',
      'report.ndjson:1:1  its first line is not a header',
    ],
    ['text', 'hello\n', 'text:1:1  not JSON'],
    ['empty', '', 'empty  it is empty'],
    ['missing', undefined, 'missing does not exist'],
  ] as const)('refuses %s', async ([name, text, words], { sandbox }) => {
    if (text !== undefined) sandbox.file(name, text);
    const { exit, stdout, stderr } = await sandbox.run(['log', name]);
    expect([exit, stdout, stderr]).toEqual([2, '', expect.stringContaining(words)]);
  });

  it('renders nothing raw of what a peer said', async ({ sandbox }) => {
    sandbox.file('log.ndjson', log(HEADER, message(1, '\x1b[2J\u202e', { '\x1b]0;x\x07': '\x07' }), FOOTER));
    for (const more of [[], ['--full']]) {
      const { stdout } = await sandbox.run(['log', 'log.ndjson', ...more]);
      expect(stdout).toContain('echo');
      // biome-ignore lint/suspicious/noControlCharactersInRegex: what must not be there
      expect(stdout.replaceAll('\n', '')).not.toMatch(/[\x00-\x1f\u202e]/);
    }
  });

  it('follows a log to its end, also where it is begun anew', async ({ sandbox }) => {
    const path = join(sandbox.folder, 'log.ndjson');
    sandbox.file('log.ndjson', log(HEADER, message(1, 'a'), message(2, 'b')));
    const running = sandbox.start(['log', '-f', 'log.ndjson']);
    await running.line((line) => line.includes('"b"'));
    const [start, end] = [message(3, 'c').slice(0, 50), message(3, 'c').slice(50)];
    appendFileSync(path, start);
    appendFileSync(path, `${end}\n`);
    await running.line((line) => line.includes('"c"'));
    sandbox.file('log.ndjson', log(HEADER, message(4, 'd')));
    await running.line((line) => line.includes('"d"'));
    appendFileSync(path, `${FOOTER}\n`);
    const { exit, stdout, stderr } = await running.done;
    expect([exit, stderr]).toEqual([0, '']);
    expect(stdout.trimEnd().split('\n')).toHaveLength(4);
  });
});
