// A minimal ACP agent: the first word of a prompt says what it shows. Files are read and written by its client.
import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';

const [sessions, waiting] = [new Map(), new Map()];
let [asked, calls, files] = [0, 0, {}];

const say = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const fail = (code, message) => {
  throw { code, message };
};
const is = (value, type) => (type === 'list' ? Array.isArray(value) : value !== null && typeof value === type);
const need = (value, type) => (is(value, type) ? value : fail(-32602, `want a ${type}`));
const STOP = { code: -32603, message: 'stopped' };

const options = [
  { optionId: 'yes', name: 'Allow', kind: 'allow_once' },
  { optionId: 'no', name: 'Reject', kind: 'reject_once' },
];

/** What the prompts of one turn can show. Whatever takes time is given up when the turn is stopped. */
function scenesOf(sessionId, cwd, stopped) {
  const tell = (update) => say({ method: 'session/update', params: { sessionId, update } });
  const until = (promise) => Promise.race([promise, stopped]);
  const ask = (method, params) => {
    say({ id: ++asked, method, params: { sessionId, ...params } });
    return until(new Promise((resolve, reject) => waiting.set(asked, { resolve, reject })));
  };
  const speak = (text) => tell({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });
  /** A tool call, from its announcement to its end. */
  async function tool(title, kind, act, ready = () => {}) {
    const toolCallId = `call-${++calls}`;
    const becomes = (status) => tell({ sessionUpdate: 'tool_call_update', toolCallId, status });
    tell({ sessionUpdate: 'tool_call', toolCallId, title, kind, status: 'pending' });
    try {
      await ready(toolCallId);
      becomes('in_progress');
      await act();
      becomes('completed');
    } catch (error) {
      becomes('failed');
      if (error === STOP) throw error;
    }
  }
  return {
    say: (words) => speak(words || 'Hello!'),
    async talk() {
      for (let n = 0; n < 200; n++) await until(new Promise((done) => setTimeout(done, 100, speak(`${n} `))));
    },
    async look() {
      for (const title of ['Look', 'Count']) await tool(title, 'search', () => {});
    },
    async edit(file) {
      const ready = async (toolCallId) => {
        const { outcome } = await ask('session/request_permission', { toolCall: { toolCallId }, options });
        if (outcome?.optionId !== 'yes' || !files.writeTextFile) fail(0, 'not allowed');
      };
      const write = () => ask('fs/write_text_file', { path: resolve(cwd, file), content: 'edited\n' });
      await tool(`Edit ${file}`, 'edit', write, ready);
    },
  };
}

const answers = {
  initialize({ protocolVersion, clientCapabilities }) {
    need(protocolVersion, 'number');
    files = clientCapabilities?.fs ?? {};
    return { protocolVersion: 1, agentCapabilities: {}, agentInfo: { name: 'minimal-agent', version: '1.0.0' } };
  },
  'session/new'({ cwd, mcpServers }) {
    const sessionId = randomUUID();
    sessions.set(sessionId, { cwd: need(cwd, 'string'), stops: new Set(), servers: need(mcpServers, 'list') });
    return { sessionId };
  },
  async 'session/prompt'({ sessionId, prompt }) {
    const { cwd, stops } = sessions.get(need(sessionId, 'string')) ?? fail(-32602, 'no such session');
    const words = need(prompt, 'list').map(({ type, text }) => {
      if (type !== 'resource_link') return type === 'text' ? need(text, 'string') : fail(-32602, `no ${type} here`);
      return '';
    });
    const [, name, rest] = /^(\S*)\s?(.*)$/s.exec(words.join(''));
    const stop = new AbortController();
    const stopped = new Promise((_, reject) => stop.signal.addEventListener('abort', () => reject(STOP)));
    stopped.catch(() => {});
    stops.add(stop);
    try {
      const scenes = scenesOf(sessionId, cwd, stopped);
      await (Object.hasOwn(scenes, name) ? scenes[name] : scenes.say)(rest);
      return { stopReason: 'end_turn' };
    } catch (error) {
      return error === STOP ? { stopReason: 'cancelled' } : fail(-32603, error.message);
    } finally {
      stops.delete(stop);
    }
  },
};

async function hear({ id, method, params, result, error }) {
  if (method === undefined) return error ? waiting.get(id)?.reject(error) : waiting.get(id)?.resolve(result);
  if (method === 'session/cancel') for (const stop of sessions.get(params?.sessionId)?.stops ?? []) stop.abort();
  if (id === undefined) return;
  try {
    const answer = Object.hasOwn(answers, method) ? answers[method] : fail(-32601, `no method ${method}`);
    say({ id, result: await answer(need(params, 'object')) });
  } catch ({ code = -32603, message }) {
    say({ id, error: { code, message } });
  }
}

let left = '';
process.stdin.setEncoding('utf8').on('data', (chunk) => {
  const lines = (left + chunk).split('\n');
  left = lines.pop();
  for (const line of lines.filter((one) => one.trim() !== '')) {
    try {
      hear(Object(JSON.parse(line)));
    } catch {
      say({ id: null, error: { code: -32700, message: 'no JSON' } });
    }
  }
});
process.stdin.on('end', () => process.exit());
