import { PassThrough } from 'node:stream';
import { describe, expect, test, vi } from 'vitest';
import { parseJson } from '../../../json/json.js';
import type { Border, Carried } from '../../../wire/carried.js';
import { HttpClient, startHttp } from './http/testing.js';
import type { McpServerOptions } from './running.js';
import { startMcpServer } from './start.js';
import { idle, initializeParams } from './testing.js';

vi.setConfig({ testTimeout: 20_000 });

async function startStdio(options: Partial<McpServerOptions> = {}) {
  const input = new PassThrough();
  const output = new PassThrough();
  const server = await startMcpServer({ transport: 'stdio', input, output, ...options });
  let text = '';
  output.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  const lines = () =>
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => parseJson(line));
  const say = async (bytes: string | Uint8Array) => {
    input.write(bytes);
    await idle();
  };
  return { server, input, output, say, lines, text: () => text };
}

const initialize = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: initializeParams() });
const ping = '{"jsonrpc":"2.0","id":"p","method":"ping"}';

describe('stdio', () => {
  test('takes lines however they are cut, and writes lines alone', async () => {
    const { say, lines, text } = await startStdio();
    const bytes = Buffer.from(`${initialize}\r\n\n${ping.replace('"p"', '"é"')}\n${ping}`);
    for (let at = 0; at < bytes.length; at += 7) await say(bytes.subarray(at, at + 7));
    await say('\n');
    expect(lines()).toMatchObject([
      { id: 1, result: {} },
      { id: 'é', result: {} },
      { id: 'p', result: {} },
    ]);
    expect(text().endsWith('\n')).toBe(true);
  });

  test.each(['hello', '{"a":', '\ufeff{}'])('answers the line %j with a parse error and goes on', async (line) => {
    const { say, lines } = await startStdio();
    await say(`${line}\n${ping}\n`);
    expect(lines()).toEqual([
      { jsonrpc: '2.0', error: { code: -32700, message: expect.any(String) } },
      { jsonrpc: '2.0', id: 'p', result: {} },
    ]);
  });

  test('answers what it has read, and is done, when its input ends', async () => {
    const { server, input, lines, output } = await startStdio();
    input.end(`${initialize}\n${ping}`);
    await server.done;
    expect(lines()).toHaveLength(2);
    expect(output.writableEnded).toBe(true);
  });

  test('is done soon although a tool still runs', async () => {
    const { server, input, say, lines } = await startStdio();
    await say(`${initialize}\n`);
    input.end(
      '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"slow","arguments":{"delay_ms":60000}}}\n',
    );
    await server.done;
    expect(lines()).toHaveLength(1);
  });

  test('counts the bytes of its traffic', async () => {
    const { server, say, text } = await startStdio({ permissive: ['odd-json'] });
    await say(`${ping}\n\n`);
    expect(server.traffic.heard()).toBe(ping.length + 2);
    expect(text()).toContain('\t');
    expect(server.traffic.said()).toBe(Buffer.byteLength(text()));
    await server.close();
  });
});

