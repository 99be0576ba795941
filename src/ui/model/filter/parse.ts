import { nearest } from '../../../json/nearest.js';
import { FilterProblem, GRAMMAR, VALUES, type Word } from './words.js';

/** What a number of each word is multiplied by. */
const UNITS: { readonly [word: string]: { readonly [unit: string]: number } } = {
  took: { ms: 1, s: 1000, min: 60_000 },
  after: { ms: 1, s: 1000, min: 60_000 },
  size: { '': 1, b: 1, k: 1024, m: 1024 * 1024 },
};

/** Reads a filter. Throws FilterProblem. @param grammar its words, and the values of those that have few */
export function parseFilter(
  text: string,
  { grammar, values: few } = { grammar: GRAMMAR, values: VALUES },
): readonly Word[] {
  const known = grammar.map(({ word }) => word);
  const exampleOf = (key: string) => grammar.find(({ word }) => word === key)!.example.split('  ')[0]!;
  return tokensOf(text).map(({ negated, key, value, quoted }) => {
    if (key === undefined) return { key: '', values: [value], negated };
    if (!known.includes(key)) {
      const near = nearest(key, known);
      const hint =
        near === undefined ? `put it into quotes to search for it: "${key}:${value}"` : `did you mean ${near}:?`;
      throw new FilterProblem(`unknown word ${key}: ${hint}`);
    }
    if (value === '') throw new FilterProblem(`${key}: needs a value, e.g. ${exampleOf(key)}`);
    const units = UNITS[key];
    if (units) return { key, values: [value], negated, compared: comparisonOf(key, value, units, exampleOf(key)) };
    const values = quoted ? [value] : value.split(',').filter((one) => one !== '');
    const possible = few[key];
    for (const one of possible ? values : []) {
      if (possible!.includes(one)) continue;
      const near = nearest(one, possible!);
      throw new FilterProblem(
        `${key}:${one} is unknown: ${near === undefined ? `it may be ${possible!.join(', ')}` : `did you mean ${key}:${near}?`}`,
      );
    }
    return { key, values, negated };
  });
}

function comparisonOf(
  key: string,
  value: string,
  units: { readonly [unit: string]: number },
  example: string,
): Word['compared'] {
  const [, how = key === 'after' ? '>=' : '', digits, unit = ''] =
    /^(>=|<=|>|<|=)?(\d+(?:\.\d+)?)([a-z]*)$/i.exec(value) ?? [];
  const factor = digits === undefined ? undefined : units[unit.toLowerCase()];
  if (factor === undefined || how === '') {
    const why =
      digits !== undefined && unit === '' && how !== ''
        ? 'needs a unit (ms, s, min)'
        : 'is not a number to compare with';
    throw new FilterProblem(`${key}:${value} ${why}: write ${example}`);
  }
  return { how: how as NonNullable<Word['compared']>['how'], number: Number(digits) * factor };
}

interface Token {
  negated: boolean;
  key?: string;
  value: string;
  quoted: boolean;
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    if (/\s/.test(text[at]!)) {
      at++;
      continue;
    }
    const negated = text[at] === '-' && at + 1 < text.length && !/\s/.test(text[at + 1]!);
    if (negated) at++;
    const [, key] = /^([A-Za-z]+):/.exec(text.slice(at)) ?? [];
    if (key !== undefined) at += key.length + 1;
    let value = '';
    const quoted = text[at] === '"';
    if (quoted) {
      const end = text.indexOf('"', at + 1);
      if (end < 0) throw new FilterProblem('a quote is not closed: add "');
      value = text.slice(at + 1, end);
      at = end + 1;
    } else
      while (at < text.length && !/\s/.test(text[at]!)) {
        value += text[at];
        at++;
      }
    tokens.push({ negated, ...(key !== undefined && { key: key.toLowerCase() }), value, quoted });
  }
  return tokens;
}

/** A word as it is written into the field. */
export function wordOf(key: string, value: string): string {
  // A quote within has no spelling of its own: it is left to match anything.
  const plain = value.replaceAll('"', '*');
  return `${key}:${/[\s,]/.test(plain) || plain === '' ? `"${plain}"` : plain}`;
}

/** The filter with this word, or without it if it is there; another word of its key makes room. */
export function toggled(text: string, key: string, value: string): string {
  const word = wordOf(key, value);
  const parts = partsOf(text);
  const rest = parts.filter((part) => !part.startsWith(`${key}:`));
  return (parts.includes(word) ? rest : [...rest, word]).join(' ');
}

/** Whether the filter has this word. */
export const hasWord = (text: string, key: string, value: string): boolean =>
  partsOf(text).includes(wordOf(key, value));

const partsOf = (text: string): string[] => text.match(/-?(?:[A-Za-z]+:)?(?:"[^"]*"|\S+)/g) ?? [];
