/** What is known of a group while an expression is read. */
interface Group {
  /** Whether something in it may take one way or another: a repetition of the group may then try all combinations of them. */
  varies: boolean;
  branches: number;
}

/** What stands at a place, in one piece: an escape, a class, the beginning of a group, or one character. */
const PIECE =
  /\\(?:[pPu]\{[^}]*\}|k<[^>]*>|[\s\S])|\[(?:\\[\s\S]|[^\]\\])*\]|\((?:\?(?:[:=!]|<[=!]|<[^>]*>))?|[\s\S]/uy;
const QUANTIFIER = /(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/y;

/**
 * How many steps a search may take in a text of a length, from above: the length for each part that may be repeated as often as one
 * likes, once more if a match may begin anywhere, and a factor for each other choice. Infinite if what is repeated varies itself, as in
 * `(a+)+`. Most expressions cost far less; this tells those that can't cost much.
 *
 * @param source of an expression that was compiled
 */
export function stepsOf(source: string, flags: string): (length: number) => number {
  let repeated = 0;
  let choices = 1;
  let fixed = 1;
  let unbounded = flags.includes('v');
  const open: Group[] = [{ varies: false, branches: 1 }];
  for (let at = 0; at < source.length; ) {
    PIECE.lastIndex = at;
    const [piece] = PIECE.exec(source) ?? [source[at] as string];
    at += piece.length;
    const group = open.at(-1) as Group;
    if (piece === '|') group.branches += 1;
    if (piece.startsWith('(')) open.push({ varies: false, branches: 1 });
    if (piece === '|' || piece.startsWith('(')) continue;
    const closed = piece === ')' && open.length > 1 ? open.pop() : undefined;
    const outer = open.at(-1) as Group;
    if (closed) {
      choices *= closed.branches;
      closed.varies ||= closed.branches > 1;
      outer.varies ||= closed.varies;
    }
    QUANTIFIER.lastIndex = at;
    const found = QUANTIFIER.exec(source);
    if (!found) continue;
    at += found[0].length;
    const [least, most] = timesOf(found);
    if (closed?.varies && most > 1) unbounded = true;
    if (least !== most) outer.varies = true;
    if (most === Number.POSITIVE_INFINITY) repeated += 1;
    else choices *= most - least + 1;
    fixed += least;
  }
  const [{ branches }] = open as [Group];
  choices *= branches;
  const isAnchored = source.startsWith('^') && branches === 1 && !flags.includes('m');
  if (!isAnchored) repeated += 1;
  return (length) => (unbounded ? Number.POSITIVE_INFINITY : fixed * choices * Math.max(1, length) ** repeated);
}

/** How often a quantifier repeats at least and at most. */
function timesOf([, sign, least, comma, most]: RegExpExecArray): [least: number, most: number] {
  if (sign === '?') return [0, 1];
  if (sign !== undefined) return [sign === '+' ? 1 : 0, Number.POSITIVE_INFINITY];
  if (comma === undefined) return [Number(least), Number(least)];
  return [Number(least), most === '' ? Number.POSITIVE_INFINITY : Number(most)];
}
