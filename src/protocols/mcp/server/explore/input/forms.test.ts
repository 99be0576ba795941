import { expect, it } from 'vitest';
import type { JsonObject } from '../../../../../json/json.js';
import { contentsFor, formsIn } from './forms.js';

const name = { type: 'string' };

it.for<[string, JsonObject, JsonObject[]]>([
  ['a text', { properties: { name }, required: ['name'] }, [{ name: 'hi' }]],
  [
    'a switch that must be given',
    { properties: { go: { type: 'boolean' } }, required: ['go'] },
    [{ go: false }, { go: true }],
  ],
  ['one that need not be', { properties: { go: { type: 'boolean' } } }, [{}, { go: true }]],
  ['one that is off in any case', { properties: { go: { type: 'boolean', const: false } } }, [{}]],
  ['what nothing simple fits', { properties: { name: { ...name, pattern: '^[0-9]+$' } }, required: ['name'] }, []],
])('a form is filled in with what its schema takes: %s', ([, schema, contents]) => {
  expect(contentsFor({ type: 'object', ...schema })).toEqual(contents);
});

const form = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  method: 'elicitation/create',
  params: { message: 'x', requestedSchema: { type: 'object', properties, required: Object.keys(properties) }, ...more },
});

it.for<[string, JsonObject, string[]]>([
  ['nothing', {}, []],
  ['two forms', { a: form({ name }), b: form({ name }) }, ['a', 'b']],
  ['a form and a page', { a: form({ name }), b: form({}, { mode: 'url' }) }, []],
  ['a form and one that nothing fits', { a: form({ name }), b: form({ name: { ...name, pattern: '^[0-9]+$' } }) }, []],
])('the forms that can be filled in are found: %s', ([, inputRequests, keys]) => {
  expect(formsIn({ inputRequests }).map(({ key }) => key)).toEqual(keys);
});
