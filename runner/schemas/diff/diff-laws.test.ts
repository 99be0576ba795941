import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/json/json.js';
import type { JsonSchema } from '../../../src/schemas/json-schema.js';
import type { Change } from './change.js';
import { Comparison } from './comparison.js';
import { diffSchemas } from './diff.js';
import { Expansion } from './expand.js';
import { bundleOf, ROOT } from './layout.js';
import { Samples } from './samples.js';
import { judgeOf } from './witness.js';

/** Few names and values, so that schemas and values meet. */
const name = fc.constantFrom('a', 'b', 'c');
const scalar = fc.constantFrom<Json>(null, true, false, 0, 1, 2, 0.5, -1, '', 'a', 'bb', 'ccc');
const few = fc.integer({ min: 0, max: 2 });

const leaf: fc.Arbitrary<JsonSchema> = fc.oneof(
  fc.constantFrom<JsonSchema>(true, false, {}),
  fc.constantFrom('null', 'boolean', 'integer', 'number', 'string', 'array', 'object').map((type) => ({ type })),
  fc.constant({ type: ['string', 'integer'] }),
  scalar.map((value) => ({ const: value })),
  fc.uniqueArray(scalar, { minLength: 1, maxLength: 3 }).map((values) => ({ enum: values })),
  few.map((minLength) => ({ type: 'string', minLength })),
  few.map((maxLength) => ({ maxLength })),
  fc.constantFrom('^a', 'b+', '^(a|bb)$', '^[a-c]{2}$').map((pattern) => ({ type: 'string', pattern })),
  few.map((minimum) => ({ type: 'integer', minimum })),
  few.map((maximum) => ({ type: 'number', maximum })),
  fc.tuple(few, few).map(([low, high]) => ({ exclusiveMinimum: low - 1, exclusiveMaximum: high })),
  fc.constantFrom(1, 2, 0.5).map((multipleOf) => ({ multipleOf })),
) as fc.Arbitrary<JsonSchema>;

const schema: fc.Arbitrary<JsonSchema> = fc.letrec<{ schema: JsonSchema }>((tie) => {
  const inner = tie('schema');
  const list = fc.array(inner, { minLength: 1, maxLength: 3 });
  const members = fc.dictionary(name, inner, { maxKeys: 3 });
  const some = fc.uniqueArray(name, { maxLength: 2 });
  const object = fc.record(
    {
      type: fc.constant('object'),
      properties: members,
      required: some,
      additionalProperties: fc.oneof({ weight: 2, arbitrary: fc.boolean() }, inner),
      patternProperties: fc.dictionary(fc.constantFrom('^a', '^(b)$', 'c$'), inner, { maxKeys: 1 }),
      minProperties: few,
      maxProperties: few,
      dependentRequired: fc.dictionary(name, some, { maxKeys: 1 }),
      dependentSchemas: fc.dictionary(name, inner, { maxKeys: 1 }),
      propertyNames: fc.constantFrom({ maxLength: 1 }, { enum: ['a', 'b'] }),
    },
    { requiredKeys: [] },
  );
  const array = fc.record(
    {
      type: fc.constant('array'),
      items: inner,
      prefixItems: list,
      minItems: few,
      maxItems: few,
      uniqueItems: fc.boolean(),
      contains: inner,
    },
    { requiredKeys: [] },
  );
  const combined = fc.oneof(
    list.map((allOf) => ({ allOf })),
    list.map((anyOf) => ({ anyOf })),
    list.map((oneOf) => ({ oneOf })),
    inner.map((not) => ({ not })),
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    fc.record({ if: inner, then: inner, else: inner }, { requiredKeys: ['if'] }),
    fc.record({ properties: members, anyOf: list, unevaluatedProperties: inner }),
    fc.record({ prefixItems: list, anyOf: list, unevaluatedItems: fc.boolean() }),
    fc.record({ not: inner, properties: members, unevaluatedProperties: fc.constant(false) }),
    fc.constant({ $ref: '#/$defs/Other' }),
    fc.record({ $ref: fc.constant('#'), properties: members }).map((one) => ({ properties: { c: one } })),
  );
  return {
    schema: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      { weight: 3, arbitrary: leaf },
      { weight: 3, arbitrary: object as fc.Arbitrary<JsonSchema> },
      { weight: 1, arbitrary: array as fc.Arbitrary<JsonSchema> },
      { weight: 2, arbitrary: combined as fc.Arbitrary<JsonSchema> },
    ),
  };
}).schema;

