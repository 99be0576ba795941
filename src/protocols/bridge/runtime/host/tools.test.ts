import { describe, expect, it, test } from 'vitest';
import { asObject } from '../../../../json/json.js';
import { loadValidators } from '../../../../schemas/index.js';
import { VERSION } from '../../version.js';
import { HostError } from './host.js';
import { normalizeTools } from './tools.js';

const schema = { type: 'object', properties: { path: { type: 'string' } } };

describe('normalizeTools', () => {
  const tools = [{ name: 'Read', description: 'Reads', schema, deprecated: true }];
  test.each([
    ['canonical', { tools }],
    ['a list', tools],
    ['an envelope', { result: { tools } }],
  ])('reads %s', (_, answer) => {
    expect(normalizeTools(answer)).toStrictEqual(tools);
  });

  test.each([
    ['fills what is missing', { name: 'a' }, { name: 'a', description: '', schema: null, deprecated: false }],
    [
      'reads other spellings',
      { name: 'a', short_description: 's', parameters: schema },
      { name: 'a', description: 's', schema, deprecated: false },
    ],
    [
      'prefers parameters to input_schema',
      { name: 'a', input_schema: {}, parameters: schema },
      { name: 'a', description: '', schema, deprecated: false },
    ],
    [
      'passes over a schema that is none',
      { name: 'a', schema: 'text', input_schema: schema },
      { name: 'a', description: '', schema, deprecated: false },
    ],
    [
      'believes in booleans alone',
      { name: 'a', deprecated: 'true', description: 7 },
      { name: 'a', description: '', schema: null, deprecated: false },
    ],
    ['drops unknown keys', { name: 'a', icon: 'x' }, { name: 'a', description: '', schema: null, deprecated: false }],
  ])('%s', (_, entry, descriptor) => {
    expect(normalizeTools([entry])).toStrictEqual([descriptor]);
  });

  test.each([[null], ['tools'], [7], [{}], [{ tools: {} }], [{ result: [] }], [[{}]], [['Read']], [[{ name: 7 }]]])(
    'refuses %j',
    (answer) => {
      expect(() => normalizeTools(answer)).toThrow(HostError);
    },
  );

  it('makes what the schema calls a normalized list', async () => {
    const validators = await loadValidators('bridge', VERSION);
    const list = normalizeTools([
      { name: 'a', extra: 1 },
      { name: 'b', parameters: schema },
    ]);
    expect(validators.validate('ToolDescriptorList', list.map(asObject))).toStrictEqual([]);
  });
});
