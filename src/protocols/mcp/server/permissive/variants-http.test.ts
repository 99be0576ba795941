import { describe, expect, test, vi } from 'vitest';
import { HttpClient, raw, startHttp } from '../http/testing.js';
import { invalid } from './testing.js';
import { PERMISSIVE_OPTIONS } from './variants.js';

vi.setConfig({ testTimeout: 20_000 });

const usual = [...PERMISSIVE_OPTIONS.read(true)];

describe('over HTTP', () => {
  const start = async (permissive: boolean | string[]) => {
    const server = await startHttp({ permissive });
    return { server, client: await new HttpClient(server.url).begin() };
  };

  test('the usual ones work together without streams to come back to', async () => {
    const server = await startHttp({ permissive: [...usual, 'no-get', 'no-event-ids'] });
    const client = new HttpClient(server.url);
    const answer = async (stream: ReturnType<HttpClient['stream']>) => {
      await server.clock.until(1);
      await server.clock.advance(50);
      return stream;
    };
    const begin = await answer(
      client.stream('initialize', {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name: 'x', version: '1' },
      }),
    );
    client.sessionId = begin.response.headers.get('mcp-session-id') ?? '';
    expect(client.sessionId).toMatch(/^!"#.*~/);
    expect(await begin.all()).toMatchObject([{ result: { protocolVersion: '2025-11-25' } }]);
    await client.post({ jsonrpc: '2.0', method: 'notifications/initialized' });
    expect(server.clock.waiting).toBe(0);
    const call = await answer(client.call('log', {}, 7));
    const messages = await call.all();
    expect(messages.at(-1)).toMatchObject({ id: 7, result: { content: [{ text: 'Logged.' }] } });
    expect(messages.map(({ method }) => method)).toEqual([
      ...Array(8).fill('notifications/message'),
      'ping',
      'notifications/message',
      undefined,
    ]);
    expect(await invalid(messages)).toEqual([]);
    expect(await raw(server.url, 'GET', { accept: 'text/event-stream', ...client.headers })).toMatchObject({
      status: 405,
      text: expect.stringContaining('GET is not allowed'),
    });
    expect(await raw(server.url, 'DELETE', client.headers)).toMatchObject({
      status: 405,
      text: expect.stringContaining('DELETE is not allowed'),
    });
    expect(await client.post([])).toMatchObject({ status: 422, text: expect.stringContaining('message') });
    await server.close();
  });

  test('odd event ids can be resumed from', async () => {
    const { server, client } = await start(['odd-ids', 'odd-sse']);
    const stream = await client.call('slow', { steps: 1 });
    const { sse } = await stream.any();
    await server.clock.until(1);
    const again = await client.get(sse?.id);
    await server.clock.advance(100);
    expect(await again.all()).toMatchObject([{ id: 'call' }]);
    await server.close();
  });

  test('always-json answers a call with JSON', async () => {
    const { server, client } = await start(['always-json']);
    expect(await client.ask('tools/call', { name: 'log' })).toMatchObject({ result: { isError: false } });
    await server.close();
  });

  test('no-session-ids answers without a session', async () => {
    const { server, client } = await start(['no-session-ids']);
    expect(client.sessionId).toBeUndefined();
    expect(await client.ask('tools/call', { name: 'echo', arguments: { message: 'x' } })).toMatchObject({
      result: { content: [{ text: 'x' }] },
    });
    expect(await client.ask('logging/setLevel', { level: 'info' })).toMatchObject({ error: { code: -32601 } });
    expect(await client.ask('resources/subscribe', { uri: 'memo://greeting' })).toMatchObject({
      error: { code: -32601 },
    });
    expect(await raw(server.url, 'GET', { accept: 'text/event-stream' })).toMatchObject({
      status: 405,
      headers: { allow: 'POST' },
    });
    const slow = await client.call('slow', { steps: 1 });
    await server.clock.until(1);
    await server.clock.advance(100);
    expect(await slow.all()).toHaveLength(1);
    await server.close();
  });
});
