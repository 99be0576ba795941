import { BoundedMap } from '../src/bounded/bounded-map.js';
import { wildcard } from '../src/bounded/wildcard.js';
import { closest } from '../src/json/suggest.js';
import type { UsageProblem } from './types.js';

/** What a pattern looks at: a case, and the requirements that it checks. */
export interface Subject {
  id: string;
  requirements: readonly string[];
}

/** A pattern over cases, ready to be asked. */
export interface CasePattern {
  text: string;
  matches(subject: Subject): boolean;
}

/** By text: a run asks for the same few hundreds of times. */
const parsed = new BoundedMap<string, CasePattern>(1_000);

/**
 * Reads a pattern over cases. A case id selects the case; the first segments of ids (`mcp.server.tools`, `bridge`) and a
 * role (`mcp/server`) select everything below; `*` stands for any text, dots included. A pattern that begins with a
 * capital speaks of requirements in the same way (`MCP-HTTP-28`, `MCP-HTTP`, `MCP-*-01`) and selects the cases that check
 * them. `PATTERN#REQUIREMENT` asks for both.
 */
export function parsePattern(text: string): CasePattern {
  return parsed.obtain(text, () => readPattern(text));
}

function readPattern(text: string): CasePattern {
  const [first = '', second] = text.split('#');
  if (/^[A-Z]/.test(first)) {
    const isNamed = below(first, '-');
    return { text, matches: ({ requirements }) => requirements.some(isNamed) };
  }
  const isNamed = below(first.replaceAll('/', '.').replace(/\.$/, ''), '.');
  const isChecked = second === undefined ? undefined : below(second, '-');
  return {
    text,
    matches: (subject) => isNamed(subject.id) && (isChecked === undefined || subject.requirements.some(isChecked)),
  };
}

/** Tells the texts that a pattern with stars names, or that begin with one of these and the separator. */
function below(pattern: string, separator: string): (text: string) => boolean {
  const [isNamed, isBelow] = [wildcard(pattern), wildcard(`${pattern}${separator}*`)];
  return (text) => isNamed(text) || isBelow(text);
}

/** The patterns that select none of these. */
export function unmatched(patterns: readonly string[], subjects: readonly Subject[]): string[] {
  return patterns.filter((text) => {
    const pattern = parsePattern(text);
    return !subjects.some((subject) => pattern.matches(subject));
  });
}

/** The problem of a pattern that selects nothing, with what was probably meant. */
export function unmatchedProblem(text: string, subjects: readonly Subject[]): UsageProblem {
  const message = `the pattern \`${text}\` matches no case`;
  const word = text.split('#')[0]!.replaceAll('/', '.').replaceAll('*', '');
  const separator = /^[A-Z]/.test(word) ? '-' : '.';
  const words = subjects.flatMap(({ id, requirements }) => (separator === '.' ? [id] : requirements));
  const near = closest(word, new Set(words.flatMap((one) => heads(one, separator))));
  return near === undefined
    ? { message, suggestion: '`proctor list cases` shows all' }
    : { message, suggestion: `did you mean \`${near}\`?` };
}

/** An id and everything that it begins with: `a`, `a.b`, `a.b.c`. */
function heads(id: string, separator: string): string[] {
  const segments = id.split(separator);
  return segments.map((_, index) => segments.slice(0, index + 1).join(separator));
}
