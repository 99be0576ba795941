import {
  errorOf,
  exactly,
  oncePerPrompt,
  paramsOf,
  replyIn,
  type ScriptOfRecording,
  shortText,
  unsaid,
} from '../../conversation/recorded-script.js';
import { isObject, type Json, type JsonObject } from '../../json/json.js';
import type { Exchange } from '../../recording/exchanges.js';
import { type CoreMethod, methodOf } from './v1/names.js';
import { exchangeInCore } from './v1/recorded.js';

const MESSAGES: readonly CoreMethod[] = ['message/send', 'message/stream'];
/** States that a script need not name: a task is submitted first, works then, and completes at the end. */
const USUAL = ['submitted', 'working', 'completed'];

const isMessage = ({ method }: Exchange): boolean => MESSAGES.some((one) => one === method);

/** Methods by the names that each version has for them. */
const named = (methods: readonly CoreMethod[]): string[] => [...methods, ...methods.map(methodOf)];

/** The text of a message, as replies look at it. */
function textOf({ request }: Exchange): string {
  const { message } = paramsOf(request);
  return partsOf(isObject(message) ? message.parts : undefined)
    .map(({ text }) => (typeof text === 'string' ? text : ''))
    .join('');
}

const partsOf = (parts: Json | undefined): JsonObject[] => (Array.isArray(parts) ? parts.filter(isObject) : []);

/** The script of a server: its replies to messages. */
export const serverScript: ScriptOfRecording = ({ heard }) => {
  const left: string[] = [];
  const replies = heard
    .map(exchangeInCore)
    .filter((exchange) => isMessage(exchange) && exchange.isComplete)
    .map((exchange) => replyOf(exchange, left));
  left.push(...unsaid(heard, named(MESSAGES), 'the mock answers in its own way'));
  left.push('its card: say by `card` and `skills` what differs from the usual one');
  return { script: { replies: oncePerPrompt(replies) }, left };
};

function replyOf(exchange: Exchange, left: string[]): JsonObject {
  const text = textOf(exchange);
  const prompt = exactly(text);
  const { error } = replyIn(exchange);
  if (error !== undefined) return { prompt, error: errorOf(error) };
  const results = exchange.steps.flatMap(({ message }) => (isObject(message.result) ? [message.result] : []));
  const [only] = results;
  if (results.length === 1 && only?.kind === 'message') return { prompt, message: partsOf(only.parts) };
  const updates = results.flatMap((result) => updatesOf(result, text, left));
  return { prompt, ...(updates.length > 0 ? { updates } : {}) };
}

/** What happened to a task by a result or an event of its stream. */
function updatesOf(result: JsonObject, text: string, left: string[]): JsonObject[] {
  const { kind, status, artifact, append, lastChunk, artifacts } = result;
  if (kind === 'artifact-update' && isObject(artifact))
    return [
      {
        artifact: withoutId(artifact),
        ...(append === true ? { append } : {}),
        ...(lastChunk === false ? { lastChunk } : {}),
      },
    ];
  if (kind === 'status-update' && isObject(status)) return statusOf(status);
  if (kind === 'task') {
    const made = partsOf(artifacts).map((one) => ({ artifact: withoutId(one) }));
    return [...made, ...(isObject(status) ? statusOf(status) : [])];
  }
  left.push(`a result of the kind ${String(kind)} for "${shortText(text)}"`);
  return [];
}

/** An id that the server made up is made up again; `reply` is the usual one. */
const withoutId = ({ artifactId, ...artifact }: JsonObject): JsonObject =>
  typeof artifactId === 'string' && /^[a-z-]{1,20}$/i.test(artifactId) ? { artifactId, ...artifact } : artifact;

function statusOf({ state, message }: JsonObject): JsonObject[] {
  const said = isObject(message) ? partsOf(message.parts) : [];
  if (USUAL.includes(String(state)) && said.length === 0) return [];
  return [{ status: { state: state ?? 'working', ...(said.length > 0 ? { message: said } : {}) } }];
}

/** The script of a client: its message, its answer, and whether it streams. */
export const clientScript: ScriptOfRecording = ({ heard, asked: recorded }) => {
  const asked = recorded.map(exchangeInCore);
  const [first, second, ...more] = asked.filter(isMessage);
  const isAnswer = second !== undefined && isObject(paramsOf(second.request).message);
  const script = {
    ...(first ? { message: textOf(first) } : {}),
    ...(first?.method === 'message/stream' ? { stream: true } : {}),
    ...(second && isAnswer ? { answer: textOf(second) } : {}),
    ...(asked.some(({ method }) => method === 'tasks/cancel') ? { cancel: true } : {}),
    ...(asked.some(({ method }) => method === 'agent/getAuthenticatedExtendedCard') ? { extendedCard: true } : {}),
  };
  const known = named([...MESSAGES, 'tasks/cancel', 'tasks/get', 'agent/getAuthenticatedExtendedCard']);
  const left = more.map(
    (exchange) => `the message "${shortText(textOf(exchange))}": the mock sends one, and an answer`,
  );
  left.push(...unsaid(recorded, known, 'the mock does not send it'));
  left.push(...unsaid(heard, [], 'the mock answers in its own way'));
  return { script, left };
};