describe('HTTP', () => {
  test('counts the bytes of its traffic', async () => {
    const server = await startHttp();
    const before = server.traffic.heard();
    const client = await new HttpClient(server.url).begin();
    const { text } = await client.post({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    expect(server.traffic.heard()).toBeGreaterThan(before + 300);
    expect(server.traffic.said()).toBeGreaterThan(text.length);
    await server.close();
  });

  test('listens on loopback, on the port that it says, and is done when closed', async () => {
    const server = await startHttp();
    expect(server.url).toBe(`http://127.0.0.1:${server.port}/mcp`);
    await expect(startMcpServer({ transport: 'http', port: server.port! })).rejects.toMatchObject({
      name: 'PortError',
    });
    await server.close();
    await server.done;
    await expect(fetch(server.url)).rejects.toThrow();
  });
});

describe('the border', () => {
  /** A border that records, and changes what a test says. */
  function border(change: { sends?: (carried: Carried) => Carried[]; hears?: (carried: Carried) => Carried[] }) {
    const log: Carried[] = [];
    const lane = (side: 'sends' | 'hears') => (carried: Carried, pass: (carried: Carried) => void) => {
      log.push(carried);
      for (const changed of change[side]?.(carried) ?? [carried]) pass(changed);
    };
    const made: Border = { sends: lane('sends'), hears: lane('hears') };
    return { made, log };
  }

  test('carries every request and response as one item, streams as a head and their events', async () => {
    const { made, log } = border({});
    const server = await startHttp({ border: made });
    const client = await new HttpClient(server.url).begin();
    await client.post({ jsonrpc: '2.0', id: 1, method: 'ping' });
    await (await client.call('log')).all();
    const own = await client.get();
    await own.any();
    own.break();
    await vi.waitFor(() => expect(log.at(-1)).toMatchObject({ kind: 'closed', closed: { how: 'reset' } }));
    const told = log.map(({ kind, http, sse }) =>
      [kind, ...(http ? [http.method ?? http.status] : []), ...(sse ? ['event'] : [])].join(' '),
    );
    expect(told).toEqual([
      ...['message POST', 'message 200', 'message POST', 'http 202', 'message POST', 'message 200'],
      ...['message POST', 'http 200', 'sse event', ...Array(9).fill('message event'), 'closed'],
      ...['http GET', 'http 200', 'sse event', 'closed'],
    ]);
    const streams = log.map(({ stream }) => stream);
    expect(new Set(streams).size).toBe(5);
    expect(streams[0]).toBe(streams[1]);
    await server.close();
  });

  test('decides what the server hears', async () => {
    const without = ({ http, ...carried }: Carried): Carried[] => {
      const { origin: _, ...headers } = http?.headers ?? {};
      return [{ ...carried, http: { ...http, headers } }];
    };
    const { made } = border({ hears: without });
    const server = await startHttp({ border: made });
    const client = await new HttpClient(server.url).begin();
    expect(
      await client.post({ jsonrpc: '2.0', id: 1, method: 'ping' }, { origin: 'https://evil.example' }),
    ).toMatchObject({ status: 200 });
    await server.close();
  });

  test('decides what the server says: status, body, events, the end', async () => {
    const { made } = border({
      sends: (carried) => {
        if (carried.http?.status === 404) return [{ ...carried, http: { ...carried.http, status: 200 } }];
        if (carried.kind === 'closed') return [];
        if (carried.sse?.id?.endsWith('_1')) return [carried, { ...carried, sse: { id: 'twice' } }];
        return [carried];
      },
    });
    const server = await startHttp({ border: made });
    const client = await new HttpClient(server.url).begin();
    expect(await client.post({ jsonrpc: '2.0', id: 1, method: 'ping' }, { 'mcp-session-id': 'x' })).toMatchObject({
      status: 200,
      json: { error: {} },
    });
    const call = await client.call('log');
    expect(await call.take(10)).toHaveLength(10);
    expect(call.items.filter(({ sse }) => sse?.id === 'twice')).toHaveLength(1);
    call.break();
    await server.close();
  });

  test('can hold a response back for as long as it likes', async () => {
    let release: () => void = () => {};
    const held: Border = {
      hears: (carried, deliver) => deliver(carried),
      sends: (carried, emit) => {
        const response = carried.message as { result?: { content?: object } } | undefined;
        if (response?.result?.content) release = () => emit(carried);
        else emit(carried);
      },
    };
    const server = await startHttp({ border: held });
    const client = await new HttpClient(server.url).begin();
    const call = await client.call('log');
    await call.take(8);
    release();
    expect((await call.all()).at(-1)).toMatchObject({ id: 'call' });
    await server.close();
  });

  test('can end the process', async () => {
    const ends: unknown[] = [];
    const { made } = border({
      sends: ({ message, ...carried }) => [message ? { kind: 'exit', exit: { code: 3, signal: null } } : carried],
    });
    const exit = (code: number | null) => void ends.push(code);
    const server = await startHttp({ border: made, exit });
    void fetch(server.url, { method: 'POST' }).catch(() => {});
    await vi.waitFor(() => expect(ends).toEqual([3]));
    await server.close();
    const { say } = await startStdio({ border: made, exit });
    await say(`${ping}\n`);
    expect(ends).toEqual([3, 3]);
  });
});
