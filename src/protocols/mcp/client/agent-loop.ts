import type { AgentLoop } from '../../../generated/types/mcp-client-script-v1.js';
import { isObject, type Json, type JsonObject, parseJson, stringifyJson } from '../../../json/json.js';
import { type Clock, during } from '../../../wire/clock/clock.js';

/** What a model is told first, with the instructions of the server. */
export type Opening = (loop: AgentLoop, instructions: string | undefined) => Json[];

/** What the server advises stands in the message of the system, unless it is not wanted. */
export const opening: Opening = ({ prompt = PROMPT, advisory = true }, instructions) => [
  { role: 'system', content: advised(SYSTEM, advisory ? instructions : undefined) },
  { role: 'user', content: prompt },
];

export const SYSTEM = 'You work with the tools that you have.';
export const PROMPT = 'Begin.';

/** A text with the instructions of a server, if there are any. */
export const advised = (text: string, instructions: string | undefined): string =>
  instructions === undefined ? text : `${text}\n\nThe server advises: ${instructions}`;

/** What a loop does with the server. */
export interface LoopServer {
  /** What the server tells a model about itself. */
  instructions: string | undefined;
  /** All tools, as tools/list has them. */
  tools(): Promise<Json[]>;
  /** Calls a tool. Rejects where the server answers with an error. */
  call(name: string, args: JsonObject): Promise<JsonObject>;
}

/** How often the model is asked at most. */
const TURNS = 20;

/**
 * Lets a model call the tools of a server until it answers with a text alone, and returns that text. Rejects where the model can't be
 * asked, answers what is no chat completion, or does not come to an end.
 */
export async function agentLoop(
  loop: AgentLoop,
  server: LoopServer,
  { clock, opening: opens }: { clock: Clock; opening: Opening },
): Promise<string> {
  const messages = opens(loop, server.instructions);
  const tools = (await server.tools()).flatMap((tool) => (isObject(tool) ? [functionOf(tool)] : []));
  for (let turn = 0; turn < TURNS; turn++) {
    const asked = { model: 'default', messages, ...(tools.length > 0 && { tools }) };
    const answer = messageOf(await during(clock, completion(loop.model, asked)));
    const calls = Array.isArray(answer.tool_calls) ? answer.tool_calls : [];
    if (calls.length === 0) return String(answer.content ?? '');
    messages.push(answer);
    for (const call of calls) if (isObject(call)) messages.push(await outcomeOf(call, server));
  }
  throw new Error(`the model wants to go on after ${TURNS} answers`);
}

/** A tool as chat completions have it. */
const functionOf = ({ name = null, description, inputSchema = {} }: JsonObject): JsonObject => ({
  type: 'function',
  function: { name, ...(description !== undefined && { description }), parameters: inputSchema },
});

async function completion(model: string, asked: JsonObject): Promise<Json> {
  const response = await fetch(`${model.replace(/[/]$/, '')}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: stringifyJson(asked),
  });
  if (!response.ok) throw new Error(`the model at ${model} does not answer: status ${response.status}`);
  return parseJson(await response.text());
}

/** The message of an answer. Throws where there is none. */
function messageOf(answer: Json): JsonObject {
  const [choice] = isObject(answer) && Array.isArray(answer.choices) ? answer.choices : [];
  if (isObject(choice) && isObject(choice.message)) return choice.message;
  throw new Error('the answer of the model has no message');
}

/** What came of a call, as the model is told it: a tool that can't be called is no end of the loop. */
async function outcomeOf({ id = null, function: called }: JsonObject, server: LoopServer): Promise<JsonObject> {
  const tell = (content: Json): JsonObject => ({ role: 'tool', tool_call_id: id, content: stringifyJson(content) });
  try {
    const { name, arguments: written } = isObject(called) ? called : {};
    const args = parseJson(String(written ?? '{}'));
    const { content = [] } = await server.call(String(name), isObject(args) ? args : {});
    return tell(content);
  } catch (error) {
    return tell({ error: error instanceof Error ? error.message : String(error) });
  }
}
