import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../json/json.js';
import { TestServer } from './testing.js';

let server: TestServer;
beforeEach(async () => {
  server = await new TestServer({
    'src/main.st': 'PROGRAM Main\nVAR_OUTPUT n : INT; END_VAR\nn := n + 1;\nEND_PROGRAM\n',
  }).start();
});
afterEach(() => server.close());

describe('a line that is not a request', () => {
  it.each([
    ['this is not JSON', -32700, null],
    ['{"jsonrpc":"2.0","id":1,', -32700, null],
    ['null', -32600, null],
    ['17', -32600, null],
    ['[]', -32600, null],
    ['[{"jsonrpc":"2.0","id":1,"method":"agent.describe"}]', -32600, null],
    ['["2.0",1,"agent.describe",{}]', -32600, null],
    ['{"id":1,"method":"agent.describe"}', -32600, 1],
    ['{"jsonrpc":"1.0","id":"a","method":"agent.describe"}', -32600, 'a'],
    ['{"jsonrpc":"2.0","id":1}', -32600, 1],
    ['{"jsonrpc":"2.0","id":1,"method":7}', -32600, 1],
    ['{"jsonrpc":"2.0","id":1,"method":" "}', -32600, 1],
    ['{"jsonrpc":"2.0","method":"agent.describe"}', -32600, null],
    ['{"jsonrpc":"2.0","id":null,"method":"agent.describe"}', -32600, null],
    ['{"jsonrpc":"2.0","id":true,"method":"agent.describe"}', -32600, null],
    ['{"jsonrpc":"2.0","id":{},"method":"agent.describe"}', -32600, null],
    ['{"jsonrpc":"2.0","id":1,"method":"agent.describe","params":null}', -32600, 1],
    ['{"jsonrpc":"2.0","id":1,"method":"agent.describe","params":7}', -32600, 1],
    ['{"jsonrpc":"2.0","id":1,"result":{}}', -32600, 1],
    ['{"jsonrpc":"2.0","id":1,"method":"constructor"}', -32601, 1],
    ['{"jsonrpc":"2.0","id":1,"method":"agent.describe","params":["x"]}', -32602, 1],
  ])('%s gets one answer, and the next request another', async (line, code, id) => {
    expect(JSON.parse(await server.line(line))).toMatchObject({ jsonrpc: '2.0', id, error: { code } });
    expect(await server.result('agent.describe')).toMatchObject({ transport: 'stdio' });
  });
});

it.each(['1', '"é"', '17.5', '123456789012345678901234567890', '-0', '""'])(
  'gives the id %s back as it was',
  async (id) => {
    expect(await server.line(`{"jsonrpc":"2.0","id":${id},"method":"x"}`)).toContain(`"id":${id === '-0' ? 0 : id},`);
  },
);

it('answers blank lines with nothing', async () => {
  const answer = server.line('\n  \r\n{"jsonrpc":"2.0","id":1,"method":"x"}');
  expect(JSON.parse(await answer)).toMatchObject({ id: 1 });
});

it('answers in the order of the requests, however long one takes', async () => {
  const load = {
    inline_sources: [{ text: 'PROGRAM P\nVAR i : DINT; END_VAR\nFOR i := 1 TO 100000 DO ; END_FOR;\nEND_PROGRAM\n' }],
  };
  const lines = [
    { method: 'harness.load', params: load },
    { method: 'harness.cycle', params: { count: 20 } },
    { method: 'agent.describe' },
    { method: 'harness.cycle', params: { count: 1 } },
    { method: 'workspace.read', params: { path: 'none' } },
  ].map((request, id) => server.line(JSON.stringify({ jsonrpc: '2.0', id, ...request })));
  const order: number[] = [];
  await Promise.all(lines.map(async (line) => order.push(JSON.parse(await line).id)));
  expect(order).toEqual([0, 1, 2, 3, 4]);
});

