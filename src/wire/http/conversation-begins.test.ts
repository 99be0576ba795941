import { describe, expect, it } from 'vitest';
import { ConversationBegins } from './conversation-begins.js';

const AGREED = { header: 'x-version', by: 'begin', versions: ['1', '2'] };

const request = (message: unknown, headers: Record<string, string> = {}) => ({
  headers,
  body: message === undefined ? new Uint8Array() : Buffer.from(JSON.stringify(message)),
});

const isEarlier = (message: unknown, headers: Record<string, string> = {}) =>
  new ConversationBegins(AGREED).isEarlier(request(message, headers));

describe('a request that comes before a conversation has begun', () => {
  it.each([
    ['an answer', { id: 1, result: {} }, {}],
    ['an error', { id: 1, error: { code: 1, message: '' } }, {}],
    ['several answers', [{ id: 1, result: {} }], {}],
    ['a stream that is resumed', undefined, { 'last-event-id': '7' }],
    ['a request in a version that was agreed on', { id: 1, method: 'list' }, { 'x-version': '1' }],
    ['a stream in a version that was agreed on', undefined, { 'x-version': '2' }],
  ])('is of an earlier one: %s', (_, message, headers: Record<string, string>) => {
    expect(isEarlier(message, headers)).toBe(true);
  });

  it.each([
    ['the request that agrees on a version, even with one', { id: 1, method: 'begin' }, { 'x-version': '1' }],
    ['a request in a version that nobody agrees on', { id: 1, method: 'list' }, { 'x-version': '3' }],
    ['a request that shows nothing, such as a wrong first one', { id: 1, method: 'list' }, {}],
    ['what is neither', { id: 1, method: 'list', result: {} }, {}],
    ['an empty list', [], {}],
    ['no JSON', undefined, {}],
  ])('may be its beginning: %s', (_, message, headers: Record<string, string>) => {
    expect(isEarlier(message, headers)).toBe(false);
  });

  it('may be anything once there was a beginning', () => {
    const begins = new ConversationBegins(AGREED);
    expect(begins.isEarlier(request({ id: 1, result: {} }))).toBe(true);
    expect(begins.isEarlier(request({ id: 1, method: 'begin' }))).toBe(false);
    for (const late of [request({ id: 1, result: {} }), request(undefined, { 'last-event-id': '7', 'x-version': '1' })])
      expect(begins.isEarlier(late)).toBe(false);
  });

  it('shows nothing by a version if none is agreed on', () => {
    const begins = new ConversationBegins(undefined);
    expect(begins.isEarlier(request({ id: 1, method: 'list' }, { 'x-version': '1' }))).toBe(false);
  });
});
