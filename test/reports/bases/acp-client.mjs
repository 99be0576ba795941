// A small ACP client that keeps the rules: starts the agent after `--`, prompts it in the folder of --cwd, and serves files, terminals and
// permissions. A peer passes the parts in which it differs.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';

const text = { type: 'string' };
const flag = { type: 'boolean' };
const options = { cwd: text, reject: flag, cancel: flag, twice: flag, load: text };
const { values: flags, positionals } = parseArgs({ allowPositionals: true, options });

export class Refusal extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}
const need = (value, type) => {
  const is = type === 'list' ? Array.isArray(value) : value !== null && typeof value === type;
  if (!is) throw new Refusal(-32602, `no ${type}`);
  return value;
};

/** The last bytes of a text, at most so many, from the beginning of a character. */
function lastOf(output, limit) {
  const bytes = Buffer.from(output);
  let from = Math.max(0, bytes.length - limit);
  while (from < bytes.length && (bytes[from] & 0xc0) === 0x80) from++;
  return bytes.subarray(from).toString();
}

const parts = {
  /** The lines of a file that were asked for. */
  linesOf: (content, line, limit) => {
    const lines = content.split('\n').slice((line ?? 1) - 1);
    return lines.slice(0, limit ?? undefined).join('\n');
  },
  lastOf,
  /** Whether open permission requests are answered when the turn is cancelled. */
  closesRequests: true,
  /** Refuses a tool call of a permission request, by throwing. */
  checkToolCall: () => undefined,
  /** The answer to a request whose method it does not know. */
  unknown: (method) => ({ error: { code: -32601, message: `no method ${method}` } }),
  initializes: true,
};

class Client {
  #waiting = new Map();
  #terminals = new Map();
  #last = 0;
  #open = new Set();
  #hasCancelled = false;

  constructor(of) {
    this.of = of;
    this.cwd = realpathSync(flags.cwd);
    this.agent = spawn(positionals[0], positionals.slice(1), { stdio: ['pipe', 'pipe', 'inherit'] });
    this.agent.stdin.on('error', () => undefined);
    createInterface({ input: this.agent.stdout, crlfDelay: Number.POSITIVE_INFINITY }).on('line', (line) => {
      try {
        this.#hear(Object(JSON.parse(line)));
      } catch {}
    });
    this.agent.on('exit', () => this.end(1));
  }

