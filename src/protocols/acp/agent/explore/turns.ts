import type { Explored } from '../../../../conversation/explorer.js';
import type { JsonObject } from '../../../../json/json.js';
import { isObject } from '../../../../json/json.js';
import type { WireRecord } from '../../../../wire/record.js';
import type { ExploringPrompt } from './prompts.js';

/** One prompt and what came of it. */
export interface Turn extends Explored {
  prompt: ExploringPrompt;
}

/** ms of turns that are long, as the behaviors say. */
const LONG = 3_000;
const STREAMING = 5_000;
/** ms between two pieces of a turn that streams. */
const PIECES = 1_000;

/** The behaviors that a turn shows, each with the values beside its prompt. */
export function shownIn(turn: Turn): [string, JsonObject][] {
  const { prompt, records } = turn;
  const asked = records.find(({ from, as }) => from === 'kit' && as === 'turn');
  const reply = records.find(({ from, as, kind }) => from === 'target' && as === 'turn' && kind === 'message');
  if (!asked || !isEndOfTurn(reply)) return [];
  const during = records.filter(({ seq, from }) => from === 'target' && seq > asked.seq);
  const updates = during.flatMap((record) => updateOf(record) ?? []);
  const text = updates
    .map(({ update }) => (update.sessionUpdate === 'agent_message_chunk' ? textOf(update) : ''))
    .join('');
  const thoughts = updates.filter(({ update }) => update.sessionUpdate === 'agent_thought_chunk');
  const requests = during.flatMap((record) => requestOf(record) ?? []);
  const asks = requests.filter(({ method }) => method === 'session/request_permission');
  const serves = (method: string) => requests.filter((one) => one.method === method);
  const took = reply!.time - asked.time;
  const pieces = updates
    .filter(({ update }) => /_chunk$/.test(String(update.sessionUpdate)))
    .map(({ time }) => time - asked.time);
  const finished = (status: string) =>
    new Set(updates.filter(({ update }) => update.status === status).map(({ update }) => update.toolCallId)).size;
  const found: [string, JsonObject, boolean][] = [
    ['plain-turn', {}, text !== '' && requests.length === 0],
    ['echo-turn', { text: prompt.gives?.text ?? '' }, prompt.gives?.text !== undefined && text === prompt.gives.text],
    ['long-turn', {}, took >= LONG && (pieces[0] ?? took) < PIECES],
    ['streaming-turn', {}, took >= STREAMING && isSteady([0, ...pieces, took])],
    ['thinking-turn', {}, thoughts.length > 0 && text !== ''],
    ['planned-turn', {}, updates.filter(({ update }) => isPlan(update)).length >= 2],
    ['tool-turn', {}, finished('completed') >= 2 && requests.length === 0],
    ['failing-tool', {}, finished('failed') > 0],
    [
      'ask-permission',
      { file: prompt.gives?.file ?? '' },
      asks.length === 1 && isAbout(asks[0]!.params, prompt.gives?.file),
    ],
    ['run-command', {}, serves('terminal/create').length > 0 && asks.length === 0],
    ...served('read-file', serves('fs/read_text_file'), asks.length === 0),
    ...served('write-file', serves('fs/write_text_file'), asks.length === 0),
  ];
  return found.filter(([, , is]) => is).map(([behavior, values]) => [behavior, values]);
}

function served(
  behavior: string,
  [first]: { params: JsonObject }[],
  unasked: boolean,
): [string, JsonObject, boolean][] {
  const path = first?.params.path;
  if (typeof path !== 'string') return [];
  const content = first?.params.content;
  const file = path.split('/').at(-1)!;
  return [[behavior, { file, ...(typeof content === 'string' ? { content } : {}) }, unasked]];
}

const isEndOfTurn = (reply: WireRecord | undefined) =>
  isObject(reply?.message) && isObject(reply.message.result) && reply.message.result.stopReason === 'end_turn';

const isAbout = (params: JsonObject, file: string | undefined) =>
  file !== undefined && JSON.stringify(params.toolCall ?? null).includes(file);

const isPlan = ({ sessionUpdate, entries }: JsonObject) =>
  sessionUpdate === 'plan' && Array.isArray(entries) && entries.length >= 2;

const isSteady = (times: readonly number[]) =>
  times.every((time, index) => index === 0 || time - times[index - 1]! <= PIECES);

function updateOf({ message, time }: WireRecord): { update: JsonObject; time: number } | undefined {
  if (!isObject(message) || message.method !== 'session/update' || !isObject(message.params)) return undefined;
  const { update } = message.params;
  return isObject(update) ? { update, time } : undefined;
}

function requestOf({ message }: WireRecord): { method: string; params: JsonObject } | undefined {
  if (!isObject(message) || message.id === undefined || typeof message.method !== 'string') return undefined;
  return { method: message.method, params: isObject(message.params) ? message.params : {} };
}

function textOf({ content }: JsonObject): string {
  return isObject(content) && typeof content.text === 'string' ? content.text : '';
}
