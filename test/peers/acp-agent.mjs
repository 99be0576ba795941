// A small agent on the official SDK, version 2: it says what it is told, goes on until it is cancelled when told to `talk`, and
// reads or writes a file of the client when told to `read` or `edit` one.
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import * as acp from 'acp-sdk-2';

const sessions = new Map();
let offered = {};

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
  if (!['talk', 'say', 'read', 'edit'].includes(verb)) await say('hello');
}

acp
  .agent({ name: 'small-agent' })
  .onRequest('initialize', ({ params }) => {
    offered = params.clientCapabilities?.fs ?? {};
    return { protocolVersion: 1, agentInfo: { name: 'small-agent', version: '1.0.0' } };
  })
  .onRequest('session/new', ({ params: { cwd } }) => {
    const sessionId = crypto.randomUUID();
    sessions.set(sessionId, { cwd });
    return { sessionId };
  })
  .onRequest('session/prompt', async ({ params, client }) => {
    const session = sessions.get(params.sessionId);
    if (!session) throw acp.RequestError.invalidParams({ sessionId: params.sessionId });
    session.turn?.abort();
    session.turn = new AbortController();
    const { signal } = session.turn;
    const played = await play(params, client, { cwd: session.cwd, signal }).catch((error) => error);
    if (signal.aborted) return { stopReason: 'cancelled' };
    if (played) throw played;
    return { stopReason: 'end_turn' };
  })
  .onNotification('session/cancel', ({ params }) => sessions.get(params.sessionId)?.turn?.abort())
  .connect(acp.ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));
