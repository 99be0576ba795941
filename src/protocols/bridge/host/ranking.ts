import type { SkillMatchList, ToolSearchResult } from '../../../generated/types/bridge-v1.js';
import { unavailable } from '../errors.js';
import type { Handlers } from '../params.js';
import { wordsOf } from '../words.js';
import type { HostState } from './host-state.js';

/** How many tools one search brings at most: what spec 000 advises. */
const MOST = 20;

/** `tool_search/query` and `skill/match` (spec 000): both by the words that query and candidate share. */
export function rankingHandlers({ script }: HostState): Handlers<'tool_search/query' | 'skill/match'> {
  return {
    'tool_search/query'({ query, candidates }): ToolSearchResult {
      if (!script.search) throw unavailable('this host has no index of tools');
      const found = ranked(query, candidates, (name) => name).map(({ item }) => item);
      return { tool_names: found.slice(0, MOST), diagnostic: `${found.length} of ${candidates.length} names fit` };
    },
    'skill/match'({ prompt, candidates }): SkillMatchList {
      if (!script.ranking) throw unavailable('this host ranks no skills');
      const fitting = ranked(prompt, candidates, (one) => `${one.name} ${one.description} ${one.when_to_use}`);
      return {
        matches: fitting.map(({ item: { name }, score, shared }) => ({
          name,
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
