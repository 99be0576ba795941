import { withoutHidden } from '../../json/visible.js';

/** A text from outside with a symbol for each character that would hide, move or reorder text. */
export function visible(text: string): string {
  return withoutHidden(text, symbolOf);
}

/** The same for a text of several lines, such as stderr. */
export function visibleLines(text: string): string {
  return withoutHidden(text, (character) =>
    character === '\n' || character === '\t' ? character : symbolOf(character),
  );
}

function symbolOf(character: string): string {
  const code = character.codePointAt(0)!;
  if (code === 0x0a) return '⏎';
  if (code === 0x09) return '⇥';
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return '␡';
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
}
