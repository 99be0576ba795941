import { type Json, stringifyJson } from './json.js';
import { strings } from './scan.js';

/** A value as JSON on one line that is legal and rare: white space between all tokens, slashes and other letters escaped. */
export function spellOddly(value: Json): string {
  const text = stringifyJson(value);
  const parts: string[] = [' '];
  let done = 0;
  for (const [start, end] of strings(text)) {
    parts.push(spaced(text.slice(done, start)), escaped(text.slice(start, end)));
    done = end;
  }
  parts.push(spaced(text.slice(done)), ' ');
  return parts.join('');
}

function spaced(tokens: string): string {
  return tokens.replace(/[{}[\],:]/g, ' $&\t');
}

function escaped(literal: string): string {
  const hex = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}`;
  return literal.replace(/[^\x20-\x7e]/g, hex).replace(/(?<!\\)\//g, '\\/');
}
