// An agent on version 1 of @a2a-js/sdk, which serves 1.0, and 0.3 by its layer of compatibility, over JSON-RPC and REST. The first word
// of a message says what it does.
//   node a2a-agent.mjs PORT
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Role, TaskState } from 'a2a-sdk-1';
import { createLegacyAwarePushNotificationSender } from 'a2a-sdk-1/compat/v0_3/server';
import { AgentEvent, DefaultRequestHandler, InMemoryPushNotificationStore, InMemoryTaskStore } from 'a2a-sdk-1/server';
import { agentCardHandler, jsonRpcHandler, restHandler, UserBuilder } from 'a2a-sdk-1/server/express';
import express from 'express';

const text = (said) => [{ content: { $case: 'text', value: said }, metadata: undefined, filename: '', mediaType: '' }];
const ends = {
  ask: TaskState.TASK_STATE_INPUT_REQUIRED,
  'sign-in': TaskState.TASK_STATE_AUTH_REQUIRED,
  reject: TaskState.TASK_STATE_REJECTED,
  fail: TaskState.TASK_STATE_FAILED,
};
const cancelled = new Set();
/** The contexts of tasks that wait for their user, by task: nothing runs there that could be stopped. */
const waiting = new Map();

const update = (bus, { taskId, contextId }, state, message) => {
  const status = { state, timestamp: new Date().toISOString(), message };
  bus.publish(AgentEvent.statusUpdate({ taskId, contextId, status, metadata: undefined }));
};

async function cancelTask(taskId, bus) {
  if (!waiting.has(taskId)) return void cancelled.add(taskId);
  update(bus, { taskId, contextId: waiting.get(taskId) }, TaskState.TASK_STATE_CANCELED);
  bus.finished();
}

async function execute({ taskId, contextId, userMessage, task }, bus) {
  const said = userMessage.parts.find(({ content }) => content?.$case === 'text')?.content.value ?? '';
  const [word, ...rest] = said.split(' ');
  const says = (parts) => ({
    role: Role.ROLE_AGENT,
    messageId: randomUUID(),
    taskId,
    contextId,
    parts,
    extensions: [],
    referenceTaskIds: [],
    metadata: undefined,
  });
  const move = (state, parts) => update(bus, { taskId, contextId }, state, parts && says(parts));
  const give = (parts, append = false, lastChunk = true) => {
    const artifact = { artifactId: 'a', name: '', description: '', parts, extensions: [], metadata: undefined };
    bus.publish(AgentEvent.artifactUpdate({ taskId, contextId, artifact, append, lastChunk, metadata: undefined }));
  };
  if (word === 'quick') {
    bus.publish(AgentEvent.message(says(text(rest.join(' ')))));
    return bus.finished();
  }
  const status = { state: TaskState.TASK_STATE_SUBMITTED, timestamp: new Date().toISOString(), message: undefined };
  const begun = { id: taskId, contextId, status, artifacts: [], history: [userMessage], metadata: undefined };
  // The SDK wants the task before anything else of every turn.
  bus.publish(AgentEvent.task(task ?? begun));
  waiting.delete(taskId);
  move(TaskState.TASK_STATE_WORKING);
  for (let piece = 1; word === 'slow' && piece <= 3; piece++) {
    await sleep(100);
    give(text(`piece ${piece}\n`), piece > 1, piece === 3);
  }
  for (let turn = 0; word === 'wait' && turn < 200 && !cancelled.has(taskId); turn++) await sleep(50);
  if (ends[word] !== undefined) {
    if (word === 'ask' || word === 'sign-in') waiting.set(taskId, contextId);
    move(ends[word], text(`It is ${word}.`));
  } else {
    if (word !== 'slow' && word !== 'wait') give(text(rest.join(' ') || word));
    move(cancelled.has(taskId) ? TaskState.TASK_STATE_CANCELED : TaskState.TASK_STATE_COMPLETED);
  }
  bus.finished();
}

const card = {
  name: 'a2a-js-1 agent',
  description: 'Does what the first word of a message says.',
  version: '1.0.0',
  supportedInterfaces: [],
  provider: undefined,
  capabilities: { streaming: true, pushNotifications: true, extensions: [], extendedAgentCard: false },
  securitySchemes: {},
  securityRequirements: [],
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [
    {
      id: 'words',
      name: 'words',
      description: 'Does what the first word says.',
      tags: ['test'],
      examples: [],
      inputModes: [],
      outputModes: [],
      securityRequirements: [],
    },
  ],
  signatures: [],
};
const webhooks = new InMemoryPushNotificationStore();
const poster = createLegacyAwarePushNotificationSender(webhooks);
const requestHandler = new DefaultRequestHandler(
  card,
  new InMemoryTaskStore(),
  { execute, cancelTask },
  undefined,
  webhooks,
  poster,
);
const legacyCompat = { enabled: true };
const options = { requestHandler, userBuilder: UserBuilder.noAuthentication, legacyCompat };
const app = express();
app.use('/.well-known/agent-card.json', agentCardHandler({ agentCardProvider: requestHandler, legacyCompat }));
app.use('/rpc', jsonRpcHandler(options));
app.use('/rest', restHandler(options));
const server = app.listen(Number(process.argv[2] ?? 0), '127.0.0.1', () => {
  const url = `http://127.0.0.1:${server.address().port}`;
  card.supportedInterfaces = ['1.0', '0.3'].flatMap((protocolVersion) => [
    { url: `${url}/rpc`, protocolBinding: 'JSONRPC', protocolVersion, tenant: '' },
    { url: `${url}/rest`, protocolBinding: 'HTTP+JSON', protocolVersion, tenant: '' },
  ]);
  console.log(`listening on ${url}`);
});
