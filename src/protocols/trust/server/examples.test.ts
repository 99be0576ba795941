import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { JsonObject } from '../../../json/json.js';
import { listenTcp, type TcpListener } from '../../../wire/tcp.js';
import { TestServer } from './testing.js';

/** The program that the calls of the page need: it names no program of its own that has their variables. */
const MAIN = `PROGRAM Main
VAR_INPUT start_pb : BOOL; END_VAR
VAR_OUTPUT motor_run : BOOL; q : BOOL; et : TIME; END_VAR
VAR t : TON; END_VAR
motor_run := start_pb;
t(IN := start_pb, PT := T#30MS, Q => q, ET => et);
END_PROGRAM
`;
const TESTS = `TEST_PROGRAM CI_Adds
ASSERT_EQUAL(INT#2, INT#1 + INT#1);
END_TEST_PROGRAM
`;
const EMPTY = 'PROGRAM Main\nEND_PROGRAM\n';

let server: TestServer;
let runtime: TcpListener;
let asked: JsonObject[];
beforeEach(async () => {
  asked = [];
  runtime = await listenTcp({
    onPeer: (peer) =>
      peer.listen(({ kind, message }) => {
        if (kind !== 'message') return;
        asked.push(message as JsonObject);
        peer.send({ kind: 'message', message: { id: 1, ok: true, result: { reloaded: true } } });
      }),
  });
  const config = `[bundle]
version = 1
[resource]
name = "Res"
cycle_interval_ms = 100
[runtime.control]
endpoint = "${runtime.url}"
auth_token = "bundle-token"
`;
  server = await new TestServer({
    'src/main.st': MAIN,
    'src/tests.st': TESTS,
    'runtime-a/src/main.st': MAIN,
    'runtime-a/src/tests.st': TESTS,
    'runtime-a/runtime.toml': config,
    'runtime-a/io.toml': '[io]\ndriver = "simulated"\nparams = {}\n',
    'runtime-a/trust-lsp.toml': '[project]\nvendor_profile = "codesys"\n',
  }).start();
});
afterEach(async () => {
  await server.close();
  await runtime.close();
});

const within = (...path: string[]) => join(server.folder, ...path);

test('agent.describe, and an unknown method, as the page writes them', async () => {
  const described = JSON.parse(await server.line('{"jsonrpc":"2.0","id":1,"method":"agent.describe","params":{}}'));
  expect(described).toMatchObject({ jsonrpc: '2.0', id: 1, result: { transport: 'stdio' } });
  expect(described.result.methods).toHaveLength(18);
  expect(await server.line('{"jsonrpc":"2.0","id":1,"method":"missing"}')).toBe(
    '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method \'missing\' is not available."}}',
  );
});

test('workspace.write, workspace.read and workspace.project_info answer as in the examples', async () => {
  const write = { path: 'src/main.st', text: EMPTY, create_parents: true };
  expect(await server.result('workspace.write', write)).toEqual({ path: 'src/main.st', bytes_written: 25 });
  expect(await server.result('workspace.read', { path: 'src/main.st' })).toEqual({ path: 'src/main.st', text: EMPTY });
  expect(readFileSync(within('src/main.st'), 'utf8')).toBe(EMPTY);
  const info = await server.result('workspace.project_info', { project: 'runtime-a', sources_root: 'src' });
  expect(info).toMatchObject({
    project: within('runtime-a'),
    sourcesRoot: within('runtime-a/src'),
    sourceCount: 2,
    sources: ['src/main.st', 'src/tests.st'],
    dependencyRoots: [],
    resolvedDependencies: [],
    files: {
      runtimeToml: { exists: true },
      ioToml: { exists: true },
      simulationToml: { exists: false },
      trustLspToml: { exists: true },
      programStbc: { exists: false },
    },
    lsp: { vendorProfile: 'codesys' },
    runtime: { controlEndpoint: runtime.url, hasControlToken: true },
    io: { drivers: ['simulated'], driverCount: 1, safeStateCount: 0 },
  });
  expect(JSON.stringify(info)).not.toContain('bundle-token');
});

test('lsp.diagnostics and lsp.format of a text that is not on the disk', async () => {
  const file = { project: 'runtime-a', path: 'src/main.st', content: EMPTY };
  expect(await server.result('lsp.diagnostics', { ...file, sources_root: 'src' })).toEqual({
    target: within('runtime-a/src/main.st'),
    errors: 0,
    warnings: 0,
    issues: [],
  });
  expect(await server.result('lsp.format', file)).toEqual({
    path: 'src/main.st',
    file: within('runtime-a/src/main.st'),
    content: EMPTY,
    changed: false,
  });
  expect(readFileSync(within('runtime-a/src/main.st'), 'utf8')).toBe(MAIN);
});

