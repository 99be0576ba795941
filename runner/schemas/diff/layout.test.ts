import { expect, it } from 'vitest';
import type { Json } from '../../../src/json/json.js';
import { bundleOf, LayoutError } from './layout.js';
import { methodsIn } from './methods.js';

it('takes definitions of older drafts', () => {
  const document: Json = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    definitions: {
      Pair: { type: 'array', items: [{ $ref: '#/definitions/Name' }, { type: 'number' }], additionalItems: false },
      Name: { type: 'string' },
      // Up to draft 07 nothing beside a reference counts.
      Loud: { $ref: '#/definitions/Name', maxLength: 1 },
      Needs: { dependencies: { a: ['b'], c: { required: ['d'] } } },
    },
  };
  expect(bundleOf(document).$defs).toEqual({
    Pair: { type: 'array', prefixItems: [{ $ref: '#/$defs/Name' }, { type: 'number' }], items: false },
    Name: { type: 'string' },
    Loud: { $ref: '#/$defs/Name' },
    Needs: { dependentRequired: { a: ['b'] }, dependentSchemas: { c: { required: ['d'] } } },
  });
});

it('follows ids, anchors, and pointers into a definition', () => {
  const document: Json = {
    $id: 'https://example.com/all.json',
    $defs: {
      A: { $id: 'a.json', properties: { x: { $anchor: 'here', type: 'string' } } },
      B: { anyOf: [{ $ref: 'a.json' }, { $ref: '#here' }, { $ref: '#/$defs/A/properties/x' }] },
      C: { $ref: 'https://example.com/all.json#/$defs/B' },
    },
  };
  const { $defs } = bundleOf(document);
  expect($defs.B).toEqual({
    anyOf: [{ $ref: '#/$defs/A' }, { $ref: '#/$defs/A~1properties~1x' }, { $ref: '#/$defs/A~1properties~1x' }],
  });
  expect($defs.C).toEqual({ $ref: '#/$defs/B' });
  expect($defs['A/properties/x']).toEqual({ type: 'string' });
});

it('takes a schema alone as a definition', () => {
  expect(bundleOf({ type: 'object', properties: { a: { $ref: '#' } } }).$defs).toEqual({
    '#': { type: 'object', properties: { a: { $ref: '#/$defs/#' } } },
  });
});

it.each<[string, Json, RegExp]>([
  ['a list', [], /not a JSON object/],
  ['no definitions', { title: 'x' }, /no definitions/],
  ['a reference out of it', { $defs: { A: { $ref: 'other.json#/x' } } }, /other\.json#\/x leads out of the file/],
  ['a reference to nothing', { $defs: { A: { $ref: '#/$defs/B' } } }, /#\/\$defs\/B leads out of the file, or nowhere/],
])('refuses %s', (_, document, message) => {
  expect(() => bundleOf(document)).toThrow(LayoutError);
  expect(() => bundleOf(document)).toThrow(message);
});

it('finds methods that definitions name', () => {
  const methods = methodsIn(
    bundleOf({
      $defs: {
        PromptRequest: { 'x-method': 'session/prompt', 'x-side': 'agent', type: 'object' },
        PromptResponse: { 'x-method': 'session/prompt', 'x-side': 'agent', type: 'object' },
        Ping: { type: 'object', properties: { id: {}, method: { const: 'ping' } } },
      },
    }),
  );
  expect(methods['session/prompt']).toMatchObject({
    params: 'PromptRequest',
    results: ['PromptResponse'],
    direction: 'client-to-server',
  });
  expect(methods.ping).toMatchObject({ message: 'Ping', kind: 'request' });
  expect(methods.ping, 'nothing says who sends it').not.toHaveProperty('direction');
});

it('knows by lists of messages who sends them, and that what is in none is part of another one', () => {
  const message = (method: string, more = {}) => ({
    type: 'object',
    properties: { method: { const: method }, ...more },
  });
  const list = (...names: string[]) => ({ anyOf: names.map((name) => ({ $ref: `#/$defs/${name}` })) });
  const methods = methodsIn(
    bundleOf({
      $defs: {
        ClientRequest: list('PingRequest', 'CallRequest'),
        ServerRequest: list('PingRequest'),
        ServerNotification: { ...message('changed') },
        PingRequest: message('ping'),
        CallRequest: message('call'),
        CallResult: { type: 'object' },
        ChangedNotification: message('changed', { id: true }),
        EmbeddedRequest: message('embedded'),
      },
    }),
  );
  expect(Object.keys(methods)).toEqual(['ping', 'call', 'changed']);
  expect(methods.ping).toMatchObject({ direction: 'both', kind: 'request' });
  expect(methods.call).toMatchObject({
    direction: 'client-to-server',
    message: 'CallRequest',
    results: ['CallResult'],
  });
  expect(methods.changed).toMatchObject({ direction: 'server-to-client', kind: 'notification' });
});
