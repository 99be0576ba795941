import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../../json/json.js';
import { connect, type RpcError } from '../../../../jsonrpc/connection.js';
import { memoryPair } from '../../../../jsonrpc/link.js';
import { DRAFT, META, perRequestRevision, REVISION_2026_07_28 } from '../../per-request.js';
import { permitting } from '../permissive/changes.js';
import { PERMISSIVE_OPTIONS } from '../permissive/variants.js';
import { loadScript } from '../script/script.js';
import { FakeClock, idle } from '../testing.js';
import { PerRequestServer } from './server.js';
import { perRequestTools } from './tools.js';

const KNOWING: JsonObject = { elicitation: { form: {} }, extensions: { 'io.modelcontextprotocol/tasks': {} } };

/** A client in memory that knows tasks, and its server. */
async function open(permissive: string[] = [], version = REVISION_2026_07_28) {
  const clock = new FakeClock();
  const script = await loadScript({}, { tools: perRequestTools });
  const revision = perRequestRevision(version)!;
  const server = new PerRequestServer({
    script,
    clock,
    parts: permitting(PERMISSIVE_OPTIONS.read(permissive)),
    revision,
  });
  const [near, far] = memoryPair();
  server.serve(far);
  const told: JsonObject[] = [];
  const client = connect(near, {
    fallback: {
      request: () => Promise.reject(new Error('nothing is asked')),
      notification: (method, params) => void told.push({ method, ...(params as JsonObject) }),
    },
  });
  const request = async (method: string, params: JsonObject = {}, capabilities = KNOWING) => {
    const _meta = {
      [META.protocolVersion]: version,
      [META.clientInfo]: { name: 'x', version: '1' },
      [META.clientCapabilities]: capabilities,
    };
    return (await client.request(method, { _meta, ...params })) as JsonObject;
  };
  const pass = async (ms: number) => {
    clock.advance(ms);
    await idle();
  };
  const get = (taskId: Json | undefined) => request('tasks/get', { taskId: taskId! });
  const call = (name: string, args: JsonObject = {}) => request('tools/call', { name, arguments: args });
  return { request, call, get, pass, told };
}

const accept = (content: JsonObject): JsonObject => ({ action: 'accept', content });

describe('the tasks of a server without sessions', () => {
  it('work behind the answer that made them, and keep their result', async () => {
    const { call, get, pass } = await open();
    const { taskId, ...made } = await call('slow', { steps: 1, delay_ms: 100 });
    expect(made).toMatchObject({ resultType: 'task', status: 'working', ttlMs: 300_000 });
    expect(await get(taskId)).toMatchObject({ resultType: 'complete', taskId, status: 'working' });
    await pass(0);
    await pass(100);
    expect(await get(taskId)).toMatchObject({ status: 'completed', result: { content: [{ text: 'Took 1 step.' }] } });
    await pass(300_000);
    await expect(get(taskId)).rejects.toMatchObject({ code: -32602 } satisfies Partial<RpcError>);
  });

  it('wait for all that they asked, and hear nothing else', async () => {
    const { call, get, pass, request } = await open();
    const { taskId } = await call('survey');
    await pass(0);
    const update = (inputResponses: JsonObject) => request('tasks/update', { taskId: taskId!, inputResponses });
    expect(Object.keys((await get(taskId)).inputRequests as JsonObject)).toEqual(['name', 'color']);
    await update({ name: accept({ name: 'Ada' }), other: accept({}) });
    expect(Object.keys((await get(taskId)).inputRequests as JsonObject)).toEqual(['color']);
    await update({ name: accept({ name: 'Bob' }), color: accept({ color: 'green' }) });
    await idle();
    expect(await get(taskId)).toMatchObject({
      status: 'completed',
      result: { content: [{ text: 'Ada likes green' }] },
    });
  });

  it('begin behind the questions of a call that asks first, and can be cancelled then', async () => {
    const { call, get, pass, request } = await open();
    const { requestState } = await call('errand', { delay_ms: 1_000 });
    const made = await request('tools/call', {
      name: 'errand',
      arguments: { delay_ms: 1_000 },
      inputResponses: { name: accept({ name: 'Ada' }) },
      requestState: requestState!,
    });
    expect(made).toMatchObject({ resultType: 'task', status: 'working' });
    await pass(0);
    expect(await request('tasks/cancel', { taskId: made.taskId! })).toMatchObject({ resultType: 'complete' });
    expect(await get(made.taskId)).toMatchObject({ status: 'cancelled' });
    await pass(3_000);
    expect(await get(made.taskId)).toMatchObject({ status: 'cancelled' });
  });

  it('fail with the error that the call ended with, and tell who listens', async () => {
    const { call, get, pass, request, told } = await open();
    const { taskId } = await call('job', { steps: 1, delay_ms: 0, ends: 'error' });
    void request('subscriptions/listen', { notifications: { taskIds: [taskId!, 'another'] } });
    await idle();
    expect(told[0]).toMatchObject({ notifications: { taskIds: [taskId] } });
    await pass(0);
    await pass(0);
    const failed = { status: 'failed', error: { code: -32000, message: 'The job broke off' } };
    expect(await get(taskId)).toMatchObject({ ...failed, statusMessage: 'The job broke off' });
    expect(told.at(-1)).toMatchObject({ method: 'notifications/tasks', taskId, ...failed });
  });

  it('end late, or not at all, where the server is like that', async () => {
    const { call, get, pass, request } = await open(['late-tasks']);
    const late = await call('slow', { delay_ms: 10_000 });
    await request('tasks/cancel', { taskId: late.taskId! });
    expect(await get(late.taskId)).toMatchObject({ status: 'working' });
    await pass(50);
    expect(await get(late.taskId)).toMatchObject({ status: 'cancelled' });

    const stubborn = await open(['stubborn-tasks']);
    const { taskId } = await stubborn.call('slow', { delay_ms: 10_000 });
    await stubborn.request('tasks/cancel', { taskId: taskId! });
    await stubborn.pass(50);
    expect(await stubborn.get(taskId)).toMatchObject({ status: 'working' });
  });

  it('are made for nobody who does not know them', async () => {
    const { request } = await open();
    const plain = { name: 'slow', arguments: { steps: 1, delay_ms: 0 } };
    await expect(request('tools/call', { ...plain, name: 'job' }, {})).rejects.toMatchObject({
      code: -32021,
      data: { requiredCapabilities: { extensions: { 'io.modelcontextprotocol/tasks': {} } } },
    });
    await expect(request('tasks/get', { taskId: 'x' }, {})).rejects.toMatchObject({ code: -32021 });
    const listen = request('subscriptions/listen', { notifications: { taskIds: [] } }, {});
    await expect(listen).rejects.toMatchObject({ code: -32021 });
  });

  it.each([
    ['the draft', [], DRAFT],
    ['a server that has none', ['no-tasks'], REVISION_2026_07_28],
  ])('are not of %s', async (_name, permissive, version) => {
    const { call, request, pass } = await open(permissive, version);
    expect((await request('server/discover')).capabilities).not.toHaveProperty('extensions');
    await expect(request('tasks/get', { taskId: 'x' })).rejects.toMatchObject({ code: -32601 });
    const called = call('job', { steps: 1, delay_ms: 0 });
    await idle();
    await pass(0);
    expect(await called).toMatchObject({ resultType: 'complete' });
  });
});
