import { subscribe } from 'node:diagnostics_channel';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/json/json.js';
import type { TransportName } from '../../src/language/target.js';
import { roleEntry } from '../../src/protocols/index.js';
import { openBorder } from '../../src/wire/carried.js';
import { realClock } from '../../src/wire/clock/clock.js';
import { HttpClient } from '../../src/wire/http/client.js';
import { connectWebSocket } from '../../src/wire/websocket/websocket.js';

/** Connections of a mock; `npm run soak -- --mocks` has ten thousand. */
const CONNECTIONS = 40;

/** Every connection, request and response of a server in this process, as long as somebody needs it. */
let parts: WeakRef<object>[] = [];
const watch = (...all: object[]) => void parts.push(...all.map((part) => new WeakRef(part)));
subscribe('net.server.socket', (message) => watch((message as { socket: object }).socket));
subscribe('http.server.request.start', (message) => {
  const { request, response } = message as { request: object; response: object };
  watch(request, response);
});

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** How many of them are left, once all is collected that nobody needs. */
function left(): number {
  collect();
  return parts.filter((part) => part.deref() !== undefined).length;
}

/** What a client says, and goes; the mock is not told that. */
type Visit = (url: string) => Promise<void>;

const overWebSocket =
  (...said: JsonObject[]): Visit =>
  async (url) => {
    const channel = await connectWebSocket({ url });
    for (const message of said) {
      const heard = new Promise<void>((resolve) => channel.listen(({ kind }) => kind === 'message' && resolve()));
      channel.send({ kind: 'message', message });
      await heard;
    }
    await channel.close('reset');
  };

const overHttp =
  (...said: JsonObject[]): Visit =>
  async (url) => {
    const client = new HttpClient();
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    for (const message of said)
      await client.exchange({ method: 'POST', url, headers, body: JSON.stringify(message), stream: '' }, () => {}).done;
    await client.close();
  };

const ask = (method: string, params: JsonObject = {}) => ({ jsonrpc: '2.0', id: 1, method, params });
const acp = ask('initialize', { protocolVersion: 1, clientCapabilities: {} });
const mcp = ask('initialize', {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'any', version: '1' },
});
const echoed = [{ kind: 'text', text: 'echo any' }];
const a2a = ask('message/send', { message: { kind: 'message', role: 'user', messageId: 'm', parts: echoed } });

describe('a mock keeps nothing of connections that are gone', () => {
  it.for<[role: string, transport: TransportName, version: string | undefined, visit: Visit]>([
    ['acp/agent', 'ws', undefined, overWebSocket(acp, ask('session/new', { cwd: '/', mcpServers: [] }))],
    ['harn/agent', 'ws', undefined, overWebSocket(acp)],
    ['hub/server', 'ws', undefined, overWebSocket(acp)],
    ['mcp/server', 'http', '2025-11-25', overHttp(ask('ping'), mcp)],
    ['mcp/server', 'http', '2026-07-28', overHttp(ask('server/discover'), ask('ping'))],
    ['a2a/server', 'http', undefined, overHttp(a2a)],
  ])('%s over %s', async ([role, transport, version, visit]) => {
    const entry = (await roleEntry(role))!;
    const running = await entry.mock({
      ...{ transport, port: 0, clock: realClock, border: openBorder, permissive: false, warn: () => undefined },
      ...{ switches: new Set<string>(), version: version ?? entry.version },
    });
    parts = [];
    for (let count = 0; count < CONNECTIONS; count++) await visit(running.url!);
    expect(parts.length).toBeGreaterThanOrEqual(CONNECTIONS);
    // What closed a moment ago is still on its way to being forgotten.
    await expect.poll(left, { timeout: 20_000, interval: 100 }).toBeLessThan(5);
    await running.close();
  });
});
