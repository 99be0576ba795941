/** What a piece of a pattern stands for: any text, any text without a slash, one character without one, or itself. */
type Piece = 'text' | 'segment' | 'one' | { literal: string };

/** Longest text, in characters, that a pattern is tried on: a path of any system is shorter. */
const LONGEST = 10_000;
/** How many characters and pieces are compared at most. */
const MOST = 10_000_000;

/**
 * Whether a text fits a pattern in which `*` is any text without a slash, `**` any text at all and `?` one character. The places that
 * the pieces so far may end at are followed all at once, so nothing is tried twice. What is longer than any path fits nothing.
 */
export function matchesGlob(pattern: string, text: string): boolean {
  const pieces = piecesOf(pattern);
  const characters = [...text.slice(0, 2 * LONGEST)];
  if (characters.length > LONGEST || characters.length * pieces.length > MOST) return false;
  let ends = [0];
  for (const piece of pieces) {
    ends = after(piece, ends, characters);
    if (ends.length === 0) return false;
  }
  return ends.includes(characters.length);
}

function piecesOf(pattern: string): Piece[] {
  return (pattern.match(/\*\*\/?|[\s\S]/gu) ?? []).map((part): Piece => {
    if (part.startsWith('**')) return 'text';
    if (part === '*') return 'segment';
    return part === '?' ? 'one' : { literal: part };
  });
}

/** The places at which a piece may end that begins at one of these, in their order. */
function after(piece: Piece, starts: readonly number[], characters: readonly string[]): number[] {
  if (typeof piece === 'object') return starts.flatMap((at) => (characters[at] === piece.literal ? [at + 1] : []));
  if (piece === 'one')
    return starts.flatMap((at) => (at < characters.length && characters[at] !== '/' ? [at + 1] : []));
  const ends: number[] = [];
  let reached = -1;
  for (const start of starts) {
    // An earlier start has come as far as the slash that ends this one too.
    if (piece === 'segment' && start <= reached && characters[reached] === '/') continue;
    for (let at = Math.max(start, reached + 1); at <= characters.length; at++) {
      ends.push(at);
      reached = at;
      if (piece === 'segment' && characters[at] === '/') break;
    }
  }
  return ends;
}
