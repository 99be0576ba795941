import { describe, expect, it } from 'vitest';
import { Lines } from '../testing.js';
import { KnownValues } from './known.js';
import { fieldOf, fits, initialOf, type Schema } from './schema.js';

const field = (schema: Schema) => fieldOf(schema, schema);

describe('fields of a schema', () => {
  it.each<[string, Schema, object]>([
    ['a text', { type: 'string', description: 'Its name.' }, { kind: 'string', description: 'Its name.' }],
    ['an integer', { type: 'integer' }, { kind: 'number', integer: true }],
    ['a choice', { enum: ['a', 'b'] }, { kind: 'choice', values: ['a', 'b'] }],
    ['a choice of constants', { oneOf: [{ const: 'a' }, { const: 'b' }] }, { kind: 'choice', values: ['a', 'b'] }],
    ['a list', { type: 'array', items: { type: 'string' } }, { kind: 'list', items: { type: 'string' } }],
    ['anything', true, { kind: 'any' }],
    ['nothing that is known', { $ref: '#/$defs/missing' }, { kind: 'any' }],
    ['types', { type: ['string', 'null'] }, { kind: 'either', options: [{ title: 'a string' }, { title: 'null' }] }],
  ])('%s', (_, schema, expected) => {
    expect(field(schema)).toMatchObject(expected);
  });

  it('put the required members first, and follow references and allOf', () => {
    const schema = {
      $defs: {
        Base: { type: 'object', properties: { a: { type: 'string' }, b: { type: 'number' } }, required: ['b'] },
      },
      allOf: [{ $ref: '#/$defs/Base' }],
      properties: { c: true },
    };
    expect(field(schema)).toMatchObject({
      kind: 'object',
      members: [
        { name: 'b', required: true },
        { name: 'a', required: false },
        { name: 'c', required: false },
      ],
    });
    expect(initialOf(schema, schema)).toEqual({ b: 0 });
  });

  it('name alternatives by their constant, and find the one of a value', () => {
    const options = ['text', 'image'].map((type) => ({
      type: 'object',
      properties: { type: { const: type }, data: { type: 'string' } },
      required: ['type', 'data'],
    }));
    const schema = { oneOf: options };
    expect(field(schema)).toMatchObject({ options: [{ title: 'type: text' }, { title: 'type: image' }] });
    expect(options.map((option) => fits({ type: 'image', data: '' }, option, schema))).toEqual([false, true]);
    expect(initialOf(schema, schema)).toEqual({ type: 'text', data: '' });
  });

  it('come to an end for a schema that contains itself', () => {
    const schema = {
      $defs: { A: { oneOf: [{ $ref: '#/$defs/A' }, { $ref: '#/$defs/A' }] }, B: { $ref: '#/$defs/B' } },
    };
    expect(fieldOf({ $ref: '#/$defs/A' }, schema)).toMatchObject({ kind: 'either' });
    expect(fieldOf({ $ref: '#/$defs/B' }, schema)).toEqual({ kind: 'any' });
    const names = Array.from({ length: 100 }, (_, at) => `m${at}`);
    const wide = {
      type: 'object',
      properties: Object.fromEntries(names.map((name) => [name, { $ref: '#' }])),
      required: names,
    };
    expect(initialOf(wide, wide)).toHaveProperty('m0');
    expect(fits({}, { oneOf: [wide, wide] }, wide)).toBe(false);
  });
});

describe('known values', () => {
  const lines = new Lines()
    .message('kit', { id: 1, method: 'tools/list' })
    .message('target', {
      id: 1,
      result: {
        tools: [{ name: 'echo', description: 'Says it.', inputSchema: { type: 'object', required: ['message'] } }],
      },
    })
    .message('kit', { id: 2, method: 'prompts/list' })
    .message('target', {
      id: 2,
      result: { prompts: [{ name: 'greet', arguments: [{ name: 'who', required: true }] }] },
    })
    .message('target', {
      method: 'session/update',
      params: { sessionId: 's_1', modes: { availableModes: [{ id: 'code', name: 'Code' }] } },
    })
    .message('kit', { id: 3, method: 'x', params: { sessionId: 'ours' } });
  const known = new KnownValues();
  known.read(lines.transcript(), 1000);

  it('are names of the list with the same first segment', () => {
    expect(known.for('name', 'tools/call')).toEqual([{ value: 'echo', about: 'Says it.', index: 1 }]);
    expect(known.for('name', 'prompts/get')).toMatchObject([{ value: 'greet', index: 3 }]);
  });

  it('are what the other side said under the same name, and ids of a list', () => {
    expect(known.for('sessionId', 'session/prompt')).toEqual([{ value: 's_1', index: 4 }]);
    expect(known.for('modeId', 'session/set_mode')).toEqual([{ value: 'code', about: 'Code', index: 4 }]);
    expect(known.for('constructor', 'x')).toEqual([]);
  });

  it('have the schema of arguments', () => {
    expect(known.argumentsOf('echo', 'tools/call')).toEqual({ type: 'object', required: ['message'] });
    expect(known.argumentsOf('greet', 'prompts/get')).toMatchObject({ required: ['who'] });
    expect(known.argumentsOf('greet', 'tools/call')).toBeUndefined();
  });
});
