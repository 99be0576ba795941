import type { PromptArgument } from '../../../../generated/types/mcp-2025-11-25.js';
import { audio, image, text } from '../content.js';
import type { Prompt } from '../state/offered.js';

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
          annotations: { lastModified: '2025-11-25T00:00:00Z' },
        },
      },
      { role: 'user', content: text('Summarise the resource.') },
    ],
    values: {},
  },
];

/** The prompt that the tool toggle_prompt adds and removes. */
export const extraPrompt: Prompt = {
  name: 'extra',
  spec: { name: 'extra', title: 'Extra', description: 'Comes and goes.' },
  messages: [{ role: 'user', content: text('Here for now.') }],
  values: {},
};

/** The declared arguments of a prompt. */
export const argumentsOf = (prompt: Prompt): PromptArgument[] => prompt.spec.arguments ?? [];
