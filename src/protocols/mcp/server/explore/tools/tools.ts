import type { Answer, Question } from '../../../../../conversation/explorer.js';
import type { Json, JsonObject } from '../../../../../json/json.js';
import { isObject } from '../../../../../json/json.js';
import type { WireRecord } from '../../../../../wire/record.js';
import type { Findings } from '../findings.js';
import { type OfferedTool, resultOf } from '../offered.js';
import {
  fits,
  likelyArguments,
  patientArguments,
  refusedArguments,
  simplestArguments,
  whyRefused,
  withText,
} from './arguments.js';

/** What a tool is told to see whether it says it again: as the behavior echo-tool demands it. */
const TEXT = 'größer 😀\nzweite Zeile\u2028Ende';
/** ms that a call takes at most that succeeds at once, and at least where it is slow, a little more than the cases ask for. */
const AT_ONCE = 1_000;
const SLOW = 220;

/** A call of a tool that is tried. */
export interface ToolCall extends Question {
  tool: OfferedTool;
  /** Undefined where the call has none. */
  arguments?: JsonObject;
}

/**
 * The calls that may show something: the simplest one, one without arguments where none are required, one with arguments that are more
 * likely to be taken where nothing changes by that, and one with a text of ours.
 */
export function callsOf(tool: OfferedTool): ToolCall[] {
  if (tool.taskSupport === 'required') return [];
  const args = simplestArguments(tool.inputSchema);
  const likely = tool.harmless ? likelyArguments(tool.inputSchema) : undefined;
  const calls: (JsonObject | undefined)[] = [args, likely].filter((one) => one !== undefined);
  // One that is told how long to take would take longer without.
  if (args !== undefined && Object.keys(args).length === 0) calls.push(undefined);
  const text = args && withText(tool.inputSchema, args, TEXT);
  // Twice: what says something else each time does not say what it is told.
  if (text !== undefined) calls.push(text, text);
  return calls.map((one, index) => callOf(tool, one, `${tool.name}#${index}`));
}

/** How many tools are called once more, to see them at work. */
const MOST_PATIENT = 6;
/** Such a call may take longer than others. */
const PATIENCE = '20s';

/** Calls of tools that succeeded, with arguments by which they take longer or do more steps. */
export function patientCalls(calls: readonly ToolCall[], answers: ReadonlyMap<string, Answer>): ToolCall[] {
  const seen = new Set<string>();
  const again = calls.flatMap((call): ToolCall[] => {
    const { tool, as } = call;
    const result = resultOf(answers.get(as));
    if (seen.has(tool.name) || tool.destroys || !result || result.isError === true) return [];
    seen.add(tool.name);
    const args = patientArguments(tool.inputSchema, call.arguments ?? {});
    return args === undefined ? [] : [{ ...callOf(tool, args, `${tool.name}#longer`), within: PATIENCE }];
  });
  return again.slice(0, MOST_PATIENT);
}

/** One call, which asks for progress. */
export function callOf(tool: OfferedTool, args: JsonObject | undefined, as: string): ToolCall {
  const params = { name: tool.name, ...(args === undefined ? {} : { arguments: args }), _meta: { progressToken: as } };
  return {
    as,
    method: 'tools/call',
    params: { $lit: params },
    tool,
    ...(args === undefined ? {} : { arguments: args }),
  };
}

/** What the calls of tools show by their results. */
export function recogniseCalls(
  calls: readonly ToolCall[],
  answers: ReadonlyMap<string, Answer>,
  findings: Findings,
): void {
  const texts = new Map<string, string>();
  for (const call of calls) {
    const answer = answers.get(call.as);
    const result = resultOf(answer);
    const { name } = call.tool;
    const gives: JsonObject = { name, arguments: call.arguments ?? {} };
    if (demandsVisit(answer)) findings.show('demands-url', gives);
    if (throws(answer) && fits(call.arguments ?? {}, call.tool.inputSchema)) findings.show('failing-tool', gives);
    if (!answer || !result) continue;
    // What asks for input, or goes on as a task, is no outcome yet.
    if (result.resultType !== undefined && result.resultType !== 'complete') continue;
    const asked = questionsIn(answer.meanwhile);
    if (result.isError === true) {
      if (fits(call.arguments ?? {}, call.tool.inputSchema) && !isRefusal(result)) findings.show('failing-tool', gives);
      continue;
    }
    if (asked.length === 0 && answer.took < AT_ONCE) findings.show('tool', gives);
    if (call.arguments === undefined) findings.show('tool-without-arguments', { name });
    if (answer.took >= SLOW && progressIn(answer, call.as) >= 2) findings.show('slow-tool', gives);
    const { outputSchema } = call.tool;
    const { structuredContent } = result;
    if (outputSchema && isObject(structuredContent) && whyRefused(outputSchema, structuredContent) === undefined)
      findings.show('structured-tool', { ...gives, outputSchema });
    for (const block of blocksOf(result)) {
      const behavior = BLOCKS.get(String(block.type));
      if (behavior !== undefined) findings.show(behavior, gives);
      if (typeof block.text !== 'string' || !JSON.stringify(call.arguments ?? {}).includes(JSON.stringify(TEXT)))
        continue;
      if (block.text.includes(TEXT) && texts.get(name) === block.text)
        findings.show('echo-tool', { ...gives, text: block.text });
      texts.set(name, block.text);
    }
  }
}

