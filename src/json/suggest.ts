import { LONGEST_WORD, nearest } from './nearest.js';

/**
 * The word that was probably meant, or undefined where none is close. Besides `nearest` it knows two neighbouring letters
 * that changed places, and a long word of which only the start was written, where exactly one begins so.
 */
export function closest(word: string, words: Iterable<string>): string | undefined {
  const all = [...words].filter((candidate) => candidate !== word);
  // Every other letter is one edit away from a letter.
  if (word.length < 2 || word.length > LONGEST_WORD) return undefined;
  const swapped = new Set(swaps(word));
  const started = word.length >= 3 ? all.filter((candidate) => candidate.startsWith(word)) : [];
  return (
    all.find((candidate) => swapped.has(candidate)) ??
    nearest(word, all) ??
    (started.length === 1 ? started[0] : undefined)
  );
}

/** "did you mean `x`?" where one word is close, else the list of what there is, if that list is short. */
export function didYouMean(word: string, words: Iterable<string>): string | undefined {
  const all = [...words];
  const near = closest(word, all);
  if (near !== undefined) return `did you mean \`${near}\`?`;
  return all.length > 0 && all.length <= 16 ? `there ${all.length === 1 ? 'is' : 'are'} ${listOf(all)}` : undefined;
}

/** That there is no such thing, with the word that was probably meant or else all words: "there is no role `mcp/sever`; did you mean …?". */
export function noSuch(kind: string, word: string, words: Iterable<string>): string {
  const all = [...words];
  const near = closest(word, all);
  const hint =
    near === undefined ? `there ${all.length === 1 ? 'is' : 'are'} ${all.join(', ')}` : `did you mean \`${near}\`?`;
  return `there is no ${kind} ${JSON.stringify(word)}; ${hint}`;
}

/** Words as a person lists them: "`a`, `b` and `c`". */
export function listOf(words: readonly string[], last: 'and' | 'or' = 'and'): string {
  const quoted = words.map((word) => `\`${word}\``);
  if (quoted.length < 2) return quoted[0] ?? '';
  return `${quoted.slice(0, -1).join(', ')} ${last} ${quoted.at(-1)}`;
}

function swaps(word: string): string[] {
  const letters = [...word];
  return letters.slice(1).map((letter, index) => {
    const other = [...letters];
    other[index] = letter;
    other[index + 1] = letters[index]!;
    return other.join('');
  });
}
