import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { idle } from '../testing.js';
import { HttpClient, raw, startHttp, type TestServer } from './testing.js';

vi.setConfig({ testTimeout: 20_000 });

let server: TestServer;
let client: HttpClient;

const start = async (options: Parameters<typeof startHttp>[0] = {}) => {
  server = await startHttp(options);
  client = await new HttpClient(server.url).begin();
};
beforeEach(() => start());
afterEach(() => server.close());

const restart = async (options: Parameters<typeof startHttp>[0]) => {
  await server.close();
  await start(options);
};

describe('resumption', () => {
  test('brings what a broken stream missed, and only of that stream', async () => {
    const a = await client.call('slow', { steps: 3 }, 'a', { progressToken: 'a' });
    const b = await client.call('slow', { steps: 3 }, 'b', { progressToken: 'b' });
    await server.clock.until(2);
    await server.clock.advance(100);
    await a.take(1);
    const seen = a.lastId;
    a.break();
    await server.noticed(1);
    await server.clock.advance(100);
    const again = await client.get(seen);
    await again.take(1);
    await server.clock.advance(100);
    const messages = await again.all();
    expect(messages).toMatchObject([
      { method: 'notifications/progress', params: { progressToken: 'a', progress: 2 } },
      { method: 'notifications/progress', params: { progressToken: 'a', progress: 3 } },
      { id: 'a', result: { isError: false } },
    ]);
    expect((await b.all()).map(({ id, params }) => id ?? (params as { progressToken: string }).progressToken)).toEqual([
      'b',
      'b',
      'b',
      'b',
    ]);
  });

  test('from the priming event brings everything, also after the end', async () => {
    const stream = await client.call('slow', { steps: 1 }, 'late', { progressToken: 0 });
    const { sse } = await stream.any();
    await server.clock.until(1);
    stream.break();
    await server.noticed(1);
    await server.clock.advance(100);
    const first = await client.get(sse?.id);
    expect(await first.all()).toHaveLength(2);
    expect(await (await client.get(first.lastId)).all()).toEqual([]);
    expect((await (await client.get(sse?.id)).all()).map(({ id }) => id)).toEqual([undefined, 'late']);
  });

  test('takes the stream away from the connection that still has it', async () => {
    const stream = await client.call('slow', { steps: 1 });
    const { sse } = await stream.any();
    const again = await client.get(sse?.id);
    expect(await stream.all()).toEqual([]);
    await server.clock.until(1);
    await server.clock.advance(100);
    expect(await again.all()).toHaveLength(1);
  });

  test('of an event that never was is refused', async () => {
    for (const id of ['nonsense', '99_1', '1', '1_1_1', '']) {
      const headers = { accept: 'text/event-stream', ...client.headers, 'last-event-id': id };
      expect(await raw(server.url, 'GET', headers)).toMatchObject({ status: 400 });
    }
  });

  test('works for the stream of the session', async () => {
    await restart({ script: { response: 'json' } });
    const own = await client.get();
    const { sse } = await own.any();
    own.break();
    await server.noticed(1);
    await client.ask('tools/call', { name: 'toggle_tool' });
    const again = await client.get(sse?.id);
    expect(await again.take(1)).toMatchObject([{ method: 'notifications/tools/list_changed' }]);
  });

  test('is what a client does when the server hangs up', async () => {
    const stream = await client.call('hang_up', { retry_ms: 700 }, 'h');
    expect(await stream.all()).toEqual([]);
    expect(stream.items.at(-1)).toMatchObject({ kind: 'sse', sse: { retry: 700 } });
    const again = await client.get(stream.lastId);
    await server.clock.until(1);
    await server.clock.advance(100);
    expect(await again.all()).toMatchObject([{ id: 'h', result: { content: [{ text: 'You came back.' }] } }]);
  });
});

