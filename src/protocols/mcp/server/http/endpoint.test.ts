import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { JsonObject } from '../../../../json/json.js';
import { initializeParams } from '../testing.js';
import { HttpClient, POST_HEADERS, raw, startHttp, type TestServer } from './testing.js';

vi.setConfig({ testTimeout: 20_000 });

let server: TestServer;
let client: HttpClient;

beforeEach(async () => {
  server = await startHttp();
  client = await new HttpClient(server.url).begin();
});
afterEach(() => server.close());

const ping = { jsonrpc: '2.0', id: 'p', method: 'ping' };
const initialize = { jsonrpc: '2.0', id: 'i', method: 'initialize', params: initializeParams() };
const refused = (code = -32600) => ({ jsonrpc: '2.0', error: { code, message: expect.any(String) } });
const bare = (headers: Record<string, string>, body: string | Uint8Array = JSON.stringify(ping)) =>
  raw(server.url, 'POST', headers, body);

describe('sessions', () => {
  test('have ids of visible ASCII that differ and can not be guessed', async () => {
    const other = await new HttpClient(server.url).begin();
    expect(client.sessionId).toMatch(/^[\x21-\x7e]{32,}$/);
    expect(other.sessionId).not.toBe(client.sessionId);
  });

  test('are needed: 400 without an id, 404 with an unknown one', async () => {
    expect(await raw(server.url, 'POST', POST_HEADERS, JSON.stringify(ping))).toMatchObject({
      status: 400,
      json: refused(),
    });
    expect(await client.post(ping, { 'mcp-session-id': 'nobody' })).toMatchObject({ status: 404, json: refused() });
    expect(await raw(server.url, 'GET', { accept: 'text/event-stream' })).toMatchObject({ status: 400 });
    expect(await raw(server.url, 'DELETE', {})).toMatchObject({ status: 400 });
  });

  test('end with DELETE: 404 afterwards, and streams end', async () => {
    const stream = await client.get();
    const slow = await client.call('slow');
    await server.clock.until(1);
    expect(await raw(server.url, 'DELETE', client.headers)).toMatchObject({ status: 204, text: '' });
    expect(await stream.all()).toEqual([]);
    expect(await slow.all()).toEqual([]);
    expect(server.clock.waiting).toBe(0);
    expect(await client.post(ping)).toMatchObject({ status: 404 });
    expect(await raw(server.url, 'DELETE', client.headers)).toMatchObject({ status: 404 });
  });

  test('are not given away by an initialize that fails', async () => {
    const failed = await bare(POST_HEADERS, JSON.stringify({ ...initialize, params: { protocolVersion: 1 } }));
    expect(failed).toMatchObject({ status: 200, json: { id: 'i', error: { code: -32602 } } });
    expect(failed.headers).not.toHaveProperty('mcp-session-id');
  });

  test('begin once', async () => {
    expect(await client.post(initialize)).toMatchObject({ status: 200, json: { id: 'i', error: { code: -32600 } } });
    expect(await client.ask('ping')).toMatchObject({ result: {} });
  });

  test('know nothing of each other', async () => {
    const other = await new HttpClient(server.url).begin();
    await client.ask('resources/subscribe', { uri: 'memo://greeting' });
    const mine = await client.get();
    const theirs = await other.get();
    await (await other.call('touch_resource', { uri: 'memo://greeting' })).all();
    await (await client.call('touch_resource', { uri: 'memo://greeting' })).all();
    expect(await mine.take(1)).toMatchObject([{ method: 'notifications/resources/updated' }]);
    expect(theirs.messages).toEqual([]);
  });
});

