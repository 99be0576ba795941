// A small MCP server of 2026-07-28 that keeps the rules, over Streamable HTTP on the port of its first argument. A peer passes the parts in which it
// differs.
import { createServer } from 'node:http';

const VERSION = '2026-07-28';
const meta = (name) => `io.modelcontextprotocol/${name}`;
const text = (value, more = {}) => ({ content: [{ type: 'text', text: value }], ...more });
const ECHO = {
  name: 'echo',
  inputSchema: { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] },
};

class Refusal extends Error {
  constructor(code, message, { status = 200, data } = {}) {
    super(message);
    Object.assign(this, { code, status, data });
  }
}
const parts = {
  /** The code of the error for a request without the header of the version. */
  noVersionCode: -32020,
};

function check(of, { method, params }, headers) {
  const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);
  const { _meta: given } = isObject(params) ? params : {};
  const version = given?.[meta('protocolVersion')];
  const wrong = (code, message) => new Refusal(code, message, { status: 400 });
  if (headers['mcp-protocol-version'] === undefined) throw wrong(of.noVersionCode, 'no header MCP-Protocol-Version');
  if (headers['mcp-method'] !== method) throw wrong(-32020, 'another header Mcp-Method');
  const name = method === 'tools/call' ? params?.name : undefined;
  if (name !== undefined && decoded(headers['mcp-name']) !== name) throw wrong(-32020, 'another header Mcp-Name');
  if (version !== undefined && headers['mcp-protocol-version'] !== version) throw wrong(-32020, 'another version');
  if (typeof version !== 'string' || !isObject(given[meta('clientCapabilities')])) throw wrong(-32602, 'no _meta');
  const data = { supported: [VERSION], requested: version };
  if (version !== VERSION) throw new Refusal(-32022, `no version ${version}`, { status: 400, data });
}

/** The text of a header, which may be encoded. */
function decoded(header) {
  const [, base64] = /^=\?base64\?(.*)\?=$/.exec(header ?? '') ?? [];
  return base64 === undefined ? header : Buffer.from(base64, 'base64').toString();
}

function answer({ method, params }) {
  const cached = { ttlMs: 0, cacheScope: 'private' };
  if (method === 'server/discover') return { supportedVersions: [VERSION], capabilities: { tools: {} }, ...cached };
  if (method === 'tools/list') {
    if (params.cursor !== undefined) throw new Refusal(-32602, 'no such cursor');
    return { tools: [ECHO], ...cached };
  }
  if (method !== 'tools/call') throw new Refusal(-32601, `no method ${method}`, { status: 404 });
  if (params.name !== ECHO.name) throw new Refusal(-32602, `no tool ${params.name}`);
  const message = params.arguments?.message;
  return typeof message === 'string' ? text(message) : text('no message', { isError: true });
}

/** Serves on the port of the command line, with these parts in place of those that keep the rules. */
export function serve(differs = {}) {
  const of = { ...parts, ...differs };
  createServer(async (request, response) => {
    const { method, headers } = request;
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const end = (status, it) =>
      it === undefined
        ? response.writeHead(status).end()
        : response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(it));
    if (headers.origin && !/^https?:\/\/(127\.0\.0\.1|localhost)(:|$)/.test(headers.origin)) return end(403);
    if (method !== 'POST') return end(405);
    if (!/^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '')) return end(415);
    let message;
    const refuse = (id, { code = -32603, message: said, status = 200, data }) =>
      end(status, {
        jsonrpc: '2.0',
        ...(id !== undefined && { id }),
        error: { code, message: said, ...(data && { data }) },
      });
    try {
      message = JSON.parse(Buffer.concat(chunks).toString());
    } catch {
      return refuse(undefined, new Refusal(-32700, 'no JSON', { status: 400 }));
    }
    const isMessage = message?.jsonrpc === '2.0' && typeof message.method === 'string';
    if (!isMessage) return refuse(undefined, new Refusal(-32600, 'no request', { status: 400 }));
    const { id } = message;
    if (id === undefined) return end(202);
    if (typeof id !== 'string' && !Number.isInteger(id))
      return refuse(undefined, new Refusal(-32600, 'no id', { status: 400 }));
    try {
      check(of, message, headers);
      const _meta = { [meta('serverInfo')]: { name: 'peer', version: '1' } };
      end(200, { jsonrpc: '2.0', id, result: { ...answer(message), resultType: 'complete', _meta } });
    } catch (error) {
      refuse(id, error);
    }
  }).listen(Number(process.argv[2]), '127.0.0.1');
}
