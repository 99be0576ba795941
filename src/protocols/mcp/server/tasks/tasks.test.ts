import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../json/json.js';
import { idle, openClient, settle, type TestClient, type TestOptions } from '../testing.js';

const RELATED = 'io.modelcontextprotocol/related-task';

/** Has the job begin. */
async function begin(client: TestClient, args: JsonObject = {}, more: JsonObject = {}): Promise<string> {
  const { task } = await client.request('tools/call', { name: 'job', arguments: args, task: {}, ...more });
  return (task as JsonObject).taskId as string;
}

test('a task works until its time is over, and gives its result with its name', async () => {
  const client = await openClient();
  const taskId = await begin(client);
  const first = await client.request('tasks/get', { taskId });
  expect(first).toMatchObject({ taskId, status: 'working', ttl: 300_000, createdAt: '2025-11-25T00:00:00.000Z' });
  const waiting = client.request('tasks/result', { taskId });
  expect(await settle(client.clock, waiting)).toEqual({
    content: [{ type: 'text', text: 'The job is done.' }],
    isError: false,
    _meta: { [RELATED]: { taskId } },
  });
  const last = await client.request('tasks/get', { taskId });
  expect(last).toMatchObject({ status: 'completed', createdAt: first.createdAt });
  expect(last.lastUpdatedAt).not.toBe(first.lastUpdatedAt);
  expect((await client.request('tasks/list')).tasks).toEqual([last]);
  expect(client.notified('notifications/tasks/status')).toEqual([last]);
});

test.each([
  ['failure', { isError: true }],
  ['error', { code: -32000, data: { steps: 3 } }],
])('a job that ends with a %s has failed', async (ends, wanted) => {
  const client = await openClient();
  const taskId = await begin(client, { ends });
  const result = client.request('tasks/result', { taskId }).catch((error: unknown) => error);
  expect(await settle(client.clock, result)).toMatchObject(wanted);
  expect(await client.request('tasks/get', { taskId })).toMatchObject({
    status: 'failed',
    statusMessage: expect.stringContaining('job'),
  });
});

test('a cancelled task stays cancelled, and its work stops', async () => {
  const client = await openClient();
  const taskId = await begin(client, {}, { _meta: { progressToken: 'p' } });
  expect(await client.request('tasks/cancel', { taskId })).toMatchObject({ taskId, status: 'cancelled' });
  await client.clock.advance(1000);
  expect(await client.request('tasks/get', { taskId })).toMatchObject({ status: 'cancelled' });
  expect(client.notified('notifications/progress')).toEqual([]);
  for (const method of ['tasks/result', 'tasks/cancel'])
    await expect(client.request(method, { taskId })).rejects.toMatchObject({
      message: expect.stringContaining('cancelled'),
    });
});

test('a question of a task names it, and the task needs input meanwhile', async () => {
  const seen: unknown[] = [];
  const client: TestClient = await openClient({
    capabilities: { elicitation: {} },
    answers: {
      'elicitation/create': async (params) => {
        const { taskId } = ((params as JsonObject)._meta as JsonObject)[RELATED] as JsonObject;
        seen.push((await client.request('tasks/get', { taskId: taskId! })).status);
        return { action: 'decline' };
      },
    },
  });
  const taskId = await begin(client, { ends: 'form' });
  await settle(client.clock, client.request('tasks/result', { taskId }));
  expect(seen).toEqual(['input_required']);
  const told = client.notified('notifications/tasks/status').map((params) => (params as JsonObject).status);
  expect(told).toEqual(['input_required', 'working', 'completed']);
});

test('progress of a task names it and uses the token of the call', async () => {
  const client = await openClient();
  const taskId = await begin(client, { steps: 2 }, { _meta: { progressToken: 'p' } });
  await client.clock.advance(1000);
  const progress = client.notified('notifications/progress') as JsonObject[];
  expect(progress.map((params) => [params.progressToken, params.progress])).toEqual([
    ['p', 1],
    ['p', 2],
  ]);
  expect(progress[0]!._meta).toEqual({ [RELATED]: { taskId } });
});

test('a task that is over is forgotten behind its ttl', async () => {
  const client = await openClient();
  const { task } = await client.request('tools/call', { name: 'job', task: { ttl: 1000 } });
  const { taskId } = task as JsonObject;
  await client.clock.advance(900);
  expect(await client.request('tasks/get', { taskId: taskId! })).toMatchObject({ status: 'completed' });
  await client.clock.advance(200);
  await expect(client.request('tasks/get', { taskId: taskId! })).rejects.toMatchObject({ code: -32602 });
});

test.each([
  ['job', {}],
  ['hang_up', { task: {} }],
  ['echo', { arguments: { message: 'x' }, task: {} }],
] as [string, JsonObject][])('%s is refused with %j', async (name, more) => {
  const { request } = await openClient();
  await expect(request('tools/call', { name, ...more })).rejects.toMatchObject({ code: -32601 });
});

test.each([
  ['permissive', { permissive: ['no-tasks'] }],
  ['jobless', { script: { tools: ['echo'] } }],
])('a server without tasks (%s) ignores what asks for one', async (_title, options: TestOptions) => {
  const { request } = await openClient(options);
  const result = await request('tools/call', { name: 'echo', arguments: { message: 'x' }, task: {} });
  expect(result).toMatchObject({ content: [{ text: 'x' }] });
  await expect(request('tasks/list')).rejects.toMatchObject({ code: -32601 });
});

test('the end of the session stops what runs', async () => {
  const client = await openClient();
  await begin(client);
  await client.clock.advance(1);
  expect(client.clock.waiting).toBe(1);
  client.session.close();
  await idle();
  expect(client.clock.waiting).toBe(0);
});