describe('params that can not be used', () => {
  it.each([
    ['workspace.read', undefined],
    ['workspace.read', { path: 7 }],
    ['workspace.read', { path: '' }],
    ['workspace.write', { path: 'a' }],
    ['workspace.project_info', { project: '.' }],
    ['workspace.project_info', { project: 'none' }],
    ['lsp.diagnostics', { content: 'x' }],
    ['lsp.format', {}],
    ['runtime.test', { timeout_seconds: -1 }],
    ['harness.load', { inline_sources: [] }],
    ['harness.load', { files: [] }],
    ['harness.load', { inline_sources: [{ text: ' ' }] }],
    ['harness.load', { files: ['src/main.st', './src/main.st'] }],
    ['harness.load', { files: ['src/main.st'], project: 'runtime-a' }],
    ['harness.cycle', { dt_ms: -1 }],
    ['harness.cycle', { count: 1.5 }],
    ['harness.set_input', { name: 'n' }],
    ['harness.set_input', { name: 'n', value: 7 }],
    ['harness.run_until', { name: 'n', equals: { type: 'INT', value: 40_000 }, max_cycles: 1 }],
    ['harness.advance_time', {}],
  ])('%s %j is -32602', async (method, params) => {
    await server.result('harness.load', {});
    expect(await server.error(method, params)).toMatchObject({ code: -32602 });
  });
});

describe('the harness', () => {
  it.each(['cycle', 'reload', 'set_input', 'get_output', 'advance_time', 'run_until'])(
    'has no %s before a load',
    async (name) => {
      const params = {
        name: 'n',
        value: { type: 'INT', value: 1 },
        equals: { type: 'INT', value: 1 },
        duration_ms: 1,
        max_cycles: 1,
      };
      expect(await server.error(`harness.${name}`, params)).toMatchObject({ code: -32003 });
    },
  );

  it('keeps the program before a load or a reload that fails', async () => {
    await server.result('harness.load', {});
    for (const method of ['harness.load', 'harness.reload'])
      for (const text of ['PROGRAM P x := 1; END_PROGRAM', 'FUNCTION F : INT F := 1; END_FUNCTION'])
        expect(await server.error(method, { inline_sources: [{ text }] })).toMatchObject({ code: -32002 });
    expect(await server.result('harness.cycle', { count: 1, watch: ['n'] })).toMatchObject({
      values: { n: { type: 'INT', value: 2 } },
    });
  });

  it('reads its sources again on a reload that names none, and keeps time, cycles and what is retained', async () => {
    const text = (more: string) => `CONFIGURATION C
VAR_GLOBAL RETAIN kept : INT := INT#5; END_VAR
VAR_GLOBAL lost : INT := INT#5; END_VAR
PROGRAM P1 : Main;
END_CONFIGURATION
PROGRAM Main
VAR_EXTERNAL kept : INT; lost : INT; END_VAR
kept := kept + INT#1; lost := lost + INT#${more};
END_PROGRAM
`;
    server.put('src/main.st', text('1'));
    await server.result('harness.load', {});
    await server.result('harness.cycle', { count: 2, dt_ms: 10 });
    server.put('src/main.st', text('10'));
    expect(await server.result('harness.reload', {})).toEqual({ source_count: 1, cycle_count: 3, elapsed_ms: 20 });
    expect(await server.result('harness.cycle', { count: 1, watch: ['kept', 'lost'] })).toMatchObject({
      cycle_count: 4,
      values: { kept: { value: 9 }, lost: { value: 15 } },
    });
  });

  it('makes a fault of a cycle an error of the request, and an endless loop too', async () => {
    for (const [body, words] of [
      ['n := INT#1 / (n - n);', 'division by zero'],
      ['WHILE TRUE DO n := INT#1; END_WHILE;', 'budget'],
    ] as const) {
      const text = `PROGRAM P\nVAR n : INT; on : BOOL; END_VAR\nIF on THEN ${body} END_IF;\nEND_PROGRAM`;
      await server.result('harness.load', { inline_sources: [{ text }] });
      await server.result('harness.set_input', { name: 'on', value: { type: 'BOOL', value: true } });
      expect(await server.error('harness.cycle', { count: 1 })).toMatchObject({
        code: -32002,
        data: { errors: [expect.stringContaining(words)] },
      });
    }
  });

  it('knows a name that stands for nothing before it runs anything', async () => {
    await server.result('harness.load', {});
    for (const [method, params] of [
      ['harness.cycle', { count: 5, watch: ['n', 'none'] }],
      ['harness.get_output', { name: 'none' }],
      ['harness.set_input', { name: 'none', value: { type: 'INT', value: 1 } }],
    ] satisfies [string, JsonObject][])
      expect(await server.error(method, params)).toMatchObject({
        code: -32002,
        data: { kind: 'unresolved_name', path: 'none' },
      });
    expect(await server.result('harness.get_output', { name: 'n' })).toMatchObject({ value: { value: 1 } });
  });

  it('writes whole numbers of 64 bits to the last digit', async () => {
    const text = 'PROGRAM P\nVAR a : LINT; b : ULINT; c : LTIME; END_VAR\nEND_PROGRAM';
    await server.result('harness.load', { inline_sources: [{ text }] });
    for (const [name, value] of [
      ['a', '{"type":"LINT","value":-9223372036854775808}'],
      ['b', '{"type":"ULINT","value":18446744073709551615}'],
      ['c', '{"type":"LTIME","nanos":9223372036854775807}'],
    ]) {
      const set = `{"jsonrpc":"2.0","id":1,"method":"harness.set_input","params":{"name":"${name}","value":${value}}}`;
      expect(await server.line(set)).toContain('"status":"ok"');
      const get = `{"jsonrpc":"2.0","id":2,"method":"harness.get_output","params":{"name":"${name}"}}`;
      expect(await server.line(get)).toBe(`{"jsonrpc":"2.0","id":2,"result":{"name":"${name}","value":${value}}}`);
    }
  });
});

