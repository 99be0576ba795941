// A minimal host of the Harn bridge: starts the runtime that its arguments name, prompts once, answers what it asks.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const runtime = spawn(process.argv[2], process.argv.slice(3), { stdio: ['pipe', 'pipe', 'inherit'] });
const say = (message) => runtime.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const refuse = (code, message) => {
  throw { code, message };
};
const own = (table, name, code) => (Object.hasOwn(table, name) ? table[name] : refuse(code, `no ${name}`));
/** Params that do not fit are an error of their own. */
function need(value, type) {
  if (value === null || (type === 'list' ? !Array.isArray(value) : typeof value !== type))
    refuse(-32602, `want a ${type}`);
  return value;
}
function shares(query) {
  const words = need(query, 'string').split(/\W+/).filter(Boolean);
  return (text) => words.some((word) => text.includes(word));
}

const tools = { upper: ({ text }) => String(text).toUpperCase(), wipe: () => refuse(-32001, 'nothing is wiped here') };
const skills = [
  { id: 'team/ship', name: 'ship', description: 'Publishes a release', source: 'host' },
  { id: 'team/review', name: 'review', description: 'Looks over a change', source: 'host' },
];
let [listings, idles] = [0, 0];

const answers = {
  'host/tools/list': () => Object.keys(tools).map((name) => ({ name })),
  builtin_call: ({ name, args }) => own(tools, need(name, 'string'), -32602)(need(args, 'list')[0]),
  'skills/list': () => [...skills],
  'skills/fetch': ({ id }) => ({
    ...(skills.find((one) => one.id === need(id, 'string')) ?? refuse(-32602, `no skill ${id}`)),
    body: 'Take your time.',
    allowed_tools: ['git'],
  }),
  'skill/match': ({ prompt, candidates }) => {
    const names = need(candidates, 'list').map(({ name }) => name);
    return names.filter(shares(prompt)).map((name) => ({ name }));
  },
  'tool_search/query': ({ query, candidates }) => {
    return { tool_names: need(candidates, 'list').filter(shares(query)).slice(0, 20) };
  },
  'session/request_permission': ({ sessionId, toolCall, options = [] }) => {
    const { toolName, rawInput } = need(sessionId, 'string') && need(toolCall, 'object');
    if (toolName === 'delete_file') return { granted: false, reason: 'files stay' };
    if (toolName === 'write_file') return { granted: true, args: { ...rawInput, path: `safe/${rawInput.path}` } };
    const optionId = options.find(({ kind }) => kind.startsWith('allow'))?.optionId;
    return { outcome: { outcome: 'selected', optionId } };
  },
  'host/capabilities': () => ({ project: ['scan'] }),
  'host/call': ({ name }) => (need(name, 'string') === 'project.scan' ? ['a.txt'] : refuse(-32602, `no ${name}`)),
};

/** What the host does by itself: it wakes a daemon that is idle for the third time, and gets a new skill meanwhile. */
function goOn(method) {
  if (method === 'agent/idle' && ++idles === 3) say({ method: 'agent/resume', params: {} });
  if (method !== 'skills/list' || ++listings !== 1) return;
  skills.push({ id: 'team/notes', name: 'notes', description: 'Writes release notes', source: 'host' });
  say({ method: 'skills/update' });
}

function hear(line) {
  let id;
  try {
    const { method, params = {}, result, ...message } = JSON.parse(line);
    ({ id } = message);
    if (typeof method !== 'string') return next(id, result);
    if (id !== undefined) say({ id, result: own(answers, method, -32601)(need(params, 'object')) });
    goOn(method);
  } catch ({ code = -32603, message }) {
    if (id !== undefined) say({ id, error: { code, message } });
  }
}

/** Goes on when the runtime has answered: a session, then the prompt, then the end. */
function next(id, result) {
  const prompt = [{ type: 'text', text: 'hello' }];
  if (id === 1) say({ id: 2, method: 'session/new', params: { cwd: process.cwd(), mcpServers: [] } });
  if (id === 2) say({ id: 3, method: 'session/prompt', params: { sessionId: result.sessionId, prompt } });
  if (id === 3) runtime.stdin.end();
}

createInterface({ input: runtime.stdout }).on('line', hear);
runtime.on('exit', () => process.exit());
say({ id: 1, method: 'initialize', params: { protocolVersion: 1, clientCapabilities: {} } });
