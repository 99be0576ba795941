import { describe, expect, it } from 'vitest';
import { byReference, dividedPieces, slices, wholePieces } from './pieces.js';

describe('pieces of a selftest', () => {
  it('cover every mutant once, and each reference without any', () => {
    const place = { file: 'mutants.yaml', line: 1, col: 1 };
    const of = (role: string, count: number) =>
      Array.from({ length: count }, (_, index) => ({
        id: `${role} ${index}`,
        role,
        requirement: 'X-1',
        version: '1',
        faults: { rules: [], switches: [] },
        place,
      }));
    const parts = byReference([...of('a/b', 3), ...of('c/d', 203)], {} as never);
    for (const pieces of [wholePieces(parts), dividedPieces(parts)]) {
      const mutants = pieces.flatMap(({ part, from, to }) => parts[part]!.defects.slice(from, to).map(({ id }) => id));
      expect(new Set(mutants).size).toBe(206);
      expect(mutants).toHaveLength(206);
      expect(
        pieces
          .filter(({ clean }) => clean)
          .map(({ part }) => part)
          .sort(),
      ).toEqual([0, 1]);
    }
    expect(slices(5, 2)).toEqual([
      [0, 2],
      [2, 4],
      [4, 5],
    ]);
    expect(slices(0, 2)).toEqual([]);
  });
});
