import { parsePointer } from '../src/json/pointer.js';
import { protocolOf } from './profiles.js';
import type { Corpus, RegisteredRequirement } from './types.js';

/** What of a protocol a target is judged by that speaks an earlier version than it was asked for. */
export interface EarlierVersion {
  name: string;
  /** Requirements that are newer. */
  newer: ReadonlySet<string>;
  /** Whether what stands there in a message was given a meaning since, so that it is the target's own: a JSON Pointer. */
  isOwn(path: string): boolean;
}

/** The versions of a protocol, oldest first: its history, or where it has none those that the kit speaks. */
export function versionsInOrder(
  { versions, history }: Pick<Corpus, 'versions' | 'history'>,
  protocol: string,
): string[] {
  return history.get(protocol)?.map(({ version }) => version) ?? [...(versions.get(protocol)?.keys() ?? [])];
}

/**
 * What holds for a target of a role that speaks one version and was asked for another. Undefined where it speaks that, or one
 * that is later or of which nothing is known.
 */
export function earlierVersion(
  corpus: Pick<Corpus, 'versions' | 'history' | 'requirements'>,
  role: string,
  spoken: string,
  asked: string,
): EarlierVersion | undefined {
  const protocol = protocolOf(role);
  const order = versionsInOrder(corpus, protocol);
  const at = order.indexOf(spoken);
  if (at < 0 || at >= order.indexOf(asked)) return undefined;
  const isNewer = (version: string) => order.indexOf(version) > at;
  const newer = [...corpus.requirements.values()].filter(
    (one) => one.since !== undefined && isAbout(one, role) && isNewer(one.since),
  );
  const members = (corpus.history.get(protocol) ?? [])
    .filter(({ version }) => isNewer(version))
    .flatMap((one) => (one.members ?? []).map((member) => member.split('/')));
  return {
    name: spoken,
    newer: new Set(newer.map(({ id }) => id)),
    isOwn: (path) => {
      const parts = parsePointer(path);
      return members.some((member) => parts.some((_, from) => standsAt(member, parts, from)));
    },
  };
}

/**
 * The requirements of a role's protocol that a version of it does not have: they came later, or were given up before. None where
 * nothing is known of the version.
 */
export function absentIn(
  corpus: Pick<Corpus, 'versions' | 'history' | 'requirements'>,
  role: string,
  version: string,
): Set<string> {
  const protocol = protocolOf(role);
  const order = versionsInOrder(corpus, protocol);
  const at = order.indexOf(version);
  const isAbsent = ({ since, until }: { since?: string; until?: string }) =>
    (since !== undefined && order.indexOf(since) > at) || (until !== undefined && order.indexOf(until) < at);
  const absent = new Set<string>();
  if (at < 0) return absent;
  // Most requirements say neither: that is the cheapest question.
  for (const one of corpus.requirements.values()) if (isAbsent(one) && isAbout(one, role)) absent.add(one.id);
  return absent;
}

/** Whether the versions of a requirement are those of a role's protocol: it is of that protocol, or a project says it of the role. */
function isAbout({ id, roles, ofProject }: RegisteredRequirement, role: string): boolean {
  return ofProject ? roles.includes(role) : id.startsWith(`${protocolOf(role).toUpperCase()}-`);
}

/** Whether the names of a member stand in a path from some place on. */
function standsAt(member: readonly string[], parts: readonly string[], from: number): boolean {
  return member.every((name, index) =>
    name === '*' ? /^\d+$/.test(parts[from + index] ?? '') : name === parts[from + index],
  );
}
