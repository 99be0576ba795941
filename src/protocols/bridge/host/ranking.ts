import type { Json } from '../../../json/json.js';
import { unavailable } from '../errors.js';
import { checkedParams } from '../params.js';
import { wordsOf } from '../words.js';
import type { Answer, HostState } from './host-state.js';

/** How many tools one search brings at most: what spec 000 advises. */
const MOST = 20;

/** `tool_search/query` and `skill/match` (spec 000): both by the words that query and candidate share. */
export function rankingAnswers({ script }: HostState): { [method: string]: Answer } {
  return {
    async 'tool_search/query'(params) {
      const { query, candidates } = await checkedParams('tool_search/query', params);
      if (!script.search) throw unavailable('this host has no index of tools');
      const names = candidates as string[];
      const found = ranked(String(query), names, (name) => name).map(({ item }) => item);
      return { tool_names: found.slice(0, MOST), diagnostic: `${found.length} of ${names.length} names fit` };
    },
    async 'skill/match'(params): Promise<Json> {
      const { prompt, candidates } = await checkedParams('skill/match', params);
      if (!script.ranking) throw unavailable('this host ranks no skills');
      const skills = candidates as { name: string; description: string; when_to_use: string }[];
      const fits = ranked(String(prompt), skills, (one) => `${one.name} ${one.description} ${one.when_to_use}`);
      return {
        matches: fits.map(({ item, score, shared }) => ({
          name: item.name,
          score,
          reason: `shares ${shared.join(', ')}`,
        })),
      };
    },
  };
}

interface Ranked<Item> {
  item: Item;
  /** Share of the words of the query, from above 0 to 1. */
  score: number;
  shared: string[];
}

/** The items that share words with a query, best first; in their own order where they are as good. */
function ranked<Item>(query: string, items: readonly Item[], textOf: (item: Item) => string): Ranked<Item>[] {
  const wanted = [...new Set(wordsOf(query))];
  const all = items.map((item) => {
    const words = new Set(wordsOf(textOf(item)));
    const shared = wanted.filter((word) => words.has(word));
    return { item, shared, score: shared.length / Math.max(1, wanted.length) };
  });
  return all.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score);
}
