import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/json/json.js';
import { methodTable } from '../../../src/schemas/index.js';
import { builtBundle } from './built-bundle.js';
import type { Change } from './change.js';
import { diff } from './diff.js';
import { bundleOf } from './layout.js';

/** The changes between two versions of one definition, as `direction effect pointer keyword`, with the example of breaking ones. */
function changesOf(old: Json, now: Json): [string, Json?][] {
  const bundle = (schema: Json) => bundleOf({ $defs: { A: schema } });
  const text = ({ direction, effect, pointer, keyword }: Change) => `${direction} ${effect} ${pointer} ${keyword}`;
  return diff(bundle(old), bundle(now), { old: {}, now: {} }).changes.map((one) =>
    one.effect === 'breaking' ? [text(one), one.example] : [text(one)],
  );
}

/** Both schemas as the member `a` of an object. */
const within = (old: Json, now: Json) =>
  changesOf({ type: 'object', properties: { a: old } }, { type: 'object', properties: { a: now } });

const NARROWED: [keyword: string, old: Json, now: Json, example: Json][] = [
  ['type', { type: ['string', 'null'] }, { type: 'string' }, null],
  ['type', { type: 'number' }, { type: 'integer' }, 0.5],
  ['enum', { enum: ['x', 'y', 'z'] }, { enum: ['x', 'y'] }, 'z'],
  ['const', { enum: ['x', 'y'] }, { const: 'x' }, 'y'],
  ['minLength', { type: 'string' }, { type: 'string', minLength: 3 }, 'aa'],
  ['maxLength', { type: 'string' }, { type: 'string', maxLength: 2 }, 'aaa'],
  ['pattern', { type: 'string' }, { type: 'string', pattern: '^[b-d]+$' }, ''],
  ['minimum', { type: 'integer' }, { type: 'integer', minimum: 5 }, 4],
  ['exclusiveMaximum', { type: 'number' }, { type: 'number', exclusiveMaximum: 5 }, 5],
  ['multipleOf', { type: 'integer' }, { type: 'integer', multipleOf: 2 }, 1],
  ['minItems', { type: 'array' }, { type: 'array', minItems: 1 }, []],
  [
    'maxItems',
    { type: 'array', items: { const: 'x' } },
    { type: 'array', items: { const: 'x' }, maxItems: 1 },
    ['x', 'x'],
  ],
  ['minProperties', { type: 'object' }, { type: 'object', minProperties: 1 }, {}],
  ['not', { type: 'string' }, { type: 'string', not: { const: 'x' } }, 'x'],
  ['additionalProperties', { type: 'object' }, { type: 'object', additionalProperties: false }, { anyOther: null }],
];

describe('a schema that takes less', () => {
  it.each(NARROWED)('%s breaks those who send as before', (keyword, old, now, example) => {
    const [first, second, ...others] = within(old, now);
    expect(first).toEqual([`received breaking /a ${keyword}`, { a: example }]);
    expect(second).toEqual([`sent compatible /a ${keyword}`]);
    expect(others).toEqual([]);
  });

  it.each(NARROWED)('%s the other way round breaks those who receive as before', (keyword, now, old, example) => {
    const [first, second, ...others] = within(old, now);
    expect(first).toEqual([`sent breaking /a ${keyword}`, { a: example }]);
    expect(second).toEqual([`received compatible /a ${keyword}`]);
    expect(others).toEqual([]);
  });

  it('a format is nothing that anybody here can prove', () => {
    const [change] = diff(
      bundleOf({ $defs: { A: { type: 'string' } } }),
      bundleOf({ $defs: { A: { type: 'string', format: 'uri' } } }),
      { old: {}, now: {} },
    ).changes;
    expect(change).toMatchObject({ effect: 'breaking', proven: false, keyword: 'format' });
  });
});

describe('members', () => {
  const object = (properties: Json, more = {}): Json => ({ type: 'object', properties, ...more });

  it('an optional one may come and go', () => {
    const [old, now] = [object({ a: {} }), object({ a: {}, b: { type: 'string' } })];
    const both = [['received compatible /b properties'], ['sent compatible /b properties']];
    expect(changesOf(old, now)).toEqual(both);
    expect(changesOf(now, old).sort()).toEqual(both);
  });

  it('one that a closed object gets breaks older receivers', () => {
    const closed = { additionalProperties: false };
    const found = changesOf(object({ a: {} }, closed), object({ a: {}, b: { const: 'x' } }, closed));
    expect(found).toContainEqual(['sent breaking /b additionalProperties', { b: 'x' }]);
  });

  it('one that is required now breaks older senders, in depth too', () => {
    const [old, now] = [object({ b: {} }), object({ b: {} }, { required: ['b'] })];
    expect(
      changesOf({ items: object({ a: old }), type: 'array' }, { items: object({ a: now }), type: 'array' }),
    ).toEqual([['received breaking /*/a/b required', [{ a: {} }]], ['sent compatible /*/a/b required']]);
  });
});

