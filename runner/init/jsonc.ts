import { isObject, type JsonObject } from '../../src/json/json.js';

/**
 * What stands in a JSON text with comments, in one piece each: a string, a comment, white space, or anything else. A string or comment
 * without an end goes to the end of the text, so that nothing is looked through twice.
 */
export const PIECE = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"?|\/\/[^\n]*|\/\*(?:[\s\S]*?\*\/|[\s\S]*)|\s+|[\s\S]/gy;

/**
 * JSON as editors take it, with comments and a comma before a closing bracket; empty for whatever is no object. Takes time in proportion
 * to the length of the text, which may be a repository's.
 */
export function parseJsonc(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(withoutComments(text));
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

function withoutComments(text: string): string {
  const pieces: string[] = [];
  let comma = false;
  for (const [piece] of text.replace(/^\uFEFF/, '').matchAll(PIECE)) {
    if (/^(?:\s|\/[/*])/.test(piece)) continue;
    if (comma && piece !== '}' && piece !== ']') pieces.push(',');
    comma = piece === ',';
    if (!comma) pieces.push(piece);
  }
  return pieces.join('');
}
