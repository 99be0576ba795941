import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Json } from '../json/json.js';
import { explain } from './explain.js';
import type { Bundle, JsonSchema } from './json-schema.js';
import { builtFiles } from './package-files.js';
import { variations } from './testing.js';
import { loadValidators } from './validators.js';

const bundle = ($defs: { [name: string]: JsonSchema }): Bundle => ({ $defs });
const messages = (schema: JsonSchema, value: Json, others: { [name: string]: JsonSchema } = {}) =>
  explain(bundle({ ...others, It: schema }), 'It', value).map(({ path, message }) => `${path} ${message}`.trim());

describe('explain', () => {
  it('says what a scalar should have been', () => {
    expect(messages({ type: 'string' }, null)).toEqual(['wanted a string, got null']);
    expect(messages({ type: ['integer', 'null'] }, 'x')).toEqual(['wanted an integer or null, got a string']);
    expect(messages({ type: 'integer' }, 0.5)).toEqual(['wanted an integer, got a number']);
    expect(messages({ type: 'integer' }, 2n ** 70n)).toEqual([]);
    expect(messages({ const: '2.0' }, '1.0')).toEqual(['wanted "2.0", got "1.0"']);
    expect(messages({ enum: ['accept', 'decline'] }, 'acept')).toEqual([
      'wanted one of "accept", "decline", got "acept"; did you mean accept?',
    ]);
    expect(messages({ type: 'string', pattern: '^a+$' }, 'b')).toEqual(['"b" is no text of the form ^a+$']);
    expect(messages({ title: 'Duration', type: 'string', pattern: '^\\d+s$', examples: ['2s'] }, 'soon')).toEqual([
      '"soon" is no duration, such as "2s"',
    ]);
    expect(messages({ minLength: 1 }, '')).toEqual(['is empty']);
    expect(messages({ maxLength: 2 }, '🙂🙂')).toEqual([]);
    expect(messages({ minimum: 0, maximum: 1 }, 1.5)).toEqual(['wanted at most 1, got 1.5']);
  });

  it('says what a list or object lacks or has too much', () => {
    expect(messages({ minItems: 1 }, [])).toEqual(['is empty']);
    expect(messages({ maxItems: 1 }, [1, 2])).toEqual(['has 2 items, wanted at most 1']);
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
      '/A b `A b` is no name that is allowed here',
    ]);
    expect(messages({ properties: { 'a/b~c': { type: 'string' } } }, { 'a/b~c': 1 })).toEqual([
      '/a~1b~0c wanted a string, got an integer',
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
      '/data wanted a string, got an integer',
    ]);
    expect(messages(union, { text: 'x' }, { Text, Image })).toEqual(['lacks `type`']);
    expect(messages(union, 'x', { Text, Image })).toEqual(['wanted an object, got a string']);
  });

  it('tells an unknown variant apart from an invalid value', () => {
    const [error] = explain(bundle({ Text, Image, It: union }), 'It', { type: 'video', data: 'x' });
    expect(error).toMatchObject({ path: '/type', unknownVariant: true, expected: { $in: ['text', 'image'] } });
    const [wrong] = explain(bundle({ Text, Image, It: union }), 'It', { type: 7 });
    expect(wrong).toMatchObject({ path: '/type' });
    expect(wrong).not.toHaveProperty('unknownVariant');
  });

  it('takes the fixed value of a union of one branch for the name of a variant', () => {
    expect(explain(bundle({ Text, It: { anyOf: [{ $ref: '#/$defs/Text' }] } }), 'It', { type: 'video' })).toMatchObject(
      [{ path: '/type', unknownVariant: true, expected: { $in: ['text'] } }],
    );
    expect(messages({ anyOf: [{ $ref: '#/$defs/Text' }] }, { type: 'text', text: 1 }, { Text })).toEqual([
      '/text wanted a string, got an integer',
    ]);
    const plain: JsonSchema = { anyOf: [{ type: 'object', properties: { a: { type: 'string' } } }] };
    expect(messages(plain, { a: 1 })).toEqual(['/a wanted a string, got an integer']);
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

/** Every group that was built: protocol and version. */
const groups = readdirSync(join(builtFiles(), 'schemas')).flatMap((protocol) =>
  readdirSync(join(builtFiles(), 'schemas', protocol)).map((file) => ({
    protocol,
    version: file.replace('.json', ''),
  })),
);

describe('explain agrees with the compiled validators', () => {
  it.each(groups)('on every definition of $protocol $version, for variations of its examples', async (group) => {
    const validators = await loadValidators(group.protocol, group.version);
    let refused = 0;
    for (const name of validators.names()) {
      const root = name === group.protocol ? undefined : name;
      const schema = root === undefined ? validators.bundle : validators.bundle.$defs[root];
      const examples = typeof schema === 'object' ? (schema.examples ?? []) : [];
      for (const example of examples) {
        expect(explain(validators.bundle, root, example), `${name}: ${JSON.stringify(example)}`).toEqual([]);
        let count = 0;
        for (const value of variations(example)) {
          if (count++ > 1500) break;
          const fits = validators.validate(name, value).length === 0;
          const explained = explain(validators.bundle, root, value);
          if (fits === explained.length > 0)
            expect.fail(`${name}: ${JSON.stringify(value)} ${JSON.stringify(explained)}`);
          if (!fits) refused++;
        }
      }
    }
    expect(refused).toBeGreaterThan(0);
  });
});
