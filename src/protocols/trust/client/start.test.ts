import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { streamPipes } from '../../../conversation/lanes/stream-pipes.js';
import type { RunningMock } from '../../../conversation/role-entry.js';
import { isObject, type Json, type JsonObject, parseJson, stringifyJson } from '../../../json/json.js';
import { defaultLimits } from '../../../wire/limits.js';
import { startServer } from '../server/start.js';
import { startClient, type TrustClientOptions } from './start.js';

const GOOD = 'PROGRAM Main\nVAR\n  level : INT;\nEND_VAR\nlevel := level + 1;\nEND_PROGRAM\n';
const BAD = 'PROGRAM Main\nlevel := 1;\nEND_PROGRAM\n';

let folder: string;
let running: RunningMock[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'proctor-trust-client-'));
  running = [];
});

afterEach(async () => {
  for (const one of running) await one.close();
  await rm(folder, { recursive: true });
});

/** What a server does with the lines that come to it: returns those that it answers with. */
type Answering = (request: JsonObject) => Json[];

/** The requests that the client sent, and what it printed. */
async function played(steps: Json[], { answering, ...options }: TrustClientOptions & { answering?: Answering } = {}) {
  const sent: JsonObject[] = [];
  let print: (line: string) => void = () => undefined;
  const outcome = new Promise<JsonObject>((resolve) => {
    print = (line) => resolve(parseJson(line) as JsonObject);
  });
  const spawn: TrustClientOptions['spawn'] = async () => {
    const input = new PassThrough();
    const output = new PassThrough();
    input.on('data', (chunk) => {
      for (const line of String(chunk).trimEnd().split('\n')) {
        const request = parseJson(line) as JsonObject;
        sent.push(request);
        for (const answer of answering?.(request) ?? []) output.write(`${stringifyJson(answer)}\n`);
      }
    });
    if (!answering) running.push(await startServer({ input, output, cwd: folder }));
    return {
      pipes: streamPipes(input, output, defaultLimits),
      stop: async () => {
        input.end();
        return { code: 0, signal: null };
      },
      stderr: () => '',
    };
  };
  const client = await startClient({
    command: ['server'],
    cwd: folder,
    spawn,
    print,
    warn: () => undefined,
    script: { steps },
    ...options,
  });
  return { outcome: await outcome, sent, methods: sent.map(({ method }) => method), exitCode: client.exitCode?.() };
}

/** A server that describes these methods, and answers each of them as it is said. */
const server =
  (answers: { [method: string]: (request: JsonObject) => JsonObject }): Answering =>
  (request) => {
    const { id = null, method } = request;
    const describe = { result: { transport: 'stdio', workspace_root: folder, methods: Object.keys(answers) } };
    const answer = method === 'agent.describe' ? describe : answers[String(method)]?.(request);
    return answer ? [{ jsonrpc: '2.0', id, ...answer }] : [];
  };

const params = (sent: readonly JsonObject[], method: string) =>
  sent.filter((one) => one.method === method).map((one) => one.params);

describe('the loop', () => {
  it('tries the next version of the files if there are errors in them', async () => {
    const { outcome, methods, exitCode } = await played([
      { loop: { versions: [{ 'src/main.st': BAD }, { 'src/main.st': GOOD }], endpoint: 'tcp://127.0.0.1:9' } },
    ]);
    const attempt = ['workspace.write', 'runtime.compile_reload'];
    expect(methods).toEqual(['agent.describe', ...attempt, ...attempt]);
    expect(outcome.value).toMatchObject({
      steps: [{ step: 'loop', ok: false, attempts: 2, errors: 0, status: 'error' }],
    });
    expect(exitCode).toBe(1);
    expect(await readFile(join(folder, 'src/main.st'), 'utf8')).toBe(GOOD);
  });

  it('ends with the version that runs', async () => {
    const answering = server({
      'workspace.write': () => ({ result: {} }),
      'runtime.compile_reload': () => ({ result: { errors: [], runtimeStatus: 'ok', build: {}, reload: {} } }),
    });
    const { outcome } = await played([{ loop: { versions: [{ a: GOOD }, { a: BAD }] } }], { answering });
    expect(outcome).toMatchObject({ ok: true, value: { steps: [{ attempts: 1 }] } });
  });

  it('goes one by one if the server has no compile_reload, and sends the token to reload alone', async () => {
    const nothing = () => ({ result: { errors: 0 } });
    const answering = server({
      'workspace.write': nothing,
      'lsp.diagnostics': nothing,
      'runtime.build': nothing,
      'runtime.reload': nothing,
    });
    const { sent, outcome } = await played([{ loop: { versions: [{ a: GOOD }], project: 'p', token: 't-1' } }], {
      answering,
    });
    expect(outcome.ok).toBe(true);
    expect(sent.slice(2).map(({ method, params }) => [method, params])).toEqual([
      ['lsp.diagnostics', { project: 'p' }],
      ['runtime.build', { project: 'p' }],
      ['runtime.reload', { project: 'p', token: 't-1' }],
    ]);
  });
});

