// A small A2A server of 0.3.0 that keeps the rules, over JSON-RPC and REST, on the port of its first argument. The first word of a message says
// what it does: `slow`, `wait`, `quick`, `ask`, anything else. A peer passes the parts in which it differs.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export class Refusal extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}
const NOT_FOUND = () => new Refusal(-32001, 'no such task');
const OVER = ['completed', 'canceled', 'failed', 'rejected'];
const isOver = ({ state }) => OVER.includes(state);
const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);
const need = (value, is, what) => {
  if (!is) throw new Refusal(-32602, `no ${what}`);
  return value;
};
const text = (said) => [{ kind: 'text', text: said }];
const PARTS = {
  text: ({ text: said }) => typeof said === 'string',
  file: ({ file }) => isObject(file) && [file.bytes, file.uri].some((content) => typeof content === 'string'),
  data: ({ data }) => isObject(data),
};

const parts = {
  /** The card that is served. */
  card: (card) => card,
  /** The task of a message that names one. */
  taskOf: (tasks, taskId) => tasks.get(taskId),
  /** The code of the error with which a task that is over is not cancelled. */
  overCode: -32002,
  /** The headers of a webhook. */
  webhookHeaders: ({ token, authentication }) => ({
    ...(token && { 'x-a2a-notification-token': token }),
    ...(authentication?.credentials && {
      authorization: `${authentication.schemes?.[0] ?? 'Bearer'} ${authentication.credentials}`,
    }),
  }),
  /** The history that a task is shown with. */
  history: (history, length) => (length === undefined ? history : length === 0 ? undefined : history.slice(-length)),
  /** The events of a stream, in the order in which they are sent. */
  ordered: (events) => events,
  /** What a stream sends of an event, if anything. */
  streamed: (event) => event,
  /** An error on a stream, as the reply that says so. */
  failed: (code, message) => ({ error: { code, message } }),
  /** The answer to a body that is no JSON. */
  notJson: (response) => json(response, 200, { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'no JSON' } }),
};

function json(response, status, body) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

class Server {
  #tasks = new Map();
  #listeners = new Map();
  #hooks = new Map();
  #running = new Map();

  constructor(of) {
    this.of = of;
  }

