import { describe, expect, it } from 'vitest';
import type { Json } from '../json/json.js';
import { shortId, summarized } from './message-summary.js';

const said = (template: string, value: Json) =>
  summarized(template, value, (json, width) => JSON.stringify(json).slice(0, width));

describe('summarized', () => {
  it.each<[string, Json, string | undefined]>([
    ['{name} {arguments}', { name: 'echo', arguments: { message: 'hi' } }, 'echo {"message":"hi"}'],
    ['{title} {status}', { title: 'Write out.txt', status: 'pending' }, '"Write out.txt" pending'],
    ['in {cwd} from {cursor}', { cwd: '/a' }, 'in /a'],
    ['{a.b} {c}', { a: { b: 0 }, c: null }, '0'],
    ['{a}', {}, undefined],
    ['{a}', 'text', undefined],
    ['{constructor} {__proto__.x}', {}, undefined],
    ['{isError:failed} {done:done}', { isError: true, done: 1 }, 'failed'],
    ['{tools:list name}', { tools: [{ name: 'a' }, { name: 'b c' }, 7] }, '3: a, "b c"'],
    ['{tools:list name}', { tools: [] }, '0'],
    ['{tools:list}', { tools: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] }, '7: a, b, c, d, e, f, …'],
    ['{tools:count}', { tools: [1, 2] }, '2'],
    [
      '{content:text}',
      {
        content: [
          { type: 'text', text: 'hi' },
          { type: 'image', data: 'AAAA' },
        ],
      },
      '"hi" image',
    ],
    ['{content:text}', { content: [{ type: 'content', content: { type: 'text', text: 'in' } }] }, '"in"'],
    ['{m:text}', { m: { kind: 'message', parts: [{ kind: 'text', text: 'a' }] } }, '"a"'],
    ['{m:text}', { m: [1, 2, 3, 4, 5].map((one) => ({ type: 'text', text: `${one}` })) }, '"1" "2" "3" and 2 more'],
    ['{m:text}', { m: { other: 1 } }, '{"other":1}'],
  ])('says by %s what %j is', (template, value, expected) => {
    expect(said(template, value)).toBe(expected);
  });

  it('spells out what would move a cursor, and shortens what is long', () => {
    expect(said('{a} {b:id} {c:text}', { a: '\x1b[2Jx', b: '\u202eid', c: 'a\nb' })).toBe(
      '"\\u001b[2Jx" \\u{202e}id "a\\nb"',
    );
    expect(said('{a}', { a: 'x'.repeat(500) })).toHaveLength(80);
  });

  it('shows enough of an id to tell it from others', () => {
    expect(shortId('w57f')).toBe('w57f');
    expect(shortId('5b0b12d6-79f5-4cf1-b6aa-111111111111')).toBe('5b0b12d6');
    expect(shortId('session_000000000042')).toBe('sessi…00042');
  });
});
