import { expect, test } from 'vitest';
import { inlineSchema } from './inline-schema.js';

test.each([
  undefined,
  'https://json-schema.org/draft/2020-12/schema',
  'https://json-schema.org/draft/2019-09/schema',
  'http://json-schema.org/draft-07/schema#',
  'https://json-schema.org/draft-07/schema',
  'http://json-schema.org/draft-06/schema#',
])('judges by a schema of the dialect %s', ($schema) => {
  const judge = inlineSchema({ ...($schema && { $schema }), type: 'object', properties: { a: { type: 'integer' } } });
  expect(judge({ a: 1n })).toEqual([]);
  expect(judge({ a: 'x' })).toEqual([{ path: '/a', message: 'expected an integer, got a string' }]);
});

test('follows references to the own $id, and keeps schemas of one $id apart', () => {
  const $id = 'https://example.com/tree';
  const tree = inlineSchema({ $id, type: 'object', properties: { next: { $ref: $id } } });
  expect(tree({ next: { next: 7 } })).toMatchObject([{ path: '/next/next' }]);
  expect(inlineSchema({ $id, type: 'string' })('x')).toEqual([]);
});

test('takes true and false for schemas', () => {
  expect(inlineSchema(true)(1)).toEqual([]);
  expect(inlineSchema(false)(1)).toHaveLength(1);
});

test('says what is wrong with what is not a schema', () => {
  expect(inlineSchema({ type: 'nothing' })(1)).toMatchObject([{ message: expect.stringContaining('not valid') }]);
});
