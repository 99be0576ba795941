import type { Json, JsonObject } from '../../../../json/json.js';
import { isObject } from '../../../../json/json.js';
import { invalidParams } from '../../errors.js';
import type { Handlers } from '../call.js';
import { audio, image, text } from '../content.js';
import { pageResult } from '../pagination.js';
import { inOrder } from '../resources/handlers.js';
import { expandTemplate } from '../resources/uri-template.js';
import type { SessionState } from '../session/state.js';

/** A prompt: how lists show it, what it says, what its arguments may be. */
export interface Prompt {
  name: string;
  spec: JsonObject;
  /** PromptMessage objects; in text blocks `{name}` stands for the value of an argument. */
  messages: JsonObject[];
  /** What completion offers, by argument. */
  values: { [argument: string]: string[] };
}

/** The shipped prompts. */
export const shippedPrompts: readonly Prompt[] = [
  {
    name: 'greeting',
    spec: { name: 'greeting', title: 'Greeting', description: 'Says hello. Takes no arguments.' },
    messages: [{ role: 'user', content: text('Say hello.') }],
    values: {},
  },
  {
    name: 'review',
    spec: {
      name: 'review',
      title: 'Review',
      description: 'Asks for a review of code.',
      arguments: [
        { name: 'code', title: 'Code', description: 'What to review.', required: true },
        { name: 'tone', title: 'Tone', description: 'How to say it.', required: false },
      ],
    },
    messages: [
      { role: 'user', content: text('Review this code in a {tone} tone:\n{code}') },
      { role: 'assistant', content: text('I will look at it now.') },
    ],
    values: { tone: ['brief', 'casual', 'formal', 'friendly', 'frank'] },
  },
  {
    name: 'picture',
    spec: { name: 'picture', title: 'Picture', description: 'Asks about an image.' },
    messages: [
      { role: 'user', content: text('What does this image show?') },
      { role: 'user', content: image() },
    ],
    values: {},
  },
  {
    name: 'recording',
    spec: { name: 'recording', title: 'Recording', description: 'Asks about a recording.' },
    messages: [
      { role: 'user', content: text('What can be heard here?') },
      { role: 'user', content: audio() },
    ],
    values: {},
  },
  {
    name: 'with_resource',
    spec: { name: 'with_resource', title: 'With a resource', description: 'Embeds memo://greeting.' },
    messages: [
      {
        role: 'user',
        content: {
          type: 'resource',
          resource: { uri: 'memo://greeting', mimeType: 'text/plain', text: 'Hello, memo!' },
        },
      },
      { role: 'user', content: text('Summarise the resource.') },
    ],
    values: {},
  },
];

/** The prompt that the tool toggle_prompt adds and removes. */
const extraPrompt: Prompt = {
  name: 'extra',
  spec: { name: 'extra', title: 'Extra', description: 'Comes and goes.' },
  messages: [{ role: 'user', content: text('Here for now.') }],
  values: {},
};

/** The prompts that the session shows at the moment. */
export function promptsOf(state: SessionState): readonly Prompt[] {
  const { prompts } = state.script;
  return inOrder(state, state.extras.has('prompts') ? [...prompts, extraPrompt] : prompts);
}

/** The declared arguments of a prompt. */
export function argumentsOf(prompt: Prompt): JsonObject[] {
  return Array.isArray(prompt.spec.arguments) ? prompt.spec.arguments.filter(isObject) : [];
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
