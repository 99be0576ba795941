import type { RankedSkill, SkillCandidate } from '../../../../generated/types/bridge-v1.js';
import type { Json, JsonObject } from '../../../../json/json.js';
import { isObject } from '../../../../json/json.js';
import { wordsOf } from '../../words.js';
import { type Host, HostError } from '../host/host.js';
import { textOr } from '../read.js';

/** Who ranks skills: the host, under either of its names, or the runtime itself. */
export type Matching = 'host' | 'embedding' | 'metadata';

/** What counts where the host leaves it out. */
const DEFAULT_SCORE = 1;
const DEFAULT_REASON = 'host match';

export interface MatchQuery {
  prompt: string;
  working_files: string[];
}

/**
 * Ranks the candidates for a prompt, best first: by the host (Harn bridge, skill/match), or by their own words. The host only
 * advises: where it answers with an error the runtime's own ranker decides, and `warn` is told.
 */
export async function rankSkills(
  host: Host,
  matching: Matching,
  { prompt, working_files }: MatchQuery,
  candidates: readonly SkillCandidate[],
  warn: (message: string) => void,
): Promise<RankedSkill[]> {
  if (matching === 'metadata') return byMetadata(prompt, candidates);
  const known = candidates.map(({ name, description, when_to_use, paths }) => ({
    name,
    description,
    when_to_use,
    paths,
  }));
  try {
    const asked = { strategy: 'host' as const, prompt, working_files, candidates: known };
    return matchesOf(await host.request('skill/match', asked), candidates);
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    warn(`agent.skill_match: the host could not rank (${error.message}); the words of the skills decide`);
    return byMetadata(prompt, candidates);
  }
}

/**
 * Reads the host's answer in any of its four forms. Names that are no candidates and entries without a name are left out; a
 * score that is no number counts as not given, a negative one as 0. Throws HostError for what is none of the forms.
 */
export function matchesOf(answer: Json, candidates: readonly SkillCandidate[]): RankedSkill[] {
  const list = listIn(answer);
  if (!list) throw new HostError('the answer is neither a list nor { matches: [...] }');
  const known = new Set(candidates.map(({ name }) => name));
  const matches = list.filter(isObject).flatMap((entry) => matchOf(entry, known));
  const first = new Map<string, RankedSkill>();
  for (const match of ranked(matches)) if (!first.has(match.name)) first.set(match.name, match);
  return [...first.values()];
}

function listIn(answer: Json): Json[] | undefined {
  if (Array.isArray(answer)) return answer;
  if (!isObject(answer)) return undefined;
  const { matches, skills, result } = answer;
  if (Array.isArray(matches)) return matches;
  if (Array.isArray(skills)) return skills;
  return isObject(result) && Array.isArray(result.matches) ? result.matches : undefined;
}

function matchOf({ name, score, reason }: JsonObject, known: ReadonlySet<string>): RankedSkill[] {
  if (typeof name !== 'string' || !known.has(name)) return [];
  const given = typeof score === 'number' && Number.isFinite(score);
  return [{ name, score: given ? Math.max(0, score) : DEFAULT_SCORE, reason: textOr(reason, DEFAULT_REASON) }];
}

const ranked = (matches: RankedSkill[]) => [...matches].sort((a, b) => b.score - a.score);

/** Words that say nothing about what a prompt is about. */
const STOP = new Set([
  'a',
  'an',
  'and',
  'for',
  'in',
  'is',
  'it',
  'of',
  'on',
  'or',
  'the',
  'this',
  'to',
  'user',
  'with',
]);

/** The runtime's own ranker: how many words of the prompt stand in a skill's name, description and occasion. */
function byMetadata(prompt: string, candidates: readonly SkillCandidate[]): RankedSkill[] {
  const asked = new Set(wordsOf(prompt).filter((word) => !STOP.has(word)));
  const matches = candidates.map(({ name, description, when_to_use }) => {
    const words = new Set(wordsOf(`${name} ${description} ${when_to_use}`));
    const score = [...asked].filter((word) => words.has(word)).length;
    return { name, score, reason: 'metadata match' };
  });
  return ranked(matches.filter(({ score }) => score > 0));
}
