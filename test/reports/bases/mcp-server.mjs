// A small MCP server of 2025-11-25 that keeps the rules: over stdio, or over Streamable HTTP if its first argument is a port.
// A peer passes the parts in which it differs.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

export class Refusal extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

const text = (value, more = {}) => ({ content: [{ type: 'text', text: String(value) }], ...more });
const takes = (properties) => ({ type: 'object', properties, required: Object.keys(properties) });

/** Tools: what tools/list shows, and `call(arguments, { progress, isCancelled })`. */
const tools = {
  echo: { inputSchema: takes({ message: { type: 'string' } }), call: ({ message }) => text(message) },
  half: {
    inputSchema: takes({ of: { type: 'number' } }),
    outputSchema: takes({ half: { type: 'number' } }),
    call: ({ of }) => text(`{"half":${of / 2}}`, { structuredContent: { half: of / 2 } }),
  },
  fail: { inputSchema: { type: 'object' }, call: () => text('it failed', { isError: true }) },
  slow: {
    inputSchema: { type: 'object' },
    async call(_, { progress, isCancelled }) {
      for (let step = 1; step <= 5 && !isCancelled(); step++) {
        await sleep(80);
        progress(step, 5);
      }
      return text('done');
    },
  },
};

const parts = {
  tools,
  capabilities: { tools: {} },
  /** The id of the reply to a request. */
  idOf: (request) => request.id,
  /** What is sent in place of a message, if anything. */
  sent: (message) => message,
  /** Progress of a call; `token` is what the client passed. */
  progress: (token, _request, progress, total) =>
    token === undefined
      ? undefined
      : { method: 'notifications/progress', params: { progressToken: token, progress, total } },
  /** Whether a cancelled call is answered nevertheless. */
  answersCancelled: false,
  /** The status with which an HTTP request is refused, if it is. */
  refuses: (headers) => (/^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '') ? undefined : 415),
};

class Conversation {
  #running = new Map();

  constructor(of) {
    this.of = of;
  }

  /** Resolves with the reply to a message, if it has one. `say` takes what is sent before. */
  async hear(message, say) {
    const { of } = this;
    const isObject = message !== null && typeof message === 'object' && !Array.isArray(message);
    if (!isObject || message.jsonrpc !== '2.0') return reply(null, new Refusal(-32600, 'no message'));
    const { id, method, params } = message;
    if (method === undefined && (message.result ?? message.error) !== undefined) return undefined;
    if (typeof method !== 'string') return reply(null, new Refusal(-32600, 'no method'));
    if (id === undefined) {
      const call = method === 'notifications/cancelled' && this.#running.get(params?.requestId);
      if (call) call.isCancelled = true;
      return undefined;
    }
    if (typeof id !== 'string' && typeof id !== 'number') return reply(null, new Refusal(-32600, 'no id'));
    const call = { isCancelled: false };
    this.#running.set(id, call);
    try {
      const result = await this.answer(message, call, say);
      return call.isCancelled && !of.answersCancelled ? undefined : reply(of.idOf(message), result);
    } catch (error) {
      return reply(of.idOf(message), error);
    } finally {
      this.#running.delete(id);
    }
  }

  async answer(request, call, say) {
    const { of } = this;
    const { method, params = {} } = request;
    if (params === null || typeof params !== 'object' || Array.isArray(params)) throw new Refusal(-32602, 'no params');
    if (method === 'initialize') {
      const { protocolVersion, capabilities, clientInfo } = params;
      const isWhole = capabilities?.constructor === Object && typeof clientInfo?.name === 'string';
      if (typeof protocolVersion !== 'string' || !isWhole) throw new Refusal(-32602, 'not enough to initialize');
      return {
        protocolVersion: '2025-11-25',
        capabilities: of.capabilities,
        serverInfo: { name: 'peer', version: '1' },
      };
    }
    if (method === 'ping') return {};
    if (method === 'tools/list') {
      if (params.cursor !== undefined) throw new Refusal(-32602, 'no such cursor');
      return { tools: Object.entries(of.tools).map(([name, { call: _, ...tool }]) => ({ name, ...tool })) };
    }
    if (method !== 'tools/call') throw new Refusal(-32601, `no method ${method}`);
    const tool = Object.hasOwn(of.tools, params.name) ? of.tools[params.name] : undefined;
    if (!tool) throw new Refusal(-32602, `no tool ${params.name}`);
    const given = params.arguments ?? {};
    for (const [name, { type }] of Object.entries(tool.inputSchema.properties ?? {}))
      if (typeof given?.[name] !== type) return text(`${name} must be a ${type}`, { isError: true });
    return tool.call(given, {
      isCancelled: () => call.isCancelled,
      progress: (...done) => {
        const notification = of.progress(params._meta?.progressToken, request, ...done);
        if (notification && !call.isCancelled) say({ jsonrpc: '2.0', ...notification });
      },
    });
  }
}

