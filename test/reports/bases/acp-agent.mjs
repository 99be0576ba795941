// A small ACP agent that keeps the rules, over stdio. The first word of a prompt says what it does: `say`, `talk`, `look`, `edit FILE`, `read FILE`,
// `write FILE TEXT`, `run`. It keeps its sessions in the folder STORE. A peer passes the parts in which it differs.
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

export class Refusal extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}
const CANCELLED = new Error('cancelled');
const MODES = ['ask', 'code'];
const OPTIONS = [
  { optionId: 'yes', name: 'Allow', kind: 'allow_once' },
  { optionId: 'no', name: 'Reject', kind: 'reject_once' },
];

const parts = {
  /** The reply to a line that is no JSON. */
  notJson: { id: null, error: { code: -32700, message: 'no JSON' } },
  /** The updates of a session that is loaded. */
  replayed: (updates) => updates,
  /** Sends the end of a turn; `late` are updates that the base sends before it. */
  endTurn(end, late) {
    late();
    end();
  },
  releases: true,
  /** What may be asked of a client with these capabilities. */
  mayAsk: ({ fs = {}, terminal = false }) => ({ ...fs, terminal }),
  knowsMode: (mode) => MODES.includes(mode),
};

const say = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const text = (said) => ({ type: 'text', text: said });
const object = (value, what) => {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw new Refusal(-32602, `no ${what}`);
  return value;
};

class Agent {
  #sessions = new Map();
  #waiting = new Map();
  #asked = 0;
  #may = {};

  constructor(of) {
    this.of = of;
  }