  /** Shows a task as it is now. */
  #shown(task, { historyLength } = {}) {
    const length = historyLength === undefined ? undefined : Number(historyLength);
    need(length, length === undefined || (Number.isInteger(length) && length >= 0), 'history length');
    const { history, ...shown } = structuredClone(task);
    const kept = this.of.history(history, length);
    return { ...shown, ...(kept && { history: kept }) };
  }

  task({ id }) {
    const task = this.#tasks.get(need(id, typeof id === 'string', 'id'));
    if (!task) throw NOT_FOUND();
    return task;
  }

  /** Takes a message; resolves with its task, or with the message that answers it. */
  take({ message, configuration = {} }) {
    const {
      blocking = true,
      acceptedOutputModes: modes = [],
      historyLength = 0,
    } = need(configuration, isObject(configuration), 'configuration');
    const isRight = typeof blocking === 'boolean' && Array.isArray(modes) && typeof historyLength === 'number';
    need(configuration, isRight, 'configuration');
    need(message, isObject(message) && message.role === 'user' && typeof message.messageId === 'string', 'message');
    const whole = Array.isArray(message.parts) && message.parts.length > 0;
    need(message, whole && message.parts.every((part) => isObject(part) && PARTS[part.kind]?.(part)), 'parts');
    const said = message.parts.map((part) => part.text ?? '').join('');
    const [word, ...rest] = said.split(' ');
    const contextId = message.contextId ?? randomUUID();
    if (word === 'quick')
      return {
        kind: 'message',
        messageId: randomUUID(),
        role: 'agent',
        contextId,
        parts: text(rest.join(' ') || word),
      };
    let task;
    if (message.taskId !== undefined) {
      const named = this.#tasks.get(message.taskId);
      if (!named) throw NOT_FOUND();
      if (isOver(named.status)) throw new Refusal(-32602, 'the task is over');
      task = this.of.taskOf(this.#tasks, message.taskId);
    }
    const isNew = task === undefined;
    if (isNew) {
      task = { kind: 'task', id: randomUUID(), contextId, status: status('submitted'), history: [], artifacts: [] };
      this.#tasks.set(task.id, task);
    }
    task.history.push({ ...message, kind: 'message', taskId: task.id, contextId: task.contextId });
    const hook = configuration.pushNotificationConfig;
    if (hook) this.setHook({ taskId: task.id, pushNotificationConfig: hook });
    if (isNew || task.status.state === 'input-required')
      this.#running.set(task.id, this.#work(task, isNew ? word : 'go on', rest.join(' ')));
    return task;
  }

  async send(params) {
    const it = this.take(params);
    if (it.kind === 'message') return it;
    const { blocking = true, historyLength } = params.configuration ?? {};
    if (blocking && it.status.state !== 'working') await this.#running.get(it.id);
    else if (blocking) await Promise.race([this.#running.get(it.id), sleep(1500)]);
    return this.#shown(it, { historyLength });
  }

  async #work(task, word, rest) {
    const { id: taskId, contextId } = task;
    const move = (state, final = true, said = undefined) => {
      const message = said && {
        kind: 'message',
        messageId: randomUUID(),
        role: 'agent',
        taskId,
        contextId,
        parts: text(said),
      };
      if (isOver(task.status)) return;
      task.status = status(state, message);
      this.#tell(task, { kind: 'status-update', taskId, contextId, status: task.status, final });
    };
    const give = (said, append, lastChunk) => {
      const artifact = { artifactId: 'a', parts: text(said) };
      if (append) task.artifacts[0].parts.push(...artifact.parts);
      else task.artifacts = [artifact];
      this.#tell(task, { kind: 'artifact-update', taskId, contextId, artifact, append, lastChunk });
    };
    await sleep(20);
    move('working', false);
    for (let piece = 1; word === 'slow' && piece <= 3; piece++) {
      await sleep(100);
      give(`piece ${piece}\n`, piece > 1, piece === 3);
    }
    for (let turn = 0; word === 'wait' && turn < 200 && !task.isCancelled; turn++) await sleep(50);
    if (isOver(task.status)) return;
    if (word === 'ask') return move('input-required', true, 'Which color?');
    if (word === 'fail') return move('failed', true, 'It failed.');
    if (word !== 'slow') give(rest || word, false, true);
    move('completed');
  }

  #tell(task, event) {
    for (const listener of this.#listeners.get(task.id) ?? []) listener(structuredClone(event));
    for (const config of this.#hooks.get(task.id)?.values() ?? []) {
      const headers = { 'content-type': 'application/json', ...this.of.webhookHeaders(config) };
      if (event.kind === 'status-update')
        fetch(config.url, { method: 'POST', headers, body: JSON.stringify(this.#shown(task)) }).catch(() => undefined);
    }
  }

  /** The events of a task from now on, the task first, to the last one. */
  async *events(task, params) {
    const queue = [this.#shown(task, params)];
    let wake;
    const listener = (event) => {
      queue.push(event);
      wake?.();
    };
    const all = this.#listeners.get(task.id) ?? new Set();
    this.#listeners.set(task.id, all.add(listener));
    try {
      for (;;) {
        const event = queue.shift();
        if (event) yield event;
        else await new Promise((done) => (wake = done));
        if (event?.final === true || (event?.kind === 'task' && isOver(event.status))) return;
      }
    } finally {
      all.delete(listener);
    }
  }

  get(params) {
    return this.#shown(this.task(params), params);
  }

  cancel(params) {
    const task = this.task(params);
    if (isOver(task.status)) throw new Refusal(this.of.overCode, 'the task can not be cancelled');
    task.isCancelled = true;
    task.status = status('canceled');
    const { id: taskId, contextId } = task;
    this.#tell(task, { kind: 'status-update', taskId, contextId, status: task.status, final: true });
    return this.#shown(task);
  }

  setHook({ taskId, pushNotificationConfig: config }) {
    this.task({ id: taskId });
    need(config, isObject(config) && URL.canParse(config.url), 'webhook');
    const kept = { ...config, id: config.id ?? taskId };
    this.#hooks.set(taskId, (this.#hooks.get(taskId) ?? new Map()).set(kept.id, kept));
    return { taskId, pushNotificationConfig: kept };
  }

  #hook({ id, pushNotificationConfigId }) {
    this.task({ id });
    const all = this.#hooks.get(id) ?? new Map();
    const config = pushNotificationConfigId === undefined ? [...all.values()][0] : all.get(pushNotificationConfigId);
    if (!config) throw NOT_FOUND();
    return { taskId: id, pushNotificationConfig: config };
  }

  call(method, params) {
    switch (method) {
      case 'message/send':
        return this.send(params);
      case 'tasks/get':
        return this.get(params);
      case 'tasks/cancel':
        return this.cancel(params);
      case 'tasks/pushNotificationConfig/set':
        return this.setHook(params);
      case 'tasks/pushNotificationConfig/get':
        return this.#hook(params);
      case 'tasks/pushNotificationConfig/list':
        this.task(params);
        return [...(this.#hooks.get(params.id)?.values() ?? [])].map((pushNotificationConfig) => ({
          taskId: params.id,
          pushNotificationConfig,
        }));
      case 'tasks/pushNotificationConfig/delete':
        this.task(params);
        this.#hooks.get(params.id)?.delete(params.pushNotificationConfigId);
        return null;
      default:
        throw new Refusal(-32601, `no method ${method}`);
    }
  }

  /** What a streaming method streams. */
  stream(method, params) {
    if (method === 'tasks/resubscribe') return this.events(this.task(params));
    const it = this.take(params);
    return it.kind === 'message' ? [it] : this.events(it, params.configuration);
  }
}

const status = (state, message) => ({ state, timestamp: new Date().toISOString(), ...(message && { message }) });
const STREAMING = ['message/stream', 'tasks/resubscribe'];

async function rpc(of, server, body, response) {
  let request;
  try {
    request = JSON.parse(body);
  } catch {
    return of.notJson(response);
  }
  const id = ['string', 'number'].includes(typeof request?.id) ? request.id : null;
  const reply = (answer) => ({ jsonrpc: '2.0', id, ...answer });
  const refuse = ({ code = -32603, message }) => json(response, 200, reply({ error: { code, message } }));
  const isRequest = isObject(request) && request.jsonrpc === '2.0' && typeof request.method === 'string';
  if (!isRequest || (request.id !== undefined && id === null)) return refuse(new Refusal(-32600, 'no request'));
  const { method, params = {} } = request;
  try {
    need(params, isObject(params), 'params');
    if (!STREAMING.includes(method)) return json(response, 200, reply({ result: await server.call(method, params) }));
    const events = server.stream(method, params);
    await stream(
      of,
      events,
      response,
      (result) => reply({ result }),
      (code, said) => reply(of.failed(code, said)),
    );
  } catch (error) {
    refuse(error);
  }
}

async function stream(of, events, response, reply, refusal) {
  response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
  const write = (it) => response.write(`data: ${JSON.stringify(it)}\n\n`);
  for await (const event of of.ordered(events)) {
    const sent = of.streamed(event);
    if (sent instanceof Refusal) write(refusal(sent.code, sent.message));
    else if (sent) write(reply(sent));
  }
  response.end();
}

const REST = [
  ['POST', /^\/v1\/message:send$/, 'message/send'],
  ['POST', /^\/v1\/message:stream$/, 'message/stream'],
  ['GET', /^\/v1\/tasks\/([^/:]+)$/, 'tasks/get'],
  ['POST', /^\/v1\/tasks\/([^/:]+):cancel$/, 'tasks/cancel'],
  ['POST', /^\/v1\/tasks\/([^/:]+):subscribe$/, 'tasks/resubscribe'],
  ['POST', /^\/v1\/tasks\/([^/:]+)\/pushNotificationConfigs$/, 'tasks/pushNotificationConfig/set'],
  ['GET', /^\/v1\/tasks\/([^/:]+)\/pushNotificationConfigs$/, 'tasks/pushNotificationConfig/list'],
  ['GET', /^\/v1\/tasks\/([^/:]+)\/pushNotificationConfigs\/([^/]+)$/, 'tasks/pushNotificationConfig/get'],
  ['DELETE', /^\/v1\/tasks\/([^/:]+)\/pushNotificationConfigs\/([^/]+)$/, 'tasks/pushNotificationConfig/delete'],
];
const HTTP = { '-32001': 404, '-32002': 409, '-32601': 404, '-32602': 400 };

async function rest(of, server, { method: verb, path, query, body }, response) {
  try {
    const [, pattern, method] = REST.find(([one, at]) => one === verb && at.test(path)) ?? [];
    if (!method) return json(response, 404, { code: -32601, message: 'no such method' });
    const [, id, pushNotificationConfigId] = pattern.exec(path);
    let given = {};
    if (body !== '')
      try {
        given = JSON.parse(body);
      } catch {
        return json(response, 400, { code: -32700, message: 'no JSON' });
      }
    need(given, isObject(given), 'params');
    const params = { ...Object.fromEntries(query), ...given, ...(id && { id, taskId: id }) };
    if (pushNotificationConfigId) params.pushNotificationConfigId = pushNotificationConfigId;
    if (!STREAMING.includes(method)) return json(response, 200, (await server.call(method, params)) ?? {});
    await stream(
      of,
      server.stream(method, params),
      response,
      (event) => event,
      (code, message) => ({ code, message }),
    );
  } catch ({ code = -32603, message }) {
    json(response, HTTP[code] ?? 500, { code, message });
  }
}

/** Serves on the port of the command line, with these parts in place of those that keep the rules. */
export function serve(differs = {}) {
  const of = { ...parts, ...differs };
  const server = new Server(of);
  const port = Number(process.argv[2]);
  const url = `http://127.0.0.1:${port}`;
  const card = {
    protocolVersion: '0.3.0',
    name: 'peer',
    description: 'Does what the first word of a message says.',
    url: `${url}/rpc`,
    preferredTransport: 'JSONRPC',
    additionalInterfaces: [
      { url: `${url}/rpc`, transport: 'JSONRPC' },
      { url: `${url}/rest`, transport: 'HTTP+JSON' },
    ],
    version: '1.0.0',
    capabilities: { streaming: true, pushNotifications: true },
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    skills: [{ id: 'words', name: 'words', description: 'Does what the first word says.', tags: ['test'] }],
  };
  createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const { pathname, searchParams } = new URL(request.url, url);
    if (pathname === '/.well-known/agent-card.json') return json(response, 200, of.card(card));
    if (pathname === '/rpc' && request.method === 'POST') return rpc(of, server, body, response);
    const [, path] = /^\/rest(\/.*)$/.exec(pathname) ?? [];
    if (path) return rest(of, server, { method: request.method, path, query: searchParams, body }, response);
    response.writeHead(pathname === '/rpc' ? 405 : 404).end();
  }).listen(port, '127.0.0.1');
}