describe('the head of a request', () => {
  test.each([
    ['evil.example', 403],
    ['localhost.evil.example:80', 403],
    ['localhost', 200],
    ['127.0.0.1:9', 200],
    ['[::1]:9', 200],
  ])('is refused for the host %s with %i', async (host, status) => {
    expect(await client.post(ping, { host })).toMatchObject({ status });
  });

  test.each([
    ['https://evil.example', 403],
    ['http://localhost.evil.example', 403],
    ['http://127.0.0.1.evil.example:80', 403],
    ['null', 403],
    ['file://', 403],
    ['http://localhost:6274', 200],
    ['https://127.0.0.1', 200],
    ['http://[::1]:1', 200],
  ])('is judged by its origin %s: %i', async (origin, status) => {
    expect(await client.post(ping, { origin })).toMatchObject({ status });
    expect(await client.post(initialize, { origin, 'mcp-session-id': client.sessionId! })).toMatchObject({ status });
  });

  test.each(['1.0.0', '2024-11-05', 'nonsense', ''])('is refused with 400 for the version %j', async (version) => {
    expect(await client.post(ping, { 'mcp-protocol-version': version })).toMatchObject({
      status: 400,
      json: refused(),
    });
  });

  test('needs no version header, for the session knows', async () => {
    expect(await bare({ ...POST_HEADERS, 'mcp-session-id': client.sessionId! })).toMatchObject({ status: 200 });
  });

  test.each([
    ['application/json', 406],
    ['text/event-stream', 406],
    ['text/html', 406],
    ['application/json, text/event-stream;q=0', 406],
    ['application/json;q=0.9, text/event-stream;q=0.1', 200],
    ['*/*', 200],
    ['Application/JSON, TEXT/*', 200],
  ])('must accept both kinds of answers: %s gets %i', async (accept, status) => {
    expect(await client.post(ping, { accept })).toMatchObject({ status });
  });

  test.each([
    ['text/plain', 415],
    ['application/x-www-form-urlencoded', 415],
    ['application/json; charset=latin1', 415],
    ['application/json; charset=UTF-8', 200],
  ])('must say that the body is JSON: %s gets %i', async (type, status) => {
    expect(await client.post(ping, { 'content-type': type })).toMatchObject({ status });
  });

  test('without Accept or Content-Type is refused', async () => {
    expect(await bare({ 'content-type': 'application/json', ...client.headers })).toMatchObject({ status: 406 });
    expect(await bare({ accept: POST_HEADERS.accept!, ...client.headers })).toMatchObject({ status: 415 });
    expect(await raw(server.url, 'GET', client.headers)).toMatchObject({ status: 406 });
  });

  test.each(['PUT', 'PATCH', 'OPTIONS', 'TRACE'])('with %s is refused with 405', async (method) => {
    expect(await raw(server.url, method, client.headers)).toMatchObject({
      status: 405,
      headers: { allow: 'GET, POST, DELETE' },
    });
  });

  test('of another path is answered with 404', async () => {
    expect(
      await raw(server.url.replace('/mcp', '/other'), 'POST', { ...POST_HEADERS, ...client.headers }, '{}'),
    ).toMatchObject({ status: 404 });
    expect(
      await raw(`${server.url}?key=1`, 'POST', { ...POST_HEADERS, ...client.headers }, JSON.stringify(ping)),
    ).toMatchObject({ status: 200 });
  });
});

describe('the body of a POST', () => {
  test.each(['', '{', 'ping', '{"jsonrpc":"2.0"', '\ufeff{}'])('that is not JSON is refused: %j', async (body) => {
    expect(await bare({ ...POST_HEADERS, ...client.headers }, body)).toMatchObject({
      status: 400,
      json: refused(-32700),
    });
  });

  test('that is not UTF-8 is refused', async () => {
    const body = Buffer.concat([
      Buffer.from('{"jsonrpc":"2.0","id":"'),
      Buffer.from([0xff]),
      Buffer.from('","method":"ping"}'),
    ]);
    expect(await bare({ ...POST_HEADERS, ...client.headers }, body)).toMatchObject({
      status: 400,
      json: refused(-32700),
    });
  });

  test.each([
    ['a batch', [ping, ping]],
    ['an empty batch', []],
    ['a null id', { ...ping, id: null }],
    ['a fractional id', { ...ping, id: 1.5 }],
    ['the wrong version', { ...ping, jsonrpc: '1.0' }],
    ['a broken notification', { jsonrpc: '2.0', method: 7 }],
    ['a response without an id', { jsonrpc: '2.0', result: {} }],
    ['a string', 'ping'],
  ])('that is %s is refused without an id', async (_name, body) => {
    expect(await client.post(body)).toMatchObject({ status: 400, json: refused() });
  });

  test('that is a notification or a response is accepted with 202 and nothing else', async () => {
    const messages: JsonObject[] = [
      { jsonrpc: '2.0', method: 'notifications/unknown' },
      { jsonrpc: '2.0', id: 99, result: {} },
    ];
    for (const message of messages) {
      const answer = await client.post(message);
      expect(answer).toMatchObject({ status: 202, text: '' });
      expect(answer.headers).not.toHaveProperty('content-type');
    }
  });

  test('that is a request is answered as one, even if it fails', async () => {
    expect(await client.ask('no/such')).toMatchObject({ id: 1, error: { code: -32601 } });
    expect(await client.post({ ...ping, params: [] })).toMatchObject({
      status: 200,
      json: { id: 'p', error: { code: -32602 } },
    });
  });

  test('beyond the limit is refused with 413', async () => {
    await server.close();
    server = await startHttp({ limits: { message: 100, stream: 1000, items: 100, evidence: 10, stderr: 10 } });
    expect(await bare(POST_HEADERS, JSON.stringify({ ...initialize, padding: 'x'.repeat(100) }))).toMatchObject({
      status: 413,
    });
  });
});

