import type { Case } from '../../../src/language/case.js';
import { OUTSIDE_RUNS } from '../../../src/watch/outside-runs.js';
import { defaultVersion, protocolOf, wireCaseId, wireRulesOf } from '../../profiles.js';
import type { Corpus, Mutant, WireRule } from '../../types.js';

/** A requirement and where the registry states it. */
export type RegisteredRequirement = Corpus['requirements'] extends Map<string, infer R> ? R : never;

/** A case as people know it: a transcript, or a rule that watches every message of a run. */
export interface KnownCase {
  id: string;
  title: string;
  role: string;
  suite: string;
  place: Case['place'];
  requirements: string[];
  case?: Case;
  wire?: WireRule;
}

/** Every case of a corpus by its id, transcripts first, then the wire cases of each role: the ids that `run` accepts. */
export function casesOf(corpus: Corpus): Map<string, KnownCase> {
  const all = new Map<string, KnownCase>();
  for (const one of corpus.cases) {
    const { id, title, role, suite, place, requirements } = one;
    all.set(id, { id, title, role, suite, place, requirements, case: one });
  }
  const inherited = [...corpus.roles.keys()].flatMap((role) => {
    const version = defaultVersion(corpus, protocolOf(role)) ?? '';
    const rules = wireRulesOf(corpus, role, version).filter(({ profile }) => profile !== undefined);
    return rules.map((rule) => ({ rule, roles: [role] }));
  });
  const own = corpus.wire.filter(({ rule }) => !OUTSIDE_RUNS.has(rule));
  for (const { rule, roles } of [...own.map((rule) => ({ rule, roles: rolesOf(rule, corpus) })), ...inherited])
    for (const role of roles) {
      const id = wireCaseId(role, rule.id);
      const { title, place, requirement } = rule;
      all.set(id, { id, title, role, suite: 'wire', place, requirements: [requirement], wire: rule });
    }
  return all;
}

function rolesOf(rule: WireRule, corpus: Corpus): string[] {
  const known = [...corpus.roles.keys()].filter((role) => protocolOf(role) === rule.protocol);
  return known.filter((role) => rule.roles === undefined || rule.roles.includes(role));
}

/** Which cases check a requirement, and which mutants break it. */
export interface Coverage {
  requirement: RegisteredRequirement;
  cases: string[];
  mutants: string[];
}

/** Every requirement of the registry with its cases and mutants, in the order of the registry. */
export function coverageOf(corpus: Corpus): Coverage[] {
  const cases = grouped(
    [...casesOf(corpus).values()].flatMap(({ id, requirements }) => requirements.map((one) => [one, id])),
  );
  const mutants = grouped([...corpus.mutants.values()].map(({ id, breaks }) => [breaks, id]));
  return [...corpus.requirements.values()].map((requirement) => ({
    requirement,
    cases: cases.get(requirement.id) ?? [],
    mutants: mutants.get(requirement.id) ?? [],
  }));
}

/** The cases that name a mutant as one that they catch. */
export function killersOf(mutant: Mutant, corpus: Corpus): string[] {
  return corpus.cases.filter(({ kills }) => kills.includes(mutant.id)).map(({ id }) => id);
}

function grouped(pairs: (readonly string[])[]): Map<string, string[]> {
  const map = new Map<string, string[]>();
  for (const [key, value] of pairs) map.set(key!, [...(map.get(key!) ?? []), value!]);
  return map;
}
