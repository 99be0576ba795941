import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadCorpus } from '../../../load/corpus.js';
import type { Corpus } from '../../../types.js';
import { UsageError } from '../../support/print.js';
import { ran } from '../../support/testing.js';
import { validate } from './validate.js';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const dir = mkdtempSync(join(tmpdir(), 'proctor-validate-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

let corpus: Corpus;
beforeAll(async () => {
  ({ corpus } = await loadCorpus(root, { compiled: join(root, 'dist/corpus') }));
});

function file(name: string, content: string | Uint8Array | unknown[]): string {
  const path = join(dir, name);
  const isText = typeof content === 'string' || content instanceof Uint8Array;
  writeFileSync(path, isText ? content : `${content.map((one) => JSON.stringify(one)).join('\n')}\n`);
  return path;
}

const run = (what: string, files: string[], json = false, version?: string) =>
  ran((context) => validate(what, files, { json, ...(version === undefined ? {} : { version }) }, context), { corpus });

const problems = async (what: string, path: string) =>
  JSON.parse((await run(what, [path], true)).out).problems as {
    line?: number;
    message: string;
    rule?: string;
    role?: string;
    path?: string;
  }[];

const rpc = { jsonrpc: '2.0' };
const HEADER = JSON.stringify({
  ...{ type: 'header', format: 'proctor-recording', version: 1, protocolVersion: '2025-11-25', transport: 'stdio' },
  roles: { kit: 'mcp/server', target: 'mcp/client' },
});
const greeting = [
  {
    ...rpc,
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'a', version: '1' } },
  },
  {
    ...rpc,
    id: 1,
    result: { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'b', version: '1' } },
  },
  { ...rpc, method: 'notifications/initialized' },
];