describe('answers', () => {
  test('are JSON where nothing precedes them', async () => {
    const answer = await client.post(ping);
    expect(answer).toMatchObject({ status: 200, json: { jsonrpc: '2.0', id: 'p', result: {} } });
    expect(answer.headers['content-type']).toBe('application/json');
  });

  test('are a stream where something may, with a priming event first, ending with the response', async () => {
    const stream = await client.call('log');
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream');
    const messages = await stream.all();
    expect(stream.items[0]).toMatchObject({ kind: 'sse', sse: { id: expect.any(String) } });
    expect(messages).toHaveLength(9);
    expect(messages.at(-1)).toMatchObject({ id: 'call', result: { isError: false } });
  });

  test('can all be JSON, with the rest on the stream of the session', async () => {
    await server.close();
    server = await startHttp({ script: { response: 'json' } });
    client = await new HttpClient(server.url).begin();
    const own = await client.get();
    expect(await client.ask('tools/call', { name: 'log' })).toMatchObject({ result: { isError: false } });
    expect(await own.take(8)).toHaveLength(8);
  });

  test('can all be streams', async () => {
    await server.close();
    server = await startHttp({ script: { response: 'sse' } });
    client = new HttpClient(server.url);
    const begin = await client.stream('initialize', initializeParams());
    expect(await begin.all()).toMatchObject([{ result: { protocolVersion: '2025-11-25' } }]);
    expect(begin.response.headers.get('mcp-session-id')).toMatch(/^[\x21-\x7e]+$/);
  });

  test('to what was cancelled are streams without a response', async () => {
    const calls: JsonObject[] = [{ name: 'slow' }, { name: 'hang_up', arguments: { delay_ms: 1000 } }];
    for (const params of calls) {
      const stream = await client.stream('tools/call', params, 'gone');
      await server.clock.until(1);
      await client.post({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'gone' } });
      expect(await stream.all()).toEqual([]);
    }
    expect(server.clock.waiting).toBe(0);
  });
});

test('requests run side by side', async () => {
  const slow = await client.call('slow', { steps: 1 });
  await server.clock.until(1);
  expect(await client.ask('ping')).toMatchObject({ result: {} });
  await server.clock.advance(100);
  expect(await slow.all()).toHaveLength(1);
});

test('a request to the client is asked on the stream of its cause and answered by a POST', async () => {
  const other = await new HttpClient(server.url).begin({ roots: {} });
  const stream = await other.call('ask_roots');
  const [asked] = (await stream.take(1)) as [JsonObject];
  expect(asked).toMatchObject({ method: 'roots/list' });
  const answer = { jsonrpc: '2.0', id: asked.id!, result: { roots: [{ uri: 'file:///a' }] } };
  expect(await other.post(answer)).toMatchObject({ status: 202 });
  expect((await stream.all())[1]).toMatchObject({ result: { content: [{ text: 'Roots: file:///a' }] } });
});
