// A small agent on the official SDK, version 2. It repeats the prompt; the prompt `talk` goes on until it is cancelled, `read` and `edit`
// use a file of the client, and `ask` asks the user. With --sessions its sessions can be listed, resumed, closed and deleted.
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import * as acp from 'acp-sdk-2';

const sessions = new Map();
const keeps = process.argv.includes('--sessions');
let offered = {};
let elicits = false;

async function play({ sessionId, prompt }, client, { cwd, signal }) {
  const [{ text = '' }] = prompt;
  const [, verb, rest] = /^(\S*)\s*(.*)$/s.exec(text);
  const path = join(cwd, rest);
  const update = (body) => client.notify('session/update', { sessionId, update: body });
  const say = (piece) => update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: piece } });
  if (verb === 'talk') for (let n = 0; n < 100; n++) await say(`${n} `).then(() => pause(100, undefined, { signal }));
  if (verb === 'say') await say(rest);
  if (verb === 'read' && offered.readTextFile)
    await client.request('fs/read_text_file', { sessionId, path }).then(
      ({ content }) => say(content),
      ({ message }) => say(message),
    );
  if (verb === 'edit') {
    const toolCallId = crypto.randomUUID();
    await update({
      sessionUpdate: 'tool_call',
      toolCallId,
      title: text,
      kind: 'edit',
      status: 'pending',
      locations: [{ path }],
    });
    const options = ['allow_once', 'reject_once'].map((kind) => ({ optionId: kind, name: kind, kind }));
    const { outcome } = await client.request('session/request_permission', {
      sessionId,
      toolCall: { toolCallId },
      options,
    });
    signal.throwIfAborted();
    const granted = outcome.optionId === 'allow_once';
    if (granted) await update({ sessionUpdate: 'tool_call_update', toolCallId, status: 'in_progress' });
    if (granted) await client.request('fs/write_text_file', { sessionId, path, content: 'new' });
    await update({ sessionUpdate: 'tool_call_update', toolCallId, status: granted ? 'completed' : 'failed' });
  }
  if (verb === 'ask' && elicits) {
    const properties = { colour: { type: 'string', title: 'Colour', enum: ['red', 'blue'] } };
    const requestedSchema = { type: 'object', properties, required: ['colour'] };
    const asked = { mode: 'form', sessionId, message: 'Which colour?', requestedSchema };
    const { action, content } = await client.request('elicitation/create', asked);
    await say(action === 'accept' ? `You chose ${content.colour}.` : 'You chose nothing.');
  }
  if (!['talk', 'say', 'read', 'edit', 'ask'].includes(verb)) await say('hello');
}

function known(sessionId) {
  const session = sessions.get(sessionId);
  if (!session) throw acp.RequestError.invalidParams({ sessionId });
  return session;
}
/** Ends the turn of a session, if one is on. */
const stop = (sessionId) => sessions.get(sessionId)?.turn?.abort();

acp
  .agent({ name: 'small-agent' })
  .onRequest('initialize', ({ params }) => {
    offered = params.clientCapabilities?.fs ?? {};
    elicits = Boolean(params.clientCapabilities?.elicitation?.form);
    const agentInfo = { name: 'small-agent', version: '1.0.0' };
    const sessionCapabilities = { list: {}, resume: {}, close: {}, delete: {} };
    return { protocolVersion: 1, agentInfo, ...(keeps && { agentCapabilities: { sessionCapabilities } }) };
  })
  .onRequest('session/new', ({ params: { cwd } }) => {
    const sessionId = crypto.randomUUID();
    sessions.set(sessionId, { cwd });
    return { sessionId };
  })
  .onRequest('session/prompt', async ({ params, client }) => {
    const session = known(params.sessionId);
    const before = session.played;
    let over;
    session.played = new Promise((done) => {
      over = done;
    });
    await before;
    session.turn = new AbortController();
    const { signal } = session.turn;
    const played = await play(params, client, { cwd: session.cwd, signal }).catch((error) => error);
    over();
    if (signal.aborted) return { stopReason: 'cancelled' };
    if (played) throw played;
    return { stopReason: 'end_turn' };
  })
  .onRequest('session/list', ({ params: { cwd } }) => {
    const listed = [...sessions].filter(([, session]) => !cwd || session.cwd === cwd);
    return { sessions: listed.map(([sessionId, session]) => ({ sessionId, cwd: session.cwd })) };
  })
  .onRequest('session/resume', ({ params: { sessionId, cwd } }) => {
    known(sessionId).cwd = cwd;
    return {};
  })
  .onRequest('session/close', ({ params: { sessionId } }) => {
    known(sessionId);
    stop(sessionId);
    return {};
  })
  .onRequest('session/delete', ({ params: { sessionId } }) => {
    stop(sessionId);
    sessions.delete(sessionId);
    return {};
  })
  .onNotification('session/cancel', ({ params }) => stop(params.sessionId))
  .connect(acp.ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));
