import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../json/json.js';
import { stringifyJson } from '../../../json/json.js';
import { loadPermissiveScript } from './permissive/script.js';
import { loadScript } from './script/script.js';
import { shippedTools } from './tools/shipped.js';

const ARGUMENTS: Json[] = [
  {},
  { message: 'x', a: 1, b: 2, prompt: 'x' },
  { message: 1, a: 'x', b: null, prompt: null, level: 'loud', steps: -1, ms: 'x', size: 0 },
  { a: 2n ** 64n, steps: 2n ** 64n, level: 5 },
];

test('what is wrong with the arguments of a shipped tool is told as it was', async () => {
  const lines = shippedTools.flatMap(({ name, judge }) => [
    `${name}\n`,
    ...ARGUMENTS.map((args) => `  ${stringifyJson(args)}\n    ${judge(args) ?? 'fits'}\n`),
  ]);
  await expect(lines.join('')).toMatchFileSnapshot('golden/tool-arguments.txt');
});

const draft07 = 'http://json-schema.org/draft-07/schema#';
const SCRIPTS: JsonObject[] = [
  { tolls: [] },
  { pageSize: 0, response: 'maybe', tools: [{ title: 5 }], protocolVersions: [] },
  { tools: ['nobody'] },
  { tools: [{ name: 'x', steps: 'x', log: [{ level: 'loud' }], error: { code: 1 } }] },
  { resources: [{ text: 1 }], prompts: [{}], resourceTemplates: [{ uriTemplate: 'x', values: { a: 1 } }] },
  { permissive: ['none'] },
  { tools: [{ name: 'x', inputSchema: { type: 'string' } }] },
  { tools: [{ name: 'x', inputSchema: { type: 'object', properties: { a: { type: 'nothing' } } } }] },
  { tools: [{ name: 'x', inputSchema: { type: 'object', $schema: 'http://json-schema.org/draft-04/schema#' } }] },
  { tools: [{ name: 'x', inputSchema: { type: 'object', $ref: '#/$defs/none' } }] },
  { tools: [{ name: 'x', outputSchema: { type: 'object', required: ['a'] }, result: { content: [] } }] },
  {
    tools: [
      {
        name: 'x',
        outputSchema: {
          $schema: draft07,
          type: 'object',
          properties: { a: { enum: ['x', 'y'] } },
          additionalProperties: false,
        },
        result: { content: [], structuredContent: { a: 'z', b: 1 } },
      },
    ],
  },
  { tools: [{ name: 'x', result: { content: [{ type: 'text' }] } }] },
];

test('what is wrong with a script is told as it was', async () => {
  const lines: string[] = [];
  for (const script of SCRIPTS) {
    const said = await loadPermissiveScript(script).then(
      () => 'fits',
      (error: Error) => error.message,
    );
    lines.push(`${stringifyJson(script)}\n  ${said}\n`);
  }
  await expect(lines.join('')).toMatchFileSnapshot('golden/scripts.txt');
});

const INPUT: JsonObject = {
  type: 'object',
  required: ['shape'],
  properties: {
    shape: {
      oneOf: [
        { type: 'object', required: ['kind', 'r'], properties: { kind: { const: 'circle' }, r: { type: 'number' } } },
        { type: 'object', required: ['kind', 'a'], properties: { kind: { const: 'square' }, a: { type: 'number' } } },
      ],
    },
    tags: { type: 'array', items: { type: 'string' }, uniqueItems: true },
  },
  additionalProperties: false,
};

test.each([
  ['2020-12', INPUT],
  ['draft-07', { $schema: draft07, ...INPUT }],
])('what is wrong with the arguments of a scripted tool is told as it was, by %s', async (dialect, inputSchema) => {
  const { tools } = await loadScript({ tools: [{ name: 'draw', inputSchema }] });
  const values: Json[] = [
    {},
    { shape: { kind: 'circle' } },
    { shape: { kind: 'square', a: 'x' }, tags: ['a', 'a', 1] },
    { shape: { kind: 'sqare' } },
    { shape: 5, colour: 'red' },
    { shape: { kind: 'circle', r: 2n ** 64n } },
  ];
  const lines = values.map((value) => `${stringifyJson(value)}\n  ${tools[0]!.judge(value) ?? 'fits'}\n`);
  await expect(lines.join('')).toMatchFileSnapshot(`golden/scripted-tool-${dialect}.txt`);
});