describe('a control endpoint', () => {
  it.each([
    ['tcp://example.com:80', 'not on this machine'],
    ['tcp://10.0.0.1:80', 'not on this machine'],
    ['http://127.0.0.1:80', 'is none'],
    ['tcp://127.0.0.1:0', 'is none'],
    ['tcp://127.0.0.1:1', 'refused'],
    ['unix:///none/socket', 'no connection'],
  ])('%s is part of the result', async (endpoint, words) => {
    expect(await server.error('runtime.reload', { endpoint })).toMatchObject({ code: -32002 });
    expect(await server.result('runtime.compile_reload', { endpoint })).toMatchObject({
      runtimeStatus: 'error',
      runtimeMessage: expect.stringContaining(words),
      build: { status: 'ok' },
      reload: null,
    });
  });
});

describe('later versions', () => {
  const watch = { count: 1, watch: ['n', 'none'] };
  const told = {
    n: { status: 'ok', value: { type: 'INT', value: 2 } },
    none: {
      status: 'error',
      code: 'unresolved_name',
      message: 'there is no variable "none"',
      path: 'none',
      candidates: [],
    },
  };

  it.each(['watch-v2', 'trust-dev'])('tell in %s of each watched name whether it could be read', async (version) => {
    const warnings: string[] = [];
    const later = await new TestServer({
      'src/main.st': 'PROGRAM Main\nVAR_OUTPUT n : INT; END_VAR\nn := n + 1;\nEND_PROGRAM\n',
    }).start({ version, warn: (text) => warnings.push(text) });
    try {
      await later.result('harness.load', {});
      expect(await later.result('harness.cycle', watch)).toMatchObject({ values: told });
      const until = { name: 'n', equals: { type: 'INT', value: 2 }, max_cycles: 1, watch: watch.watch };
      expect(await later.result('harness.run_until', until)).toMatchObject({ values: told });
      const content = 'PROGRAM P\nx := 1;\nEND_PROGRAM\n';
      const { issues } = await later.result('lsp.diagnostics', { path: 'a.st', content });
      expect((issues as JsonObject[])[0]).toMatchObject(
        version === 'trust-dev' ? { endLine: 2, endColumn: 2 } : { line: 2, column: 1 },
      );
      expect(warnings).toHaveLength(version === 'trust-dev' ? 1 : 0);
    } finally {
      await later.close();
    }
  });
});
