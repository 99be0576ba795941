import type { Corpus, RegisteredRequirement } from './types.js';

type Requirements = ReadonlyMap<string, RegisteredRequirement>;

const KNOWN = new WeakMap<Requirements, Map<string, Requirements>>();

/** The requirements of a corpus as a version of their protocol says them, by their ids (`in` of a registry). */
export function requirementsIn({ requirements }: Pick<Corpus, 'requirements'>, version: string): Requirements {
  const known = KNOWN.get(requirements) ?? new Map<string, Requirements>();
  KNOWN.set(requirements, known);
  const found = known.get(version) ?? new Map([...requirements].map(([id, one]) => [id, one.in?.[version] ?? one]));
  known.set(version, found);
  return found;
}

/** A requirement, and how other versions say the same. */
export const wordingsOf = (requirement: RegisteredRequirement): RegisteredRequirement[] => [
  requirement,
  ...Object.values(requirement.in ?? {}),
];
