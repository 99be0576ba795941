import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../../../json/json.js';
import { connect, type RpcError } from '../../../../../jsonrpc/connection.js';
import { memoryPair } from '../../../../../jsonrpc/link.js';
import { META, perRequestRevision, REVISION_2026_07_28, TASKS } from '../../../per-request.js';
import { FakeClock, idle } from '../../../server/testing.js';
import { loadScript } from '../../script.js';
import { TASK_HABITS } from '../../tasks/habits.js';
import { paired } from '../../testing.js';
import { PerRequestConversation } from '../conversation.js';

const WORKING: JsonObject = {
  taskId: 'größe 1',
  status: 'working',
  createdAt: '2026-07-28T00:00:00Z',
  lastUpdatedAt: '2026-07-28T00:00:00Z',
  ttlMs: null,
  pollIntervalMs: 300,
};
const COMPLETED: JsonObject = {
  ...WORKING,
  status: 'completed',
  result: { content: [{ type: 'text', text: 'done' }] },
};
const FORM: JsonObject = {
  method: 'elicitation/create',
  params: { message: 'hi', requestedSchema: { type: 'object', properties: {} } },
};

/** A client in memory whose call was answered with a task, and what its server was asked since. */
async function called(script: JsonObject = {}, { listens = false, tells = false, habits = TASK_HABITS } = {}) {
  const clock = new FakeClock();
  const loaded = await loadScript({ ...script }, REVISION_2026_07_28);
  const [near, far] = memoryPair();
  const conversation = new PerRequestConversation(
    near,
    { script: loaded, clock, cwd: '/tmp', tasks: habits },
    perRequestRevision(REVISION_2026_07_28)!,
  );
  const asked: JsonObject[] = [];
  /** The task as the server tells it. */
  let state: JsonObject | Error = WORKING;
  const server = connect(far, {
    fallback: {
      request: async (method, params, { id, signal }) => {
        const { _meta, ...rest } = params as JsonObject;
        asked.push({ method, ...rest });
        if (method === 'tools/call') return { resultType: 'task', ...WORKING };
        if (method === 'tasks/get') {
          if (state instanceof Error) throw state;
          return { resultType: 'complete', ...state };
        }
        if (method !== 'subscriptions/listen') return { resultType: 'complete' };
        server.notify('notifications/subscriptions/acknowledged', {
          notifications: { taskIds: tells ? ['größe 1'] : [] },
          _meta: { [META.subscriptionId]: id },
        });
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        return {};
      },
      notification: () => undefined,
    },
  });
  const taken = new AbortController();
  const result = conversation.ask('tools/call', { name: 'x' }, { signal: taken.signal, listens });
  result.catch(() => undefined);
  await idle();
  return {
    result,
    asked: () => asked.slice(1),
    taken,
    tell: (task: JsonObject) => server.notify('notifications/tasks', task),
    becomes: (task: JsonObject | Error) => {
      state = task;
    },
    pass: async (ms: number) => {
      clock.advance(ms);
      await idle();
    },
  };
}

const get = { method: 'tasks/get', taskId: 'größe 1' };