  ask(method, params) {
    const id = ++this.#asked;
    say({ id, method, params });
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  async hear(message) {
    const { id, method, params, result, error } = message;
    if (method === undefined) {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      return error ? waiting?.reject(new Error(error.message)) : waiting?.resolve(result);
    }
    if (method === 'session/cancel')
      for (const cancel of this.#sessions.get(params?.sessionId)?.cancels ?? []) cancel();
    if (id === undefined) return;
    const reply = (answer) => say({ id, ...answer });
    try {
      if (!Object.hasOwn(METHODS, method)) throw new Refusal(-32601, `no method ${method}`);
      const answered = await this[METHODS[method]](object(params ?? {}, 'params'), reply);
      if (answered !== undefined) reply({ result: answered });
    } catch ({ code = -32603, message: said }) {
      reply({ error: { code, message: said } });
    }
  }

  initialize({ protocolVersion, clientCapabilities = {} }) {
    if (typeof protocolVersion !== 'number') throw new Refusal(-32602, 'no protocol version');
    this.#may = this.of.mayAsk(object(clientCapabilities ?? {}, 'capabilities'));
    const agentCapabilities = { loadSession: true, promptCapabilities: {} };
    return { protocolVersion: 1, agentCapabilities, agentInfo: { name: 'peer', version: '1' }, authMethods: [] };
  }

  begin(params) {
    checkFolder(params);
    const sessionId = randomUUID();
    const session = { sessionId, cwd: params.cwd, updates: [], mode: MODES[0], cancels: new Set() };
    this.#sessions.set(sessionId, session);
    keep(session);
    return { sessionId, modes: modesOf(session) };
  }

  load(params) {
    checkFolder(params);
    const { sessionId } = params;
    const session = this.#sessions.get(sessionId) ?? kept(sessionId);
    if (!session) throw new Refusal(-32602, 'no such session');
    session.cwd = params.cwd;
    this.#sessions.set(sessionId, session);
    for (const update of this.of.replayed(session.updates))
      say({ method: 'session/update', params: { sessionId, update } });
    return { modes: modesOf(session) };
  }

  mode({ sessionId, modeId }) {
    const session = this.#session(sessionId);
    if (!this.of.knowsMode(modeId)) throw new Refusal(-32602, `no mode ${modeId}`);
    session.mode = modeId;
    keep(session);
    return {};
  }

  #session(sessionId) {
    const session = this.#sessions.get(sessionId);
    if (!session) throw new Refusal(-32602, 'no such session');
    return session;
  }

  async prompt({ sessionId, prompt }, reply) {
    const session = this.#session(sessionId);
    if (!Array.isArray(prompt)) throw new Refusal(-32602, 'no prompt');
    const said = prompt.map((block) => {
      if (block?.type === 'resource_link') return '';
      if (block?.type !== 'text' || typeof block.text !== 'string') throw new Refusal(-32602, 'no such content');
      return block.text;
    });
    const tell = (update) => {
      session.updates.push(update);
      say({ method: 'session/update', params: { sessionId, update } });
    };
    for (const block of prompt) session.updates.push({ sessionUpdate: 'user_message_chunk', content: block });
    let cancel;
    const cancelled = new Promise((_, reject) => {
      cancel = () => reject(CANCELLED);
    });
    cancelled.catch(() => undefined);
    session.cancels.add(cancel);
    const [, word, rest] = /^(\S*)\s?(.*)$/s.exec(said.join(''));
    const turn = { ...this.#scenes(session, tell, (what) => Promise.race([what, cancelled])) };
    let stopReason = 'end_turn';
    try {
      await (Object.hasOwn(turn, word) ? turn[word](rest) : turn.say('Hello!'));
    } catch (error) {
      if (error !== CANCELLED) throw error;
      stopReason = 'cancelled';
    } finally {
      session.cancels.delete(cancel);
    }
    const late = () => tell({ sessionUpdate: 'agent_message_chunk', content: text('.') });
    this.of.endTurn(() => reply({ result: { stopReason } }), word === 'say' ? () => undefined : late);
    keep(session);
  }

  #scenes({ sessionId, cwd }, tell, until) {
    const speak = (said) => tell({ sessionUpdate: 'agent_message_chunk', content: text(said) });
    const ask = (method, params) => until(this.ask(method, { sessionId, ...params }));
    const tool = async (title, kind, act, ready = () => undefined) => {
      const toolCallId = randomUUID();
      const becomes = (status) => tell({ sessionUpdate: 'tool_call_update', toolCallId, status });
      tell({ sessionUpdate: 'tool_call', toolCallId, title, kind, status: 'pending' });
      try {
        await ready(toolCallId);
        becomes('in_progress');
        await act();
        becomes('completed');
      } catch (error) {
        becomes('failed');
        if (error === CANCELLED) throw error;
      }
    };
    const write = async (file, content) => {
      if (this.#may.writeTextFile) await ask('fs/write_text_file', { path: resolve(cwd, file), content });
      else writeFileSync(resolve(cwd, file), content);
    };
    return {
      say: speak,
      async talk() {
        for (let n = 0; n < 100; n++) {
          speak(`${n} `);
          await until(sleep(100));
        }
      },
      async look() {
        for (const title of ['Look', 'Count']) await tool(title, 'search', () => undefined);
      },
      edit: (file) =>
        tool(
          `Edit ${file}`,
          'edit',
          () => write(file, 'edited\n'),
          async (toolCallId) => {
            const { outcome } = await ask('session/request_permission', { toolCall: { toolCallId }, options: OPTIONS });
            if (outcome?.optionId !== 'yes') throw new Error('not allowed');
          },
        ),
      read: (file) =>
        tool(`Read ${file}`, 'read', async () => {
          const path = resolve(cwd, file);
          speak(
            this.#may.readTextFile ? (await ask('fs/read_text_file', { path })).content : readFileSync(path, 'utf8'),
          );
        }),
      write: (rest) => tool('Write', 'edit', () => write(rest.split(' ')[0], rest.slice(rest.indexOf(' ') + 1))),
      run: () =>
        tool('Run', 'execute', async () => {
          if (!this.#may.terminal) return;
          const command = { command: process.execPath, args: ['-e', '0'], cwd };
          const { terminalId } = await this.ask('terminal/create', { sessionId, ...command });
          try {
            await ask('terminal/wait_for_exit', { terminalId });
            await ask('terminal/output', { terminalId });
          } finally {
            if (this.of.releases) this.ask('terminal/release', { sessionId, terminalId }).catch(() => undefined);
          }
        }),
    };
  }
}
const METHODS = {
  initialize: 'initialize',
  'session/new': 'begin',
  'session/load': 'load',
  'session/set_mode': 'mode',
  'session/prompt': 'prompt',
};

function checkFolder({ cwd, mcpServers }) {
  if (typeof cwd !== 'string' || !isAbsolute(cwd)) throw new Refusal(-32602, 'no absolute folder');
  if (!Array.isArray(mcpServers)) throw new Refusal(-32602, 'no list of servers');
}
const modesOf = ({ mode }) => ({
  currentModeId: mode,
  availableModes: MODES.map((id) => ({ id, name: id })),
});

const store = process.env.STORE;
const fileOf = (sessionId) => join(store, `${sessionId}.json`);
function keep({ sessionId, updates, mode }) {
  if (store === undefined) return;
  mkdirSync(store, { recursive: true });
  writeFileSync(fileOf(sessionId), JSON.stringify({ sessionId, updates, mode }));
}
function kept(sessionId) {
  const isKept = store !== undefined && /^[\w-]+$/.test(String(sessionId)) && existsSync(fileOf(sessionId));
  return isKept ? { ...JSON.parse(readFileSync(fileOf(sessionId), 'utf8')), cancels: new Set() } : undefined;
}

/** Serves over stdio, with these parts in place of those that keep the rules. */
export function serve(differs = {}) {
  const of = { ...parts, ...differs };
  const agent = new Agent(of);
  const lines = createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY });
  lines.on('line', (line) => {
    if (line.trim() === '') return;
    let message;
    try {
      message = JSON.parse(line);
    } catch {
      say(of.notJson);
      return;
    }
    const isMessage = message !== null && typeof message === 'object' && !Array.isArray(message);
    if (isMessage && message.jsonrpc === '2.0') agent.hear(message);
    else say({ id: null, error: { code: -32600, message: 'no message' } });
  });
  lines.on('close', () => process.exit());
}
