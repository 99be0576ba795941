import type { Json, JsonObject } from '../src/json/json.js';
import { OUTSIDE_RUNS } from '../src/watch/outside-runs.js';
import type { Corpus, WireRule } from './types.js';

/** What stands for a protocol where a project has methods beside those of a role. */
export const EXTENSION = 'own';

/** A role whose rules hold on a lane, with the version of its protocol that is meant. */
export interface Profile {
  role: string;
  protocol: string;
  version: string;
}

/**
 * The profiles of a role: first its own, then those of the roles that it extends. An extended protocol has the version that
 * versions.yaml says in `extends`, else the one that is meant where none is named. A role of the same protocol has the same version.
 */
export function profilesOf(
  corpus: Pick<Corpus, 'roles' | 'versions' | 'defaults'>,
  role: string,
  version: string,
): Profile[] {
  const { roles, versions } = corpus;
  const protocol = protocolOf(role);
  const named = versions.get(protocol)?.get(version)?.extends;
  const extended = (roles.get(role)?.extends ?? []).flatMap((base) => {
    if (protocolOf(base) === protocol) return profilesOf(corpus, base, version);
    const said =
      named && typeof named === 'object' ? (named as { [protocol: string]: unknown })[protocolOf(base)] : undefined;
    const other = typeof said === 'string' ? said : (defaultVersion(corpus, protocolOf(base)) ?? '');
    return profilesOf(corpus, base, other);
  });
  return [{ role, protocol, version }, ...extended];
}

/**
 * The wire rules that hold on the lane of a role in a version of its protocol: its own, and those of the roles that it extends.
 * The ids of these have their protocol in front, as in `acp.envelope`, and leave the places of messages alone that a profile before theirs
 * says it defines anew (`redefines` of versions.yaml).
 *
 * @param outside whether those are among them that are for conversations outside of a run
 */
export function wireRulesOf(
  corpus: Pick<Corpus, 'roles' | 'versions' | 'defaults' | 'wire' | 'extensions'>,
  role: string,
  version: string,
  { outside = false }: { outside?: boolean } = {},
): WireRule[] {
  const profiles = profilesOf(corpus, role, version);
  const wire = corpus.wire.filter(({ rule }) => outside || !OUTSIDE_RUNS.has(rule));
  const ofProject = (corpus.extensions ?? []).flatMap((one) => (one.role === role && one.rule ? [one.rule] : []));
  const ofProfiles = profiles.flatMap((profile, index) => {
    const before = profiles.slice(0, index);
    const added = wire.filter((rule) => holdsFor(rule, profile) && !before.some((earlier) => holdsFor(rule, earlier)));
    if (index === 0) return added;
    // Within one protocol a rule keeps its id, and watches by the definitions that the role has anyway.
    const redefined = before.flatMap(({ protocol, version }) => redefinedBy(corpus, protocol, version));
    return added.map((rule) => (profile.protocol === protocolOf(role) ? ownOf(rule) : inherited(rule, redefined)));
  });
  return [...ofProfiles, ...ofProject];
}

const ownOf = ({ roles: _, ...rule }: WireRule): WireRule => rule;

function holdsFor({ protocol, roles, versions }: WireRule, profile: Profile): boolean {
  if (protocol !== profile.protocol || (roles !== undefined && !roles.includes(profile.role))) return false;
  return versions === undefined || versions.includes(profile.version);
}

function redefinedBy({ versions }: Pick<Corpus, 'versions'>, protocol: string, version: string): Json[] {
  const places = versions.get(protocol)?.get(version)?.redefines;
  return Array.isArray(places) ? places : [];
}

function inherited(inheriting: WireRule, redefined: Json[]): WireRule {
  const rule = ownOf(inheriting);
  const without = rule.rule === 'schema' && redefined.length > 0 ? { with: { ...rule.with, except: redefined } } : {};
  return { ...rule, ...without, id: `${rule.protocol}.${rule.id}`, profile: rule.protocol };
}

/**
 * What cases of a role read as `${version.x}` in a version of its protocol: `name`, the version itself, and its entry of
 * versions.yaml over those of the roles that it extends.
 */
export function constantsOf(
  corpus: Pick<Corpus, 'roles' | 'versions' | 'defaults'>,
  role: string,
  version: string,
): JsonObject {
  const profiles = profilesOf(corpus, role, version);
  const entries = profiles.map((profile) => corpus.versions.get(profile.protocol)?.get(profile.version) ?? {});
  return { ...Object.assign({}, ...entries.reverse()), name: version };
}

/**
 * Whether some role of a corpus can break a requirement: one that it binds, where versions.yaml has the version that it is of. What a
 * registry says of another version waits for it.
 */
export function isAsked(
  { roles, versions }: Pick<Corpus, 'roles' | 'versions'>,
  requirement: { roles: readonly string[]; version: string; ofProject?: true },
): boolean {
  if (requirement.ofProject) return true;
  return requirement.roles.some((role) => {
    const known = versions.get(protocolOf(role));
    return roles.has(role) && (known === undefined || known.has(requirement.version));
  });
}

/** The version of a protocol that is meant where none is named: what versions.yaml says, else the last. Undefined where it has none. */
export function defaultVersion(
  { versions, defaults }: Pick<Corpus, 'versions' | 'defaults'>,
  protocol: string,
): string | undefined {
  return defaults.get(protocol) ?? [...(versions.get(protocol)?.keys() ?? [])].at(-1);
}

/** The versions in which the cases of a role are played so that each is: the default one first, then those that have cases of their own. */
export function playedVersions(corpus: Pick<Corpus, 'versions' | 'defaults' | 'cases'>, role: string): string[] {
  const usual = defaultVersion(corpus, protocolOf(role));
  if (usual === undefined) return [];
  const others = corpus.cases
    .filter((one) => one.role === role && one.needs.version.length > 0 && !one.needs.version.includes(usual))
    .flatMap(({ needs }) => needs.version);
  const known = [...(corpus.versions.get(protocolOf(role))?.keys() ?? [])];
  return [usual, ...known.filter((version) => others.includes(version))];
}

/** The id of the case that a wire rule becomes for a role. */
export const wireCaseId = (role: string, rule: string): string => `${role.replace('/', '.')}.wire.${rule}`;

/** The protocol of a role. */
export const protocolOf = (role: string): string => role.split('/')[0] ?? '';
