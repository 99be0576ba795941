import type { Json, JsonObject } from '../../../json/json.js';
import { unavailable } from '../errors.js';
import { checkedParams } from '../params.js';
import { wordsOf } from '../words.js';
import type { Answer, HostState } from './host-state.js';

/** How many tools one search brings at most: what spec 000 advises. */
const MOST = 20;

/** `tool_search/query` and `skill/match` (spec 000): both by the words that query and candidate share. */
export function rankingAnswers({ script }: HostState): { [method: string]: Answer } {
  const { freedoms } = script;
  const sparse = freedoms.has('sparse');
  const choosy = freedoms.has('choosy');
  return {
    async 'tool_search/query'(params) {
      const { query, candidates } = await checkedParams('tool_search/query', params);
      if (!script.search) throw unavailable('this host has no index of tools');
      const names = candidates as string[];
      if (choosy && (query === '' || names.length === 0)) throw unavailable('there is nothing to search');
      const found = ranked(String(query), names, (name) => name).map(({ item }) => item);
      const result: JsonObject = { tool_names: found.slice(0, MOST) };
      if (!sparse) result.diagnostic = `${found.length} of ${names.length} names fit`;
      return freedoms.has('wrapped-search') ? { result } : result;
    },
    async 'skill/match'(params): Promise<Json> {
      const { strategy, prompt, candidates } = await checkedParams('skill/match', params);
      if (!script.ranking) throw unavailable('this host ranks no skills');
      const skills = candidates as { name: string; description: string; when_to_use: string }[];
      if (choosy && (strategy !== 'host' || skills.length === 0)) throw unavailable('there is nothing to rank');
      const fits = ranked(String(prompt), skills, (one) => `${one.name} ${one.description} ${one.when_to_use}`);
      const matches: Json[] = fits.map(({ item: { name }, score, shared }) => {
        if (sparse) return { name };
        const match = { name, score, reason: `shares ${shared.join(', ')}` };
        return freedoms.has('unknown-members') ? { ...match, 'x-vendor': 1 } : match;
      });
      if (freedoms.has('bare-matches')) return matches;
      if (freedoms.has('matches-as-skills')) return { skills: matches };
      return freedoms.has('wrapped-matches') ? { result: { matches } } : { matches };
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
