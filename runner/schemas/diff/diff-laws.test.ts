import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Json } from '../../../src/json/json.js';
import type { Bundle, JsonSchema } from '../../../src/schemas/json-schema.js';
import type { Change } from './change.js';
import { Comparison } from './comparison.js';
import { diff } from './diff.js';
import { bundleOf } from './layout.js';
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
    fc.record({ $ref: fc.constant('#/$defs/Root'), properties: members }).map((one) => ({ properties: { c: one } })),
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

const bundle: fc.Arbitrary<Bundle> = fc
  .record({ Root: schema, Other: leaf })
  .map((definitions) => bundleOf({ $defs: definitions } as unknown as Json));

/** Two bundles, of which the second is often the first with one thing changed. */
const pair = fc.oneof(
  fc.tuple(bundle, bundle),
  fc.tuple(bundle, schema, name).map(([old, other, member]): [Bundle, Bundle] => {
    const root = old.$defs.Root!;
    if (typeof root === 'boolean') return [old, { $defs: { ...old.$defs, Root: other } }];
    return [old, { $defs: { ...old.$defs, Root: { ...root, properties: { ...root.properties, [member]: other } } } }];
  }),
  fc
    .tuple(bundle, schema)
    .map(([old, other]): [Bundle, Bundle] => [
      old,
      { $defs: { ...old.$defs, Root: { anyOf: [old.$defs.Root!, other] } } },
    ]),
);

const NO_METHODS = { old: {}, now: {} };

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

it('every value that one version takes and the other refuses is called breaking', { timeout: 120_000 }, () => {
  fc.assert(
    fc.property(pair, fc.array(value, { minLength: 20, maxLength: 20 }), ([old, now], values) => {
      const { changes } = diff(old, now, NO_METHODS);
      const [before, after] = [judgeOf(old), judgeOf(now)];
      // A part of a definition is compared where it stands.
      const breaking = (direction: Change['direction']) =>
        changes.some((one) => one.effect === 'breaking' && one.direction === direction);
      for (const one of values) {
        const [was, is] = [before('Root', one), after('Root', one)];
        if (was === true && is === false && !breaking('received'))
          expect({ one, changes, lost: usesUndeclared(changes, one) }).toMatchObject({ lost: true });
        if (was === false && is === true && !breaking('sent'))
          expect({ one, changes, lost: usesUndeclared(changes, one) }).toMatchObject({ lost: true });
      }
    }),
    { numRuns: Number(process.env.RUNS ?? 300) },
  );
});

it('every example is taken by the version of its sender and refused by the other', { timeout: 120_000 }, () => {
  let [proven, unproven] = [0, 0];
  fc.assert(
    fc.property(pair, ([old, now]) => {
      const { changes } = diff(old, now, NO_METHODS);
      const [before, after] = [judgeOf(old), judgeOf(now)];
      for (const { definition, direction, effect, example, proven: isProven } of changes) {
        if (effect === 'compatible') expect(example).toBeUndefined();
        else if (isProven) {
          const verdicts = [before(definition, example!), after(definition, example!)];
          expect(verdicts).toEqual(direction === 'received' ? [true, false] : [false, true]);
          proven += 1;
        } else unproven += 1;
      }
    }),
    { numRuns: 80 },
  );
  expect(proven).toBeGreaterThan(unproven);
});

it('a version has no changes to itself', { timeout: 120_000 }, () => {
  fc.assert(
    fc.property(bundle, (one) => {
      const all = [...new Comparison(one, structuredClone(one)).explain([one.$defs.Root!], [one.$defs.Root!])];
      expect(all.filter(({ kind }) => kind === 'refused')).toEqual([]);
    }),
    { numRuns: 100 },
  );
});
