import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js';
import { expect, it } from 'vitest';
import { type JsonObject, parseJson } from '../../../../json/json.js';
import { startMcpClient } from '../start.js';

/** A server of the official SDK that has only the transport HTTP+SSE. */
async function olderServer(refusal: number, events: string) {
  let transport: SSEServerTransport | undefined;
  const server = createServer((request, response) => {
    const isStream = request.method === 'GET' && request.headers.accept === 'text/event-stream';
    if (isStream && events === 'none') response.writeHead(405).end();
    else if (isStream) {
      transport = new SSEServerTransport(events, response);
      const mcp = new McpServer({ name: 'older', version: '1' });
      mcp.registerTool('hello', {}, () => ({ content: [{ type: 'text', text: 'hi' }] }));
      void mcp.connect(transport);
    } else if (request.url?.startsWith('/messages')) void transport?.handlePostMessage(request, response);
    else response.writeHead(refusal).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/sse`, close };
}

/** What the client tells at its end. */
async function told(url: string) {
  const lines: string[] = [];
  const script: JsonObject = { do: [{ list: 'tools' }, { call: 'hello' }] };
  const client = await startMcpClient({ url, script, cwd: '/tmp', print: (line) => void lines.push(line) });
  await client.done;
  return parseJson(lines[0]!) as JsonObject;
}

it.each([400, 404, 405])('speaks with a server of HTTP+SSE that answers a POST with %d', async (refusal) => {
  const server = await olderServer(refusal, '/messages');
  expect(await told(server.url)).toMatchObject({
    ok: true,
    value: { server: 'older', results: [[{ name: 'hello' }], { content: [{ text: 'hi' }] }] },
  });
  await server.close();
});

it('tells that a server which refuses has no stream either', async () => {
  const server = await olderServer(404, 'none');
  expect(await told(server.url)).toMatchObject({ ok: false, error: expect.stringContaining('HTTP 405') });
  await server.close();
});

it('does not look for a stream of a server that fails otherwise', async () => {
  const server = await olderServer(500, '/messages');
  expect(await told(server.url)).toMatchObject({ ok: false, error: expect.stringContaining('HTTP 500') });
  await server.close();
});
