import { expect, test } from 'vitest';
import { Feed, request } from '../../testing.js';

const message = request(1, 'ask', { a: { b: 1 } });
const text = '{"jsonrpc":"2.0","id":1,"method":"ask","params":{"a":{"b":1,"b":1}}}';

test('finds a member that occurs twice, by its path', () => {
  expect(new Feed([{ rule: 'names' }]).target(message, { text })).toMatchObject([{ path: '/params/a/b' }]);
});

test('leaves alone what names each member once, and what is broken on purpose', () => {
  const feed = new Feed([{ rule: 'names' }]);
  expect(feed.target(message, { text: JSON.stringify(message) })).toEqual([]);
  expect(feed.kit(message, { text, deliberate: true })).toEqual([]);
  expect(feed.watch.judged()).toEqual({ names: 1 });
});