describe('combined schemas', () => {
  const variant = (type: string, more = {}) => ({
    type: 'object',
    required: ['type'],
    properties: { type: { const: type }, ...more },
  });

  it('a new alternative breaks older receivers, an old one is compared with its like', () => {
    const old = { anyOf: [variant('text', { text: { type: 'string' } })] };
    const now = { oneOf: [variant('link'), variant('text', { text: { type: 'string', maxLength: 1 } })] };
    expect(changesOf(old, now)).toEqual([
      ['received breaking /text maxLength', { type: 'text', text: 'aa' }],
      ['sent compatible /text maxLength'],
      ['sent breaking  anyOf', { type: 'link' }],
      ['received compatible  anyOf'],
    ]);
  });

  it('an alternative for whatever the others are not is one more, however many there are', () => {
    const names = Array.from({ length: 20 }, (_, index) => `kind-${index}`);
    const known = names.map((one) => variant(one));
    const other = { ...variant(''), properties: { type: { type: 'string' } }, not: { anyOf: known } };
    const open = { anyOf: [...known, other] };
    expect(changesOf({ anyOf: known }, open)).toEqual([
      ['sent breaking  anyOf', { type: '' }],
      ['received compatible  anyOf'],
    ]);
    expect(changesOf(open, { anyOf: [...known, { ...other, title: 'Other' }] })).toEqual([]);
  });

  it('the same meaning in other words is no change', () => {
    const old = {
      type: 'object',
      properties: { kind: { enum: ['a', 'b'] }, size: { type: 'integer', minimum: 1 } },
      required: ['kind'],
    };
    const kind = (value: string) => ({ properties: { kind: { const: value } }, required: ['kind'] });
    const now: Json = {
      allOf: [{ type: 'object' }, { properties: { size: { type: 'integer', exclusiveMinimum: 0 } } }],
      anyOf: [kind('b'), kind('a')],
    };
    expect(changesOf(old, now)).toEqual([]);
  });

  it('conditions and dependent schemas are followed', () => {
    const old = { type: 'object', properties: { a: {}, b: {} } };
    const now = { ...old, dependentRequired: { a: ['b'] } };
    const [breaking] = changesOf(old, now);
    expect(breaking![0]).toMatch(/^received breaking/);
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    const conditional = { ...old, if: { required: ['a'] }, then: { required: ['b'] } };
    expect(changesOf(now, conditional)).toEqual([]);
  });

  it('what is not decided is not called compatible', () => {
    const many = (name: string): Json => ({ type: 'array', contains: { properties: { [name]: { minLength: 2 } } } });
    const found = changesOf(many('a'), many('b'));
    expect(found.map(([one]) => one)).toEqual(['received breaking  contains', 'sent breaking  contains']);
  });

  it('a definition that has itself in it comes to an end', () => {
    const list = (type: string) => ({
      $defs: { A: { type: 'object', properties: { next: { $ref: '#/$defs/A' }, v: { type } } } },
    });
    const { changes } = diff(bundleOf(list('string')), bundleOf(list('number')), { old: {}, now: {} });
    expect(changes.map(({ pointer, keyword }) => `${pointer} ${keyword}`)).toEqual(['/v type', '/v type']);
  });
});

describe('MCP', () => {
  const between = (old: string, now: string) => {
    const bundle = (version: string) => bundleOf(builtBundle(`mcp/${version}`));
    return diff(bundle(old), bundle(now), { old: methodTable('mcp', old), now: methodTable('mcp', now) });
  };

  it('2025-11-25: what its changelog says, and every breaking change is shown by a value', { timeout: 60_000 }, () => {
    const { changes, methods, messages } = between('2025-06-18', '2025-11-25');
    const breaking = changes.filter(({ effect }) => effect === 'breaking');
    expect(breaking.filter(({ proven }) => !proven)).toEqual([]);
    const lines = breaking.map(
      (one) => `${one.direction} ${one.definition}${one.pointer} ${one.variant ?? one.keyword}`,
    );
    expect(lines).toContain('sent tools/call result CreateTaskResult');
    expect(lines).toContain('sent SamplingMessage/content ToolUseContent');
    expect(lines).toContain('sent PrimitiveSchemaDefinition TitledMultiSelectEnumSchema');
    expect(lines.filter((one) => one.startsWith('received'))).toEqual([]);
    const added = changes
      .filter(({ note }) => note === 'added, optional')
      .map((one) => `${one.definition}${one.pointer}`);
    expect(added).toEqual(
      expect.arrayContaining(['Tool/icons', 'Tool/execution', 'Implementation/description', 'StringSchema/default']),
    );
    expect(methods.map(({ method, change }) => `${change} ${method}`)).toContain('added tasks/list');
    expect(messages.find(({ method, kind }) => method === 'tools/call' && kind === 'result')).toMatchObject({
      sender: 'server',
      sent: 'breaking',
      received: 'compatible',
    });
  });

  it('2026-07-28: sessions are gone, and results say their type', { timeout: 60_000 }, () => {
    const { changes, methods } = between('2025-11-25', '2026-07-28');
    expect(methods.filter(({ change }) => change === 'removed').map(({ method }) => method)).toEqual(
      expect.arrayContaining(['initialize', 'ping', 'logging/setLevel', 'resources/subscribe']),
    );
    expect(changes).toContainEqual(
      expect.objectContaining({
        definition: 'CallToolResult',
        pointer: '/resultType',
        keyword: 'required',
        direction: 'received',
        effect: 'breaking',
      }),
    );
  });

  it('the latest version has no changes to itself', { timeout: 60_000 }, () => {
    const { changes, methods, definitions } = between('2026-07-28', '2026-07-28');
    expect({ changes, methods, definitions }).toEqual({ changes: [], methods: [], definitions: [] });
  });
});
