// A host on the official ACP SDK, version 2: what the SDK leaves to its user is done in the plainest way. Reports what its user saw as one
// line of JSON. After `--` the command of its agent.
//   node acp2-host.mjs --cwd FOLDER [FLAG [VALUE]]… -- COMMAND ARG…
import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import * as acp from 'acp-sdk-2';

const end = process.argv.indexOf('--');
const flags = process.argv.slice(2, end);
const [program, ...args] = process.argv.slice(end + 1);
const has = (flag) => flags.includes(`--${flag}`);
const given = (flag) => (has(flag) ? flags[flags.indexOf(`--${flag}`) + 1] : undefined);
const spawned = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
let cancelled;
const cancelling = new Promise((done) => {
  cancelled = done;
});
const cwd = given('cwd');
const sessions = new Map();
const seen = (sessionId) => {
  if (!sessions.has(sessionId)) sessions.set(sessionId, { text: '', plan: [], toolCalls: [], title: null });
  return sessions.get(sessionId);
};

function take({ sessionId, update }) {
  const session = seen(sessionId);
  const { sessionUpdate: kind, content, entries, title, toolCallId, status, locations } = update;
  if (kind === 'agent_message_chunk' && content.type === 'text') session.text += content.text;
  if (kind === 'plan') session.plan = entries;
  if (kind === 'session_info_update' && title !== undefined) session.title = title;
  if (kind === 'tool_call')
    session.toolCalls.push({ toolCallId, title, status: status ?? 'pending', content, locations });
  const call = session.toolCalls.find((one) => one.toolCallId === toolCallId);
  if (kind !== 'tool_call_update' || !call) return;
  for (const key of ['title', 'status', 'content', 'locations'])
    if (update[key] !== undefined && update[key] !== null) call[key] = update[key];
}

const FORMATS = {
  email: 'a@example.com',
  uri: 'https://example.com',
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00Z',
};
/** A value that fits a property of a form. */
function filled({ type, default: usual, enum: choices, oneOf, items, format, minLength = 1, minimum, minItems = 1 }) {
  if (usual !== undefined && usual !== null) return usual;
  const [first] = choices ?? oneOf?.map((one) => one.const) ?? [];
  if (first !== undefined) return first;
  if (type === 'boolean') return true;
  if (type === 'array') return (items.enum ?? items.anyOf.map((one) => one.const)).slice(0, minItems);
  if (type === 'string') return FORMATS[format] ?? 'x'.repeat(minLength);
  return Math.ceil(minimum ?? 0);
}

function elicited({ mode, requestedSchema }) {
  if (has('decline')) return { action: 'decline' };
  if (mode === 'url') return { action: 'accept' };
  if (mode !== 'form') throw acp.RequestError.invalidParams({ mode });
  const pairs = Object.entries(requestedSchema.properties ?? {}).map(([name, schema]) => [name, filled(schema)]);
  return { action: 'accept', content: Object.fromEntries(pairs) };
}

const { session, fs, elicitation } = acp.methods.client;
const { agent } = acp
  .client({ name: 'sdk2-host' })
  .onRequest(session.requestPermission, async ({ params: { options } }) => {
    if (has('cancel')) await cancelling;
    const kind = has('reject') ? 'reject' : 'allow';
    const option = has('cancel') ? undefined : options.find((one) => one.kind.startsWith(kind));
    return { outcome: option ? { outcome: 'selected', optionId: option.optionId } : { outcome: 'cancelled' } };
  })
  .onRequest(elicitation.create, ({ params }) => elicited(params))
  .onNotification(elicitation.complete, () => {})
  .onRequest(fs.readTextFile, async ({ params: { path, line, limit } }) => {
    const text = await readFile(path, 'utf8').catch(() => {
      throw acp.RequestError.resourceNotFound(path);
    });
    if (!line && !limit) return { content: text };
    const lines = text.split('\n').slice((line ?? 1) - 1);
    return { content: lines.slice(0, limit ?? undefined).join('\n') };
  })
  .onRequest(fs.writeTextFile, async ({ params: { path, content } }) => {
    await writeFile(path, content);
    return {};
  })
  .onNotification(session.update, async ({ params }) => {
    take(params);
    if (!has('cancel') || params.update.sessionUpdate !== 'agent_message_chunk') return;
    await agent.notify(acp.methods.agent.session.cancel, { sessionId: params.sessionId });
    cancelled();
  })
  .connect(acp.ndJsonStream(Writable.toWeb(spawned.stdin), Readable.toWeb(spawned.stdout)));

