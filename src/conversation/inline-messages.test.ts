import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../json/json.js';
import { stringifyJson } from '../json/json.js';
import { inlineSchema } from './inline-schema.js';

const shape = (type: string, member: string): JsonObject => ({
  type: 'object',
  required: ['type', member],
  properties: { type: { const: type }, [member]: { type: 'number' } },
});

/** Schemas as a tool offers them for its results, and results that do not fit. */
const table: [schema: JsonObject | boolean, ...values: Json[]][] = [
  [false, 1],
  [{ type: 'object', required: ['sum', 'unit'], properties: { sum: { type: 'number' } } }, {}, { sum: 'x' }, null],
  [{ type: 'integer', minimum: 0, maximum: 9 }, 10, -1, 2n ** 64n, 0.5],
  [{ exclusiveMinimum: 0, exclusiveMaximum: 9, multipleOf: 2 }, 0, 9, 3],
  [
    { type: 'object', properties: { a: true }, additionalProperties: false },
    { b: 1, c: 2 },
  ],
  [{ type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }], items: false }, [1, 'x'], ['a', 1, 2]],
  [{ type: 'array', contains: { type: 'string' } }, [1], []],
  [{ type: 'array', contains: { type: 'string' }, minContains: 2, maxContains: 3 }, ['a'], ['a', 'b', 'c', 'd']],
  [{ patternProperties: { '^x-': { type: 'string' } } }, { 'x-a': 1 }],
  [{ properties: { a: true }, unevaluatedProperties: false }, { b: 1 }],
  [{ prefixItems: [true], unevaluatedItems: false }, [1, 2]],
  [{ type: 'string', format: 'date' }, 5],
  [{ enum: ['red', 'green'] }, 'gren'],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 5],
  [
    {
      anyOf: [{ $ref: '#/$defs/circle' }, { $ref: '#/$defs/square' }],
      $defs: { circle: shape('circle', 'r'), square: shape('square', 'a') },
    },
    { type: 'square' },
    { type: 'square', a: 'x' },
    { type: 'triangle' },
    { r: 1 },
    'circle',
  ],
  [
    {
      type: 'array',
      items: { oneOf: [shape('circle', 'r'), shape('square', 'a')] },
    },
    [{ type: 'circle', r: 1 }, { type: 'square' }],
    [{ type: 'sqare' }],
  ],
  [{ oneOf: [{ type: 'integer' }, { minimum: 5 }] }, 7],
  [
    {
      $schema: 'http://json-schema.org/draft-07/schema#',
      definitions: { name: { type: 'string', minLength: 1 } },
      properties: {
        name: { $ref: '#/definitions/name' },
        pair: { items: [{ type: 'string' }], additionalItems: false },
      },
      dependencies: { pair: ['name'], tag: { required: ['name'] } },
    },
    { name: '' },
    { pair: ['a', 'b'] },
    { tag: 1 },
  ],
  [
    {
      $schema: 'https://json-schema.org/draft/2019-09/schema',
      $recursiveAnchor: true,
      properties: { next: { $recursiveRef: '#' }, n: { type: 'number' } },
    },
    { next: { n: 'x' } },
  ],
  [
    { properties: { next: { $ref: '#' }, 'a/b': { type: 'null' } }, required: ['n'] },
    { n: 1, next: {} },
    { n: 1, 'a/b': 1 },
  ],
  [
    {
      $id: 'https://example.com/s',
      $defs: { a: { $anchor: 'a', anyOf: [{ const: 1 }, { const: 2 }] } },
      items: { $ref: '#a' },
    },
    [3],
  ],
  [{ not: { required: ['error'] } }, { error: 1 }],
  [{ type: 'nothing' }, 1],
  [{ $ref: '#/$defs/none' }, 1],
  [{ pattern: '(' }, 'x'],
];

test('what a schema of a target says against a value is told as it was', async () => {
  const lines = table.flatMap(([schema, ...values]) => [
    `${stringifyJson(schema)}\n`,
    ...values.flatMap((value) => [
      `  ${stringifyJson(value)}\n`,
      ...inlineSchema(schema)(value).map(({ path, message }) => `    ${path || '(root)'}: ${message}\n`),
    ]),
  ]);
  await expect(lines.join('')).toMatchFileSnapshot('golden/inline-schemas.txt');
});
