// A client made with @a2a-js/sdk 0.3, over JSON-RPC and REST. Sends one message and tells what came of it, as one line of JSON.
//   node client.mjs URL [--stream] [--cancel] [--answer] [--webhook] [--extended-card] [--token TOKEN]
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  AuthenticatedExtendedCardNotConfiguredError,
  ClientFactory,
  ContentTypeNotSupportedError,
  createAuthenticatingFetchWithRetry,
  DefaultAgentCardResolver,
  InvalidAgentResponseError,
  JsonRpcTransportFactory,
  PushNotificationNotSupportedError,
  RestTransportFactory,
  TaskNotCancelableError,
  TaskNotFoundError,
  UnsupportedOperationError,
} from '@a2a-js/sdk/client';

const [url, ...flags] = process.argv.slice(2);
const token = flags[flags.indexOf('--token') + 1];
const headers = async () => (flags.includes('--token') ? { Authorization: `Bearer ${token}` } : {});
const fetchImpl = createAuthenticatingFetchWithRetry(fetch, { headers, shouldRetryWithHeaders: async () => undefined });
const ENDS = ['completed', 'canceled', 'failed', 'rejected'];
const CODES = [
  TaskNotFoundError,
  TaskNotCancelableError,
  PushNotificationNotSupportedError,
  UnsupportedOperationError,
  ContentTypeNotSupportedError,
  InvalidAgentResponseError,
  AuthenticatedExtendedCardNotConfiguredError,
];
const seen = { text: '' };
const artifacts = new Map();
let task;
let isLast = false;

/** Takes note of what the agent answers: a task, a message, or an event. */
function take(it) {
  const textOf = (parts = []) => parts.map((part) => part.text ?? '').join('');
  if (it.kind === 'message') seen.text = textOf(it.parts);
  const give = ({ artifactId, parts }, append = false) =>
    artifacts.set(artifactId, `${append ? (artifacts.get(artifactId) ?? '') : ''}${textOf(parts)}`);
  if (it.kind === 'artifact-update') give(it.artifact, it.append);
  if (it.kind === 'task') {
    task = it;
    for (const artifact of it.artifacts ?? []) give(artifact);
  }
  if (artifacts.size > 0) seen.text = [...artifacts.values()].join('');
  if (it.status) seen.state = it.status.state;
  isLast = it.kind === 'message' || it.final === true;
}

const message = (more) => ({
  message: {
    kind: 'message',
    messageId: randomUUID(),
    role: 'user',
    parts: [{ kind: 'text', text: 'hello' }],
    ...more,
  },
});

async function follow(client) {
  while (task && !ENDS.includes(seen.state) && !['input-required', 'auth-required'].includes(seen.state)) {
    await sleep(500);
    take(await client.getTask({ id: task.id }));
  }
}

async function work() {
  const client = await new ClientFactory({
    transports: [new JsonRpcTransportFactory({ fetchImpl }), new RestTransportFactory({ fetchImpl })],
    cardResolver: new DefaultAgentCardResolver({ fetchImpl }),
  }).createFromUrl(url);
  if (flags.includes('--extended-card')) await client.getAgentCard();
  if (flags.includes('--stream')) {
    for await (const event of client.sendMessageStream(message())) {
      take(event);
      if (isLast) return;
    }
    if (!ENDS.includes(seen.state)) throw new Error('the stream was cut off');
    return;
  }
  take(await client.sendMessage(message()));
  const { id, contextId } = task ?? {};
  if (flags.includes('--webhook'))
    await client.setTaskPushNotificationConfig({ taskId: id, pushNotificationConfig: { url: 'http://127.0.0.1:9/' } });
  if (flags.includes('--cancel')) take(await client.cancelTask({ id }));
  if (flags.includes('--answer') && seen.state === 'input-required')
    take(await client.sendMessage(message({ taskId: id, contextId })));
  await follow(client);
}

const codeOf = (error) => {
  const known = CODES.findIndex((type) => error instanceof type || error?.cause instanceof type);
  return known < 0 ? error?.errorResponse?.error?.code : -32001 - known;
};
try {
  await work();
  console.log(JSON.stringify({ ok: true, value: seen }));
} catch (error) {
  console.log(JSON.stringify({ ok: false, value: { ...seen, code: codeOf(error) }, error: String(error?.message) }));
  process.exitCode = 1;
}
