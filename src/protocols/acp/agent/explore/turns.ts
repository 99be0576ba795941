import type { Explored } from '../../../../conversation/explorer.js';
import type { Json, JsonObject } from '../../../../json/json.js';
import { isObject } from '../../../../json/json.js';
import type { WireRecord } from '../../../../wire/record.js';
import type { ExploringPrompt } from './prompts.js';

/** One prompt and what came of it. */
export interface Turn extends Explored {
  prompt: Pick<ExploringPrompt, 'text' | 'gives'>;
}

/** An update of the session, or a request of the agent, with its time. */
interface Update {
  update: JsonObject;
  time: number;
}
interface Request {
  method: string;
  params: JsonObject;
  time: number;
}

/** What an agent did between a prompt and its reply. */
export interface Activity {
  /** Undefined where none came. */
  reply?: JsonObject;
  /** ms of the whole turn. */
  took: number;
  /** When the prompt was sent. */
  from: number;
  updates: readonly Update[];
  requests: readonly Request[];
  /** What the agent said, joined. */
  text: string;
}

/** ms of turns that are long, as the behaviors say. */
const LONG = 3_000;
const STREAMING = 5_000;
/** ms between two pieces of a turn that streams, and the longest that one of many tools takes. */
const PIECES = 1_000;

/** Every behavior that `shownIn` knows by what an agent does. */
export const RECOGNISED: ReadonlySet<string> = new Set([
  ...['plain-turn', 'echo-turn', 'long-turn', 'streaming-turn', 'silent-turn', 'thinking-turn', 'planned-turn'],
  ...['tool-turn', 'long-tools', 'failing-turn', 'failing-tool', 'ask-permission', 'ask-twice', 'read-file'],
  ...['write-file', 'run-command', 'change-mode', 'change-setting', 'ask-form', 'ask-url'],
]);

/** What an agent did after a prompt; undefined if that was never sent. */
export function activityIn({ records }: Explored): Activity | undefined {
  const asked = records.find(({ from, as }) => from === 'kit' && as === 'turn');
  if (!asked) return undefined;
  const reply = records.find(({ from, as, kind }) => from === 'target' && as === 'turn' && kind === 'message');
  const during = records.filter(
    ({ seq, from }) => from === 'target' && seq > asked.seq && seq < (reply?.seq ?? Infinity),
  );
  const updates = during.flatMap((record) => updateOf(record) ?? []);
  return {
    ...(isObject(reply?.message) ? { reply: reply.message } : {}),
    took: (reply ?? during.at(-1) ?? asked).time - asked.time,
    from: asked.time,
    updates,
    requests: during.flatMap((record) => requestOf(record) ?? []),
    text: updates.map(({ update }) => (update.sessionUpdate === 'agent_message_chunk' ? textOf(update) : '')).join(''),
  };
}

/**
 * The behaviors that a turn shows, each with the values beside its prompt.
 *
 * @param session the reply to session/new: what modes and settings a session begins with
 */
