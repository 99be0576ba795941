import { expect, test } from 'vitest';
import type { Json } from '../../../json/json.js';
import { Feed, request } from '../../testing.js';

const findings = (schema: Json) => {
  const feed = new Feed([{ rule: 'usable-schemas', with: { at: '/params/schema' } }]);
  return feed.target(request(1, 'ask', { schema })).map(({ path, message }) => [path, message]);
};

test.each<[string, Json]>([
  ['a pointer', { $ref: '#/$defs/a', $defs: { a: {} } }],
  ['a pointer with escapes', { $ref: '#/$defs/a~1b%20c', $defs: { 'a/b c': true } }],
  ['the whole', { properties: { next: { $ref: '#' } } }],
  ['an anchor', { $ref: '#a', $defs: { x: { $anchor: 'a' } } }],
  ['another document', { $ref: 'https://other.example/schema' }],
  ['a schema with an id', { $ref: '#/$defs/gone', $defs: { a: { $id: 'https://a.example/' } } }],
  ['a property of that name', { properties: { $ref: { type: 'string' }, pattern: { type: 'string' } } }],
  ['values', { enum: [{ $ref: '#/gone' }], default: { pattern: '(' } }],
  ['patterns', { pattern: '^\\p{L}+(?i:x)$', patternProperties: { '^x-': {} } }],
])('leaves alone %s', (_name, schema) => {
  expect(findings(schema)).toEqual([]);
});

test('finds references that lead to nothing, and patterns that are none', () => {
  expect(findings({ properties: { a: { $ref: '#/$defs/gone' } } })).toEqual([
    ['/params/schema/properties/a/$ref', '$ref leads to nothing: #/$defs/gone'],
  ]);
  expect(findings({ $ref: '#gone', pattern: '(?P<year>\\d+)', patternProperties: { '[': {} } })).toEqual([
    ['/params/schema/$ref', '$ref leads to nothing: #gone'],
    ['/params/schema', 'the pattern is not a regular expression: (?P<year>\\d+)'],
    ['/params/schema', 'the pattern is not a regular expression: ['],
  ]);
});
