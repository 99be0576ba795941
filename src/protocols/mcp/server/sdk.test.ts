import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  CallToolResultSchema,
  CreateMessageRequestSchema,
  CreateTaskResultSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
  LoggingMessageNotificationSchema,
  ResourceUpdatedNotificationSchema,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ClockServer } from '../../../conversation/clock/clock-server.js';
import { round } from '../../../wire/clock/catch-up.js';
import { realClock } from '../../../wire/clock/clock.js';
import { VirtualClock } from '../../../wire/clock/virtual-clock.js';
import { startMcpServer } from './start.js';

/** The official client as an independent peer. Real time and real processes, so nothing here takes long. */

const here = dirname(fileURLToPath(import.meta.url));
const folder = join(here, '../../../../node_modules/.cache/proctor', String(process.pid));
const program = join(folder, 'server.mjs');

beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  await build({
    stdin: {
      contents: `import { realClock } from '../../../wire/clock/clock.ts';
        import { VirtualClock } from '../../../wire/clock/virtual-clock.ts';
        import { startMcpServer } from './start.ts';
        const [permissive, url] = process.argv.slice(2);
        const clock = url ? await VirtualClock.connect(url, { heard: () => 0, said: () => 0 }) : realClock;
        const server = await startMcpServer({ transport: 'stdio', permissive: permissive === 'permissive', clock });
        if (url) clock.start();
        await server.done;`,
      resolveDir: here,
    },
    outfile: program,
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    logLevel: 'error',
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Peer {
  client: Client;
  http?: StreamableHTTPClientTransport;
  end(): Promise<void>;
}

function createClient(): Client {
  const capabilities = { roots: {}, sampling: {}, elicitation: { form: {} } };
  const client = new Client({ name: 'sdk', version: '1' }, { capabilities });
  client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [{ uri: 'file:///a' }] }));
  client.setRequestHandler(CreateMessageRequestSchema, () => ({
    role: 'assistant',
    content: { type: 'text', text: 'Yes.' },
    model: 'm',
  }));
  client.setRequestHandler(ElicitRequestSchema, () => ({ action: 'accept', content: { name: 'Ada' } }));
  return client;
}

/** @param time the URL of who moves the server's time; without it the server lives in real time */
async function overStdio(permissive: boolean, time?: string): Promise<Peer> {
  const client = createClient();
  const args = [program, permissive ? 'permissive' : 'strict', ...(time === undefined ? [] : [time])];
  await client.connect(new StdioClientTransport({ command: process.execPath, args }));
  return { client, end: () => client.close() };
}

async function overHttp(permissive: boolean, time?: string): Promise<Peer> {
  const moved = time === undefined ? undefined : await VirtualClock.connect(time, { heard: () => 0, said: () => 0 });
  const server = await startMcpServer({ transport: 'http', permissive, clock: moved ?? realClock });
  moved?.start();
  const client = createClient();
  const http = new StreamableHTTPClientTransport(new URL(server.url!));
  await client.connect(http as Parameters<typeof client.connect>[0]);
  const end = async () => {
    await http.terminateSession();
    await client.close();
    await server.close();
  };
  return { client, http, end };
}

/** ms of the server's time between two steps of its slow tool. */
const DELAY = 600_000;

const text = (value: string) =>
  expect.objectContaining({ content: [expect.objectContaining({ type: 'text', text: value })] });

