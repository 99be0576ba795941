import { describe, expect, it } from 'vitest';
import { givenIn, giverOf } from './given.js';

describe('what of a message comes from the target file', () => {
  it.each([
    [{ request: 'ping' }, undefined],
    [{ request: 'tools/call', params: '${behavior.echo-tool.call}' }, { '/params': 'echo-tool.call' }],
    [
      { request: '${behavior.logs.request}', params: { a: [{ b: 'x ${behavior.logs.x} y' }], c: '${other}' } },
      { '/method': 'logs.request', '/params/a/0/b': 'logs.x' },
    ],
    [{ reply: 'ask', result: { v: { $plus: ['${behavior.n.of}', 1] } } }, { '/result/v': 'n.of' }],
    [{ reply: 'ask', error: { data: '${behavior.n.text:json}' } }, { '/error/data': 'n.text' }],
    [
      { message: { id: '${behavior.n.id}' }, extra: { 'a/b': '${behavior.n.m}' } },
      { '/id': 'n.id', '/a~1b': 'n.m' },
    ],
  ])('%j', (body, given) => {
    expect(givenIn(body)).toEqual(given);
  });

  it('is found for a place by the nearest part around it, else by the method', () => {
    const given = { '/params': 'a.params', '/params/name': 'b.name' };
    expect(giverOf(given, '/params/uri/0')).toEqual({ name: 'a.params', below: '/uri/0' });
    expect(giverOf(given, '/params/name')).toEqual({ name: 'b.name', below: '' });
    expect(giverOf(given, '/paramsX')).toBeUndefined();
    expect(giverOf({ '/method': 'a.request' }, '/params')).toEqual({ name: 'a.request', below: '' });
  });
});
