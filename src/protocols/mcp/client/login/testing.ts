import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type JsonObject, parseJson } from '../../../../json/json.js';
import { type McpClientOptions, startMcpClient } from '../start.js';

/** How a server of a test answers: by status, headers and a body as JSON. */
export type TestAnswer = { status?: number; headers?: Record<string, string>; body?: JsonObject };

/** A server for all parts of a login, whose answers are by `METHOD /path`. Tells what was asked for. */
export async function testSite(
  answers: (url: string) => Record<string, TestAnswer | ((request: TestRequest) => TestAnswer)>,
) {
  const asked: string[] = [];
  const seen: TestRequest[] = [];
  let url = '';
  const server = createServer(async (request, response) => {
    const received = await read(request);
    const name = `${request.method} ${received.path}`;
    asked.push(name);
    seen.push(received);
    const found = answers(url)[name] ?? { status: 404 };
    const { status = 200, headers, body } = typeof found === 'function' ? found(received) : found;
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(body === undefined ? '' : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, asked, seen, close: () => server.close() };
}

export interface TestRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  token: string | undefined;
  text: string;
}

async function read(request: IncomingMessage): Promise<TestRequest> {
  const { pathname: path, searchParams: query } = new URL(request.url ?? '', 'http://a');
  let text = '';
  for await (const chunk of request) text += chunk;
  return { method: request.method ?? '', path, query, token: request.headers.authorization, text };
}

/** What a client tells at its end that signs in to `url`, with what it asks for beside. */
export async function signedIn(
  url: string,
  login: JsonObject = {},
  more: JsonObject = {},
  options: McpClientOptions = {},
) {
  const lines: string[] = [];
  const script = { login, do: [{ call: 'echo' }], ...more } as JsonObject;
  const client = await startMcpClient({ url, script, cwd: '/tmp', print: (line) => void lines.push(line), ...options });
  await client.done;
  return parseJson(lines[0]!) as { ok: boolean; error?: string };
}
