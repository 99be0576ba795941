import { expect, it } from 'vitest';
import type { Json, JsonObject } from '../../json/json.js';
import { compileSchema } from '../compile.js';
import { HOSTILE_SCHEMAS } from '../fixtures/hostile-schemas.js';
import { judgeForTarget, SchemaRefused } from './judge.js';

/** What is said of a value, or why nothing is. */
function judged(schema: JsonObject | boolean, value: Json, limits?: Parameters<typeof judgeForTarget>[2]) {
  try {
    return judgeForTarget(schema, value, limits);
  } catch (error) {
    if (error instanceof SchemaRefused) return error.reason;
    throw error;
  }
}

const hostile = (name: string) => {
  const { schema, value } = HOSTILE_SCHEMAS[name]!();
  return judged(schema, value);
};

it('says of a value what is said in the main thread', () => {
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    properties: { a: { type: 'string', minLength: 2 }, b: { maximum: 5 } },
    additionalProperties: false,
  };
  for (const value of [
    { a: 'xy' },
    { a: 1, c: null },
    { b: 2n ** 70n },
    JSON.parse('{"__proto__":{"a":"xy"}}') as Json,
  ])
    expect(judgeForTarget(schema, value)).toEqual(compileSchema(schema)(value));
  expect(judgeForTarget(false, 1)).toEqual(compileSchema(false)(1));
});

it('refuses what costs too much, each for its reason, and judges by the next one', () => {
  expect(hostile('a pattern that backtracks')).toBe('slow');
  expect(hostile('an enum of a million')).toBe('large');
  expect(hostile('a schema of 100,000 levels')).toBe('deep');
  expect(hostile('two references in a circle')).toBe('deep');
  expect(hostile('a pattern that is none')).toBe('invalid');
  expect(judged({ type: 'string' }, 'a')).toEqual([]);
});

it('what was slow is refused at once from then on, for any value', () => {
  const { schema, value } = HOSTILE_SCHEMAS['a pattern that backtracks']!();
  expect(judged(schema, value)).toBe('slow');
  const began = process.cpuUsage();
  for (let times = 0; times < 100; times++) expect(judged(schema, {})).toBe('slow');
  expect(process.cpuUsage(began).user).toBeLessThan(1_000_000);
});

it('takes the limits that it is given, and counts those of a value by its depth alone', () => {
  const limits = { ms: 1_000, bytes: 100, depth: 3 };
  expect(judged({ enum: ['a'.repeat(80)] }, 'b'.repeat(1_000), limits)).toHaveLength(1);
  expect(judged({ enum: ['a'.repeat(101)] }, 1, limits)).toBe('large');
  expect(judged({ not: { not: { not: { not: {} } } } }, 1, limits)).toBe('deep');
  expect(judged(true, [[[1]]], limits)).toEqual([]);
  expect(judged(true, [[[[1]]]], limits)).toBe('deep');
  const circle: JsonObject = {};
  circle.not = circle;
  expect(judged(circle, 1)).toBe('deep');
});