describe.each([
  ['stdio', overStdio, false],
  ['stdio, permissive', overStdio, true],
  ['HTTP', overHttp, false],
  ['HTTP, permissive', overHttp, true],
])('the SDK client over %s', (_name, connect, permissive) => {
  let peer: Peer;
  beforeAll(async () => {
    peer = await connect(permissive);
  });
  afterAll(() => peer.end());

  test('lists and calls tools', async () => {
    const { client } = peer;
    const names: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await client.listTools(cursor === undefined ? {} : { cursor });
      names.push(...page.tools.map(({ name }) => name));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(new Set(names).size).toBe(19);
    expect(await client.callTool({ name: 'echo', arguments: { message: 'hé' } })).toEqual(text('hé'));
    expect(await client.callTool({ name: 'add', arguments: { a: 1, b: 2 } })).toMatchObject({
      structuredContent: { sum: 3 },
    });
    expect(await client.callTool({ name: 'fail' })).toMatchObject({ isError: true });
    await expect(client.callTool({ name: 'nobody' })).rejects.toMatchObject({ code: -32602 });
  });

  test('follows progress', async () => {
    const server = await ClockServer.listen(realClock);
    const time = server.timeOf({ sent: () => 0, received: () => 0 });
    const over = new AbortController();
    // The SDK drops progress that arrives in one chunk with the response. Here twenty turns of the server's clock lie between.
    const moving = (async () => {
      for (; !over.signal.aborted; await round()) await time.sleep(DELAY / 20, over.signal);
    })();
    const other = await connect(permissive, server.url);
    const told: number[] = [];
    const onprogress = ({ progress }: { progress: number }) => void told.push(progress);
    const slow = { name: 'slow', arguments: { steps: 3, delay_ms: DELAY } };
    await other.client.callTool(slow, undefined, { onprogress });
    expect(told.length).toBeGreaterThanOrEqual(2);
    expect([...told].sort((a, b) => a - b)).toEqual(told);
    await other.end();
    over.abort();
    await moving;
    server.close();
  });

  test('answers what the server asks', async () => {
    const { client } = peer;
    expect(await client.callTool({ name: 'ask_roots' })).toEqual(text('Roots: file:///a'));
    expect(await client.callTool({ name: 'ask_sampling', arguments: { prompt: 'x' } })).toEqual(text('m said: Yes.'));
    expect(await client.callTool({ name: 'ask_elicitation', arguments: { message: 'x' } })).toEqual(
      text('The user sent {"name":"Ada"}'),
    );
  });

  test('has a tool run as a task, which asks the user', async () => {
    const { client } = peer;
    const { tasks } = client.experimental;
    const begin = async (args: object) => {
      const params = { name: 'job', arguments: { steps: 1, delay_ms: 1, ...args }, task: { ttl: 60_000 } };
      return (await client.request({ method: 'tools/call', params }, CreateTaskResultSchema)).task;
    };
    const { taskId, status } = await begin({ ends: 'form' });
    expect(status).toBe('working');
    expect(await tasks.getTaskResult(taskId, CallToolResultSchema)).toEqual(text('The user sent {"name":"Ada"}'));
    expect(await tasks.getTask(taskId)).toMatchObject({ taskId, status: 'completed' });
    const other = await begin({ delay_ms: 60_000 });
    expect(await tasks.cancelTask(other.taskId)).toMatchObject({ status: 'cancelled' });
    const ids: string[] = [];
    let page = await tasks.listTasks();
    for (; page.nextCursor !== undefined; page = await tasks.listTasks(page.nextCursor))
      ids.push(...page.tasks.map((task) => task.taskId));
    ids.push(...page.tasks.map((task) => task.taskId));
    expect(ids.sort()).toEqual([taskId, other.taskId].sort());
  });

  test('reads resources and prompts, and completes', async () => {
    const { client } = peer;
    expect(await client.readResource({ uri: 'memo://pixel' })).toMatchObject({
      contents: [{ blob: expect.any(String) }],
    });
    await expect(client.readResource({ uri: 'memo://nothing' })).rejects.toMatchObject({ code: -32002 });
    expect(await client.getPrompt({ name: 'review', arguments: { code: 'x' } })).toMatchObject({
      messages: [{ role: 'user' }, { role: 'assistant' }],
    });
    expect(
      await client.complete({ ref: { type: 'ref/prompt', name: 'review' }, argument: { name: 'tone', value: 'b' } }),
    ).toMatchObject({ completion: { values: ['brief'] } });
  });

  test('hears logs of the level that it set', async () => {
    const { client } = peer;
    const levels: string[] = [];
    client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => void levels.push(params.level));
    await client.setLoggingLevel('critical');
    await client.callTool({ name: 'log' });
    await vi.waitFor(() => expect(levels).toEqual(['critical', 'alert', 'emergency']));
  });

  test('cancels', async () => {
    const abort = new AbortController();
    const call = peer.client.callTool({ name: 'slow', arguments: { steps: 1, delay_ms: 60_000 } }, undefined, {
      signal: abort.signal,
    });
    setTimeout(() => abort.abort(), 20);
    await expect(call).rejects.toThrow();
    if (!permissive) expect(await peer.client.ping()).toEqual({});
  });

  test.skipIf(permissive)('hears of changes', async () => {
    const { client } = peer;
    const heard: string[] = [];
    client.setNotificationHandler(ToolListChangedNotificationSchema, () => void heard.push('tools'));
    client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => void heard.push(params.uri));
    await client.callTool({ name: 'toggle_tool' });
    await client.subscribeResource({ uri: 'memo://greeting' });
    await client.callTool({ name: 'touch_resource', arguments: { uri: 'memo://greeting' } });
    await client.unsubscribeResource({ uri: 'memo://greeting' });
    await client.callTool({ name: 'touch_resource', arguments: { uri: 'memo://greeting' } });
    await vi.waitFor(() => expect(heard).toEqual(['tools', 'memo://greeting']));
  });

  test.skipIf(permissive)('comes back where the server hangs up', async () => {
    expect(await peer.client.callTool({ name: 'hang_up', arguments: { retry_ms: 20, delay_ms: 1 } })).toEqual(
      text('You came back.'),
    );
  });
});
