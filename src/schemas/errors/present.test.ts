import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../json/json.js';
import { isObject } from '../../json/json.js';
import { escapeToken, getPointer, setPointer } from '../../json/pointer.js';
import { builtFiles, builtGroups } from '../built/package-files.js';
import { compileSchema } from '../compile.js';
import { keywordCases } from '../fixtures/keywords.js';
import type { Bundle, JsonSchema } from '../json-schema.js';
import { withoutBigints } from '../numbers.js';
import { loadValidators, type Validators } from '../validators.js';

type Others = { [name: string]: JsonSchema };
const errorsOf = (schema: JsonSchema, value: Json, others: Others = {}) =>
  compileSchema({ ...(schema as object), $defs: others as { [name: string]: Json } })(value);
const messages = (schema: JsonSchema, value: Json, others: Others = {}) =>
  errorsOf(schema, value, others).map(({ path, message }) => `${path} ${message}`.trim());

describe('a presented error', () => {
  it('says what a scalar should have been', () => {
    expect(messages({ type: 'string' }, null)).toEqual(['expected a string, got null']);
    expect(messages({ type: ['integer', 'null'] }, 'x')).toEqual(['expected an integer or null, got a string']);
    expect(messages({ type: 'integer' }, 0.5)).toEqual(['expected an integer, got a number']);
    expect(messages({ type: 'integer' }, 2n ** 70n)).toEqual([]);
    expect(messages({ const: '2.0' }, '1.0')).toEqual(['expected "2.0", got "1.0"']);
    expect(messages({ enum: ['accept', 'decline'] }, 'acept')).toEqual([
      'expected one of "accept", "decline", got "acept"; did you mean accept?',
    ]);
    expect(messages({ type: 'string', pattern: '^a+$' }, 'b')).toEqual(['"b" does not match ^a+$']);
    expect(messages({ title: 'Duration', type: 'string', pattern: '^\\d+s$', examples: ['2s'] }, 'soon')).toEqual([
      '"soon" is not a duration, such as "2s"',
    ]);
    expect(messages({ minLength: 1 }, '')).toEqual(['is empty']);
    expect(messages({ maxLength: 2 }, '🙂🙂')).toEqual([]);
    expect(messages({ minimum: 0, maximum: 1 }, 1.5)).toEqual(['expected at most 1, got 1.5']);
  });

  it('says what a list or object lacks or has too much', () => {
    expect(messages({ minItems: 1 }, [])).toEqual(['is empty']);
    expect(messages({ maxItems: 1 }, [1, 2])).toEqual(['has 2 items, expected at most 1']);
    expect(
      messages({ uniqueItems: true }, [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ]),
    ).toEqual(['has an item twice']);
    expect(messages({ required: ['name'] }, {})).toEqual(['lacks `name`']);
    expect(messages({ properties: { command: true }, additionalProperties: false }, { comand: 1 })).toEqual([
      '/comand unknown member `comand`; did you mean command?',
    ]);
    expect(messages({ dependentRequired: { with: ['use'] } }, { with: 1 })).toEqual(['`with` needs `use` beside it']);
    expect(messages({ not: { required: ['result', 'error'] } }, { result: 1, error: 2 })).toEqual([
      '`result` and `error` exclude each other',
    ]);
    expect(messages({ propertyNames: { pattern: '^[a-z]+$' } }, { 'A b': 1 })).toEqual([
      '/A b `A b` is not a name that is allowed here',
    ]);
    expect(messages({ properties: { 'a/b~c': { type: 'string' } } }, { 'a/b~c': 1 })).toEqual([
      '/a~1b~0c expected a string, got an integer',
    ]);
  });

  it('tells every mistake of a value, up to fifty', () => {
    const schema = { properties: { a: { type: 'string' }, b: { type: 'string' } }, required: ['c'] };
    expect(messages(schema, { a: 1, b: 2 })).toHaveLength(3);
    expect(messages({ items: { type: 'string' } }, Array(100_000).fill(1))).toHaveLength(50);
  });

  it('does not take a member of Object.prototype for one of the value', () => {
    expect(messages({ required: ['toString'], properties: {}, additionalProperties: false }, {})).toEqual([
      'lacks `toString`',
    ]);
    expect(messages({ properties: {}, additionalProperties: false }, { constructor: 1 })).toHaveLength(1);
  });

  const Text: JsonSchema = {
    type: 'object',
    required: ['type', 'text'],
    properties: { type: { const: 'text' }, text: { type: 'string' } },
  };
  const Image: JsonSchema = {
    type: 'object',
    required: ['type', 'data'],
    properties: { type: { const: 'image' }, data: { type: 'string' } },
  };
  const union = { anyOf: [{ $ref: '#/$defs/Text' }, { $ref: '#/$defs/Image' }] };

  it('tells of a union only the branch that was meant', () => {
    expect(messages(union, { type: 'image', data: 1 }, { Text, Image })).toEqual([
      '/data expected a string, got an integer',
    ]);
    expect(messages(union, { text: 'x' }, { Text, Image })).toEqual(['lacks `type`']);
    expect(messages(union, 'x', { Text, Image })).toEqual(['expected an object, got a string']);
  });

  it('tells an unknown variant apart from an invalid value', () => {
    const [error] = errorsOf(union, { type: 'video', data: 'x' }, { Text, Image });
    expect(error).toMatchObject({ path: '/type', unknownVariant: true, expected: { $in: ['text', 'image'] } });
    const [wrong] = errorsOf(union, { type: 7 }, { Text, Image });
    expect(wrong).toMatchObject({ path: '/type' });
    expect(wrong).not.toHaveProperty('unknownVariant');
  });

  it('takes the fixed value of a union of one branch for the name of a variant', () => {
    expect(errorsOf({ anyOf: [{ $ref: '#/$defs/Text' }] }, { type: 'video' }, { Text })).toMatchObject([
      { path: '/type', unknownVariant: true, expected: { $in: ['text'] } },
    ]);
    expect(messages({ anyOf: [{ $ref: '#/$defs/Text' }] }, { type: 'text', text: 1 }, { Text })).toEqual([
      '/text expected a string, got an integer',
    ]);
    const plain: JsonSchema = { anyOf: [{ type: 'object', properties: { a: { type: 'string' } } }] };
    expect(messages(plain, { a: 1 })).toEqual(['/a expected a string, got an integer']);
  });

  it('takes the branch in which the member that names the variant may be absent', () => {
    const Form: JsonSchema = { type: 'object', required: ['form'], properties: { mode: { const: 'form' } } };
    const Url: JsonSchema = { type: 'object', required: ['mode', 'url'], properties: { mode: { const: 'url' } } };
    const either = { anyOf: [{ $ref: '#/$defs/Url' }, { $ref: '#/$defs/Form' }] };
    expect(messages(either, {}, { Url, Form })).toEqual(['lacks `form`']);
    expect(messages(either, { mode: 'url' }, { Url, Form })).toEqual(['lacks `url`']);
  });

  it('says which members exclude each other, and of which one is needed', () => {
    const verbs = { type: 'object', oneOf: [{ required: ['send'] }, { required: ['expect'] }] };
    expect(messages(verbs, {})).toEqual(['needs one of `send`, `expect`']);
    expect(messages(verbs, { send: 1, expect: 1 })).toEqual(['only one of `send`, `expect` can stand here']);
  });

  it('points at the keyword in the bundle', async () => {
    const mcp = await loadValidators('mcp', '2025-11-25');
    const [error] = mcp.validate('ListToolsResult', { tools: [{ name: 1, inputSchema: { type: 'object' } }] });
    expect(error).toMatchObject({ path: '/tools/0/name', schemaPath: '/$defs/Tool/properties/name/type' });
  });
});

