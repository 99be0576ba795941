import { use } from '../../../../conversation/live/uses.js';
import type { GetPromptResult, ListPromptsResult, PromptMessage } from '../../../../generated/types/mcp-2025-11-25.js';
import type { Json, JsonObject } from '../../../../json/json.js';
import { asObject } from '../../../../json/json.js';
import { own, setOwn } from '../../../../json/own.js';
import { INTERNAL_ERROR, RpcError } from '../../../../jsonrpc/rpc-error.js';
import { invalidParams } from '../../errors.js';
import { fill } from '../../fill.js';
import { askRounds, Unanswered } from '../asks.js';
import type { Call, Handlers } from '../state/call.js';
import type { Prompt } from '../state/offered.js';
import type { SessionState } from '../state/session-state.js';
import { argumentsOf, extraPrompt } from './prompt.js';

/** The prompts that the session shows at the moment. */
export function promptsOf(state: SessionState): readonly Prompt[] {
  const { prompts } = state.script;
  return state.extras.has('prompts') ? [...prompts, extraPrompt] : prompts;
}

/** The requests about prompts (MCP 2025-11-25, Prompts). */
export function promptHandlers(state: SessionState): Handlers {
  return {
    'prompts/list': ({ cursor }): ListPromptsResult => {
      const shown = promptsOf(state).map(({ spec }) => spec);
      const { entries: prompts, ...next } = state.pager.page('prompts', shown, ({ name }) => name, cursor);
      return { prompts, ...next };
    },
    'prompts/get': async (params, call): Promise<GetPromptResult> => {
      const prompt = promptsOf(state).find(({ name }) => name === params.name);
      if (!prompt) throw invalidParams(`Unknown prompt: ${params.name}`);
      use(prompt.entry);
      const values = await answered(prompt, valuesOf(prompt, params.arguments ?? {}), call, state);
      const { description } = prompt.spec;
      return {
        ...(description !== undefined && { description }),
        messages: prompt.messages.map((message) => fillMessage(message, values)),
      };
    },
  };
}

function valuesOf(prompt: Prompt, given: { [name: string]: string }): { [name: string]: string } {
  const declared = argumentsOf(prompt);
  const unknown = Object.keys(given).find((name) => !declared.some((argument) => argument.name === name));
  if (unknown !== undefined) throw invalidParams(`The prompt ${prompt.name} has no argument ${unknown}`);
  const filled: { [name: string]: string } = {};
  for (const { name, required } of declared) {
    const value = own(given, name);
    if (value === undefined && required === true)
      throw invalidParams(`The prompt ${prompt.name} needs the argument ${name}`);
    setOwn(filled, name, value ?? own(prompt.values, name)?.[0] ?? '');
  }
  return filled;
}

/** The values of the arguments, and what the client answers where the prompt asks it for something. */
async function answered(
  { name, asks = [] }: Prompt,
  values: { [name: string]: string },
  call: Call,
  state: SessionState,
): Promise<JsonObject> {
  try {
    return await askRounds(asks, values, call, state);
  } catch (error) {
    if (error instanceof Unanswered)
      throw new RpcError(INTERNAL_ERROR, `The prompt ${name} can't be had: ${error.message}`);
    throw error;
  }
}

const fillMessage = (message: PromptMessage, values: JsonObject): PromptMessage => ({
  ...message,
  content: fill(asObject(message.content), values) as object as PromptMessage['content'],
});

/** Whether what answers a prompts/get may be preceded by a question. */
export const promptAsks = (state: SessionState, name: Json | undefined): boolean =>
  promptsOf(state).some((prompt) => prompt.name === name && (prompt.asks?.length ?? 0) > 0);