test('runtime.build, runtime.validate and runtime.test answer as in the examples', async () => {
  const built = await server.result('runtime.build', { project: 'runtime-a', sources_root: 'src' });
  expect(built).toMatchObject({
    command: 'build',
    status: 'ok',
    source_count: 2,
    program: within('runtime-a/program.stbc'),
  });
  expect(existsSync(within('runtime-a/program.stbc'))).toBe(true);
  expect(await server.result('runtime.validate', { project: 'runtime-a' })).toMatchObject({
    command: 'validate',
    status: 'ok',
    resource: 'Res',
    control_endpoint: runtime.url,
    io_driver: 'simulated',
  });
  const tests = { project: 'runtime-a', filter: 'CI_', list: false, timeout_seconds: 5 };
  expect(await server.result('runtime.test', tests)).toMatchObject({
    summary: { total: 1, passed: 1, failed: 0, errors: 0, discovered_total: 1 },
    tests: [{ name: 'CI_Adds', kind: 'TEST_PROGRAM', status: 'passed', line: 1 }],
  });
});

test.each(['runtime.compile_reload', 'runtime.reload'])(
  '%s brings the program to the endpoint that is named',
  async (method) => {
    const params = { project: 'runtime-a', sources_root: 'src', endpoint: runtime.url, token: 'secret' };
    const result = await server.result(method, params);
    const program = readFileSync(within('runtime-a/program.stbc')).toString('base64');
    expect(asked).toEqual([{ id: 1, type: 'bytecode.reload', auth: 'secret', params: { bytes: program } }]);
    const both = { build: { status: 'ok' }, reload: { endpoint: runtime.url, result: { reloaded: true } } };
    const whole = {
      ...both,
      target: within('runtime-a'),
      dirty: false,
      errors: 0,
      warnings: 0,
      issues: [],
      runtimeStatus: 'ok',
    };
    expect(result).toMatchObject(method === 'runtime.reload' ? both : whole);
    expect(JSON.stringify(result)).not.toContain('secret');
  },
);

test('harness.load takes a source, a project and files', async () => {
  const inline = { inline_sources: [{ text: EMPTY }] };
  const loaded = { cycle_count: 1, elapsed_ms: 0 };
  expect(await server.result('harness.load', inline)).toEqual({ source_count: 1, ...loaded });
  expect(await server.result('harness.load', { project: 'runtime-a' })).toEqual({ source_count: 2, ...loaded });
  const files = { files: ['src/main.st', 'src/tests.st'] };
  expect(await server.result('harness.load', files)).toEqual({ source_count: 2, ...loaded });
});

test('the calls of the harness, one after another', async () => {
  await server.result('harness.load', { project: 'runtime-a' });
  const start = { name: 'start_pb', value: { type: 'BOOL', value: true } };
  expect(await server.result('harness.set_input', start)).toEqual({ name: 'start_pb', status: 'ok' });
  const until = { name: 'q', equals: { type: 'BOOL', value: true }, dt_ms: 10, max_cycles: 5, watch: ['q', 'et'] };
  expect(await server.result('harness.run_until', until)).toEqual({
    name: 'q',
    cycles_ran: 3,
    cycle_count: 4,
    elapsed_ms: 30,
    matched_value: { type: 'BOOL', value: true },
    values: { q: { type: 'BOOL', value: true }, et: { type: 'TIME', nanos: 30_000_000 } },
  });
  expect(await server.result('harness.get_output', { name: 'motor_run' })).toEqual({
    name: 'motor_run',
    value: { type: 'BOOL', value: true },
  });
  expect(await server.result('harness.advance_time', { duration_ms: 25 })).toEqual({ cycle_count: 4, elapsed_ms: 55 });
  expect(await server.result('harness.cycle', { count: 10, dt_ms: 10, watch: ['q', 'et'] })).toEqual({
    cycle_count: 14,
    elapsed_ms: 155,
    values: { q: { type: 'BOOL', value: true }, et: { type: 'TIME', nanos: 30_000_000 } },
  });
  const never = { ...until, equals: { type: 'BOOL', value: false } };
  expect(await server.error('harness.run_until', never)).toMatchObject({
    code: -32004,
    data: { name: 'q', max_cycles: 5, expected: { type: 'BOOL', value: false } },
  });
});

test('the same script of the harness gives the same bytes twice', async () => {
  const script = [
    { method: 'harness.load', params: { inline_sources: [{ text: MAIN }] } },
    { method: 'harness.set_input', params: { name: 'start_pb', value: { type: 'BOOL', value: true } } },
    ...Array.from({ length: 20 }, (_, nth) => ({
      method: 'harness.cycle',
      params: { count: nth, dt_ms: nth, watch: ['q', 'et', 'motor_run'] },
    })),
    { method: 'harness.advance_time', params: { duration_ms: 7 } },
    { method: 'harness.run_until', params: { name: 'q', equals: { type: 'BOOL', value: false }, max_cycles: 3 } },
    { method: 'harness.reload', params: { inline_sources: [{ text: MAIN }] } },
    { method: 'harness.get_output', params: { name: 'et' } },
  ].map((request, id) => JSON.stringify({ jsonrpc: '2.0', id, ...request }));
  const play = async (on: TestServer) => {
    const lines: string[] = [];
    for (const request of script) lines.push(await on.line(request));
    return lines.join('\n');
  };
  const other = await new TestServer().start();
  try {
    const first = await play(server);
    expect(await play(other)).toBe(first);
    expect(await play(server)).toBe(first);
  } finally {
    await other.close();
  }
});