/**
 * Every group that was built, with its definitions: of those that it shares with a group before it, and all that they refer to,
 * none, for their code is the same.
 */
async function groupsWithOwn() {
  const known = new Set<string>();
  const found: [group: string, own: string[], validators: Validators][] = [];
  for (const group of builtGroups()) {
    const [protocol = '', version = ''] = group.split('/');
    const validators = await loadValidators(protocol, version);
    const own = validators.names().filter((name) => {
      const text = wholeText(name, schemaIn(validators, name), validators.bundle);
      return !known.has(text) && known.add(text);
    });
    found.push([group, own, validators]);
  }
  return found;
}

const schemaIn = ({ bundle }: Validators, name: string): JsonSchema => bundle.$defs[name] ?? bundle;

/** What a definition says, and all definitions that it refers to. */
function wholeText(name: string, schema: JsonSchema, { $defs }: Bundle): string {
  const texts = new Map<string, string>();
  const waiting: [string, JsonSchema][] = [[name, schema]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [one, of] = next;
    const text = JSON.stringify(of);
    texts.set(one, text);
    for (const [, other = ''] of text.matchAll(/"\$ref":"#\/\$defs\/([^"]+)"/g))
      if (!texts.has(other)) waiting.push([other, $defs[other]!]);
  }
  return JSON.stringify([name, [...texts].sort()]);
}

