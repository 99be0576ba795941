import { VARIANTS } from '../permissive/variants.js';

const text = { type: 'string' } as const;
const words = { type: 'array', items: text } as const;
const open = { type: 'object' } as const;
const count = { type: 'integer', minimum: 1 } as const;
const ms = { type: 'number', minimum: 0 } as const;
const shown = { title: text, description: text, icons: { type: 'array', items: open }, _meta: open } as const;
const content = { ...shown, name: text, mimeType: text, annotations: open } as const;

/** One of the shipped entries by its name, or an entry of the user's own. */
const entries = (own: object, description: string) => ({
  type: 'array',
  description,
  items: { if: { type: 'string' }, else: { type: 'object', additionalProperties: false, ...own } },
});

/**
 * The script of the reference MCP server as a JSON Schema (2020-12). Every member is optional; a list replaces the
 * shipped one, and an empty list takes the capability away. A string in a list picks a shipped entry by its name, URI or
 * URI template.
 */
export const scriptSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Script of the reference MCP server',
  type: 'object',
  additionalProperties: false,
  properties: {
    serverInfo: { ...open, description: 'Members laid over the Implementation object of the initialize result.' },
    instructions: { ...text, description: 'What the server tells a model about itself.' },
    protocolVersions: { ...words, minItems: 1, description: 'Revisions that it accepts, the latest first.' },
    pageSize: { ...count, description: 'How many entries a page of a list holds at most. Default 5.' },
    response: { enum: ['auto', 'json', 'sse'], description: 'How requests are answered over HTTP. Default auto.' },
    allowedOrigins: { ...words, description: 'Origins besides those of this machine that may call over HTTP.' },
    allowedHosts: { ...words, description: 'Names besides those of this machine that a Host header may hold.' },
    requestTimeoutMs: { ...ms, description: 'How long it waits for an answer of the client. Default 60000.' },
    permissive: {
      type: 'array',
      items: { enum: Object.keys(VARIANTS) },
      description: 'Permissive variants that it has.',
    },
    tools: entries(
      {
        required: ['name'],
        properties: {
          ...shown,
          name: text,
          annotations: open,
          execution: open,
          inputSchema: { ...open, description: 'Default: any object.' },
          outputSchema: open,
          result: { ...open, description: 'The CallToolResult. Default: a text block with the arguments.' },
          error: {
            type: 'object',
            required: ['code', 'message'],
            additionalProperties: false,
            properties: { code: { type: 'integer' }, message: text, data: true },
            description: 'Answer with this JSON-RPC error instead.',
          },
          steps: { ...count, description: 'How many progress notifications a call sends, if asked. Default: none.' },
          delayMs: { ...ms, description: 'Time before each step and, without steps, before the reply. Default 0.' },
          log: {
            type: 'array',
            items: {
              type: 'object',
              required: ['level', 'data'],
              additionalProperties: false,
              properties: { level: text, data: true, logger: text },
            },
            description: 'Log messages that a call sends first.',
          },
        },
        not: { required: ['result', 'error'] },
      },
      'What tools/list shows and tools/call does.',
    ),
    resources: entries(
      {
        required: ['uri'],
        oneOf: [{ required: ['text'] }, { required: ['blob'] }],
        properties: { ...content, uri: text, size: { type: 'integer', minimum: 0 }, text, blob: text },
      },
      'What resources/list shows and resources/read returns. `blob` is base64.',
    ),
    resourceTemplates: entries(
      {
        required: ['uriTemplate', 'text'],
        properties: {
          ...content,
          uriTemplate: { ...text, description: 'RFC 6570, level 1.' },
          text: { ...text, description: 'The content; {name} stands for the value of the variable.' },
          values: {
            type: 'object',
            additionalProperties: words,
            description: 'What each variable may be, for completion. A variable with values has no others.',
          },
        },
      },
      'What resources/templates/list shows and resources/read resolves.',
    ),
    prompts: entries(
      {
        required: ['name', 'messages'],
        properties: {
          ...shown,
          name: text,
          arguments: {
            type: 'array',
            items: {
              type: 'object',
              required: ['name'],
              additionalProperties: false,
              properties: { name: text, title: text, description: text, required: { type: 'boolean' }, values: words },
            },
            description: '`values` are offered by completion.',
          },
          messages: {
            type: 'array',
            items: {
              type: 'object',
              required: ['role', 'content'],
              additionalProperties: false,
              properties: { role: { enum: ['user', 'assistant'] }, content: open },
            },
            description: 'In text blocks {name} stands for the value of the argument.',
          },
        },
      },
      'What prompts/list shows and prompts/get returns.',
    ),
  },
} as const;
