import { expect, it } from 'vitest';
import { messageDefinitions, rootsOf } from './messages.js';
import type { Group, WrittenMethod } from './types.js';

const method = (kind: 'request' | 'notification', direction: WrittenMethod['direction'], more = {}): WrittenMethod => ({
  summary: 'Does something.',
  kind,
  direction,
  params: 'Params',
  ...(kind === 'request' ? { result: 'Result' } : {}),
  ...more,
});

const group = (methods: { [name: string]: WrittenMethod }, more: Partial<Group['methods']> = {}): Group => ({
  protocol: 'demo',
  version: '1',
  kind: 'protocol',
  title: 'Demo',
  description: 'A demo.',
  taken: new Map(),
  methods: { protocol: 'demo', version: '1', title: 'Demo', errors: {}, methods, ...more },
  defs: {
    Params: { type: 'object', required: ['a'], examples: [{ a: 1 }] },
    Loose: { type: 'object', additionalProperties: true, examples: [{}] },
    Result: { type: 'object', additionalProperties: true, examples: [{ b: 2 }] },
    Other: { type: 'string', examples: ['x'] },
    Id: { type: 'string', examples: ['1'] },
    Failure: { type: 'object', additionalProperties: true, examples: [{ failed: true }] },
  },
});

/** The branches of what a side sends, each by its title or by the definition that it refers to. */
const branches = (defs: Group['defs'], name: string) =>
  (defs[name]?.anyOf ?? []).map((one) => (typeof one === 'object' ? (one.$ref ?? one.title) : one));

it('a side sends its calls, and answers to requests of the other', () => {
  const made = messageDefinitions(
    group({
      ask: method('request', 'client-to-server'),
      tell: method('notification', 'server-to-client', { params: 'Loose' }),
      ping: method('request', 'both', { result: ['Result', 'Other'] }),
    }),
  );
  expect(Object.keys(made)).toEqual(['ClientMessage', 'ServerMessage']);
  expect(branches(made, 'ClientMessage')).toEqual(['ask', 'ping', 'Result response', 'Error response']);
  expect(branches(made, 'ServerMessage')).toEqual(['tell', 'ping', 'Result response', 'Error response']);
  expect(made.ClientMessage!.anyOf![0]).toMatchObject({
    required: ['jsonrpc', 'id', 'method', 'params'],
    properties: { method: { type: 'string', const: 'ask' }, params: { $ref: '#/$defs/Params' } },
  });
  expect(made.ServerMessage!.anyOf![0]).toMatchObject({ required: ['jsonrpc', 'method'] });
  expect(made.ServerMessage!.anyOf![2]).toMatchObject({
    properties: { result: { anyOf: [{ $ref: '#/$defs/Result' }, { $ref: '#/$defs/Other' }] } },
  });
  expect(made.ClientMessage!.examples).toEqual([
    { jsonrpc: '2.0', id: 1, method: 'ask', params: { a: 1 } },
    { jsonrpc: '2.0', id: 1, method: 'ping', params: { a: 1 } },
    { jsonrpc: '2.0', id: 1, result: { b: 2 } },
  ]);
});

it('a side that sends nothing has no definition, and one that only answers has its answers', () => {
  const told = messageDefinitions(group({ tell: method('notification', 'client-to-server') }));
  expect(branches(told, 'ClientMessage')).toEqual(['tell']);
  expect(told.ServerMessage).toBeUndefined();
  expect(told.ClientMessage!.description).toBe('Any message that the client sends: its requests and notifications.');
  const asked = messageDefinitions(group({ ask: method('request', 'client-to-server') }));
  expect(branches(asked, 'ServerMessage')).toEqual(['Result response', 'Error response']);
});

it('methods.yaml says what is not plain JSON-RPC', () => {
  const table = { ask: method('request', 'client-to-server') };
  const own = messageDefinitions(group(table, { messages: { id: 'Id', failure: 'Failure', also: ['Other'] } }));
  expect(branches(own, 'ClientMessage')).toEqual(['ask', '#/$defs/Other']);
  expect(own.ClientMessage!.anyOf![0]).toMatchObject({ properties: { id: { $ref: '#/$defs/Id' } } });
  expect(branches(own, 'ServerMessage')).toEqual(['Result response', '#/$defs/Failure', '#/$defs/Other']);
  const bare = messageDefinitions(group(table, { messages: { bare: true, failure: 'Failure' } }));
  expect(branches(bare, 'ClientMessage')).toEqual(['#/$defs/Params']);
  expect(branches(bare, 'ServerMessage')).toEqual(['#/$defs/Result', '#/$defs/Failure']);
  expect(bare.ServerMessage!.examples).toEqual([{ b: 2 }]);
});

it('what a protocol defines as its messages stays, and is the root of its bundle', () => {
  const one = group({ ask: method('request', 'client-to-server') });
  one.defs.ClientMessage = { type: 'string', examples: ['own'] };
  expect(Object.keys(messageDefinitions(one))).toEqual(['ServerMessage']);
  Object.assign(one.defs, messageDefinitions(one));
  expect(rootsOf(one)).toEqual(['ClientMessage', 'ServerMessage']);
  const { methods: _, ...none } = group({});
  expect(messageDefinitions(none)).toEqual({});
  expect(rootsOf(none)).toEqual(Object.keys(none.defs));
});