const call = (method, params) => agent.request(method, params);
const methods = acp.methods.agent;

/** Opens a session, and signs in before if the agent wants it and the user does. */
async function open({ agentCapabilities: offered = {}, authMethods = [] }) {
  const { sessionCapabilities: can = {}, loadSession } = offered;
  const directories =
    has('directories') && can.additionalDirectories ? [join(cwd, 'one'), join(cwd, 'two')] : undefined;
  const params = { cwd, mcpServers: [], ...(directories && { additionalDirectories: directories }) };
  const [old, kept] = [given('load'), given('resume')];
  const begin = async () => {
    if (old !== undefined && loadSession) return [old, await call(methods.session.load, { sessionId: old, ...params })];
    if (kept !== undefined && can.resume)
      return [kept, await call(methods.session.resume, { sessionId: kept, ...params })];
    const made = await call(methods.session.new, params);
    return [made.sessionId, made];
  };
  return begin().catch(async (error) => {
    // It has no terminal for the agent to sign in in.
    const way = authMethods.find(({ type }) => type !== 'terminal');
    if (error.code !== -32000 || !has('sign-in') || !way) throw error;
    await call(methods.authenticate, { methodId: way.id });
    return begin();
  });
}

/** What the user has set up for the session, as far as the agent has it. */
async function set(sessionId, { modes, configOptions = [] }) {
  const [mode, id, value, on] = [given('mode'), given('config'), given('value'), given('switch')];
  if (mode !== undefined && modes?.availableModes.some((one) => one.id === mode))
    await call(methods.session.setMode, { sessionId, modeId: mode });
  if (id !== undefined && configOptions?.some((one) => one.id === id))
    await call(methods.session.setConfigOption, { sessionId, configId: id, value });
  if (on !== undefined && configOptions?.some((one) => one.id === on && one.type === 'boolean'))
    await call(methods.session.setConfigOption, { sessionId, configId: on, type: 'boolean', value: true });
}

async function work() {
  const agreed = await call('initialize', {
    protocolVersion: acp.PROTOCOL_VERSION,
    clientCapabilities: {
      fs: { readTextFile: true, writeTextFile: true },
      elicitation: { form: {}, url: {} },
      session: { configOptions: { boolean: {} } },
    },
    clientInfo: { name: 'sdk2-host', version: '1.0.0' },
  });
  if (agreed.protocolVersion !== acp.PROTOCOL_VERSION) throw new Error(`it speaks version ${agreed.protocolVersion}`);
  const { sessionCapabilities: can = {}, auth } = agreed.agentCapabilities ?? {};
  for (let cursor, more = has('list') && can.list; more; more = cursor !== undefined && cursor !== null)
    cursor = (await call(methods.session.list, { ...(cursor && { cursor }) })).nextCursor;
  if (has('delete') && can.delete) await call(methods.session.delete, { sessionId: given('delete') });
  const opened = [await open(agreed)];
  if (has('two-sessions')) opened.push(await open(agreed));
  await Promise.all(
    opened.map(async ([sessionId, offered]) => {
      seen(sessionId);
      await set(sessionId, offered ?? {});
      for (const text of has('cancel') || has('twice') ? ['hello', 'go on'] : ['hello'])
        await call(methods.session.prompt, { sessionId, prompt: [{ type: 'text', text }] });
      if (has('close') && can.close) await call(methods.session.close, { sessionId });
    }),
  );
  if (has('logout') && auth?.logout) await call(methods.logout, {});
  // The SDK gives the last update of a turn a moment after the answer that follows it.
  await sleep(50);
}

const report = (ok, more) => console.log(JSON.stringify({ ok, value: { sessions: [...sessions.values()] }, ...more }));
try {
  await work();
  report(true);
  process.exit(0);
} catch (error) {
  report(false, { error: error.message });
  process.exit(1);
}
