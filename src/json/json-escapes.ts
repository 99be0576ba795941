import { withoutHidden } from './visible.js';

/**
 * A JSON text that says the same and shows all of it: hidden characters, which JSON has in its strings alone, become `\uXXXX`. Line ends
 * and tabs between its tokens stay.
 */
export function visibleJson(text: string): string {
  return withoutHidden(text, (character) => (/[\n\r\t]/.test(character) ? character : unicodeEscape(character)));
}

/** A character as JSON, YAML and JavaScript write it in a string: `\u202e`, two of them beyond 16 bits. */
export function unicodeEscape(character: string): string {
  return Array.from({ length: character.length }, (_, at) => {
    return `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`;
  }).join('');
}
