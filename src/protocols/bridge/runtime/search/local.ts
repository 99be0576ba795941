import { searchIn } from '../../../../bounded/expression.js';
import type { ToolSearchOutcome } from '../../../../generated/types/bridge-v1.js';
import { wordsOf } from '../../words.js';

/** A tool as the local searches see it. */
export interface Indexed {
  name: string;
  description: string;
}

/** Saturation and length weight of BM25, at their customary values. */
const K1 = 1.2;
const B = 0.75;

/** Ranks tools by BM25 over their names and descriptions. Returns the names of those that share a word with the query, best first. */
export function bm25(query: string, tools: readonly Indexed[]): string[] {
  const documents = tools.map(({ name, description }) => {
    const words = wordsOf(`${name} ${description}`);
    return { name, length: words.length, counts: countsOf(words) };
  });
  const average = documents.reduce((sum, { length }) => sum + length, 0) / documents.length;
  const having = countsOf(documents.flatMap(({ counts }) => [...counts.keys()]));
  const weights = new Map<string, number>();
  for (const term of wordsOf(query)) {
    const number = having.get(term) ?? 0;
    if (number > 0) weights.set(term, Math.log(1 + (documents.length - number + 0.5) / (number + 0.5)));
  }
  const scored = documents.map(({ name, length, counts }) => {
    let score = 0;
    for (const [word, count] of counts) {
      const weight = weights.get(word) ?? 0;
      score += (weight * count * (K1 + 1)) / (count + K1 * (1 - B + (B * length) / average));
    }
    return { name, score };
  });
  const found = scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score);
  return found.map(({ name }) => name);
}

/** How often each word occurs. */
function countsOf(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/**
 * The tools whose name or description a regular expression fits, in their own order. One that can't be read, or takes too long on these
 * tools, finds nothing and says why.
 */
export function regex(query: string, tools: readonly Indexed[], most: number): ToolSearchOutcome {
  try {
    const expression = new RegExp(query, 'iu');
    const texts = tools.flatMap(({ name, description }) => [name, description]);
    const found = searchIn(expression, texts);
    const names = tools.filter((_, index) => found[2 * index] !== null || found[2 * index + 1] !== null);
    return { tool_names: names.slice(0, most).map(({ name }) => name) };
  } catch (error) {
    return { tool_names: [], diagnostic: error instanceof Error ? error.message : String(error) };
  }
}