describe('validate ROLE', () => {
  it('accepts an orderly transcript', async () => {
    const path = file('good.ndjson', [...greeting, { ...rpc, id: 2, method: 'ping' }, { ...rpc, id: 2, result: {} }]);
    const { out, exit } = await run('mcp/server', [path]);
    expect(out).toMatch(/: not observed of mcp\/server: MCP-BASE-02, .*\n.*: not observed of mcp\/client: .*\n/);
    expect(out.endsWith(`${path}: 5 messages of mcp/server and mcp/client: valid\n`)).toBe(true);
    expect(exit).toBe(0);
  });

  it('tells who broke what, at which line', async () => {
    const path = file('bad.ndjson', [
      ...greeting,
      { ...rpc, id: 2, method: 'tools/list' },
      { ...rpc, id: 2, result: { tools: [{ name: 5, inputSchema: { type: 'object' } }] } },
      { ...rpc, id: 2, result: { tools: [] } },
      { ...rpc, id: 3, method: 'tools/call', params: {} },
      { ...rpc, id: 3, error: { code: -32602, message: 'no name' } },
      { ...rpc, id: null, method: 'roots/list' },
    ]);
    expect(await problems('mcp/server', path)).toMatchObject([
      { line: 5, rule: 'schema', role: 'mcp/server', path: '/result/tools/0/name' },
      { line: 6, rule: 'unmatched', role: 'mcp/server' },
      { line: 7, rule: 'schema', role: 'mcp/client' },
      { line: 9, rule: 'id', role: 'mcp/server' },
    ]);
    const { out, exit } = await run('mcp/server', [path]);
    expect(exit).toBe(1);
    expect(out).toMatch(/bad\.ndjson:6:1 {2}mcp\/server: a second response .*\(MCP-BASE-\d+ must\)\n {4}6 \| \{/);
    expect(out.trimEnd().endsWith(': 4 problems')).toBe(true);
  });

  it('finds lines that are no JSON, and members that occur twice', async () => {
    const path = file(
      'noise.ndjson',
      `${JSON.stringify(greeting[0])}\nServer started\n{"jsonrpc":"2.0","jsonrpc":"2.0","id":9,"method":"ping"}\n`,
    );
    expect(await problems('mcp/server', path)).toMatchObject([
      { line: 2, rule: 'json' },
      { line: 3, rule: 'names', path: '/jsonrpc' },
    ]);
  });

  it('reads a list of messages, and a message alone', async () => {
    const list = file(
      'list.json',
      '[\n  {"jsonrpc": "2.0", "id": 1,\n   "method": "ping"},\n\n  {"id": 1, "result": {}}\n]',
    );
    expect(await problems('mcp/server', list)).toMatchObject([{ line: 5, role: 'mcp/server' }]);
    expect(await problems('mcp/server', file('one.json', '{\n "id": 1,\n "method": "ping"\n}'))).toHaveLength(1);
  });

  it('reads records and the events of an ndjson report, each case as a session of its own', async () => {
    const event = (name: string, from: string, message: unknown) => ({
      type: 'message',
      case: name,
      record: { seq: 0, time: 0, from, channel: 'main', kind: 'message', message },
    });
    const path = file('events.ndjson', [
      { type: 'header', format: 'proctor-events', version: 1 },
      event('a', 'kit', { ...rpc, id: 1, method: 'ping' }),
      event('b', 'kit', { ...rpc, id: 1, method: 'ping' }),
      event('a', 'target', { ...rpc, id: 1, result: {} }),
      event('b', 'target', { ...rpc, id: 1, result: {} }),
      { from: 'target', message: { ...rpc, id: 7, method: 'ping' } },
      { from: 'kit', message: { ...rpc, id: 8, result: {} } },
      { type: 'footer', events: 4, exit: 0 },
    ]);
    expect(await problems('mcp/server', path)).toMatchObject([{ line: 7, rule: 'unmatched', role: 'mcp/client' }]);
  });

  it('pairs an answer with the request that waits, whatever ids both sides use', async () => {
    const tool = { name: 'x', inputSchema: { type: 'object' } };
    const roots = { ...rpc, id: 2, method: 'roots/list' };
    const rootsAnswer = { ...rpc, id: 2, result: { roots: [] } };
    const tools = { ...rpc, id: 2, method: 'tools/list' };
    const toolsAnswer = { ...rpc, id: 2, result: { tools: [tool] } };
    const orders = [
      [tools, roots, rootsAnswer, toolsAnswer],
      [tools, roots, toolsAnswer, rootsAnswer],
      [roots, tools, { ...rpc, id: 2, error: { code: 1, message: 'no' } }, toolsAnswer],
    ];
    for (const order of orders)
      for (const role of ['mcp/server', 'mcp/client'])
        expect(await problems(role, file('ids.ndjson', [...greeting, ...order])), role).toEqual([]);
    const unclear = [
      tools,
      roots,
      { ...rpc, id: 2, error: { code: 1, message: 'no' } },
      { ...rpc, id: 2, error: { code: 1, message: 'no' } },
    ];
    expect(await problems('mcp/server', file('unclear.ndjson', [...greeting, ...unclear]))).toEqual([
      expect.objectContaining({
        line: 6,
        warning: true,
        message: expect.stringContaining('nothing says whose this is'),
      }),
    ]);
  });

  it('takes both sides of a recording from its header, whichever role is asked about', async () => {
    const message = (from: string, said: object) => ({
      ...{ type: 'message', session: 'one', findings: [] },
      record: { seq: 0, time: 0, from, channel: 'main', kind: 'message', message: said },
    });
    const header = {
      ...{ type: 'header', format: 'proctor-recording', version: 1, protocolVersion: '2025-11-25', transport: 'stdio' },
      roles: { kit: 'mcp/server', target: 'mcp/client' },
    };
    const lines = [
      message('target', greeting[0]!),
      message('kit', greeting[1]!),
      message('target', greeting[2]!),
      message('target', { ...rpc, id: 2, method: 'tools/list' }),
      message('kit', { ...rpc, id: 2, result: { tools: [{ name: 5 }] } }),
      message('target', { ...rpc, id: 3, method: 'ping' }),
    ];
    const path = file('turned.ndjson', [header, ...lines, { type: 'footer', messages: 6 }]);
    for (const role of ['mcp/server', 'mcp/client'])
      expect(await problems(role, path)).toMatchObject([
        { line: 6, role: 'mcp/server' },
        { line: 6, role: 'mcp/server' },
      ]);
    const older = file(
      'older.ndjson',
      lines.map(({ record }) => record),
    );
    expect(await problems('mcp/server', older)).toEqual(await problems('mcp/client', older));
  });

  it('judges by the version that it is told', async () => {
    const call = [
      { ...rpc, id: 1, method: 'tools/list', params: {} },
      { ...rpc, id: 1, result: { tools: [] } },
    ];
    const path = file('version.ndjson', call);
    expect((await run('mcp/server', [path], false, '2025-11-25')).exit).toBe(0);
    expect((await run('mcp/server', [path], false, '2026-07-28')).out).toContain(
      'mcp/server: the result of tools/list',
    );
    await expect(run('mcp/server', [path], false, '2020-01-01')).rejects.toThrow('there are 2025-11-25');
    await expect(run('mcp/2025-11-25/Tool', [path], false, '2025-11-25')).rejects.toThrow('--version is for roles');
  });

  it.each([
    ['', 'is empty: it has no message to judge'],
    ['\n \n', 'is empty'],
    [`${HEADER}\n`, 'the recording has no message'],
    [`${HEADER}\n{"type":"footer","messages":0}\n`, 'the recording has no message'],
    ['{"type":"header","format":"proctor-recording","version":1}\n', '`roles` must name'],
    ['{"from":"target","kind":"closed","closed":{"how":"end"}}\n', 'the recording has no message'],
    ['[]', 'it has no message'],
  ])('refuses the empty recording %j', async (text, wanted) => {
    await expect(run('mcp/server', [file('empty.ndjson', text)])).rejects.toThrow(wanted);
  });

  it('lists what nothing was about', async () => {
    const { out } = await run('mcp/server', [file('seen.ndjson', greeting)], true);
    type Observed = { role: string; requirement: string; level: string }[];
    const { observed, notObserved } = JSON.parse(out) as { observed: Observed; notObserved: Observed };
    expect(observed).toContainEqual(expect.objectContaining({ role: 'mcp/server', requirement: 'MCP-BASE-16' }));
    expect(notObserved).toContainEqual(
      expect.objectContaining({ role: 'mcp/server', requirement: 'MCP-PRG-02', level: 'must' }),
    );
    expect(notObserved.map(({ requirement }) => requirement)).not.toContain('MCP-BASE-16');
  });

  it('judges an agent card as a card, alone and among messages', async () => {
    const card = { name: 'x', capabilities: {}, skills: [], url: 'https://a.example/' };
    const alone = await run('a2a/server', [file('card.json', JSON.stringify(card, null, 2))]);
    expect(alone.out).toContain('agent card of A2A 0.3.0');
    const { url: _, ...ofNow } = { ...card, supportedInterfaces: [] };
    const now = await run('a2a/server', [file('card.json', JSON.stringify(ofNow, null, 2))]);
    expect(now.out).toContain('agent card of A2A 1.0.1');
    const get = { ...rpc, id: 1, method: 'tasks/get', params: { id: 't' } };
    const answer = { ...rpc, id: 1, error: { code: -32001, message: 'no' } };
    for (const role of ['a2a/server', 'a2a/client']) {
      const found = await problems(role, file('card.ndjson', [card, get, answer]));
      expect(found.map(({ line, rule, role: broke }) => [line, rule, broke])).toContainEqual([1, 'card', 'a2a/server']);
      expect(found.every(({ rule }) => rule === 'card')).toBe(true);
    }
  });

  it('names the roles there are', async () => {
    await expect(run('mcp/servr', [file('x.json', '{}')])).rejects.toThrow(
      'there is no role and no schema `mcp/servr`; did you mean `mcp/server`?',
    );
  });
});

describe('validate SCHEMA', () => {
  it('judges a value by a definition, with its place', async () => {
    const good = file('tool.json', '{"name": "x", "inputSchema": {"type": "object"}}');
    const bad = file('tool-bad.json', '{\n  "name": 5,\n  "inputSchema": {"type": "array"}\n}');
    expect((await run('mcp/2025-11-25/Tool', [good])).exit).toBe(0);
    const { out, exit } = await run('mcp/2025-11-25/Tool', [bad, good]);
    expect(exit).toBe(1);
    expect(out).toContain('tool-bad.json:2:11  /name expected a string');
    expect(out).toContain('tool-bad.json:3:27  /inputSchema/type');
    expect(out).toContain('tool.json: mcp/2025-11-25/Tool: valid');
  });

  it.each([
    ['mcp/2024-11-05/Tool', { name: 'x', inputSchema: { type: 'object' }, annotations: 5 }],
    ['mcp/2025-03-26/JSONRPCMessage', [{ ...rpc, id: 1, method: 'ping' }]],
    ['mcp/2025-06-18/ResourceLink', { type: 'resource_link', name: 'x', uri: 'a:b', icons: 5 }],
    ['mcp/2026-07-28/CallToolResult', { resultType: 'complete', content: [] }],
    ['mcp/DRAFT-2026-v1/CallToolResult', { resultType: 'complete', content: [] }],
    ['mcp-card/harn-v1/ServerCard', { name: 'x' }],
    ['mcp-keywords/v1/FileValue', 'data:,x'],
    ['harn/extensions-v1/ApprovalPolicy', {}],
  ])('judges by %s', async (what, value) => {
    expect(await run(what, [file('value.json', JSON.stringify(value))])).toMatchObject({ exit: 0 });
    expect(await run(what, [file('value.json', '7')])).toMatchObject({ exit: 1 });
  });

  it('judges YAML, and one value a line', async () => {
    expect(
      (await run('mcp/2025-11-25/Tool', [file('tool.yaml', 'name: x\ninputSchema: { type: object }\n')])).exit,
    ).toBe(0);
    const lines = file('tools.jsonl', '{"name":"x","inputSchema":{"type":"object"}}\n\n{"name":"x"}\nnot json: {\n');
    expect(await problems('mcp/2025-11-25/Tool', lines)).toMatchObject([{ line: 3 }, { line: 4 }]);
  });

  it('judges our own formats', async () => {
    expect((await run('case', [join(root, 'cases/mcp/server/sessions/ping.yaml')])).exit).toBe(0);
    expect((await run('case/v1', [join(root, 'cases/mcp/server/sessions/ping.yaml')])).exit).toBe(0);
    expect((await run('report', [join(root, 'reports/golden/report.json')])).exit).toBe(0);
    const { out, exit } = await run('case', [file('c.yaml', 'suite: x\nrole: mcp/server\ncase: []\n')]);
    expect(exit).toBe(1);
    expect(out).toContain('c.yaml:3:1  unknown key `case`; did you mean `cases`?\n    3 | case: []\n      | ^^^^');
  });

  it('holds a target against the corpus, and asks for no secret', async () => {
    const target = (more: string) =>
      file('target.yaml', `name: x\nrole: mcp/server\ntransports: { stdio: { command: [node, x.js] } }\n${more}`);
    expect((await run('target', [target('secrets: { key: { env: PROCTOR_TEST_NOT_SET } }\n')])).exit).toBe(0);
    const { out, exit } = await run('target', [
      target('behaviors: { slow-tol: { gives: { name: a, arguments: {} } } }\n'),
    ]);
    expect(exit).toBe(1);
    expect(out).toContain('did you mean `slow-tool`?');
  });

  it('judges a whole corpus by its folder', async () => {
    const folder = join(dir, 'corpus');
    cpSync(join(root, 'cases/bridge'), join(folder, 'cases/bridge'), { recursive: true });
    const { out, exit } = await run('corpus', [folder]);
    expect(out).toContain(`${corpus.cases.filter(({ role }) => role.startsWith('bridge/')).length} cases`);
    expect(out).toContain('valid');
    expect(exit).toBe(0);
    await expect(run('corpus', [dir])).rejects.toThrow('has no folder `cases`');
  });

  it.each([
    ['mcp/2025-11-25/Tol', 'mcp 2025-11-25 has no definition `Tol`; did you mean `mcp/2025-11-25/Tool`?'],
    ['targt', 'there is no role and no schema `targt`; did you mean `target`?'],
    ['mcp/2025-11-52/Tool', 'did you mean `mcp/2025-11-25/Tool`?'],
    ['../../etc/passwd/x', 'there is no role and no schema'],
  ])('refuses %s', async (what, message) => {
    await expect(run(what, [file('x.json', '{}')])).rejects.toThrow(message);
  });

  it('refuses a file that can not be read', async () => {
    await expect(run('case', [join(dir, 'none.yaml')])).rejects.toThrow(/none\.yaml does not exist/);
    await expect(run('case', [dir])).rejects.toThrow('is a folder, not a file');
    await expect(run('mcp/server', [file('latin1.json', Buffer.from([0x22, 0xe9, 0x22]))])).rejects.toThrow(
      'is not UTF-8 text',
    );
    await expect(run('case', [join(dir, 'none.yaml')])).rejects.toBeInstanceOf(UsageError);
  });
});