  end(code) {
    for (const { child } of this.#terminals.values()) child.kill('SIGKILL');
    process.exit(code);
  }

  say(message) {
    this.agent.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  ask(method, params) {
    const id = ++this.#last;
    this.say({ id, method, params });
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  async #hear({ id, method, params, result, error }) {
    if (method === undefined)
      return error ? this.#waiting.get(id)?.reject(error) : this.#waiting.get(id)?.resolve(result);
    if (flags.cancel && params?.update?.sessionUpdate === 'agent_message_chunk') this.#cancel(params.sessionId);
    if (id === undefined) return;
    if (!Object.hasOwn(METHODS, method)) return this.say({ id, ...this.of.unknown(method) });
    try {
      const answered = await this[METHODS[method]](need(params, 'object'));
      if (answered !== undefined) this.say({ id, result: answered });
    } catch ({ code, message }) {
      this.say({ id, error: { code: Number.isInteger(code) ? code : -32603, message } });
    }
  }

  #cancel(sessionId) {
    if (this.#hasCancelled) return;
    this.#hasCancelled = true;
    this.say({ method: 'session/cancel', params: { sessionId } });
    if (this.of.closesRequests) for (const close of this.#open) close({ outcome: { outcome: 'cancelled' } });
  }

  permission({ sessionId, toolCall, options: offered }) {
    need(sessionId, 'string');
    this.of.checkToolCall(need(toolCall, 'object'));
    const kinds = need(offered, 'list').map((one) => String(need(one, 'object').kind));
    if (flags.cancel && !this.#hasCancelled) return new Promise((close) => this.#open.add(close));
    const option = offered[kinds.findIndex((kind) => kind.startsWith(flags.reject ? 'reject' : 'allow'))];
    if (flags.cancel || !option) return { outcome: { outcome: 'cancelled' } };
    return { outcome: { outcome: 'selected', optionId: option.optionId } };
  }

  #place(path) {
    const full = resolve(need(path, 'string'));
    const real = existsSync(full) ? realpathSync(full) : join(realpathSync(dirname(full)), basename(full));
    if (!real.startsWith(this.cwd + sep)) throw new Refusal(-32602, `${path} is not in ${this.cwd}`);
    return real;
  }

  read({ path, line, limit }) {
    for (const count of [line, limit]) need(count ?? 0, 'number');
    const content = readFileSync(this.#place(path), 'utf8');
    return { content: line == null && limit == null ? content : this.of.linesOf(content, line, limit) };
  }

  write({ path, content }) {
    writeFileSync(this.#place(path), need(content, 'string'));
    return {};
  }

  create({ command, args = [], env = [], cwd = this.cwd, outputByteLimit }) {
    const more = Object.fromEntries(need(env ?? [], 'list').map(({ name, value }) => [name, value]));
    const options = { cwd: cwd ?? this.cwd, env: { ...process.env, ...more }, stdio: ['ignore', 'pipe', 'pipe'] };
    const child = spawn(need(command, 'string'), need(args ?? [], 'list'), options);
    const terminal = { child, chunks: [], limit: outputByteLimit ?? undefined };
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => terminal.chunks.push(chunk));
    terminal.ended = new Promise((done) => {
      child.on('close', (exitCode, signal) => done({ exitCode, signal }));
      child.on('error', () => done({ exitCode: 127, signal: null }));
    });
    terminal.ended.then((status) => {
      terminal.status = status;
    });
    const terminalId = `terminal-${this.#terminals.size + 1}`;
    this.#terminals.set(terminalId, terminal);
    return { terminalId };
  }

  #terminal({ terminalId }) {
    const terminal = this.#terminals.get(terminalId);
    if (!terminal || terminal.isReleased) throw new Refusal(-32602, `no terminal ${terminalId}`);
    return terminal;
  }

  output(params) {
    const { chunks, limit, status } = this.#terminal(params);
    const whole = Buffer.concat(chunks).toString();
    const output = limit === undefined ? whole : this.of.lastOf(whole, limit);
    return { output, truncated: output !== whole, ...(status && { exitStatus: status }) };
  }

  wait(params) {
    return this.#terminal(params).ended;
  }

  kill(params) {
    this.#terminal(params).child.kill('SIGKILL');
    return {};
  }

  release(params) {
    const terminal = this.#terminal(params);
    terminal.child.kill('SIGKILL');
    terminal.isReleased = true;
    return {};
  }

  async work() {
    const { cwd } = this;
    let canLoad = false;
    if (this.of.initializes) {
      const clientCapabilities = { fs: { readTextFile: true, writeTextFile: true }, terminal: true };
      const clientInfo = { name: 'peer', version: '1' };
      const hello = await this.ask('initialize', { protocolVersion: 1, clientCapabilities, clientInfo });
      if (hello.protocolVersion !== 1) throw new Error(`the agent speaks version ${hello.protocolVersion}`);
      canLoad = hello.agentCapabilities?.loadSession === true;
    }
    let sessionId = flags.load;
    if (sessionId !== undefined && canLoad) await this.ask('session/load', { sessionId, cwd, mcpServers: [] });
    else ({ sessionId } = await this.ask('session/new', { cwd, mcpServers: [] }));
    for (const said of flags.cancel || flags.twice ? ['hello', 'go on'] : ['hello'])
      await this.ask('session/prompt', { sessionId, prompt: [{ type: 'text', text: said }] });
  }
}
const METHODS = {
  'session/request_permission': 'permission',
  'fs/read_text_file': 'read',
  'fs/write_text_file': 'write',
  'terminal/create': 'create',
  'terminal/output': 'output',
  'terminal/wait_for_exit': 'wait',
  'terminal/kill': 'kill',
  'terminal/release': 'release',
};

/** Does what the command line says, with these parts in place of those that keep the rules. */
export async function run(differs = {}) {
  const client = new Client({ ...parts, ...differs });
  try {
    await client.work();
    client.end(0);
  } catch (error) {
    console.error(error.message);
    client.end(1);
  }
}
