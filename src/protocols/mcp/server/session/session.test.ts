import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../../json/json.js';
import { idle, initializeParams, openClient } from '../testing.js';

const refused = (code: number, data?: Json) => expect.objectContaining({ code, ...(data !== undefined && { data }) });

describe('lifecycle', () => {
  test('agrees to the revision that it speaks and declares what it offers', async () => {
    const { request } = await openClient({ phase: 'new' });
    const result = await request('initialize', initializeParams());
    expect(result.protocolVersion).toBe('2025-11-25');
    expect(result.capabilities).toEqual({
      tools: { listChanged: true },
      resources: { subscribe: true, listChanged: true },
      prompts: { listChanged: true },
      logging: {},
      completions: {},
      tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } },
    });
    expect(result.serverInfo).toMatchObject({ name: expect.any(String), version: expect.any(String) });
  });

  test('offers its own revision for one that it does not speak', async () => {
    const { request } = await openClient({ phase: 'new' });
    expect(await request('initialize', { ...initializeParams(), protocolVersion: '1.0.0' })).toMatchObject({
      protocolVersion: '2025-11-25',
    });
  });

  test('agrees to each revision of the script and offers the first otherwise', async () => {
    const script = { protocolVersions: ['2025-11-25', '2025-06-18'] };
    const older = await openClient({ phase: 'new', script });
    expect(await older.request('initialize', { ...initializeParams(), protocolVersion: '2025-06-18' })).toMatchObject({
      protocolVersion: '2025-06-18',
    });
    const other = await openClient({ phase: 'new', script });
    expect(await other.request('initialize', { ...initializeParams(), protocolVersion: '2024-11-05' })).toMatchObject({
      protocolVersion: '2025-11-25',
    });
  });

  test('serves nothing but ping before initialize', async () => {
    const { request } = await openClient({ phase: 'new' });
    expect(await request('ping')).toEqual({});
    await expect(request('tools/list')).rejects.toEqual(refused(-32600));
    await expect(request('nothing/here')).rejects.toEqual(refused(-32601));
  });

  test('refuses a second initialize', async () => {
    const { request } = await openClient();
    await expect(request('initialize', initializeParams())).rejects.toEqual(refused(-32600));
  });

  test('asks nothing before initialized, and tells of changes afterwards', async () => {
    const client = await openClient({
      phase: 'open',
      capabilities: { roots: {} },
      answers: { 'roots/list': () => ({ roots: [] }) },
    });
    expect(await client.call('ask_roots')).toMatchObject({ isError: true });
    // Once is enough, however often it changed, or a client that is never ready would cost memory without end.
    for (let time = 0; time < 3; time += 1) await client.call('toggle_tool');
    expect(client.notified('notifications/tools/list_changed')).toEqual([]);
    client.connection.notify('notifications/initialized');
    await idle();
    expect(client.notified('notifications/tools/list_changed')).toHaveLength(1);
    expect(await client.call('ask_roots')).toMatchObject({ isError: false });
  });

  test('lacks the methods of what its script leaves empty', async () => {
    const client = await openClient({ script: { tools: [], prompts: [], resources: [], resourceTemplates: [] } });
    for (const method of [
      'tools/list',
      'prompts/list',
      'resources/list',
      'completion/complete',
      'resources/subscribe',
    ]) {
      await expect(client.request(method, { uri: 'memo://greeting' })).rejects.toEqual(refused(-32601));
    }
  });
});

