// An MCP server that keeps for all what belongs to one conversation, or passes on what one call did to the next. Its first argument says
// which of these leaks it has; without one it has none. With `--http PORT` it serves Streamable HTTP, else stdio.
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';

const [leak = 'none', , port] = process.argv.slice(2);
const leaks = (name) => leak === name;

const LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];
const RESOURCE = { uri: 'leak://note', name: 'note', mimeType: 'text/plain' };

/** What all conversations share, if the leak makes it so. */
const everybody = newState();
const process_ = { folder: 'here', isFailed: false, isGerman: false, calls: 0, slots: [], ended: new Set(), kept: [] };

function newState() {
  return { level: undefined, subscribed: new Map(), cancelled: new Set(), tasks: new Map(), roots: undefined };
}

const tool = (name, more = {}) => ({ name, inputSchema: { type: 'object' }, ...more });
const TOOLS = [
  tool('echo'),
  tool('fail'),
  tool('plain'),
  tool('number', { outputSchema: { type: 'object', properties: { half: { type: 'number' } }, required: ['half'] } }),
  tool('slow'),
  tool('log'),
  tool('change'),
  tool('roots'),
  tool('task', { execution: { taskSupport: 'optional' } }),
];

class Refused extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

const text = (value, more = {}) => ({ content: [{ type: 'text', text: String(value) }], ...more });
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** One conversation. `send` takes what belongs to no request. */
class Conversation {
  #own = newState();
  #next = 0;
  #asked = new Map();

  constructor(send) {
    this.send = send;
    conversations.add(this);
  }

  /** A part of its state: of this conversation, or of all of them. */
  state(part, name) {
    return leaks(name) ? everybody[part] : this.#own[part];
  }

  set(part, name, value) {
    (leaks(name) ? everybody : this.#own)[part] = value;
  }

  /** What all share is as quiet as the quietest wants it. */
  setLevel(level) {
    const before = LEVELS.indexOf(this.state('level', 'log-level'));
    if (!leaks('log-level') || LEVELS.indexOf(level) > before) this.set('level', 'log-level', level);
  }

  /** Counts the subscriptions of a resource: those of a conversation end with it, those of all do not. */
  subscribe(uri, by) {
    const subscribed = this.state('subscribed', 'subscription');
    subscribed.set(uri, Math.max(0, (subscribed.get(uri) ?? 0) + by));
  }

  end() {
    conversations.delete(this);
  }

  /** Answers a message; `say` takes what belongs to the same exchange. Resolves with the reply, if there is one. */
  async hear(message, say) {
    const { id, method, params = {} } = message;
    if (method === undefined) {
      this.#asked.get(id)?.(message);
      return undefined;
    }
    if (id === undefined) {
      if (method === 'notifications/cancelled') this.state('cancelled', 'cancelled-id').add(params.requestId);
      return undefined;
    }
    try {
      if (typeof params !== 'object' || Array.isArray(params)) throw new Refused(-32602, 'params must be an object');
      const result = await this.answer(method, params, say, id);
      const isCancelled = this.state('cancelled', 'cancelled-id').has(id);
      return isCancelled ? undefined : { jsonrpc: '2.0', id, result };
    } catch (error) {
      const { code = -32603, message: said } = error;
      return { jsonrpc: '2.0', id, error: { code, message: said } };
    }
  }

  async answer(method, params, say, id) {
    switch (method) {
      case 'initialize':
        return {
          protocolVersion: '2025-11-25',
          capabilities: {
            tools: {},
            logging: {},
            resources: { subscribe: true },
            tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } },
          },
          serverInfo: { name: 'leaking', version: '1' },
        };
      case 'ping':
        return {};
      case 'logging/setLevel':
        if (!LEVELS.includes(params.level)) throw new Refused(-32602, 'unknown level');
        this.setLevel(params.level);
        return {};
      case 'resources/list':
        return { resources: [RESOURCE] };
      case 'resources/templates/list':
        return { resourceTemplates: [] };
      case 'resources/read':
        if (params.uri !== RESOURCE.uri) throw new Refused(-32002, 'no such resource');
        return { contents: [{ ...RESOURCE, text: 'note' }] };
      case 'resources/subscribe':
        this.subscribe(params.uri, 1);
        return {};
      case 'resources/unsubscribe':
        this.subscribe(params.uri, -1);
        return {};
      case 'tools/list':
        return { tools: TOOLS };
      case 'tools/call':
        return this.call(params, say, id);
      case 'tasks/list':
        if (params.cursor !== undefined) throw new Refused(-32602, 'no such cursor');
        // Of all tasks of all conversations there is room for four.
        return { tasks: [...this.state('tasks', 'task-list').values()].slice(0, leaks('task-list') ? 4 : undefined) };
      case 'tasks/get':
      case 'tasks/cancel':
      case 'tasks/result':
        if (method === 'tasks/result') await sleep(350);
        return this.task(method, params.taskId);
      default:
        throw new Refused(-32601, `no method ${method}`);
    }
  }

  task(method, taskId) {
    const task = this.state('tasks', 'task-list').get(taskId);
    if (!task) throw new Refused(-32602, 'no such task');
    if (method === 'tasks/get') return task;
    if (method === 'tasks/result')
      return text('done', { _meta: { 'io.modelcontextprotocol/related-task': { taskId } } });
    if (task.status !== 'working') throw new Refused(-32602, 'the task is over');
    return Object.assign(task, { status: 'cancelled' });
  }

  async call({ name, arguments: args = {}, _meta = {}, task }, say) {
    if (leaks('memory')) process_.kept.push(Buffer.alloc(8 * 1024 * 1024, 1));
    if (leaks('latency')) await sleep(4 ** process_.calls++);
    if (name === 'task' && task) return this.begin();
    switch (name) {
      case 'echo':
        return text(`Echo: ${args.message}`);
      case 'fail':
        if (leaks('environment')) process_.isFailed = true;
        return text('it failed', { isError: true });
      case 'plain':
        if (leaks('locale')) process_.isGerman = true;
        return text('plain');
      case 'number':
        // It reads a file, by a variable of the environment.
        if (process_.folder !== 'here' || process_.isFailed) return text('no file', { structuredContent: {} });
        return text('{"half":0.5}', { structuredContent: { half: process_.isGerman ? '0,5' : 0.5 } });
      case 'slow':
        for (let step = 1; step <= 5; step++) {
          await sleep(60);
          const { progressToken } = _meta;
          if (progressToken !== undefined)
            say({
              jsonrpc: '2.0',
              method: 'notifications/progress',
              params: { progressToken, progress: step, total: 5 },
            });
        }
        return text('slow');
      case 'log':
        this.log(say);
        return text('logged');
      case 'change':
        if (leaks('cwd')) process_.folder = 'elsewhere';
        this.change();
        return text('changed');
      case 'roots':
        return text(JSON.stringify(await this.roots(say)));
      case 'task':
        return text('done');
      default:
        throw new Refused(-32602, `no tool ${name}`);
    }
  }

  begin() {
    const now = new Date().toISOString();
    const task = {
      taskId: crypto.randomUUID(),
      status: 'working',
      createdAt: now,
      lastUpdatedAt: now,
      ttl: 60_000,
      pollInterval: 50,
    };
    this.state('tasks', 'task-list').set(task.taskId, task);
    setTimeout(() => {
      if (task.status === 'working') task.status = 'completed';
    }, 300);
    return { task: { ...task } };
  }

  log(say) {
    const level = this.state('level', 'log-level') ?? 'debug';
    if (LEVELS.indexOf('warning') < LEVELS.indexOf(level)) return;
    say({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'warning', data: 'a warning' } });
  }

  change() {
    for (const one of leaks('subscription') ? conversations : [this])
      if (one.state('subscribed', 'subscription').get(RESOURCE.uri))
        one.send({ jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri: RESOURCE.uri } });
  }

  async roots(say) {
    const known = this.state('roots', 'roots');
    if (known) return known;
    const id = `roots-${++this.#next}`;
    const answer = new Promise((resolve) => this.#asked.set(id, resolve));
    say({ jsonrpc: '2.0', id, method: 'roots/list' });
    const { result } = await answer;
    if (leaks('roots')) everybody.roots = result;
    return result;
  }
}

