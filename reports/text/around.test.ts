import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/json/json.js';
import { compactAround } from './around.js';
import { compact } from './value.js';

const tools = Array.from({ length: 60 }, (_, index) => ({
  name: `tool-${index}`,
  description: 'd'.repeat(200),
  inputSchema: { type: 'object', properties: { a: { type: 'string' } } },
}));

describe('compactAround', () => {
  it('is the whole value where that fits', () => {
    expect(compactAround({ a: [1, 2] }, [{ path: '/a/1' }], 40)).toBe('{"a":[1,2]}');
  });

  it('keeps the part, the names on the way, and says how much it left out', () => {
    const value = { nextCursor: 'x', tools: [...tools, { name: 5, description: 'y'.repeat(300) }] } as unknown as Json;
    const text = compactAround(value, [{ path: '/tools/60/name' }], 80);
    expect(text).toContain('"name":5');
    expect(text).toMatch(/…(59|60) elements/);
    expect([...text].length).toBeLessThanOrEqual(80);
  });

  it('shows what is there where a member is missing', () => {
    const value = { pad: 'p'.repeat(500), task: { taskId: 't-1', status: 'working', ttl: 5 } };
    expect(compactAround(value, [{ path: '/task/createdAt' }], 90)).toMatch(
      /"task":\{"taskId":"t-1","status":"working","ttl":5\}\}$/,
    );
  });

  it('cuts a long text around the character that differs', () => {
    const text = compactAround(
      { text: `${'a'.repeat(5000)}X${'b'.repeat(5000)}` },
      [{ path: '/text', expected: `${'a'.repeat(5000)}Y${'b'.repeat(5000)}` }],
      100,
    );
    expect(text).toMatch(/^\{"text":…\d+ characters "a+Xb+" …\d+ characters\}$/);
    const [before, after] = [...text.matchAll(/…(\d+)/g)].map(([, number]) => Number(number));
    const shown = /"(a+Xb+)"/.exec(text)![1]!.length;
    expect(before! + shown + after!).toBe(10_001);
  });

  it('never loses the part and never exceeds its width, whatever stands before it', () => {
    for (const depth of [1, 3, 8, 40])
      for (const width of [40, 80, 160]) {
        let value: Json = { before: 'x'.repeat(999), wrong: 'needle', after: ['y'.repeat(999)] };
        let path = '/wrong';
        for (let level = 0; level < depth; level += 1) {
          value = level % 2 ? [...Array.from({ length: 30 }, () => 'z'), value] : { first: 'f'.repeat(99), in: value };
          path = level % 2 ? `/30${path}` : `/in${path}`;
        }
        const text = compactAround(value, [{ path }], width);
        expect(text).toContain('needle');
        expect([...text].length).toBeLessThanOrEqual(width);
      }
  });

  it('is cut at its end where no part of it is asked for', () => {
    const value = { tools } as unknown as Json;
    for (const path of ['', '/none', 'no pointer'])
      expect(compactAround(value, [{ path }], 60)).toBe(compact(value, 60));
  });

  it('shows hidden characters as escapes', () => {
    expect(compactAround({ pad: 'x'.repeat(200), a: '\u001b[2J' }, [{ path: '/a' }], 60)).toContain('"a":"\\u001b[2J"');
  });
});
