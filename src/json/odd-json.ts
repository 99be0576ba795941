import { type Json, stringifyJson } from './json.js';

/** A value as JSON on one line that is legal and rare: white space between all tokens, slashes and other letters escaped. */
export function spellOddly(value: Json): string {
  return ` ${stringifyJson(value).replace(/"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]/g, (token) => (token.startsWith('"') ? escaped(token) : ` ${token}\t`))} `;
}

function escaped(literal: string): string {
  const hex = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}`;
  return literal.replace(/[^\x20-\x7e]/g, hex).replace(/(?<!\\)\//g, '\\/');
}
