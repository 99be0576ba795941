import type { Level } from '../../../src/language/requirement.js';
import { parsePattern } from '../../patterns.js';
import { defaultVersion, protocolOf } from '../../profiles.js';
import { requirementsIn } from '../../requirements-in.js';
import type { Consequence, Corpus } from '../../types.js';
import type { Defect } from '../types.js';
import type { Blamed } from './blame.js';

/** A requirement that failed under a mutant, and the cases in which it did. */
export interface Accused {
  requirement: string;
  level: Level;
  cases: string[];
  /** What the first of them said. */
  message: string;
}

/** What blaming came to for one mutant. */
export interface MutantBlame extends Pick<Blamed, 'touched' | 'untouched' | 'problems'>, Pick<Defect, 'id' | 'role'> {
  breaks: string;
  title?: string;
  /** Whether the requirement that it breaks was among those that failed. */
  recalled: boolean;
  /** The others that are declared as its consequences. */
  declared: Accused[];
  /** Those that are declared as wrongly accused. */
  innocent: Accused[];
  /** Those that are not. */
  undeclared: Accused[];
  /** Musts that fail although the mutant breaks something weaker, and that no declaration gives by the mutant's own id. */
  raised: Accused[];
}

/** What blaming came to. */
export interface BlameResult {
  mutants: MutantBlame[];
  /** Declared consequences that no mutant showed, of those whose mutants were all played by all cases. */
  stale: { consequence: Consequence; requirements: string[] }[];
  interrupted: boolean;
}

/**
 * Holds what failed against what is declared. That a class of mutants breaks a must is no reason where one of them breaks
 * only what is recommended or derived: there the declaration has to name the mutant.
 *
 * @param whole whether every mutant was played by every case that it touches: only then can a consequence be stale
 */
export function judgeBlame(found: readonly Blamed[], corpus: Corpus, whole: boolean): Omit<BlameResult, 'interrupted'> {
  const shown = new Map<Consequence, Set<string>>();
  const mutants = found.map((blamed): MutantBlame => {
    const { defect, touched, untouched, problems } = blamed;
    const { id, role, requirement: breaks, title, version = defaultVersion(corpus, protocolOf(role)) ?? '' } = defect;
    const requirements = requirementsIn(corpus, version);
    const levelOf = (one: string): Level => requirements.get(one)?.level ?? 'must';
    const accused = accusedIn(blamed, levelOf);
    const others = accused.filter(({ requirement }) => requirement !== breaks);
    const about = corpus.consequences.filter((one) => concerns(one, defect));
    const by = ({ requirement }: Accused) => about.filter(({ requirements }) => requirements.includes(requirement));
    for (const one of others)
      for (const consequence of by(one))
        shown.set(consequence, (shown.get(consequence) ?? new Set()).add(one.requirement));
    const weak = levelOf(breaks) !== 'must';
    return {
      id,
      role,
      breaks,
      ...(title === undefined ? {} : { title }),
      touched,
      untouched,
      problems,
      recalled: accused.length > others.length,
      declared: others.filter((one) => by(one).some(({ innocent }) => !innocent)),
      innocent: others.filter((one) => by(one).length > 0 && by(one).every(({ innocent }) => innocent)),
      undeclared: others.filter((one) => by(one).length === 0),
      raised: others.filter((one) => weak && one.level === 'must' && !by(one).some(({ of }) => of.includes(id))),
    };
  });
  const played = new Set(found.map(({ defect }) => defect.id));
  const all = [...corpus.mutants.values()];
  const stale = corpus.consequences.flatMap((consequence) => {
    const about = all.filter((one) => concerns(consequence, { ...one, requirement: one.breaks }));
    if (!whole || !about.every(({ id }) => played.has(id))) return [];
    const requirements = consequence.requirements.filter((id) => !shown.get(consequence)?.has(id));
    return requirements.length > 0 ? [{ consequence, requirements }] : [];
  });
  return { mutants, stale };
}

/** Whether a consequence is about a mutant. */
function concerns(
  { of, own, place }: Consequence,
  { id, requirement, place: at }: Pick<Defect, 'id' | 'requirement' | 'place'>,
): boolean {
  if (place.file !== at.file) return false;
  if (own) return of.includes(id);
  return of.some((text) => parsePattern(text).matches({ id, requirements: [requirement] }));
}

function accusedIn({ blames }: Blamed, levelOf: (id: string) => Level): Accused[] {
  const accused = new Map<string, Accused>();
  for (const { requirement, case: id, message } of blames) {
    const known = accused.get(requirement) ?? { requirement, level: levelOf(requirement), cases: [], message };
    known.cases.push(id);
    accused.set(requirement, known);
  }
  return [...accused.values()];
}
