/** Longest word, in characters, that is compared with others, which takes its square: nobody misspells a longer one. */
export const LONGEST_WORD = 200;

/** The known word that was probably meant: the fewest edits (insert, remove, replace, swap two neighbours), at most one in three characters. */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  if (word.length > LONGEST_WORD) return undefined;
  let best: string | undefined;
  let least = Math.floor(Math.max(word.length, 3) / 3) + 1;
  for (const candidate of known) {
    if (candidate === word || Math.abs(candidate.length - word.length) >= least) continue;
    const cost = edits(word.toLowerCase(), candidate.toLowerCase());
    if (cost < least) {
      least = cost;
      best = candidate;
    }
  }
  return best;
}

/** `; did you mean x?` where a known word is near, else nothing: to be put behind a sentence. */
export function orNearest(word: string, known: Iterable<string>): string {
  const near = nearest(word, known);
  return near === undefined ? '' : `; did you mean ${near}?`;
}

function edits(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const now = [row];
    for (let column = 1; column <= b.length; column++) {
      const replaced = last[column - 1]! + (a[row - 1] === b[column - 1] ? 0 : 1);
      const swapped =
        a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1] ? (before[column - 2] ?? 0) + 1 : replaced;
      now.push(Math.min(last[column]! + 1, now[column - 1]! + 1, replaced, swapped));
    }
    before = last;
    last = now;
  }
  return last[b.length]!;
}
