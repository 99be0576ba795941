/** The words of a text, in lower case; names are cut at every character that is neither letter nor digit. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