function reply(id, it) {
  if (!(it instanceof Error)) return { jsonrpc: '2.0', id, result: it };
  return { jsonrpc: '2.0', id, error: { code: it.code ?? -32603, message: it.message } };
}

/** A message that is read, or the reply to what is none. */
function read(line) {
  try {
    return { message: JSON.parse(line) };
  } catch {
    return { wrong: reply(null, new Refusal(-32700, 'no JSON')) };
  }
}

function overStdio(of) {
  const conversation = new Conversation(of);
  const write = (message) => process.stdout.write(`${JSON.stringify(of.sent(message))}\n`);
  const lines = createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY });
  lines.on('line', async (line) => {
    const { message, wrong } = read(line);
    const answer = wrong ?? (await conversation.hear(message, write));
    if (answer) write(answer);
  });
  lines.on('close', () => process.exit());
}

function overHttp(of, port) {
  const sessions = new Map();
  createServer(async (request, response) => {
    const end = (status, headers = {}, body = undefined) => response.writeHead(status, headers).end(body);
    const { headers, method } = request;
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    if (headers.origin && !/^https?:\/\/(127\.0\.0\.1|localhost)(:|$)/.test(headers.origin)) return end(403);
    const id = headers['mcp-session-id'];
    if (id !== undefined && !sessions.has(id)) return end(404);
    if ((headers['mcp-protocol-version'] ?? '2025-11-25') !== '2025-11-25') return end(400);
    if (method === 'DELETE') return end(sessions.delete(id) ? 204 : 400);
    if (method !== 'POST') return end(405, { allow: 'POST, DELETE' });
    const refused = of.refuses(headers);
    if (refused) return end(refused);
    const json = (status, it, more = {}) =>
      end(status, { 'content-type': 'application/json', ...more }, JSON.stringify(of.sent(it)));
    const { message, wrong } = read(Buffer.concat(chunks).toString());
    if (wrong) return json(400, wrong);
    if (message?.method === 'initialize') {
      const conversation = new Conversation(of);
      const answer = await conversation.hear(message);
      if (answer?.result === undefined) return json(400, answer);
      const session = randomUUID();
      sessions.set(session, conversation);
      return json(200, answer, { 'mcp-session-id': session });
    }
    const conversation = sessions.get(id);
    if (!conversation) return end(400);
    const isAnswer = message?.method === undefined && (message?.result ?? message?.error) !== undefined;
    if (message?.jsonrpc === '2.0' && (isAnswer || (message.method !== undefined && message.id === undefined))) {
      await conversation.hear(message);
      return end(202);
    }
    const event = (it) => response.write(`data: ${JSON.stringify(of.sent(it))}\n\n`);
    if (message?.method !== 'tools/call') {
      const answer = await conversation.hear(message);
      return json(answer.id === null ? 400 : 200, answer);
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    const answer = await conversation.hear(message, event);
    if (answer) event(answer);
    response.end();
  }).listen(Number(port), '127.0.0.1');
}

/** Serves as the command line says, with these parts in place of those that keep the rules. */
export function serve(differs = {}) {
  const of = { ...parts, ...differs };
  if (process.argv[2] === undefined) overStdio(of);
  else overHttp(of, process.argv[2]);
}