describe('a harness session', () => {
  it('is the default, and changes no file', async () => {
    const { outcome, methods, exitCode } = await played([], { script: {} });
    expect(methods).toEqual([
      'agent.describe',
      ...['harness.load', 'harness.set_input', 'harness.cycle', 'harness.get_output'],
    ]);
    expect(outcome).toMatchObject({
      ok: true,
      value: { steps: [{ 'outputs.motor': { name: 'motor', value: { type: 'BOOL', value: true } } }] },
    });
    expect(exitCode).toBe(0);
  });

  it('goes on with the program that ran if the next one can not be loaded', async () => {
    const { outcome } = await played([
      { harness: { load: { inline_sources: [{ text: GOOD }] }, cycle: { count: 2 } } },
      { harness: { load: { inline_sources: [{ text: BAD }] }, cycle: { count: 1 }, outputs: ['level'] } },
    ]);
    expect(outcome.value).toMatchObject({
      steps: [{ ok: true }, { ok: false, load: { error: { code: -32002 } }, 'outputs.level': { value: { value: 4 } } }],
    });
  });

  it('loads the program again if the server lost it, once', async () => {
    const answering = server({
      'harness.load': () => ({ result: {} }),
      'harness.cycle': () => ({ error: { code: -32003, message: 'Harness is not loaded.' } }),
    });
    const load = { files: ['a.st'] };
    const { outcome, methods, sent } = await played([{ harness: { load, cycle: { count: 1 } } }], { answering });
    const round = ['harness.load', 'harness.cycle'];
    expect(methods).toEqual(['agent.describe', ...round, ...round]);
    expect(params(sent, 'harness.load')).toEqual([load, load]);
    expect(outcome.value).toMatchObject({ steps: [{ cycle: { error: { code: -32003 } } }] });
  });

  it('takes a spent budget for an answer', async () => {
    const until = { name: 'level', equals: { type: 'INT', value: -1 }, max_cycles: 2 };
    const { outcome } = await played([
      { harness: { load: { inline_sources: [{ text: GOOD }] }, until, outputs: ['level'] } },
    ]);
    expect(outcome.value).toMatchObject({
      steps: [
        { until: { error: { code: -32004, data: { expected: until.equals } } }, 'outputs.level': { name: 'level' } },
      ],
    });
  });
});

describe('requests', () => {
  it('that run at the same time are answered by their ids', async () => {
    const waiting: JsonObject[] = [];
    const describes = server({ 'workspace.read': () => ({}) });
    const answering: Answering = (request) => {
      if (request.method === 'agent.describe') return describes(request);
      waiting.unshift(request);
      const texts = waiting.map(({ id = null, params }) => ({
        jsonrpc: '2.0',
        id,
        result: { text: `of ${pathOf(params)}` },
      }));
      return waiting.length === 2 ? texts : [];
    };
    const { outcome } = await played([{ parallel: [{ read: { path: 'a' } }, { read: { path: 'b' } }] }], { answering });
    expect(outcome.value).toMatchObject({ files: { a: 'of a', b: 'of b' } });
  });

  it('of methods that the server does not describe are not sent', async () => {
    const { outcome, methods } = await played([{ build: {} }, { read: { path: 'a' } }], {
      answering: server({ 'workspace.read': () => ({ result: { text: 'x' } }) }),
    });
    expect(methods).toEqual(['agent.describe', 'workspace.read']);
    expect(outcome.value).toMatchObject({
      steps: [{ ok: false, error: { message: 'the server does not describe runtime.build' } }, { ok: true }],
    });
  });

  it('have paths that are relative to the workspace or project', async () => {
    await writeFile(join(folder, 'runtime.toml'), '');
    const { sent, outcome } = await played([
      { write: { path: join(folder, 'plant/src/a.st'), text: GOOD } },
      { diagnostics: { project: join(folder, 'plant'), path: join(folder, 'plant/src/a.st') } },
      { build: { project: folder, sources_root: join(folder, 'plant/src') } },
      { harness: { load: { files: [join(folder, 'plant/src/a.st')] } } },
      { read: { path: '/etc/hostname' } },
    ]);
    expect(sent.slice(1).map(({ params }) => params)).toEqual([
      { path: 'plant/src/a.st', text: GOOD },
      { project: 'plant', path: 'src/a.st' },
      { sources_root: 'plant/src' },
      { files: ['plant/src/a.st'] },
    ]);
    expect((outcome.value as { steps: JsonObject[] }).steps.map(({ ok }) => ok)).toEqual([
      true,
      true,
      true,
      true,
      false,
    ]);
  });

  it('are answered by an error without an id if only one waits', async () => {
    const describes = server({ 'workspace.read': () => ({}) });
    const answering: Answering = (request) =>
      request.method === 'agent.describe'
        ? describes(request)
        : [{ jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error' } }];
    const { outcome } = await played([{ read: { path: 'a' } }], { answering });
    expect(outcome.value).toMatchObject({ steps: [{ ok: false, error: { code: -32700 } }] });
  });

  it('that are never answered end the session', async () => {
    const { outcome, exitCode } = await played([], {
      script: { steps: [{ read: { path: 'a' } }, { read: { path: 'b' } }], timeoutMs: 20 },
      answering: (request) => server({ 'workspace.read': () => ({}) })(request).slice(0, request.id === 1 ? 1 : 0),
    });
    expect(outcome).toMatchObject({ ok: false, error: 'no answer to workspace.read within 20 ms' });
    expect(exitCode).toBe(1);
  });
});

it('refuses a script that does not fit, and says where', async () => {
  const start = (script: JsonObject) => startClient({ command: ['server'], script });
  await expect(start({ steps: [{ reed: {} }] })).rejects.toThrow('/steps/0');
  await expect(start({ permissive: ['none'] })).rejects.toThrow('Unknown permissive variant "none"');
  await expect(startClient({})).rejects.toThrow('no command after "--"');
});

const pathOf = (params: Json | undefined) => (isObject(params) ? String(params.path) : '');