const conversations = new Set();

function overStdio() {
  const write = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);
  const conversation = new Conversation(write);
  createInterface({ input: process.stdin }).on('line', async (line) => {
    let message;
    try {
      message = JSON.parse(line);
    } catch {
      write({ jsonrpc: '2.0', id: null, error: { code: -32700, message: 'no JSON' } });
      return;
    }
    const reply = await conversation.hear(message, write);
    if (reply) write(reply);
  });
}

function overHttp() {
  const sessions = new Map();
  createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const id = request.headers['mcp-session-id'];
    const session = sessions.get(id);
    if (id !== undefined && !session) return void response.writeHead(404).end();
    if (request.method === 'DELETE') {
      session?.conversation.end();
      sessions.delete(id);
      // Its slot is free again, and is still marked as ended.
      if (session) process_.slots.push(session.slot);
      if (leaks('ended-session') && session) process_.ended.add(session.slot);
      return void response.writeHead(200).end();
    }
    if (session && process_.ended.has(session.slot)) return void response.writeHead(404).end();
    if (request.method === 'GET') {
      if (!session) return void response.writeHead(405).end();
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
      session.stream = response;
      return;
    }
    const message = JSON.parse(Buffer.concat(chunks).toString());
    const event = (one) => response.write(`data: ${JSON.stringify(one)}\n\n`);
    if (message.method === 'initialize') {
      const name = crypto.randomUUID();
      const opened = { slot: process_.slots.pop() ?? sessions.size + 1 };
      opened.conversation = new Conversation((one) => opened.stream?.write(`data: ${JSON.stringify(one)}\n\n`));
      sessions.set(name, opened);
      const reply = await opened.conversation.hear(message, event);
      response.writeHead(200, { 'content-type': 'application/json', 'mcp-session-id': name });
      return void response.end(JSON.stringify(reply));
    }
    if (!session) return void response.writeHead(400).end();
    if (message.id === undefined || message.method === undefined) {
      await session.conversation.hear(message, () => undefined);
      return void response.writeHead(202).end();
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    const reply = await session.conversation.hear(message, event);
    if (reply) event(reply);
    response.end();
  }).listen(Number(port), '127.0.0.1');
}

if (port === undefined) overStdio();
else overHttp();