export function shownIn(turn: Turn, session: JsonObject = {}): [string, JsonObject][] {
  const activity = activityIn(turn);
  if (!activity?.reply) return [];
  if (activity.reply.error !== undefined) return [['failing-turn', {}]];
  if (!isEndOfTurn(activity.reply)) return [];
  const { prompt } = turn;
  const { updates, requests, text, took, from } = activity;
  const thoughts = updates.filter(({ update }) => update.sessionUpdate === 'agent_thought_chunk');
  const asks = requests.filter(({ method }) => method === 'session/request_permission');
  const serves = (method: string) => requests.filter((one) => one.method === method);
  const times = [...updates, ...requests].map(({ time }) => time - from);
  const pieces = updates
    .filter(({ update }) => /_chunk$/.test(String(update.sessionUpdate)))
    .map(({ time }) => time - from);
  const finished = (status: string) =>
    new Set(updates.filter(({ update }) => update.status === status).map(({ update }) => update.toolCallId)).size;
  const files = asks.map(({ params }) => fileAskedFor(params, activity, prompt.gives?.file));
  const mode = modeAfter(updates, session);
  const setting = settingAfter(updates, session);
  const form = formAnswered(turn, text);
  const found: [string, JsonObject, boolean][] = [
    ['plain-turn', {}, text !== '' && requests.length === 0],
    ['echo-turn', { text }, isHard(text) && prompt.text.includes(text)],
    ['long-turn', {}, took >= LONG && (pieces[0] ?? took) < PIECES],
    ['streaming-turn', {}, took >= STREAMING && isSteady([0, ...pieces, took])],
    ['silent-turn', {}, took >= LONG && times.every((time) => time >= LONG)],
    ['thinking-turn', {}, thoughts.length > 0 && text !== ''],
    ['planned-turn', {}, updates.filter(({ update }) => isPlan(update)).length >= 2],
    ['tool-turn', {}, finished('completed') >= 2 && requests.length === 0],
    ['long-tools', {}, took >= STREAMING && asks.length === 0 && areShort(updates)],
    ['failing-tool', {}, finished('failed') > 0],
    ['ask-permission', { file: files[0] ?? '' }, asks.length === 1 && files[0] !== undefined],
    [
      'ask-twice',
      { file: files[0] ?? '', other: files[1] ?? '' },
      asks.length === 2 && files[0] !== undefined && files[1] !== undefined && files[0] !== files[1],
    ],
    ['run-command', {}, serves('terminal/create').length > 0 && asks.length === 0],
    ...served('read-file', serves('fs/read_text_file'), asks.length === 0),
    ...served('write-file', serves('fs/write_text_file'), asks.length === 0),
    ['ask-form', form ?? {}, form !== undefined],
    ['ask-url', {}, serves('elicitation/create').some(({ params }) => params.mode === 'url')],
    ['change-mode', { mode: mode ?? '' }, mode !== undefined],
    ['change-setting', setting ?? {}, setting !== undefined],
  ];
  return found.filter(([, , is]) => is).map(([behavior, values]) => [behavior, values]);
}

/** Whether a text is one that the behavior echo-turn asks for: letters beyond ASCII, a character beyond the BMP, a newline and U+2028. */
const isHard = (text: string) =>
  /[\u{80}-\u{2027}\u{2029}-\u{ffff}]/u.test(text) &&
  /[\u{10000}-\u{10ffff}]/u.test(text) &&
  /\n/.test(text) &&
  /\u2028/.test(text);

/**
 * The name of the file that a request for permission is about: what it says, or what was told of its tool call, or what is written next.
 *
 * @param named the one that the prompt speaks of
 */
function fileAskedFor(
  { toolCall }: JsonObject,
  { updates, requests }: Activity,
  named: string | undefined,
): string | undefined {
  if (!isObject(toolCall)) return undefined;
  if (named !== undefined) return JSON.stringify(toolCall).includes(named) ? named : undefined;
  const told = updates.filter(({ update }) => update.toolCallId === toolCall.toolCallId).map(({ update }) => update);
  const paths = [toolCall, ...told].flatMap(pathsIn);
  const written = requests.filter(({ method }) => method === 'fs/write_text_file').map(({ params }) => params.path);
  const path = [...paths, ...written].find((one) => typeof one === 'string');
  return typeof path === 'string' ? path.split(/[/\\]/).at(-1) : undefined;
}

function pathsIn({ locations, content, rawInput }: JsonObject): Json[] {
  const entries = [locations, content].flatMap((list) => (Array.isArray(list) ? list.filter(isObject) : []));
  const input = isObject(rawInput) ? [rawInput.path, rawInput.file_path, rawInput.filePath] : [];
  return [...entries.map((one) => one.path), ...input].filter((one) => one !== undefined);
}

