// A small MCP client of 2025-11-25 that keeps the rules. A peer passes the parts in which it differs.
//   --url URL [--call TOOL --arguments JSON] [--times N]      the same over stdio: … -- COMMAND ARG…
import { spawn } from 'node:child_process';
import { StringDecoder } from 'node:string_decoder';
import { parseArgs } from 'node:util';
import { dataOf, eventsOf } from './events.mjs';

const text = { type: 'string' };
const options = { url: text, call: text, arguments: text, times: text, list: { type: 'boolean' } };
const { values: flags, positionals } = parseArgs({ allowPositionals: true, options });

const parts = {
  /** The reply to a request of the server. */
  answer: ({ method }) => (method === 'ping' ? { result: {} } : { error: { code: -32601, message: 'no such method' } }),
  /** A function that makes text of the bytes that arrive. */
  decoder() {
    const decoder = new StringDecoder('utf8');
    return (chunk) => decoder.write(chunk);
  },
  /** The data of an event, of its lines. */
  dataOf,
  /** Whether a session that the server has ended is begun anew. */
  beginsAnew: true,
};

/** Requests and what became of them. `send` takes a message to the server. */
class Client {
  #waiting = new Map();
  #last = 0;

  constructor(of) {
    this.of = of;
  }

  hear(message) {
    const { id, method, result, error } = message;
    if (method !== undefined && id !== undefined) {
      const answer = this.of.answer(message);
      if (answer) this.send({ jsonrpc: '2.0', id, ...answer });
    }
    if (method !== undefined) return;
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error) waiting?.reject(new Error(error.message));
    else waiting?.resolve(result);
  }

  /** What was asked for can no longer be answered. */
  lose(error) {
    for (const { reject } of this.#waiting.values()) reject(error);
  }

  ask(method, params) {
    const id = ++this.#last;
    const answered = new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    this.send({ jsonrpc: '2.0', id, method, params })?.catch((error) => this.#waiting.get(id)?.reject(error));
    return answered;
  }

  async begin() {
    const clientInfo = { name: 'peer', version: '1' };
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
    const { protocolVersion, capabilities } = await this.ask('initialize', params);
    if (protocolVersion !== '2025-11-25') throw new Error(`the server speaks ${protocolVersion}`);
    this.capabilities = capabilities;
    await this.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  }
}

class OverStdio extends Client {
  constructor(of, [command, ...args]) {
    super(of);
    this.child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    this.child.stdin.on('error', () => undefined);
    this.child.on('close', () => this.lose(new Error('the server has ended')));
    const decode = of.decoder();
    let left = '';
    this.child.stdout.on('data', (chunk) => {
      const lines = (left + decode(chunk)).split('\n');
      left = lines.pop();
      for (const line of lines) {
        try {
          this.hear(JSON.parse(line));
        } catch {}
      }
    });
  }

  send(message) {
    this.child.stdin.write(`${JSON.stringify(message)}\n`);
  }

  async end() {
    const closed = new Promise((resolve) => this.child.once('close', resolve));
    this.child.stdin.end();
    if (this.child.exitCode === null) await closed;
  }
}

class OverHttp extends Client {
  constructor(of, url) {
    super(of);
    this.url = url;
  }

  async send(message, isSecond = false) {
    const response = await fetch(this.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...this.#session(),
      },
      body: JSON.stringify(message),
    });
    if (response.status === 404 && this.session !== undefined && this.of.beginsAnew && !isSecond) {
      this.session = undefined;
      await this.begin();
      return this.send(message, true);
    }
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    if (message.method === 'initialize') {
      this.session = response.headers.get('mcp-session-id') ?? undefined;
      this.isBegun = true;
    }
    const type = response.headers.get('content-type') ?? '';
    if (/^application\/json/i.test(type)) return this.hear(await response.json());
    if (/^text\/event-stream/i.test(type)) return this.#events(response);
  }

  async #events(response) {
    for await (const lines of eventsOf(response.body, this.of.decoder())) {
      const data = this.of.dataOf(lines);
      if (data === '') continue;
      try {
        this.hear(JSON.parse(data));
      } catch {}
    }
    this.lose(new Error('the stream ended without an answer'));
  }

  #session() {
    return {
      ...(this.isBegun && { 'mcp-protocol-version': '2025-11-25' }),
      ...(this.session && { 'mcp-session-id': this.session }),
    };
  }

  async end() {
    if (this.session) await fetch(this.url, { method: 'DELETE', headers: this.#session() });
  }
}

async function act(client) {
  await client.begin();
  if ((flags.list || flags.call !== undefined) && !client.capabilities.tools)
    throw new Error('the server has no tools');
  if (flags.list) return [(await client.ask('tools/list', {})).tools];
  if (flags.call === undefined) return [];
  const call = () => client.ask('tools/call', { name: flags.call, arguments: JSON.parse(flags.arguments ?? '{}') });
  return Promise.all(Array.from({ length: Number(flags.times ?? 1) }, call));
}

/** Does what the command line says, with these parts in place of those that keep the rules. */
export async function run(differs = {}) {
  const of = { ...parts, ...differs };
  const client = flags.url === undefined ? new OverStdio(of, positionals) : new OverHttp(of, flags.url);
  let outcome;
  try {
    outcome = { ok: true, value: { results: await act(client) } };
  } catch (error) {
    outcome = { ok: false, error: String(error.message) };
  }
  await client.end().catch(() => undefined);
  process.stdout.write(`${JSON.stringify(outcome)}\n`, () => process.exit(outcome.ok ? 0 : 1));
}
