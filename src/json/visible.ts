/**
 * Characters that move a cursor, change colours, reorder or hide text: controls, format characters (directions, zero width, tags),
 * separators of lines and paragraphs, lone surrogates, noncharacters, and what Unicode says to show nothing of. Variation selectors are
 * among them; where one only says that an emoji is one, it stays.
 */
const HIDDEN =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}](?<!(?:\p{Extended_Pictographic}|[#*0-9])[\uFE0E\uFE0F])/gu;

/** Puts `spelt` of each hidden character in its place. Newline and tab are hidden too: `spelt` says what becomes of them. */
export function withoutHidden(text: string, spelt: (character: string) => string): string {
  return text.replace(HIDDEN, spelt);
}

/** A character as people see that it is there: `\x1b`, `\u{202e}`. */
export function spelling(character: string): string {
  if (character === '\r') return '\\r';
  const code = character.codePointAt(0)!;
  const hex = code.toString(16);
  return code < 0x20 || (code >= 0x7f && code < 0xa0) ? `\\x${hex.padStart(2, '0')}` : `\\u{${hex}}`;
}

/** A text from outside, with hidden characters spelt out except newline and tab. */
export function printable(text: string): string {
  return withoutHidden(text, (character) =>
    character === '\n' || character === '\t' ? character : spelling(character),
  );
}

/** The same on one line. */
export function oneLine(text: string): string {
  return printable(text).replaceAll('\n', '\\n').replaceAll('\t', '\\t');
}