/** The mode that the agent has changed to, if that is another one than sessions begin with. */
function modeAfter(updates: readonly Update[], { modes }: JsonObject): string | undefined {
  const first = isObject(modes) ? modes.currentModeId : undefined;
  const changed = updates
    .map(({ update }) => (update.sessionUpdate === 'current_mode_update' ? update.currentModeId : undefined))
    .findLast((one) => typeof one === 'string');
  return typeof changed === 'string' && first !== undefined && changed !== first ? changed : undefined;
}

/** The first setting that the agent has given another value than sessions begin with, if it has added and removed none. */
function settingAfter(updates: readonly Update[], { configOptions }: JsonObject): JsonObject | undefined {
  const changed = updates.findLast(({ update }) => update.sessionUpdate === 'config_option_update')?.update;
  const [before, after] = [configOptions, changed?.configOptions].map((list) =>
    Array.isArray(list) ? list.filter(isObject) : [],
  );
  if (before!.length !== after!.length) return undefined;
  for (const { id, currentValue } of after!) {
    const old = before!.find((one) => one.id === id);
    if (!old || typeof id !== 'string') return undefined;
    if (typeof currentValue === 'string' && old.currentValue !== currentValue)
      return { setting: id, value: currentValue };
  }
  return undefined;
}

/** The content with which the only form of a turn was accepted, and what the agent said of it. */
function formAnswered({ records }: Explored, text: string): JsonObject | undefined {
  const forms = records.filter(
    ({ from, message }) =>
      from === 'target' && isObject(message) && message.method === 'elicitation/create' && modeOf(message) === 'form',
  );
  const [asked] = forms;
  if (forms.length !== 1 || !isObject(asked?.message)) return undefined;
  const { id } = asked.message;
  const answer = records.find(
    ({ from, seq, message }) =>
      from === 'kit' && seq > asked.seq && isObject(message) && message.id === id && !message.method,
  )?.message;
  const result = isObject(answer) && isObject(answer.result) ? answer.result : {};
  const content = isObject(result.content) ? result.content : {};
  const said = Object.values(content).find((one) => typeof one === 'string' && one !== '' && text.includes(one));
  return result.action === 'accept' && said !== undefined ? { content, text: said } : undefined;
}

const modeOf = ({ params }: JsonObject): Json | undefined => (isObject(params) ? params.mode : undefined);

/** Whether tools run one after the other over the whole of a long time, none of them for long. */
function areShort(updates: readonly Update[]): boolean {
  const began = new Map<string, number>();
  const lasted: number[] = [];
  for (const { update, time } of updates) {
    const id = String(update.toolCallId);
    if (update.sessionUpdate === 'tool_call' && !began.has(id)) began.set(id, time);
    if (update.status === 'completed' && began.has(id)) lasted.push(time - began.get(id)!);
  }
  return lasted.length >= STREAMING / PIECES && lasted.every((time) => time < PIECES);
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

const isEndOfTurn = ({ result }: JsonObject) => isObject(result) && result.stopReason === 'end_turn';

const isPlan = ({ sessionUpdate, entries }: JsonObject) =>
  sessionUpdate === 'plan' && Array.isArray(entries) && entries.length >= 2;

const isSteady = (times: readonly number[]) =>
  times.every((time, index) => index === 0 || time - times[index - 1]! <= PIECES);

function updateOf({ message, time }: WireRecord): Update | undefined {
  if (!isObject(message) || message.method !== 'session/update' || !isObject(message.params)) return undefined;
  const { update } = message.params;
  return isObject(update) ? { update, time } : undefined;
}

function requestOf({ message, time }: WireRecord): Request | undefined {
  if (!isObject(message) || message.id === undefined || typeof message.method !== 'string') return undefined;
  return { method: message.method, params: isObject(message.params) ? message.params : {}, time };
}

function textOf({ content }: JsonObject): string {
  return isObject(content) && typeof content.text === 'string' ? content.text : '';
}
