import type { AgentCard, Message, MessageSendParams } from '../../../generated/types/a2a-0.3.0.js';
import type { Json, JsonObject } from '../../../json/json.js';
import { RpcError } from '../../../jsonrpc/rpc-error.js';
import type { Conversation } from './connection.js';
import type { ClientParts } from './parts.js';
import { View } from './view.js';

/** What came of a client's work. */
export interface ClientOutcome {
  ok: boolean;
  /** What its user saw: `state` of the task, `text`, and the `code` of the error that ended it. */
  value: JsonObject;
  error?: string;
}

interface Opened {
  card: AgentCard;
  connection: Conversation;
}

export interface RunOptions {
  parts: ClientParts;
  newId(): string;
  /** Reads the card, and begins the conversation that it names. */
  open(): Promise<Opened>;
  /** Begins the conversation that an extended card names, in place of that of `card`. Throws AgentProblem. */
  extend(card: AgentCard, extended: Json): Opened;
  /** Aborts when nothing more is wanted. */
  signal: AbortSignal;
  /** What its user says after the messages of the script; undefined if that is all. Default: nothing. */
  next?: () => Promise<string | undefined>;
}

/** Does what a script says. Never rejects: what keeps it from going on is in the outcome. */
export async function runScript(options: RunOptions): Promise<ClientOutcome> {
  const view = new View(options.parts.version.endsByState);
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
  const { parts } = options;
  const { script } = parts;
  const opened = await options.open().catch(parts.unusable);
  if (!opened) return;
  const { card, connection } = await extended(opened, options);
  const streams = script.stream && card.capabilities.streaming === true;
  const hasHooks = script.webhook !== undefined && card.capabilities.pushNotifications === true;
  const returns = parts.version.agentsWait && (script.cancel || hasHooks);
  const send = async (text: string) => {
    const params = { ...paramsOf(text, options, view), ...(returns && { configuration: { blocking: false } }) };
    const event = (result: Json) => view.event(result);
    if (streams) await connection.stream('message/stream', params, { event, whole: () => view.settled });
    else view.take(await connection.request('message/send', params));
  };
  const follow = async () => {
    const { taskId: id } = view;
    const { signal } = options;
    if (id !== undefined) await parts.follow({ connection, id, view, streams, clock: parts.clock, signal });
  };
  if (script.message !== '' || !options.next) await begin(send, follow, options, connection, card, view);
  for (let text = await options.next?.(); text !== undefined; text = await options.next?.()) {
    view.turn();
    await send(text);
    await follow();
  }
}

/** The conversation of the extended card, if the script wants one and the card promises it. */
async function extended(opened: Opened, { parts: { script }, extend }: RunOptions): Promise<Opened> {
  const { card, connection } = opened;
  if (!script.extendedCard || !card.supportsAuthenticatedExtendedCard) return opened;
  return extend(card, await connection.request('agent/getAuthenticatedExtendedCard', undefined));
}

/** Says what the script says, and does with the task what it says. */
async function begin(
  send: (text: string) => Promise<void>,
  follow: () => Promise<void>,
  { parts: { script } }: RunOptions,
  connection: Conversation,
  card: AgentCard,
  view: View,
): Promise<void> {
  await send(script.message);
  const { taskId: id } = view;
  if (id === undefined) return;
  if (script.webhook !== undefined && card.capabilities.pushNotifications)
    await setHook(connection, id, script.webhook);
  if (script.cancel && !view.ended) view.take(await connection.request('tasks/cancel', { id }));
  await follow();
  if (script.answer === undefined || view.state !== 'input-required') return;
  await send(script.answer);
  await follow();
}

/** A text for the agent, about the task that there is. */
function paramsOf(text: string, { newId }: RunOptions, { taskId, contextId }: View): MessageSendParams {
  const message: Message = {
    kind: 'message',
    messageId: newId(),
    role: 'user',
    parts: [{ kind: 'text', text }],
    ...(taskId === undefined ? {} : { taskId }),
    ...(contextId === undefined ? {} : { contextId }),
  };
  return { message };
}

/** Sets a webhook, reads it alone and among the others, and takes it away again. */
async function setHook(connection: Conversation, taskId: string, url: string): Promise<void> {
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