describe('the streams of a session', () => {
  test('each carry messages of their own: the latest takes what belongs to no request', async () => {
    const first = await client.get();
    const second = await client.get();
    await Promise.all([first.any(), second.any()]);
    const call = await client.call('toggle_tool');
    expect(await call.all()).toMatchObject([{ id: 'call' }]);
    expect(await second.take(1)).toMatchObject([{ method: 'notifications/tools/list_changed' }]);
    second.break();
    await server.noticed(1);
    await (await client.call('toggle_tool')).all();
    expect(await first.take(1)).toHaveLength(1);
  });

  test('give way to the stream of the request where there is none', async () => {
    expect(await (await client.call('toggle_tool')).all()).toMatchObject([
      { method: 'notifications/tools/list_changed' },
      { id: 'call' },
    ]);
  });

  test('never have the same event id twice', async () => {
    const own = await client.get();
    await own.any();
    const calls = await Promise.all(['x', 'y', 'z'].map((id) => client.call('log', {}, id)));
    await Promise.all(calls.map((call) => call.all()));
    await (await client.call('toggle_tool')).all();
    await own.take(1);
    const ids = [own, ...calls].flatMap(({ items }) => items.map(({ sse }) => sse?.id));
    expect(ids).toHaveLength(2 + 3 * 10);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).not.toContain(undefined);
  });
});

test('a broken connection cancels nothing', async () => {
  const stream = await client.call('slow', { steps: 1 });
  await stream.any();
  stream.break();
  await server.noticed(1);
  expect(server.clock.waiting).toBe(1);
});

describe('switches', () => {
  test('disconnect-cancels', async () => {
    await restart({ switches: ['disconnect-cancels'] });
    const stream = await client.call('slow', { steps: 1 });
    await server.clock.until(1);
    stream.break();
    await server.noticed(1);
    expect(server.clock.waiting).toBe(0);
  });

  test('replays-other-streams', async () => {
    await restart({ switches: ['replays-other-streams'] });
    await (await client.call('log', {}, 'other')).all();
    const stream = await client.call('slow', { steps: 1 }, 'mine');
    const { sse } = await stream.any();
    await server.clock.until(1);
    const again = await client.get(sse?.id);
    expect((await again.take(9)).at(-1)).toMatchObject({ id: 'other' });
  });

  test('include response-on-get, which sends the response on the stream of a GET', async () => {
    await restart({ switches: ['response-on-get'] });
    const own = await client.get();
    await own.any();
    expect(await (await client.call('echo', { message: 'x' })).all()).toEqual([]);
    expect(await own.take(1)).toMatchObject([{ id: 'call' }]);
  });

  test('include logs-on-get, which sends log messages on the stream of a GET', async () => {
    await restart({ switches: ['logs-on-get'] });
    const own = await client.get();
    await own.any();
    expect(await (await client.call('log')).all()).toMatchObject([{ id: 'call' }]);
    expect((await own.take(1))[0]).toMatchObject({ method: 'notifications/message' });
  });

  test('include broadcasts-notifications, which sends a notification on every stream', async () => {
    await restart({ switches: ['broadcasts-notifications'] });
    const streams = [await client.get(), await client.get()];
    await Promise.all(streams.map((stream) => stream.any()));
    await (await client.call('toggle_tool')).all();
    for (const stream of streams) expect(await stream.take(1)).toHaveLength(1);
  });

  test('include delete-keeps-session, which serves a deleted session', async () => {
    await restart({ switches: ['delete-keeps-session'] });
    expect(await raw(server.url, 'DELETE', client.headers)).toMatchObject({ status: 204 });
    expect(await client.ask('ping')).toMatchObject({ result: {} });
  });

  test('include updates-reach-strangers, which sends updates to clients that did not subscribe', async () => {
    await restart({ switches: ['updates-reach-strangers'] });
    const stranger = await new HttpClient(server.url).begin();
    const own = await stranger.get();
    await own.any();
    await (await client.call('touch_resource', { uri: 'memo://greeting' })).all();
    expect(await own.take(1)).toMatchObject([{ method: 'notifications/resources/updated' }]);
  });

  test('include forgets-resumed-stream, which sends nothing on a stream that is resumed', async () => {
    await restart({ switches: ['forgets-resumed-stream'] });
    const stream = await client.call('slow', { steps: 1 });
    const { sse } = await stream.any();
    await server.clock.until(1);
    stream.break();
    await server.noticed(1);
    await server.clock.advance(100);
    expect(await (await client.get(sse?.id)).all()).toEqual([]);
  });

  test('are refused where they do not exist', async () => {
    await expect(startHttp({ switches: ['no-such'] })).rejects.toThrow(/no-such/);
    await idle();
  });
});