describe('a call that goes on as a task', () => {
  it('is asked for at the pace of its server until it is over, and has its result', async () => {
    const { result, asked, becomes, pass } = await called();
    await pass(299);
    expect(asked()).toEqual([]);
    becomes({ ...WORKING, pollIntervalMs: 500 });
    await pass(1);
    becomes(COMPLETED);
    await pass(499);
    expect(asked()).toEqual([get]);
    await pass(1);
    expect(await result).toEqual(COMPLETED.result);
    await pass(5_000);
    expect(asked()).toEqual([get, get]);
  });

  it.each<[string, JsonObject, object]>([
    [
      'the error of a failed task',
      { status: 'failed', error: { code: -32000, message: 'no', data: 1 } },
      { code: -32000, message: 'no', data: 1 } satisfies Partial<RpcError>,
    ],
    ['that it was cancelled', { status: 'cancelled' }, { message: 'the server ended the task without a result' }],
    [
      'a status that it does not know',
      { status: 'paused' },
      { message: 'the server sent a task with an unknown status: paused' },
    ],
    ['that it has no result', { status: 'completed' }, { message: 'the server completed a task without a result' }],
  ])('rejects with %s', async (_what, told, error) => {
    const { result, becomes, pass } = await called();
    becomes({ ...WORKING, ...told });
    await pass(300);
    await expect(result).rejects.toMatchObject(error);
  });

  it('answers each question once, under its key', async () => {
    const { result, asked, becomes, pass } = await called();
    becomes({ ...WORKING, status: 'input_required', inputRequests: { a: FORM } });
    await pass(300);
    await pass(300);
    becomes({ ...WORKING, status: 'input_required', inputRequests: { a: FORM, b: FORM } });
    await pass(300);
    const update = (key: string) => ({
      method: 'tasks/update',
      taskId: 'größe 1',
      inputResponses: { [key]: { action: 'accept', content: {} } },
    });
    expect(asked()).toEqual([get, update('a'), get, get, update('b')]);
    becomes(COMPLETED);
    await pass(300);
    await result;
  });

  it('leaves unanswered what its task does not wait for any more', async () => {
    const { asked, becomes, pass } = await called({ user: { forms: 'wait' } });
    becomes({ ...WORKING, status: 'input_required', inputRequests: { a: FORM } });
    await pass(300);
    becomes(WORKING);
    await pass(300);
    becomes(COMPLETED);
    await pass(300);
    expect(asked()).toEqual([get, get, get]);
  });

  it('is cancelled where a question has no answer', async () => {
    const { result, asked, becomes, pass } = await called({ offer: { sampling: false } });
    becomes({
      ...WORKING,
      status: 'input_required',
      inputRequests: { a: { method: 'sampling/createMessage', params: { messages: [], maxTokens: 1 } } },
    });
    await pass(300);
    await expect(result).rejects.toMatchObject({
      message: expect.stringContaining('which this client did not declare'),
    });
    expect(asked().at(-1)).toEqual({ method: 'tasks/cancel', taskId: 'größe 1' });
  });

  it('is cancelled when its user takes it back', async () => {
    const { result, asked, taken, pass } = await called();
    taken.abort(new Error('enough'));
    await idle();
    await expect(result).rejects.toThrow('enough');
    await pass(5_000);
    expect(asked()).toEqual([{ method: 'tasks/cancel', taskId: 'größe 1' }]);
  });

  it('is told where the server agreed to that, and asked for what was before', async () => {
    const { result, asked, tell, pass } = await called({}, { listens: true, tells: true });
    await pass(5_000);
    expect(asked()).toEqual([{ method: 'subscriptions/listen', notifications: { taskIds: ['größe 1'] } }, get]);
    tell({ ...COMPLETED, taskId: 'another' });
    tell(COMPLETED);
    expect(await result).toEqual(COMPLETED.result);
  });

  it('is asked for where its changes are not told', async () => {
    const { result, becomes, pass } = await called({}, { listens: true });
    becomes(COMPLETED);
    await pass(300);
    expect(await result).toEqual(COMPLETED.result);
  });

  it('is given up once it is older than it is kept, where the client does that', async () => {
    const { result, becomes, pass } = await called({}, { habits: { ...TASK_HABITS, patience: (ttl) => ttl } });
    becomes({ ...WORKING, ttlMs: 500 });
    await pass(300);
    await pass(300);
    await expect(result).rejects.toThrow('older than its server keeps it');
  });
});

describe.each(['stdio', 'http'] as const)('over %s, with a server that makes tasks', (transport) => {
  const versions = { client: REVISION_2026_07_28, server: REVISION_2026_07_28 };

  const slow = { call: 'slow', arguments: { steps: 1, delay_ms: 1 } };
  const textOf = (result: Json | undefined) => (result as { content: { text: string }[] }).content[0]?.text;

  it('a client that asks has the result of its call', async () => {
    const { ok, error, value } = await paired(transport, versions, { do: [slow] });
    expect([ok, error, value.results.map(textOf)]).toEqual([true, undefined, ['Took 1 step.']]);
  });

  it('a client that listens has the results of its calls', async () => {
    const { ok, error, value } = await paired(transport, versions, {
      do: [
        { ...slow, listens: true },
        { call: 'survey', listens: true },
      ],
      user: { answer: { action: 'accept', content: { name: 'Ada', color: 'red' } } },
    });
    expect([ok, error, value.results.map(textOf)]).toEqual([true, undefined, ['Took 1 step.', 'Ada likes red']]);
  });
});

it('a client that does not offer tasks declares none, and takes none', async () => {
  const [near, far] = memoryPair();
  const script = await loadScript({ offer: { tasks: false } }, REVISION_2026_07_28);
  const conversation = new PerRequestConversation(
    near,
    { script, clock: new FakeClock(), cwd: '/tmp' },
    perRequestRevision(REVISION_2026_07_28)!,
  );
  let declared: Json = null;
  connect(far, {
    fallback: {
      request: async (_method, params) => {
        declared = ((params as JsonObject)._meta as JsonObject)[META.clientCapabilities]!;
        return { resultType: 'task', ...WORKING };
      },
      notification: () => undefined,
    },
  });
  await expect(conversation.ask('tools/call', { name: 'x' })).rejects.toThrow('unknown type: task');
  expect(declared).not.toHaveProperty(['extensions', TASKS]);
});
