import { describe, expect, test } from 'vitest';
import type { Json } from '../../src/json/json.js';
import { loadValidators } from '../../src/schemas/index.js';
import type { Bundle } from '../../src/schemas/json-schema.js';
import { changed, schemaChanges } from './schema-changes.js';

const bundle: Bundle = {
  $defs: {
    Thing: {
      type: 'object',
      required: ['name', 'parts'],
      properties: {
        name: { type: 'string', minLength: 1 },
        parts: { type: 'array', minItems: 1, items: { $ref: '#/$defs/Part' } },
        level: { enum: ['low', 'high'] },
        share: { type: 'number', minimum: 0, maximum: 1 },
      },
    },
    Part: { oneOf: [{ $ref: '#/$defs/Screw' }, { $ref: '#/$defs/Nut' }] },
    Screw: {
      type: 'object',
      required: ['kind', 'size'],
      properties: { kind: { const: 'screw' }, size: { type: 'integer' } },
    },
    Nut: { type: 'object', required: ['kind'], properties: { kind: { type: 'string', const: 'nut' } } },
  },
};
const thing: Json = {
  name: 'x',
  parts: [{ kind: 'screw', size: 3 }, { kind: 'nut' }],
  level: 'low',
  share: 0.5,
  more: 1,
};

test('each demand of a schema is broken once in each place', () => {
  const changes = schemaChanges(bundle, 'Thing', thing);
  const shown = changes.map(({ what, place, value }) => `${what} ${place} ${JSON.stringify(value)}`);
  expect(shown).toEqual([
    'null  null',
    'type  "proctor-text"',
    'absent /name undefined',
    'absent /parts undefined',
    'null /name null',
    'type /name 7',
    'limit /name ""',
    'null /parts null',
    'type /parts "proctor-text"',
    'empty /parts []',
    'null /parts/*[Screw] null',
    'type /parts/*[Screw] "proctor-text"',
    'absent /parts/*[Screw]/kind undefined',
    'absent /parts/*[Screw]/size undefined',
    'const /parts/*[Screw]/kind "proctor-no-such-value"',
    'null /parts/*[Screw]/size null',
    'type /parts/*[Screw]/size "proctor-text"',
    'type /parts/*[Screw]/size 0.5',
    'null /parts/*[Nut] null',
    'type /parts/*[Nut] "proctor-text"',
    'absent /parts/*[Nut]/kind undefined',
    'const /parts/*[Nut]/kind "proctor-no-such-value"',
    'enum /level "proctor-no-such-value"',
    'null /share null',
    'type /share "proctor-text"',
    'limit /share -1',
    'limit /share 2',
  ]);
});

test('a change leaves the rest as it was', () => {
  expect(changed(thing, { pointer: '/parts/0/size' })).toEqual({
    ...(thing as object),
    parts: [{ kind: 'screw' }, { kind: 'nut' }],
  });
  expect(changed(thing, { pointer: '', value: null })).toBeNull();
  expect(changed({ 'a/b': { '~': 1 } }, { pointer: '/a~1b/~0', value: 2 })).toEqual({ 'a/b': { '~': 2 } });
  expect(thing).toHaveProperty('parts.0.size', 3);
});

describe('with the schemas of a protocol', async () => {
  const validators = await loadValidators('mcp', '2025-11-25');
  const examples = validators.names().flatMap((name) => {
    const schema = validators.bundle.$defs[name];
    const [example] = (typeof schema === 'object' && schema.examples) || [];
    return example === undefined ? [] : [[name, example] as const];
  });
  test('there are examples', () => expect(examples.length).toBeGreaterThan(100));
  test.each(examples)('every change of %s is refused by its validator', (name, example) => {
    for (const change of schemaChanges(validators.bundle, name, example))
      expect(validators.validate(name, changed(example, change)), JSON.stringify(change)).not.toEqual([]);
  });
});
