import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { PassThrough } from 'node:stream';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { type StartedMock, startMock } from '../../runner/lib/mock.js';
import type { Control } from '../../src/control/types.js';
import type { Line, Pending } from '../../src/generated/types/control-v1.js';

const PROCTOR = resolve(import.meta.dirname, '../../dist/bin/proctor.mjs');

const folder = mkdtempSync(join(tmpdir(), 'proctor-steered-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const mocks: StartedMock[] = [];
afterEach(async () => {
  for (const mock of mocks.splice(0)) await mock.close();
});

async function started(...args: Parameters<typeof startMock>): Promise<StartedMock & { control: Control }> {
  const mock = await startMock(...args);
  mocks.push(mock);
  return mock as StartedMock & { control: Control };
}

const transcript = async (control: Control): Promise<Line[]> => (await control.request('transcript/read')).lines;

const messageOf = ({ line }: Line) =>
  ((line.type === 'message' && line.record.message) || {}) as { [name: string]: unknown };

/** The first request that waits for a person. */
const waiting = (control: Control) =>
  new Promise<Pending>((settle) => {
    control.on('pending/changed', ({ pending }) => pending[0] && settle(pending[0]));
    void control.request('session/list');
  });

describe('a client whose user answers by hand', () => {
  const prompting = {
    script: { prompts: ['write out.txt hello'] },
    command: [process.execPath, PROCTOR, 'mock', 'acp/agent'],
    cwd: folder,
  };

  it.for([
    ['Reject', /reject|fail|cancel/i],
    ['Allow', /complet/i],
  ] as const)('says "%s" to a permission, and the agent does as it was told', async ([title, status]) => {
    const mock = await started('acp/client', {
      ...prompting,
      control: true,
      script: { prompts: ['edit out.txt'] },
    });
    await mock.control.request('pending/hold', { methods: ['session/request_permission'] });
    const asked = await waiting(mock.control);
    expect(asked.question).toMatch(/^May it run call_1 “Write out.txt”\?$/);
    const answer = asked.answers.find((one) => one.title.startsWith(title) && one.usual)!;
    expect(answer.script).toContain('permissions:');
    await mock.control.request('pending/answer', { id: asked.id, reply: answer.reply });
    await mock.done;
    const lines = await transcript(mock.control);
    const reply = lines.find(({ replyTo }) => replyTo === asked.index)!;
    expect([reply.mine, messageOf(reply).result]).toEqual([true, answer.reply.result]);
    const updates = lines
      .map((line) => JSON.stringify(messageOf(line)))
      .filter((text) => text.includes('tool_call_update'));
    expect(updates.at(-1)).toMatch(status);
    // Nobody but the person is to blame.
    expect(lines.flatMap(({ line }) => (line.type === 'message' ? line.findings : []))).toEqual([]);
  });

  it('may take longer for an answer than the agent may be silent', async () => {
    const script = { prompts: ['edit out.txt'] };
    const mock = await started('acp/client', { ...prompting, control: true, silence: 1_500, script });
    await mock.control.request('pending/hold', { methods: ['session/request_permission'] });
    const asked = await waiting(mock.control);
    const now = async () => (await mock.control.request('session/list')).now ?? 0;
    await expect.poll(now, { timeout: 20_000, interval: 200 }).toBeGreaterThan(asked.since + 3_000);
    await mock.control.request('pending/answer', { id: asked.id, reply: asked.answers[0]!.reply });
    expect((await mock.done).outcome).toMatchObject({ ok: true });
  });

  it('leaves an answer to the mock, and an answer that nobody waits for is refused', async () => {
    const mock = await started('acp/client', { ...prompting, control: true });
    await mock.control.request('pending/hold', { methods: ['fs/write_text_file', 'session/request_permission'] });
    const asked = await waiting(mock.control);
    await mock.control.request('pending/answer', { id: asked.id });
    await expect(mock.control.request('pending/answer', { id: asked.id })).rejects.toThrow('waits any more');
    await mock.control.request('pending/hold', { methods: [] });
    await mock.close();
  });
});

describe('messages by hand', () => {
  it('reach a client over HTTP on the stream that it listens to', async () => {
    const mock = await started('mcp/server', { transport: 'http', control: true });
    const client = new Client({ name: 'test', version: '1' });
    const heard = new Promise<string>((settle) => {
      client.setNotificationHandler(ToolListChangedNotificationSchema, ({ method }) => settle(method));
    });
    await client.connect(new StreamableHTTPClientTransport(new URL(mock.url!)) as never);
    await expect
      .poll(async () =>
        mock.control
          .request('message/send', { message: { method: 'notifications/tools/list_changed' } })
          .then(() => 'sent')
          .catch((error: Error) => error.message),
      )
      .toBe('sent');
    expect(await heard).toBe('notifications/tools/list_changed');
    const { problems, index } = await mock.control.request('message/send', {
      message: { method: 'ping' },
      request: true,
    });
    expect(problems).toEqual([]);
    // What the client answers is for the person, and the mock does not see it.
    await expect.poll(async () => (await transcript(mock.control)).some(({ replyTo }) => replyTo === index)).toBe(true);
    const { summary } = await client.close().then(() => mock.close());
    expect(summary).toMatchObject({ fail: 0, error: 0 });
  });

  it('reach a server over HTTP with the headers of its session', async () => {
    const server = await started('mcp/server', { transport: 'http' });
    const client = await started('mcp/client', {
      ...{ transport: 'http', url: server.url!, control: true },
      script: { do: [{ list: 'tools', afterMs: 30_000 }] },
    });
    await expect
      .poll(async () => JSON.stringify(await transcript(client.control)))
      .toContain('notifications/initialized');
    const sent = await client.control
      .request('message/send', { message: { method: 'tools/list', params: {} }, request: true })
      .catch((error: Error) => ({ index: undefined, problems: [error.message] }));
    expect(sent.problems).toEqual([]);
    await expect
      .poll(async () => {
        const lines = await transcript(client.control);
        const reply = lines.find(({ replyTo, index }) => replyTo === sent.index && index !== sent.index);
        return reply && Object.keys((messageOf(reply).result as object) ?? {});
      })
      .toContain('tools');
  });

  it('are refused where their schema forbids them, unless that is meant', async () => {
    const { input, output } = { input: new PassThrough(), output: new PassThrough() };
    const mock = await started('mcp/server', { control: true, input, output });
    input.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
    await expect.poll(async () => (await transcript(mock.control)).length).toBe(2);
    const message = { method: 'notifications/progress', params: { progress: 'much' } };
    const refused = await mock.control.request('message/send', { message });
    expect(refused.index).toBeUndefined();
    expect(refused.problems.map(({ path }) => path)).toContain('/progress');
    const sent = await mock.control.request('message/send', { message, invalid: true });
    expect(sent.index).toBe(2);
    const [, , line] = await transcript(mock.control);
    expect([line!.mine, line!.line.type === 'message' && line!.line.findings]).toEqual([true, []]);
    input.end();
    expect((await mock.done).exit).not.toBe(4);
  });
});

it('a stepped clock moves as far as it is told to', async () => {
  const mock = await started('mcp/server', { transport: 'http', control: { clock: 'stepped' } });
  expect(await mock.control.request('session/list')).toMatchObject({ clock: 'stepped', now: 0 });
  expect(await mock.control.request('clock/advance', { ms: 1500 })).toEqual({ now: 1500 });
  const real = await started('mcp/server', { transport: 'http', control: true });
  await expect(real.control.request('clock/advance', { ms: 1 })).rejects.toThrow('--step');
});

it('a transcript is saved as a recording and as a case, and only over HTTP as a HAR file', async () => {
  const { input, output } = { input: new PassThrough(), output: new PassThrough() };
  const mock = await started('mcp/server', { control: true, input, output });
  input.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
  await expect.poll(async () => (await transcript(mock.control)).length).toBe(2);
  const recording = await mock.control.request('recording/save', { format: 'recording' });
  expect(recording.text.split('\n').map((line) => line && JSON.parse(line).type)).toEqual([
    'header',
    'message',
    'message',
    'footer',
    '',
  ]);
  const one = await mock.control.request('recording/save', { format: 'case' });
  expect(one.text).toContain('role: mcp/server');
  expect(one.text).toContain('request: ping');
  await expect(mock.control.request('recording/save', { format: 'har' })).rejects.toThrow('HTTP alone');
});

it('a permissive variant is switched on and off while the mock runs', async () => {
  const mock = await started('mcp/server', { transport: 'http', control: true });
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(mock.url!)) as never);
  const text = async () => JSON.stringify(await client.listTools());
  const before = await text();
  const { permissive } = await mock.control.request('session/list');
  expect(permissive.length).toBeGreaterThan(10);
  const changed: string[] = [];
  for (const { name } of permissive) {
    const done = await mock.control.request('permissive/set', { name, on: true }).then(
      () => true,
      (error: Error) => !/started with it/.test(error.message),
    );
    if (!done) continue;
    if ((await text().catch(() => '')) !== before) changed.push(name);
    await mock.control.request('permissive/set', { name, on: false });
    expect(await text(), `${name} is off again`).toBe(before);
  }
  expect(changed.length).toBeGreaterThan(0);
  await expect(mock.control.request('permissive/set', { name: 'odd', on: true })).rejects.toThrow(
    'no permissive variant',
  );
  await client.close();
});
