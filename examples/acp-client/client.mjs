// A minimal ACP client: starts the agent behind `--`, prompts it in a folder, and serves files and permissions.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';

const end = process.argv.indexOf('--');
const flags = process.argv.slice(2, end);
const cwd = realpathSync(flags[flags.indexOf('--cwd') + 1]);
const agent = spawn(process.argv[end + 1], process.argv.slice(end + 2), { stdio: ['pipe', 'pipe', 'inherit'] });
const cancels = flags.includes('--cancel');
const waiting = new Map();
let asked = 0;
let cancel = () => {};
const cancelled = new Promise((done) => {
  cancel = (sessionId) => done(say({ method: 'session/cancel', params: { sessionId } }));
});

const say = (message) => void agent.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const ask = (method, params) => {
  say({ id: ++asked, method, params });
  return new Promise((resolve, reject) => waiting.set(asked, { resolve, reject }));
};
const fail = (code, message) => {
  throw { code, message };
};
const is = (value, type) => (type === 'list' ? Array.isArray(value) : value !== null && typeof value === type);
const need = (value, type) => (is(value, type) ? value : fail(-32602, `want a ${type}`));
/** The real path, which must lie in our folder. */
function place(path) {
  const full = resolve(need(path, 'string'));
  const real = existsSync(full) ? realpathSync(full) : join(realpathSync(dirname(full)), basename(full));
  return real.startsWith(cwd + sep) ? real : fail(-32602, `${path} is not in ${cwd}`);
}

const answers = {
  async 'session/request_permission'({ sessionId, toolCall, options }) {
    const kinds = need(options, 'list').map((one) => String(need(one, 'object').kind));
    if (need(sessionId, 'string') && need(toolCall, 'object') && cancels) await cancelled;
    const option = options[kinds.findIndex((kind) => kind.startsWith(flags.includes('--reject') ? 'reject' : 'allow'))];
    if (cancels || !option) return { outcome: { outcome: 'cancelled' } };
    return { outcome: { outcome: 'selected', optionId: option.optionId } };
  },
  'fs/read_text_file'({ path, line, limit }) {
    for (const count of [line, limit]) need(count ?? 0, 'number');
    const text = readFileSync(place(path), 'utf8');
    if (!line && !limit) return { content: text };
    const lines = text.split('\n').slice((line ?? 1) - 1);
    return { content: lines.slice(0, limit ?? undefined).join('\n') };
  },
  'fs/write_text_file': ({ path, content }) => writeFileSync(place(path), need(content, 'string')) ?? {},
};

async function hear({ id, method, params, result, error }) {
  if (method === undefined) return error ? waiting.get(id)?.reject(error) : waiting.get(id)?.resolve(result);
  if (cancels && params?.update?.sessionUpdate === 'agent_message_chunk') cancel(params.sessionId);
  if (id === undefined) return;
  try {
    const answer = Object.hasOwn(answers, method) ? answers[method] : fail(-32601, `no method ${method}`);
    say({ id, result: await answer(need(params, 'object')) });
  } catch ({ code, message }) {
    say({ id, error: { code: Number.isInteger(code) ? code : -32603, message } });
  }
}

let left = '';
agent.stdout.setEncoding('utf8').on('data', (chunk) => {
  const lines = (left + chunk).split('\n');
  left = lines.pop();
  for (const line of lines) {
    try {
      hear(Object(JSON.parse(line)));
    } catch {} // what is no message is passed over
  }
});
agent.on('exit', () => process.exit(1));

try {
  const clientCapabilities = { fs: { readTextFile: true, writeTextFile: true } };
  const clientInfo = { name: 'minimal-client', version: '1.0.0' };
  const { protocolVersion } = await ask('initialize', { protocolVersion: 1, clientCapabilities, clientInfo });
  if (protocolVersion !== 1) throw new Error(`the agent speaks version ${protocolVersion}`);
  const { sessionId } = await ask('session/new', { cwd, mcpServers: [] });
  for (const text of cancels || flags.includes('--twice') ? ['hello', 'go on'] : ['hello'])
    await ask('session/prompt', { sessionId, prompt: [{ type: 'text', text }] });
  process.exit(0);
} catch ({ message }) {
  console.error(message);
  process.exit(1);
}
