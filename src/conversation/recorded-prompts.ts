import { isObject, type Json, type JsonObject } from '../json/json.js';
import type { Exchange, RecordedStep } from '../recording/exchanges.js';
import {
  errorOf,
  exactly,
  oncePerPrompt,
  paramsOf,
  replyIn,
  type ScriptOfRecording,
  shortText,
  unsaid,
} from './recorded-script.js';

/** Why a turn may end in a script. */
const STOP_REASONS = ['end_turn', 'max_tokens', 'max_turn_requests', 'refusal'];
/** What a mock answers by itself, as it must to have a session. */
const OPENING = ['initialize', 'session/new'];

/** The text of a prompt, as replies look at it. */
export function promptText({ request }: Exchange): string {
  const { prompt } = paramsOf(request);
  const blocks = Array.isArray(prompt) ? prompt : [];
  return blocks.map((block) => (isObject(block) && typeof block.text === 'string' ? block.text : '')).join('');
}

/** How a role reads what is particular about its turns. */
export interface TurnReader {
  /** The update for a request in the course of a turn, if a script has one. */
  asked?(step: RecordedStep): JsonObject | undefined;
  /** Whether an update comes of such a request, and needs no word of its own. */
  follows?(update: JsonObject): boolean;
  /** Kinds of updates that the mock sends of itself. */
  own?: readonly string[];
  /** What else the script says, by the requests that open a session. Default: nothing. */
  opening?(heard: readonly Exchange[]): JsonObject;
}

/** Makes the script of an agent that is prompted by `session/prompt`: its replies. */
export const scriptOfPrompts =
  (reader: TurnReader = {}): ScriptOfRecording =>
  ({ heard }) => {
    const left: string[] = [];
    const prompts = heard.filter(({ method, isComplete }) => method === 'session/prompt' && isComplete);
    const replies = prompts.map((exchange) => replyOf(exchange, reader, left));
    const own = new Set(prompts.flatMap(({ steps }) => steps.flatMap(({ message }) => ownKind(message, reader))));
    left.push(...[...own].map((kind) => `${kind}: the mock sends its own`));
    left.push(...unsaid(heard, ['session/prompt', ...OPENING], 'the mock answers in its own way'));
    if (heard.some(({ method }) => OPENING.includes(method)))
      left.push('how it is called and its session ids: the mock has its own');
    return { script: { ...reader.opening?.(heard), replies: oncePerPrompt(replies) }, left };
  };

function replyOf(exchange: Exchange, reader: TurnReader, left: string[]): JsonObject {
  const text = promptText(exchange);
  const updates = exchange.steps.flatMap((step) => updateOf(step, reader, text, left));
  const { result, error } = replyIn(exchange);
  const reply: JsonObject = { prompt: exactly(text), ...(updates.length > 0 ? { updates } : {}) };
  if (error !== undefined) return { ...reply, error: errorOf(error) };
  const stopReason = isObject(result) ? result.stopReason : undefined;
  if (typeof stopReason === 'string' && STOP_REASONS.includes(stopReason))
    return stopReason === 'end_turn' ? reply : { ...reply, stopReason };
  left.push(`the end ${JSON.stringify(stopReason ?? null)} of the prompt "${shortText(text)}"`);
  return reply;
}

function updateOf(step: RecordedStep, reader: TurnReader, text: string, left: string[]): Json[] {
  const { kind, message } = step;
  if (kind === 'reply') return [];
  if (kind === 'request') {
    const update = reader.asked?.(step);
    if (update) return [update];
  }
  const { update } = paramsOf(message);
  if (kind === 'notify' && message.method === 'session/update' && isObject(update)) {
    if (reader.follows?.(update) || ownKind(message, reader).length > 0) return [];
    return [pieceIn(update) ?? update];
  }
  left.push(`${String(message.method)} in the course of the prompt "${shortText(text)}"`);
  return [];
}

/** The kind of an update that the mock sends of itself. */
function ownKind(message: JsonObject, { own = [] }: TurnReader): string[] {
  const { update } = paramsOf(message);
  const kind = isObject(update) ? String(update.sessionUpdate) : '';
  return own.includes(kind) ? [kind] : [];
}

/** The text of an update that is nothing but a piece of what the agent says. */
function pieceIn({ sessionUpdate, content, ...rest }: JsonObject): string | undefined {
  if (sessionUpdate !== 'agent_message_chunk' || !isObject(content) || Object.keys(rest).length > 0) return undefined;
  const { type, text, ...more } = content;
  return type === 'text' && typeof text === 'string' && Object.keys(more).length === 0 ? text : undefined;
}

/** What a user prompted: texts, or content that is more than that. */
export function promptsIn(asked: readonly Exchange[]): Json[] {
  return asked
    .filter(({ method }) => method === 'session/prompt')
    .map(({ request }) => {
      const { prompt } = paramsOf(request);
      const [block, ...more] = Array.isArray(prompt) ? prompt : [];
      const isText = more.length === 0 && isObject(block) && block.type === 'text' && Object.keys(block).length === 2;
      return isText ? block.text! : { content: Array.isArray(prompt) ? prompt : [] };
    });
}

/**
 * How a user decided by permission requests, as rules; the first that fits counts.
 *
 * @param toolOf what a rule names the tool by
 * @param answerOf the decision; undefined if a rule can't say it
 */
export function permissionsIn(
  heard: readonly Exchange[],
  toolOf: (toolCall: JsonObject) => Json | undefined,
  answerOf: (result: JsonObject, request: JsonObject) => JsonObject | undefined,
  left: string[],
): JsonObject[] {
  const rules = new Map<string, JsonObject>();
  for (const exchange of heard.filter(({ method }) => method === 'session/request_permission')) {
    const { toolCall } = paramsOf(exchange.request);
    const tool = isObject(toolCall) ? toolOf(toolCall) : undefined;
    const { result } = replyIn(exchange);
    const answer = isObject(result) ? answerOf(result, exchange.request) : undefined;
    const known = typeof tool === 'string' ? rules.get(tool) : undefined;
    const rule = answer && { tool: String(tool), ...answer };
    if (typeof tool !== 'string' || tool.includes('*') || !rule)
      left.push(`the decision about "${shortText(String(tool ?? 'a tool without a name'))}"`);
    else if (!known) rules.set(tool, rule);
    else if (JSON.stringify(known) !== JSON.stringify(rule))
      left.push(`another decision about "${shortText(tool)}": the first one counts`);
  }
  return [...rules.values()];
}

/** Whether a permission request was granted by the option that the user chose; undefined if none was. */
export function choiceIn({ outcome }: JsonObject, request: JsonObject): 'allow' | 'reject' | undefined {
  if (!isObject(outcome) || outcome.outcome !== 'selected') return undefined;
  const { options } = paramsOf(request);
  const chosen = (Array.isArray(options) ? options : []).find(
    (option) => isObject(option) && option.optionId === outcome.optionId,
  );
  if (!isObject(chosen) || typeof chosen.kind !== 'string') return undefined;
  return chosen.kind.startsWith('allow') ? 'allow' : 'reject';
}
