// An agent made with @a2a-js/sdk 0.3, over JSON-RPC and REST. The first word of a message says what it does.
//   node agent.mjs PORT
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DefaultRequestHandler, InMemoryTaskStore } from '@a2a-js/sdk/server';
import { agentCardHandler, jsonRpcHandler, restHandler, UserBuilder } from '@a2a-js/sdk/server/express';
import express from 'express';

const text = (said) => [{ kind: 'text', text: said }];
const ends = { ask: 'input-required', 'sign-in': 'auth-required', reject: 'rejected', fail: 'failed' };
const cancelled = new Set();

async function execute({ taskId, contextId, userMessage, task }, bus) {
  const [word, ...rest] = (userMessage.parts.find(({ kind }) => kind === 'text')?.text ?? '').split(' ');
  const says = (parts) => ({ kind: 'message', role: 'agent', messageId: randomUUID(), taskId, contextId, parts });
  const status = (state, parts) => ({
    state,
    timestamp: new Date().toISOString(),
    ...(parts && { message: says(parts) }),
  });
  const move = (state, { final = true, parts } = {}) =>
    bus.publish({ kind: 'status-update', taskId, contextId, status: status(state, parts), final });
  const give = (parts, append = false, lastChunk = true) =>
    bus.publish({
      kind: 'artifact-update',
      taskId,
      contextId,
      artifact: { artifactId: 'a', parts },
      append,
      lastChunk,
    });
  if (word === 'quick') {
    bus.publish(says(text(rest.join(' '))));
    return bus.finished();
  }
  if (!task) bus.publish({ kind: 'task', id: taskId, contextId, status: status('submitted'), history: [userMessage] });
  move('working', { final: false });
  for (let piece = 1; word === 'slow' && piece <= 3; piece++) {
    await sleep(100);
    give(text(`piece ${piece}\n`), piece > 1, piece === 3);
  }
  for (let turn = 0; word === 'wait' && turn < 200 && !cancelled.has(taskId); turn++) await sleep(50);
  if (ends[word]) move(ends[word], { parts: text(`It is ${ends[word]}.`) });
  else {
    if (word !== 'slow' && word !== 'wait') give(text(rest.join(' ') || word));
    move(cancelled.has(taskId) ? 'canceled' : 'completed');
  }
  bus.finished();
}

const card = {
  protocolVersion: '0.3.0',
  name: 'a2a-js agent',
  description: 'Does what the first word of a message says.',
  preferredTransport: 'JSONRPC',
  version: '1.0.0',
  capabilities: { streaming: true, pushNotifications: true },
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [{ id: 'words', name: 'words', description: 'Does what the first word says.', tags: ['test'] }],
};
const agent = { execute, cancelTask: async (taskId) => void cancelled.add(taskId) };
const requestHandler = new DefaultRequestHandler(card, new InMemoryTaskStore(), agent);
const options = { requestHandler, userBuilder: UserBuilder.noAuthentication };
const app = express();
app.use('/.well-known/agent-card.json', agentCardHandler({ agentCardProvider: requestHandler }));
app.use('/rpc', jsonRpcHandler(options));
app.use('/rest', restHandler(options));
const server = app.listen(Number(process.argv[2] ?? 0), '127.0.0.1', () => {
  const url = `http://127.0.0.1:${server.address().port}`;
  card.url = `${url}/rpc`;
  card.additionalInterfaces = [
    { url: `${url}/rpc`, transport: 'JSONRPC' },
    { url: `${url}/rest`, transport: 'HTTP+JSON' },
  ];
  console.log(`listening on ${url}`);
});