const value = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    { weight: 2, arbitrary: scalar },
    { weight: 1, arbitrary: fc.array(tie('value'), { maxLength: 3 }) },
    { weight: 3, arbitrary: fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), tie('value'), { maxKeys: 4 }) },
  ) as fc.Arbitrary<Json>,
})).value;

/** Keywords of every kind at once: of two versions most are the same. */
const keywords = fc.record(
  {
    type: fc.constantFrom('object', 'array', 'string', 'integer', 'number', ['object', 'null'], ['string', 'array']),
    properties: fc.dictionary(name, schema, { maxKeys: 2 }),
    required: fc.uniqueArray(name, { maxLength: 2 }),
    additionalProperties: fc.oneof(fc.boolean(), leaf),
    patternProperties: fc.dictionary(fc.constantFrom('^a', '^(b)$', 'c$'), leaf, { maxKeys: 1 }),
    propertyNames: fc.constantFrom({ maxLength: 1 }, { enum: ['a', 'b'] }),
    minProperties: few,
    maxProperties: few,
    dependentRequired: fc.dictionary(name, fc.uniqueArray(name, { maxLength: 2 }), { maxKeys: 1 }),
    items: leaf,
    prefixItems: fc.array(leaf, { minLength: 1, maxLength: 2 }),
    minItems: few,
    maxItems: few,
    uniqueItems: fc.boolean(),
    contains: leaf,
    minLength: few,
    maxLength: few,
    pattern: fc.constantFrom('^a', 'b+', '^(a|bb)$'),
    minimum: few,
    exclusiveMaximum: few,
    multipleOf: fc.constantFrom(1, 2, 0.5),
    enum: fc.uniqueArray(scalar, { minLength: 1, maxLength: 3 }),
    anyOf: fc.array(schema, { minLength: 1, maxLength: 3 }),
    oneOf: fc.array(leaf, { minLength: 1, maxLength: 3 }),
    allOf: fc.array(schema, { minLength: 1, maxLength: 2 }),
    not: leaf,
    unevaluatedProperties: fc.oneof(fc.boolean(), leaf),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<JsonObject>;

const NAMES =
  'type properties required additionalProperties patternProperties propertyNames minProperties maxProperties dependentRequired items prefixItems minItems maxItems uniqueItems contains minLength maxLength pattern minimum exclusiveMaximum multipleOf enum anyOf oneOf allOf not unevaluatedProperties'.split(
    ' ',
  );

/** Some keywords, and the same with one of them taken from others, or left out. */
const near = fc
  .tuple(keywords, keywords, fc.constantFrom(...NAMES), fc.subarray(NAMES, { maxLength: 5 }))
  .map(([one, other, changed, kept]): [JsonObject, JsonObject] => {
    const old = Object.fromEntries(kept.flatMap((key) => (key in one ? [[key, one[key]!]] : [])));
    const { [changed]: _, ...rest } = old;
    return [old, changed in other ? { ...rest, [changed]: other[changed]! } : rest];
  });

/** Where the two versions stand. */
const around = fc.constantFrom<(one: JsonObject) => JsonObject>(
  (one) => one,
  (one) => ({ type: 'object', properties: { a: one } }),
  (one) => ({ type: 'array', items: one }),
  (one) => ({ anyOf: [one, { type: 'null' }] }),
  (one) => ({ allOf: [one, { type: 'object' }] }),
  (one) => ({ additionalProperties: one }),
  (one) => ({ properties: { b: { $ref: '#' } }, ...one }),
  (one) => ({ not: one }),
);

/** A schema that Ajv 8 judges right: of an empty list it forgets `contains` beside `prefixItems`. */
function judged(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(judged);
  if (typeof schema !== 'object' || schema === null) return schema;
  const members = Object.entries(schema).filter(([key]) => key !== 'contains' || !('prefixItems' in schema));
  return Object.fromEntries(members.map(([key, one]) => [key, judged(one as Json)]));
}

const other = leaf.map((one) => ({ Other: one as Json }));
const pair = fc.tuple(near, around, other, fc.boolean()).map(([[one, two], make, $defs, isTurned]) => {
  const both = [one, two].map((schema) => judged({ ...make(schema), $defs }) as JsonObject);
  return (isTurned ? both.reverse() : both) as [JsonObject, JsonObject];
});

/** What is at a pointer with `*` for any member or item. */
function reaches(at: Json | undefined, tokens: readonly string[]): boolean {
  const [token, ...rest] = tokens;
  if (at === undefined) return false;
  if (token === undefined) return true;
  if (typeof at !== 'object' || at === null) return false;
  if (token === '*') return Object.values(at).some((one) => reaches(one as Json, rest));
  return Object.hasOwn(at, token) && reaches((at as { [name: string]: Json })[token], rest);
}

/** Whether a value has a member that only one of the versions declares: senders are taken not to use such a name. */
const usesUndeclared = (changes: readonly Change[], one: Json) =>
  changes.some(({ note, pointer }) => note !== undefined && reaches(one, pointer.split('/').slice(1)));

/** Values at the bounds of a schema. */
function valuesOf(schema: JsonObject): Json[] {
  const samples = new Samples(new Expansion(bundleOf(schema, true), 'atLeast'));
  return [
    ...samples.ofAny([{ $ref: '#/$defs/#' }]),
    ...new Expansion(bundleOf(schema, true), 'atLeast')
      .shapesOf([{ $ref: '#/$defs/#' }])
      .flatMap((shape) => samples.of(shape)),
  ];
}

const judgesOf = (old: JsonObject, now: JsonObject) =>
  [old, now].map((one) => {
    const judge = judgeOf(bundleOf(one, true));
    return (value: Json) => judge(ROOT, value);
  }) as [(value: Json) => boolean | undefined, (value: Json) => boolean | undefined];

it('every value that one version takes and the other refuses is called breaking', { timeout: 300_000 }, () => {
  let shown = 0;
  fc.assert(
    fc.property(pair, fc.array(value, { maxLength: 10 }), ([old, now], values) => {
      const changes = diffSchemas(old, now);
      const [before, after] = judgesOf(old, now);
      const isFine = (direction: Change['direction']) =>
        !changes.some((one) => one.effect === 'breaking' && one.direction === direction);
      for (const one of [...values, ...valuesOf(old), ...valuesOf(now)]) {
        const [was, is] = [before(one), after(one)];
        if (was === is || was === undefined || is === undefined) continue;
        shown += 1;
        if (isFine(was ? 'received' : 'sent'))
          expect({ one, changes, free: usesUndeclared(changes, one) }).toMatchObject({ free: true });
      }
    }),
    { numRuns: 1_000 },
  );
  expect(shown).toBeGreaterThan(1_000);
});

it('every example is taken by the version of its sender and refused by the other', { timeout: 300_000 }, () => {
  let [proven, unproven] = [0, 0];
  fc.assert(
    fc.property(pair, ([old, now]) => {
      const changes = diffSchemas(old, now);
      const bundles = [old, now].map((one) => judgeOf(bundleOf(one, true)));
      for (const { definition, direction, effect, example, proven: isProven } of changes) {
        if (effect === 'compatible') expect(example).toBeUndefined();
        else if (isProven) {
          const verdicts = bundles.map((judge) => judge(definition, example!));
          expect(verdicts).toEqual(direction === 'received' ? [true, false] : [false, true]);
          proven += 1;
        } else unproven += 1;
      }
    }),
    { numRuns: 300 },
  );
  expect(proven * 2).toBeGreaterThan(unproven);
});

it('a version has no changes to itself', { timeout: 300_000 }, () => {
  fc.assert(
    fc.property(pair, ([one]) => {
      const [bundle, again] = [bundleOf(one, true), bundleOf(structuredClone(one), true)];
      const all = [...new Comparison(bundle, again).explain([bundle.$defs[ROOT]!], [again.$defs[ROOT]!])];
      expect(all.filter(({ kind }) => kind === 'refused')).toEqual([]);
    }),
    { numRuns: 300 },
  );
});
