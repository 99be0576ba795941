// A small A2A client of 0.3.0 that keeps the rules, over JSON-RPC: sends one message to the agent at the address of its first argument.
//   URL [--stream] [--cancel] [--answer]      A peer passes the parts in which it differs.
import { randomUUID } from 'node:crypto';
import { StringDecoder } from 'node:string_decoder';
import { setTimeout as sleep } from 'node:timers/promises';
import { dataOf, eventsOf } from './events.mjs';

const [url, ...flags] = process.argv.slice(2);
const OVER = ['completed', 'canceled', 'failed', 'rejected'];
const WAITS = ['input-required', 'auth-required'];

const parts = {
  /** The address of a card over JSON-RPC. */
  addressOf({ url: main, preferredTransport = 'JSONRPC', additionalInterfaces = [] }) {
    if (preferredTransport === 'JSONRPC') return main;
    return additionalInterfaces.find(({ transport }) => transport === 'JSONRPC')?.url;
  },
  /** The data of the lines of an event. */
  dataOf,
  /** Refuses an event of a stream, by throwing. `task` is what is known so far. */
  checkEvent: () => undefined,
  /** How a message names the task that it is for. */
  names: ({ id, contextId }) => ({ taskId: id, contextId }),
};

class Client {
  #artifacts = new Map();
  seen = { text: '' };

  constructor(of) {
    this.of = of;
  }

  async #post(method, params, accept) {
    const headers = { 'content-type': 'application/json', accept };
    this.id = randomUUID();
    const body = JSON.stringify({ jsonrpc: '2.0', id: this.id, method, params });
    const response = await fetch(this.address, { method: 'POST', headers, body });
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    return response;
  }

  #result({ id, result, error }) {
    if (id !== this.id && !error) throw new Error('the answer to something else');
    if (error) throw Object.assign(new Error(error.message), { code: error.code });
    return result;
  }

  async ask(method, params) {
    const response = await this.#post(method, params, 'application/json');
    return this.#result(await response.json());
  }

  /** Takes note of a task, a message, or an event; says whether it is the last. */
  take(it) {
    const textOf = (list = []) => list.map((part) => part.text ?? '').join('');
    const give = ({ artifactId, parts: list }, append) =>
      this.#artifacts.set(artifactId, `${append ? (this.#artifacts.get(artifactId) ?? '') : ''}${textOf(list)}`);
    if (it.kind === 'message') this.seen.text = textOf(it.parts);
    if (it.kind === 'task') this.task = it;
    for (const artifact of it.artifacts ?? []) give(artifact, false);
    if (it.kind === 'artifact-update') give(it.artifact, it.append);
    if (it.kind !== 'task' && it.taskId) this.task ??= { id: it.taskId, contextId: it.contextId };
    if (this.#artifacts.size > 0) this.seen.text = [...this.#artifacts.values()].join('');
    if (it.status) this.seen.state = it.status.state;
    return it.kind === 'message' || it.final === true || OVER.includes(it.status?.state);
  }

  async #stream(params) {
    const response = await this.#post('message/stream', params, 'text/event-stream');
    const type = response.headers.get('content-type') ?? '';
    if (/^application\/json/i.test(type)) return this.#result(await response.json());
    if (!/^text\/event-stream/i.test(type)) throw new Error(`no stream, but ${type}`);
    const decoder = new StringDecoder('utf8');
    for await (const lines of eventsOf(response.body, (chunk) => decoder.write(chunk))) {
      const data = this.of.dataOf(lines);
      if (data === '') continue;
      const it = this.#result(JSON.parse(data));
      this.of.checkEvent(it, this.task);
      if (this.take(it)) return;
    }
    if (!WAITS.includes(this.seen.state)) throw new Error('the stream was cut off');
  }

  async work() {
    const card = await (await fetch(new URL('/.well-known/agent-card.json', url))).json();
    this.address = this.of.addressOf(card);
    if (card.capabilities?.extensions?.some(({ required }) => required)) throw new Error('an extension is required');
    if (!this.address) throw new Error('no transport of the card is known');
    const message = (more) => ({
      message: {
        kind: 'message',
        messageId: randomUUID(),
        role: 'user',
        parts: [{ kind: 'text', text: 'hello' }],
        ...more,
      },
    });
    if (flags.includes('--stream') && card.capabilities?.streaming) {
      await this.#stream(message());
      return;
    }
    this.take(await this.ask('message/send', message()));
    if (!this.task) return;
    if (flags.includes('--cancel') && !OVER.includes(this.seen.state))
      this.take(await this.ask('tasks/cancel', { id: this.task.id }));
    if (flags.includes('--answer') && this.seen.state === 'input-required')
      this.take(await this.ask('message/send', message(this.of.names(this.task))));
    while (this.task && ![...OVER, ...WAITS].includes(this.seen.state)) {
      await sleep(500);
      this.take(await this.ask('tasks/get', { id: this.task.id }));
    }
  }
}

/** Does what the command line says, with these parts in place of those that keep the rules. */
export async function run(differs = {}) {
  const client = new Client({ ...parts, ...differs });
  let outcome;
  try {
    await client.work();
    outcome = { ok: true, value: client.seen };
  } catch ({ code, message }) {
    outcome = { ok: false, value: { ...client.seen, code }, error: String(message) };
  }
  process.stdout.write(`${JSON.stringify(outcome)}\n`, () => process.exit(outcome.ok ? 0 : 1));
}
