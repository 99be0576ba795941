import type { Json, JsonObject } from '../../../../json/json.js';
import { isObject } from '../../../../json/json.js';
import { invalidParams } from '../../errors.js';
import type { Handlers } from '../call.js';
import { pageResult } from '../pagination.js';
import { inOrder } from '../resources/handlers.js';
import { expandTemplate } from '../resources/uri-template.js';
import type { SessionState } from '../session/state.js';
import { argumentsOf, extraPrompt, type Prompt } from './prompt.js';

/** The prompts that the session shows at the moment. */
export function promptsOf(state: SessionState): readonly Prompt[] {
  const { prompts } = state.script;
  return inOrder(state, state.extras.has('prompts') ? [...prompts, extraPrompt] : prompts);
}

/** The requests about prompts (MCP 2025-11-25, Prompts). */
export function promptHandlers(state: SessionState): Handlers {
  return {
    'prompts/list': ({ cursor }) =>
      pageResult(
        'prompts',
        state.pager.page(
          'prompts',
          promptsOf(state).map(({ spec }) => spec),
          ({ name }) => String(name),
          cursor,
        ),
      ),
    'prompts/get': (params) => {
      const prompt = promptsOf(state).find(({ name }) => name === params.name);
      if (!prompt) throw invalidParams(`Unknown prompt: ${String(params.name)}`);
      const values = valuesOf(prompt, params.arguments);
      const { description } = prompt.spec;
      return {
        ...(description !== undefined && { description }),
        messages: prompt.messages.map((message) => fill(message, values)),
      };
    },
  };
}

function valuesOf(prompt: Prompt, given: Json | undefined): { [name: string]: string } {
  const values = isObject(given) ? given : {};
  const declared = argumentsOf(prompt);
  const unknown = Object.keys(values).find((name) => !declared.some((argument) => argument.name === name));
  if (unknown !== undefined) throw invalidParams(`The prompt ${prompt.name} has no argument ${unknown}`);
  const filled: { [name: string]: string } = {};
  for (const { name, required } of declared) {
    const value = Object.hasOwn(values, String(name)) ? values[String(name)] : undefined;
    if (value === undefined && required === true)
      throw invalidParams(`The prompt ${prompt.name} needs the argument ${String(name)}`);
    if (value !== undefined && typeof value !== 'string')
      throw invalidParams(`The argument ${String(name)} must be a string`);
    filled[String(name)] = value ?? prompt.values[String(name)]?.[0] ?? '';
  }
  return filled;
}

function fill(message: JsonObject, values: { [name: string]: string }): JsonObject {
  const { content } = message;
  if (!isObject(content) || typeof content.text !== 'string') return message;
  return { ...message, content: { ...content, text: expandTemplate(content.text, values) } };
}
