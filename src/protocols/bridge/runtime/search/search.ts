import type { ToolSearchOutcome } from '../../../../generated/types/bridge-v1.js';
import type { Json, JsonObject } from '../../../../json/json.js';
import { isObject } from '../../../../json/json.js';
import { type Host, HostError } from '../host/host.js';
import { textOr, textsOf } from '../read.js';
import { bm25, type Indexed, regex } from './local.js';

export type Strategy = 'semantic' | 'host' | 'bm25' | 'regex';

/** Most tools that one search promotes. */
const MOST = 20;

/**
 * Searches the deferred tools: semantic and host ask the host (Harn bridge, tool_search/query), bm25 and regex stay here.
 * Where nothing is deferred nobody is asked. Never rejects for what the host does: an error is an empty outcome whose
 * diagnostic has the host's message.
 */
export async function searchTools(
  host: Host,
  strategy: Strategy,
  query: string,
  deferred: readonly Indexed[],
): Promise<ToolSearchOutcome> {
  if (deferred.length === 0) return { tool_names: [], diagnostic: 'no tool is deferred' };
  if (strategy === 'bm25') return { tool_names: bm25(query, deferred).slice(0, MOST) };
  if (strategy === 'regex') return regex(query, deferred, MOST);
  const candidates = deferred.map(({ name }) => name);
  try {
    return outcomeOf(await host.request('tool_search/query', { strategy, query, candidates }), candidates);
  } catch (error) {
    if (error instanceof HostError) return { tool_names: [], diagnostic: error.message };
    throw error;
  }
}

/** Reads the host's answer, bare or in a `result` envelope: known names in its order, each once. */
export function outcomeOf(answer: Json, candidates: readonly string[]): ToolSearchOutcome {
  const body = bodyOf(answer);
  if (!body) return { tool_names: [], diagnostic: 'the answer of the host has no tool_names' };
  const known = new Set(candidates);
  const names = [...new Set(textsOf(body.tool_names))].filter((name) => known.has(name));
  const outer = isObject(answer) ? textOr(answer.diagnostic, '') : '';
  const diagnostic = textOr(body.diagnostic, outer);
  return { tool_names: names.slice(0, MOST), ...(diagnostic === '' ? {} : { diagnostic }) };
}

function bodyOf(answer: Json): JsonObject | undefined {
  if (!isObject(answer)) return undefined;
  if (Array.isArray(answer.tool_names)) return answer;
  const { result } = answer;
  return isObject(result) && Array.isArray(result.tool_names) ? result : undefined;
}