const load = createRequire(import.meta.url);
const { Ajv2020: Ajv } = load('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js');
const stock = (options = {}) =>
  new Ajv({ strict: false, validateFormats: false, validateSchema: false, code: { optimize: false }, ...options });

/** Pointers to all places of a value, the root first. */
function placesOf(value: Json, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([name, inner]) => placesOf(inner, `${path}/${escapeToken(name)}`))];
}

const anything = fc.jsonValue({ maxDepth: 2 }).map((value) => value as Json);
const integer = fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n });

/** An example with some of its places filled with other values, other parts of the examples, or a member too many. */
function mutated(examples: readonly Json[]): fc.Arbitrary<Json> {
  const parts = examples.flatMap((example) => placesOf(example).map((path) => ({ example, path })));
  const part = fc.constantFrom(...parts).map(({ example, path }) => valueAt(example, path));
  const change = fc.tuple(fc.nat(), fc.oneof(anything, part, integer), fc.boolean());
  return fc.tuple(fc.constantFrom(...examples), fc.array(change, { maxLength: 3 })).map(([example, changes]) =>
    changes.reduce((value: Json, [nth, other, isAdded]) => {
      const places = placesOf(value);
      const path = places[nth % places.length] as string;
      return isAdded && isObject(valueAt(value, path))
        ? setPointer(value, `${path}/added`, other)
        : setPointer(value, path, other);
    }, example),
  );
}

const valueAt = (root: Json, path: string) => getPointer(root, path) ?? null;

describe('errors are presented where Ajv has some, and only there', async () => {
  const seen = { accepted: 0, refused: 0 };

  it.each(await groupsWithOwn())('for mutated instances of every definition of %s', (group, own, validators) => {
    const reports = load(join(builtFiles(), 'validators', 'reports', `${group.replace('/', '-')}.cjs`));
    const judge: Ajv2020 = stock().addSchema(validators.bundle, 'bundle');
    for (const name of own) {
      const schema = schemaIn(validators, name);
      const verdict = judge.getSchema(
        schema === validators.bundle ? 'bundle' : `bundle#/$defs/${encodeURIComponent(name)}`,
      );
      const examples = typeof schema === 'object' ? (schema.examples ?? []) : [];
      const check = (value: Json) => {
        const plain = withoutBigints(value);
        const isValid = verdict?.(plain);
        seen[isValid ? 'accepted' : 'refused']++;
        return (validators.validate(name, value).length === 0) === isValid && reports[name](plain) === isValid;
      };
      fc.assert(fc.property(fc.oneof({ weight: 4, arbitrary: mutated(examples) }, anything), check), { numRuns: 20 });
    }
  });

  // Of a group with few definitions all may be of a kind.
  it('and of the instances many are valid, and many are not', () => {
    expect(Math.min(seen.accepted, seen.refused)).toBeGreaterThan(1_000);
  });

  it('for any value and schemas of every keyword, compiled at run time', () => {
    for (const { whole, values } of keywordCases) {
      const schema = whole as boolean;
      const verdict = stock({ ownProperties: true }).compile(schema);
      const check = (value: Json) => (compileSchema(schema)(value).length === 0) === verdict(withoutBigints(value));
      for (const value of values) expect(compileSchema(schema)(value)).not.toEqual([]);
      fc.assert(fc.property(fc.oneof(mutated(values), anything), check), { numRuns: 100 });
    }
  });
});
