import type { GetPromptResult, ListPromptsResult, PromptMessage } from '../../../../generated/types/mcp-2025-11-25.js';
import { invalidParams } from '../../errors.js';
import type { Handlers } from '../call.js';
import { expandTemplate } from '../resources/uri-template.js';
import type { SessionState } from '../session/state.js';
import { argumentsOf, extraPrompt, type Prompt } from './prompt.js';

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
    'prompts/get': (params): GetPromptResult => {
      const prompt = promptsOf(state).find(({ name }) => name === params.name);
      if (!prompt) throw invalidParams(`Unknown prompt: ${params.name}`);
      const values = valuesOf(prompt, params.arguments ?? {});
      const { description } = prompt.spec;
      return {
        ...(description !== undefined && { description }),
        messages: prompt.messages.map((message) => fill(message, values)),
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
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (value === undefined && required === true)
      throw invalidParams(`The prompt ${prompt.name} needs the argument ${name}`);
    filled[name] = value ?? prompt.values[name]?.[0] ?? '';
  }
  return filled;
}

function fill(message: PromptMessage, values: { [name: string]: string }): PromptMessage {
  const { content } = message;
  if (!('text' in content) || typeof content.text !== 'string') return message;
  return { ...message, content: { ...content, text: expandTemplate(content.text, values) } };
}