/**
 * What the list of tools shows by itself.
 *
 * @param uncalled names of tools that nobody permitted to call
 */
export function recogniseOffer(tools: readonly OfferedTool[], uncalled: readonly string[], findings: Findings): void {
  const names = new Set(tools.map(({ name }) => name));
  for (const { name } of tools) {
    const other = [titleCase(name), name.toUpperCase(), name.toLowerCase()].find((one) => !names.has(one));
    if (other !== undefined) findings.show('tool-in-other-case', { name: other });
  }
  for (const { name, inputSchema } of tools) {
    const args = uncalled.includes(name) ? undefined : simplestArguments(inputSchema);
    const refused = args && refusedArguments(inputSchema, args);
    if (refused) findings.show('invalid-arguments', { name, arguments: refused });
  }
}

const BLOCKS = new Map([
  ['image', 'image-tool'],
  ['audio', 'audio-tool'],
  ['resource', 'embedded-resource-tool'],
  ['resource_link', 'resource-link-tool'],
]);

/** Which question of the server shows which behavior, and how it is told from others of its method. */
const QUESTIONS: readonly { behavior: string; method: string; fits(params: JsonObject): boolean }[] = [
  { behavior: 'asks-roots', method: 'roots/list', fits: () => true },
  { behavior: 'asks-sampling', method: 'sampling/createMessage', fits: ({ tools }) => tools === undefined },
  {
    behavior: 'asks-elicitation',
    method: 'elicitation/create',
    fits: ({ mode }) => mode === undefined || mode === 'form',
  },
  { behavior: 'asks-url', method: 'elicitation/create', fits: ({ mode }) => mode === 'url' },
];

/** What makes a call wait for a visit of the user (MCP 2025-11-25, Elicitation, URL Elicitation Required Error). */
const VISIT_FIRST = -32042;

/** Whether a call is refused until the user has visited a page. */
export function demandsVisit(answer: Answer | undefined): boolean {
  const error = answer?.reply?.error;
  return isObject(error) && error.code === VISIT_FIRST;
}

/** Codes of errors that say something of the call and nothing of what the tool did (JSON-RPC 2.0, 5.1). */
const OF_THE_CALL: readonly Json[] = [-32700, -32600, -32601, -32602, VISIT_FIRST];

/** Whether a call ended with an error of the tool that stands where only errors of the protocol belong. */
function throws(answer: Answer | undefined): boolean {
  const error = answer?.reply?.error;
  return isObject(error) && !OF_THE_CALL.includes(error.code ?? null);
}

/** The first tool that a question lets the client's model use; undefined where none does. */
export function toolLentIn(records: readonly WireRecord[]): JsonObject | undefined {
  for (const { message } of records) {
    if (!isObject(message) || message.method !== 'sampling/createMessage' || !isObject(message.params)) continue;
    const { tools } = message.params;
    if (Array.isArray(tools) && isObject(tools[0])) return tools[0];
  }
  return undefined;
}

/** The behaviors that the questions show which the server asked. */
export function questionsIn(records: readonly WireRecord[]): string[] {
  return records.flatMap(({ message }) =>
    isObject(message) && message.id !== undefined ? (behaviorOf(message) ?? []) : [],
  );
}

/** The behavior that a question shows, by its method and params; undefined where it is none that is known. */
export function behaviorOf({ method, params }: JsonObject): string | undefined {
  const about = isObject(params) ? params : {};
  return QUESTIONS.find((one) => one.method === method && one.fits(about))?.behavior;
}

/** The params of the notifications of a method. */
export function notesIn(records: readonly WireRecord[], method: string): JsonObject[] {
  return records.flatMap(({ message }) =>
    isObject(message) && message.id === undefined && message.method === method
      ? [isObject(message.params) ? message.params : {}]
      : [],
  );
}

function progressIn({ meanwhile }: Answer, token: string): number {
  return notesIn(meanwhile, 'notifications/progress').filter(({ progressToken }) => progressToken === token).length;
}

/** A result that says that the arguments were not what the server wanted, whatever its schema lists. */
function isRefusal(result: JsonObject): boolean {
  const text = blocksOf(result)
    .map((block) => String(block.text ?? ''))
    .join('\n');
  return /-32602|validation|invalid (arguments|params|input)|required/i.test(text);
}

function blocksOf({ content }: JsonObject): JsonObject[] {
  return Array.isArray(content) ? content.filter(isObject) : [];
}

const titleCase = (name: string) =>
  name.replace(/(^|[^A-Za-z0-9])([a-z])/g, (_, before: string, letter: string) => before + letter.toUpperCase());
