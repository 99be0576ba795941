/** Indents a source by its blocks, two spaces a level. Nothing inside a line changes, so comments and alignment stay. */

const OPENERS = new Set(
  `PROGRAM FUNCTION FUNCTION_BLOCK TEST_PROGRAM TEST_FUNCTION_BLOCK CONFIGURATION RESOURCE TYPE STRUCT VAR VAR_INPUT
  VAR_OUTPUT VAR_IN_OUT VAR_TEMP VAR_GLOBAL VAR_EXTERNAL VAR_CONFIG VAR_ACCESS IF CASE FOR WHILE REPEAT`.split(/\s+/),
);
/** Words inside a block that stand as far left as its first line. */
const MIDDLE = new Set(['ELSE', 'ELSIF', 'UNTIL']);
/** Deeper lines are indented no further: the text would grow with the square of its length. */
const DEEPEST = 64;

/**
 * A source with each line indented by the blocks around it, without blanks at the ends of lines, and with a line end at last.
 * Formatting the result changes nothing.
 * @param text need not be right: whatever its words open and close counts
 */
export function format(text: string): string {
  if (text === '') return '';
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  const state: State = { open: [], inside: undefined, nested: 0 };
  return lines.map((line) => oneLine(line, state) + end).join('');
}

interface State {
  /** The words of the blocks around the line. */
  open: string[];
  /** The comment or pragma that goes on in the next line. */
  inside: '(*' | '/*' | '{' | undefined;
  /** Levels of comments in that comment. */
  nested: number;
}

function oneLine(line: string, state: State): string {
  // What goes on from the line before is a picture that somebody drew; it keeps its blanks.
  const continued = state.inside !== undefined;
  const words = wordsOf(line, state);
  let level = state.open.length;
  let leading = true;
  for (const word of words) {
    if (word.startsWith('END_')) state.open.pop();
    else if (OPENERS.has(word) && !(word === 'PROGRAM' && state.open.includes('CONFIGURATION'))) {
      leading = false;
      state.open.push(word);
    } else if (MIDDLE.has(word)) {
      if (leading) level = state.open.length - 1;
      leading = false;
    } else leading = false;
    if (leading) level = state.open.length;
  }
  const bare = line.trimEnd();
  if (continued || bare === '') return bare;
  return '  '.repeat(Math.min(DEEPEST, Math.max(0, level))) + bare.trimStart();
}

const PIECE = /\(\*|\/\*|\{|\/\/|'(?:\$.|[^'$])*'?|"(?:\$.|[^"$])*"?|[A-Za-z_]\w*#?|[^\s]/g;

/** The words of a line in capitals, without those in comments and strings; anything else counts as the word ";" or "". */
function wordsOf(line: string, state: State): string[] {
  const words: string[] = [];
  let at = 0;
  while (at < line.length) {
    if (state.inside) {
      at = leaveComment(line, at, state);
      continue;
    }
    PIECE.lastIndex = at;
    const piece = PIECE.exec(line);
    if (!piece || piece[0] === '//') break;
    const [text] = piece;
    at = PIECE.lastIndex;
    if (text === '(*' || text === '/*' || text === '{') {
      state.inside = text;
      state.nested = 1;
    } else if (/^[A-Za-z_]/.test(text)) {
      // A field or a typed literal is no keyword, whatever it is called.
      const field = line[piece.index - 1] === '.' && line[piece.index - 2] !== '.';
      words.push(field || text.endsWith('#') ? '?' : text.toUpperCase());
    } else if (text !== ';') words.push('?');
  }
  return words;
}

/** Where the comment ends in this line, or its length. */
function leaveComment(line: string, from: number, state: State): number {
  if (state.inside === '{') {
    const end = line.indexOf('}', from);
    if (end >= 0) state.inside = undefined;
    return end >= 0 ? end + 1 : line.length;
  }
  const [open, close] = state.inside === '(*' ? ['(*', '*)'] : ['/*', '*/'];
  for (let at = from; at < line.length; at++) {
    if (line.startsWith(close, at)) {
      at++;
      state.nested--;
      if (state.nested > 0) continue;
      state.inside = undefined;
      return at + 1;
    }
    if (line.startsWith(open, at)) {
      state.nested++;
      at++;
    }
  }
  return line.length;
}
