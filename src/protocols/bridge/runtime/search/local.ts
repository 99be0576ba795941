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
  const documents = tools.map(({ name, description }) => ({ name, words: wordsOf(`${name} ${description}`) }));
  const average = documents.reduce((sum, { words }) => sum + words.length, 0) / documents.length;
  const terms = [...new Set(wordsOf(query))].map((term) => {
    const having = documents.filter(({ words }) => words.includes(term)).length;
    return { term, weight: Math.log(1 + (documents.length - having + 0.5) / (having + 0.5)) };
  });
  const scored = documents.map(({ name, words }) => {
    const score = terms.reduce((sum, { term, weight }) => {
      const count = words.filter((word) => word === term).length;
      return sum + (weight * count * (K1 + 1)) / (count + K1 * (1 - B + (B * words.length) / average));
    }, 0);
    return { name, score };
  });
  const found = scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score);
  return found.map(({ name }) => name);
}

/** The tools whose name or description a regular expression fits, in their own order. One that can't be read finds nothing and says why. */
export function regex(query: string, tools: readonly Indexed[], most: number): ToolSearchOutcome {
  let expression: RegExp;
  try {
    expression = new RegExp(query, 'iu');
  } catch (error) {
    return { tool_names: [], diagnostic: error instanceof Error ? error.message : String(error) };
  }
  const found = tools.filter(({ name, description }) => expression.test(name) || expression.test(description));
  return { tool_names: found.slice(0, most).map(({ name }) => name) };
}
