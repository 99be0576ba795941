// A client on version 1 of @a2a-js/sdk, over JSON-RPC or HTTP+JSON of A2A 1.0. Sends one message and reports what came of it, as one line
// of JSON.
//   node a2a-client.mjs URL [--rest] [--stream] [--cancel] [--answer] [--webhook] [--extended-card] [--token TOKEN]
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { SendMessageRequest, TaskPushNotificationConfig, TaskState } from 'a2a-sdk-1';
import {
  ClientFactory,
  createAuthenticatingFetchWithRetry,
  DefaultAgentCardResolver,
  JsonRpcTransportFactory,
  RestTransportFactory,
} from 'a2a-sdk-1/client';

const [url, ...flags] = process.argv.slice(2);
const token = flags[flags.indexOf('--token') + 1];
const headers = async () => (flags.includes('--token') ? { Authorization: `Bearer ${token}` } : {});
const fetchImpl = createAuthenticatingFetchWithRetry(fetch, { headers, shouldRetryWithHeaders: async () => undefined });
const ENDS = ['completed', 'canceled', 'failed', 'rejected'];
/** The errors of A2A as the SDK names them, in the order of their codes. */
const REASONS = [
  'TASK_NOT_FOUND',
  'TASK_NOT_CANCELABLE',
  'PUSH_NOTIFICATION_NOT_SUPPORTED',
  'UNSUPPORTED_OPERATION',
  'CONTENT_TYPE_NOT_SUPPORTED',
  'INVALID_AGENT_RESPONSE',
  'EXTENDED_AGENT_CARD_NOT_CONFIGURED',
  'EXTENSION_SUPPORT_REQUIRED',
  'VERSION_NOT_SUPPORTED',
];
const seen = { text: '' };
const artifacts = new Map();
let task;

const textOf = (parts = []) => parts.map(({ content }) => (content?.$case === 'text' ? content.value : '')).join('');
const stateOf = (state) => (TaskState[state] ?? '').replace('TASK_STATE_', '').toLowerCase().replace('_', '-');

function give({ artifactId, parts }, append = false) {
  artifacts.set(artifactId, `${append ? (artifacts.get(artifactId) ?? '') : ''}${textOf(parts)}`);
  seen.text = [...artifacts.values()].join('');
}

function takeTask(it) {
  task = it;
  for (const artifact of it.artifacts) give(artifact);
  seen.state = stateOf(it.status?.state);
}

/** Takes note of a task or a message. */
const take = (it) => ('messageId' in it ? takeMessage(it) : takeTask(it));
const takeMessage = ({ parts }) => {
  seen.text = textOf(parts);
  seen.isMessage = true;
};

function takeEvent({ payload }) {
  if (payload?.$case === 'task') takeTask(payload.value);
  else if (payload?.$case === 'message') takeMessage(payload.value);
  else if (payload?.$case === 'artifactUpdate') give(payload.value.artifact, payload.value.append);
  else if (payload?.$case === 'statusUpdate') seen.state = stateOf(payload.value.status?.state);
}

const message = (more, configuration) =>
  SendMessageRequest.fromJSON({
    message: { messageId: randomUUID(), role: 'ROLE_USER', parts: [{ text: 'hello' }], ...more },
    ...(configuration && { configuration }),
  });
const isSettled = () => [...ENDS, 'input-required', 'auth-required'].includes(seen.state);

async function follow(client) {
  while (task && !isSettled()) {
    await sleep(500);
    takeTask(await client.getTask({ tenant: '', id: task.id }));
  }
}

async function work() {
  const TransportFactory = flags.includes('--rest') ? RestTransportFactory : JsonRpcTransportFactory;
  const client = await new ClientFactory({
    transports: [new TransportFactory({ fetchImpl })],
    cardResolver: new DefaultAgentCardResolver({ fetchImpl }),
  }).createFromUrl(url);
  if (flags.includes('--extended-card')) await client.getAgentCard();
  if (flags.includes('--stream')) {
    for await (const event of client.sendMessageStream(message())) takeEvent(event);
    if (!seen.isMessage && !isSettled()) throw new Error('the stream was cut off');
    return;
  }
  const goesOn = ['--webhook', '--cancel'].some((flag) => flags.includes(flag));
  take(await client.sendMessage(message({}, goesOn ? { returnImmediately: true } : undefined)));
  const { id, contextId } = task ?? {};
  if (flags.includes('--webhook') && id)
    await client.createTaskPushNotificationConfig(
      TaskPushNotificationConfig.fromJSON({ taskId: id, url: 'http://127.0.0.1:9/' }),
    );
  if (flags.includes('--cancel') && id) takeTask(await client.cancelTask({ tenant: '', id, metadata: undefined }));
  if (flags.includes('--answer') && seen.state === 'input-required')
    take(await client.sendMessage(message({ taskId: id, contextId })));
  await follow(client);
}

const codeOf = (error) => {
  const known = REASONS.indexOf(error?.reason ?? error?.cause?.reason);
  return known < 0 ? (error?.code ?? error?.cause?.code) : -32001 - known;
};
const outcome = () => ({ text: seen.text, ...(seen.state === undefined ? {} : { state: seen.state }) });
try {
  await work();
  console.log(JSON.stringify({ ok: true, value: outcome() }));
} catch (error) {
  console.log(
    JSON.stringify({ ok: false, value: { ...outcome(), code: codeOf(error) }, error: String(error?.message) }),
  );
  process.exitCode = 1;
}
