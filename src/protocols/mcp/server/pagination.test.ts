import { describe, expect, test } from 'vitest';
import { createPager } from './pagination.js';

const key = new Uint8Array(32).fill(7);
const list = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
const same = (entry: string) => entry;

describe('pages', () => {
  const pager = createPager(3, () => key);
  const all = (entries: (at: number) => string[] = () => list) => {
    const seen: string[][] = [];
    let cursor: string | undefined;
    do {
      const page = pager.page('letters', entries(seen.length), same, cursor);
      seen.push(page.entries);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    return seen;
  };

  test('hold each entry once', () => {
    expect(all().flat()).toEqual(list);
    expect(all(() => [])).toEqual([[]]);
  });

  test('go on behind the last entry when others come and go before it', () => {
    const seen = all((at) => (at < 2 ? list : ['0', ...list.slice(1)])).flat();
    expect(seen).toEqual(list);
  });

  test('go on at the same place when the last entry is gone', () => {
    expect(
      all((at) => (at === 0 ? list : list.filter((entry) => entry !== 'c')))
        .flat()
        .at(-1),
    ).toBe('g');
  });

  test('have cursors that only this pager knows', () => {
    const first = pager.page('letters', list, same, undefined);
    const cursor = first.nextCursor!;
    expect(pager.page('letters', list, same, cursor).entries.length).toBeGreaterThan(0);
    const forged = [
      'garbage',
      '',
      `${cursor}x`,
      cursor.slice(0, -1),
      cursor.replace(/[^.]\./, '.'),
      Buffer.from('{"index":3}').toString('base64url'),
      createPager(3, () => new Uint8Array(32).fill(8)).page('letters', list, same, undefined).nextCursor!,
    ];
    for (const wrong of forged) {
      expect(() => pager.page('letters', list, same, wrong), wrong).toThrow(expect.objectContaining({ code: -32602 }));
    }
    expect(() => pager.page('numbers', list, same, cursor)).toThrow(expect.objectContaining({ code: -32602 }));
  });
});