describe('messages', () => {
  const exchange = async (message: Json) => {
    const client = await openClient();
    const before = client.heard.length;
    client.link.send(message as JsonObject);
    await idle();
    return client.heard.slice(before);
  };

  test.each([
    ['a null id', { jsonrpc: '2.0', id: null, method: 'ping' }],
    ['a fractional id', { jsonrpc: '2.0', id: 1.5, method: 'ping' }],
    ['a boolean id', { jsonrpc: '2.0', id: true, method: 'ping' }],
    ['a batch', [{ jsonrpc: '2.0', id: 77, method: 'ping' }]],
    ['a string', 'ping'],
    ['nothing at all', {}],
  ])('refuses %s without an id', async (_name, message) => {
    expect(await exchange(message)).toEqual([{ jsonrpc: '2.0', error: { code: -32600, message: expect.any(String) } }]);
  });

  test.each([
    ['a wrong version', { jsonrpc: '1.0', id: 'a', method: 'ping' }, -32600],
    ['no method', { jsonrpc: '2.0', id: 'a' }, -32600],
    ['params by position', { jsonrpc: '2.0', id: 'a', method: 'ping', params: [1] }, -32602],
  ])('refuses %s with its id', async (_name, message, code) => {
    expect(await exchange(message)).toEqual([
      { jsonrpc: '2.0', id: 'a', error: { code, message: expect.any(String) } },
    ]);
  });

  test.each([
    ['an unknown notification', { jsonrpc: '2.0', method: 'notifications/unknown' }],
    ['a broken notification', { jsonrpc: '1.0', method: 'notifications/initialized' }],
    ['a cancel of nothing', { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 99 } }],
    ['a malformed cancel', { jsonrpc: '2.0', method: 'notifications/cancelled', params: {} }],
    ['a late answer', { jsonrpc: '2.0', id: 4711, result: {} }],
  ])('does not answer %s', async (_name, message) => {
    expect(await exchange(message)).toEqual([]);
  });

  test('keeps the id as it came, type and size', async () => {
    for (const id of ['', 'é "1"', 0, -7, 12345678901234567890n]) {
      expect(await exchange({ jsonrpc: '2.0', id, method: 'ping' })).toEqual([{ jsonrpc: '2.0', id, result: {} }]);
    }
  });

  test('refuses an id that is being served', async () => {
    const client = await openClient();
    const slow: JsonObject = { jsonrpc: '2.0', id: 'twice', method: 'tools/call', params: { name: 'slow' } };
    client.link.send(slow);
    client.link.send(slow);
    await idle();
    expect(client.heard.at(-1)).toMatchObject({ id: 'twice', error: { code: -32600 } });
  });
});

describe('cancellation', () => {
  test('stops the request and keeps the answer back', async () => {
    const client = await openClient();
    const before = client.heard.length;
    client.link.send({
      jsonrpc: '2.0',
      id: 'c',
      method: 'tools/call',
      params: { name: 'slow', _meta: { progressToken: 1 } },
    });
    await idle();
    await client.clock.advance(100);
    client.connection.notify('notifications/cancelled', { requestId: 'c', reason: 'enough' });
    await idle();
    expect(client.clock.waiting).toBe(0);
    await client.clock.advance(1000);
    expect(client.heard.slice(before).map(({ method }) => method)).toEqual(['notifications/progress']);
    expect(await client.request('ping')).toEqual({});
  });

  test('cannot be done to initialize', async () => {
    const client = await openClient({ phase: 'new' });
    const answer = client.connection.request('initialize', initializeParams(), { id: 'init' });
    client.connection.notify('notifications/cancelled', { requestId: 'init' });
    expect(await answer).toMatchObject({ protocolVersion: '2025-11-25' });
  });

  test('passes on to what the request asked the client', async () => {
    const client = await openClient({
      capabilities: { sampling: {} },
      answers: { 'sampling/createMessage': () => new Promise(() => {}) },
    });
    client.link.send({
      jsonrpc: '2.0',
      id: 's',
      method: 'tools/call',
      params: { name: 'ask_sampling', arguments: { prompt: 'hi' } },
    });
    await idle();
    const asked = client.heard.find(({ method }) => method === 'sampling/createMessage');
    client.connection.notify('notifications/cancelled', { requestId: 's' });
    await idle();
    expect(client.notified('notifications/cancelled')).toEqual([{ requestId: asked?.id, reason: expect.any(String) }]);
    expect(client.heard.some(({ id }) => id === 's')).toBe(false);
  });
});

describe('requests to the client', () => {
  test('time out, and say so', async () => {
    const client = await openClient({
      script: { requestTimeoutMs: 500 },
      capabilities: { roots: {} },
      answers: { 'roots/list': () => new Promise(() => {}) },
    });
    const result = client.call('ask_roots');
    await idle();
    await client.clock.advance(499);
    expect(client.notified('notifications/cancelled')).toEqual([]);
    await client.clock.advance(1);
    expect(await result).toMatchObject({ isError: true });
    expect(client.notified('notifications/cancelled')).toHaveLength(1);
  });
});

test('a session that is closed leaves nothing running', async () => {
  const client = await openClient();
  const call = client.call('slow');
  await idle();
  expect(client.clock.waiting).toBe(1);
  client.session.close();
  await client.session.closed;
  await expect(call).rejects.toThrow();
  expect(client.clock.waiting).toBe(0);
});
