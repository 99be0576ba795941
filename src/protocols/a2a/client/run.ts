import type { AgentCard, Message, MessageSendParams } from '../../../generated/types/a2a-0.3.0.js';
import { asObject, type Json, type JsonObject } from '../../../json/json.js';
import { RpcError } from '../../../jsonrpc/rpc-error.js';
import { type Clock, sleep } from '../../../wire/clock/clock.js';
import type { Connection } from './connection.js';
import type { ClientScript } from './script.js';
import { View } from './view.js';

/** ms between two looks at a task. */
const PAUSE = 1_000;

/** What came of a client's work. */
export interface ClientOutcome {
  ok: boolean;
  /** What its user saw: `state` of the task, `text`, and the `code` of the error that ended it. */
  value: JsonObject;
  error?: string;
}

export interface RunOptions {
  script: ClientScript;
  /** The defects that it has. */
  switches: ReadonlySet<string>;
  clock: Clock;
  newId(): string;
  /** Reads the card, and opens the connection that it names; `next` is taken if the agent does not answer there. */
  open(): Promise<{ card: AgentCard; connection: Connection; next?: Connection }>;
  /** Aborts when nothing more is wanted. */
  signal: AbortSignal;
}

/** Does what a script says. Never rejects: what keeps it from going on is in the outcome. */
export async function runScript(options: RunOptions): Promise<ClientOutcome> {
  const view = new View();
  const seen = () => ({ ...(view.state === undefined ? {} : { state: view.state }), text: view.text });
  try {
    await play(options, view);
    return { ok: true, value: seen() };
  } catch (error) {
    const value: JsonObject = { ...seen(), ...(error instanceof RpcError && { code: error.code }) };
    return { ok: false, value, error: error instanceof Error ? error.message : String(error) };
  }
}

async function play(options: RunOptions, view: View): Promise<void> {
  const { script } = options;
  const opened = await options.open().catch((error) => {
    if (!options.switches.has('silent-about-cards')) throw error;
  });
  if (!opened) return;
  const { card, next } = opened;
  let { connection } = opened;
  if (script.extendedCard && card.supportsAuthenticatedExtendedCard)
    await connection.request('agent/getAuthenticatedExtendedCard', undefined);
  const streams = script.stream && card.capabilities.streaming === true;
  const send = async (text: string) => {
    const params = paramsOf(text, options, view);
    const event = (result: Json) => view.event(result);
    if (streams) await connection.stream('message/stream', params, { event, whole: () => view.settled });
    else view.take(await connection.request('message/send', params));
  };
  const first = send(script.message);
  if (options.switches.has('repeats-refused') && (await isRefused(first, view))) await send(script.message);
  else
    await first.catch(async (error) => {
      if (!next || error instanceof RpcError) throw error;
      connection = next;
      await send(script.message);
    });
  if (streams && options.switches.has('takes-cut-for-end')) return;
  const { taskId: id } = view;
  if (id === undefined) return;
  if (script.webhook !== undefined && card.capabilities.pushNotifications)
    await setHook(connection, id, script.webhook);
  if (script.cancel && !view.ended) view.take(await connection.request('tasks/cancel', { id }));
  await follow(connection, id, options, view);
  if (view.ended && script.permissive.has('reads-again')) await connection.request('tasks/get', { id }).catch(() => {});
  if (script.answer === undefined || view.state !== 'input-required') return;
  await send(script.answer);
  await follow(connection, id, options, view);
}

/** Whether the agent did not want a message of this client: a defect asks that. */
const isRefused = (sent: Promise<void>, view: View): Promise<boolean> =>
  sent.then(
    () => view.state === 'rejected',
    (error) => /HTTP 401/.test(String(error)),
  );

/** Looks at the task from time to time, until it has ended or waits. */
async function follow(
  connection: Connection,
  id: string,
  { clock, signal, script }: RunOptions,
  view: View,
): Promise<void> {
  while (!view.settled && !signal.aborted) {
    if (!script.permissive.has('hurried')) await sleep(clock, PAUSE, signal);
    if (!signal.aborted) view.take(await connection.request('tasks/get', { id }));
  }
}

/** A text for the agent, about the task that there is. */
function paramsOf(text: string, { script, newId }: RunOptions, { taskId, contextId }: View): MessageSendParams {
  const { permissive } = script;
  const message: Message = {
    kind: 'message',
    messageId: newId(),
    role: 'user',
    parts: [{ kind: 'text', text }],
    ...(taskId === undefined || contextId === undefined ? {} : { taskId, contextId }),
    ...(permissive.has('metadata') ? { metadata: { 'vendor.example/größe': [1, null] }, extensions: [] } : {}),
  };
  return {
    message,
    ...(permissive.has('configured')
      ? { configuration: { acceptedOutputModes: ['text/plain'], historyLength: 3, blocking: true } }
      : {}),
    ...(permissive.has('metadata') ? { metadata: { 'vendor.example/more': {} } } : {}),
    ...(permissive.has('more-members') ? asObject({ 'x-proctor': { more: [1, null] } }) : {}),
  };
}

/** Sets a webhook, reads it alone and among the others, and takes it away again. */
async function setHook(connection: Connection, taskId: string, url: string): Promise<void> {
  const pushNotificationConfigId = 'proctor';
  await connection.request('tasks/pushNotificationConfig/set', {
    taskId,
    pushNotificationConfig: { id: pushNotificationConfigId, url, token: 'proctor-token' },
  });
  const params = { id: taskId, pushNotificationConfigId };
  await connection.request('tasks/pushNotificationConfig/get', params);
  await connection.request('tasks/pushNotificationConfig/list', { id: taskId });
  await connection.request('tasks/pushNotificationConfig/delete', params);
}
