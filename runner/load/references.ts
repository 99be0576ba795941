import type { Json, JsonObject } from '../../src/json/json.js';
import { isObject } from '../../src/json/json.js';
import { didYouMean } from '../../src/json/suggest.js';
import type { Case, Step } from '../../src/language/case.js';
import { stepsOf } from '../../src/language/steps.js';
import { namesIn, ValueError } from '../../src/language/values/index.js';
import type { VersionOrder } from '../../src/language/version-range.js';
import { constantsOf, profilesOf, protocolOf } from '../profiles.js';
import type { Behavior, Corpus, FileProblem, VersionConstants } from '../types.js';
import { below, type Origin } from './case/steps.js';
import { orderOf } from './version-ranges.js';

/** What a case may refer to outside its file. */
export interface References {
  /** Whether a requirement of this id may stand in a protocol that was not loaded. */
  elsewhere(requirement: string): boolean;
  requirements: ReadonlySet<string>;
  behaviors: ReadonlyMap<string, Behavior>;
  versions: ReadonlyMap<string, VersionConstants>;
  /** By version of the role's protocol: that version, and those of the protocols that it extends. */
  spoken: ReadonlyMap<string, readonly string[]>;
  /** Every version of these protocols: what a step may belong to. */
  known: ReadonlySet<string>;
}

/** What the cases of a role may refer to, out of what is loaded so far; `skipped` are the protocols that are not. */
export function referencesOf(corpus: Corpus, role: string, skipped: ReadonlySet<string>): References {
  // What a role extends comes first, for its own behaviors go before those.
  const protocols = profilesOf(corpus, role, '')
    .map(({ protocol }) => protocol)
    .reverse();
  return {
    elsewhere: (id) => skipped.has(id.split('-')[0]!.toLowerCase()),
    requirements: new Set(corpus.requirements.keys()),
    behaviors: new Map(protocols.flatMap((name) => [...(corpus.behaviors.get(name) ?? [])])),
    versions: versionsOf(corpus, role, (version) => constantsOf(corpus, role, version)),
    spoken: versionsOf(corpus, role, (version) => profilesOf(corpus, role, version).map((profile) => profile.version)),
    known: new Set(protocols.flatMap((name) => [...(corpus.versions.get(name)?.keys() ?? [])])),
  };
}

/** The versions of a role's protocol in their order, and of those that it extends. */
export function ordersOf(corpus: Corpus, role: string): VersionOrder[] {
  return [...new Set(profilesOf(corpus, role, '').map(({ protocol }) => protocol))].map((name) =>
    orderOf(corpus, name),
  );
}

/** Something of each version of a role's protocol. */
function versionsOf<T>(corpus: Corpus, role: string, what: (version: string) => T): Map<string, T> {
  const names = [...(corpus.versions.get(protocolOf(role))?.keys() ?? [])];
  return new Map(names.map((version) => [version, what(version)]));
}

/**
 * References of a case to requirements, behaviors and version constants that do not exist.
 *
 * @param needsAt where the case, or its file for all cases, needs something of this name
 */
export function referenceProblems(
  subject: Case,
  needsAt: (key: 'behavior' | 'version', name: string) => Origin,
  origins: ReadonlyMap<Step, Origin>,
  references: References,
): FileProblem[] {
  const check = new ReferenceCheck(references, subject.needs.version);
  for (const name of subject.needs.behavior) check.behavior(name, needsAt('behavior', name));
  for (const name of subject.needs.version) check.version(name, needsAt('version', name));
  for (const step of stepsOf(subject.steps)) {
    const origin = origins.get(step);
    if (origin) check.step(step, origin);
  }
  return check.problems;
}

class ReferenceCheck {
  readonly problems: FileProblem[] = [];

  constructor(
    private readonly references: References,
    /** The versions that the case is for; none where it is for all. */
    private readonly wanted: readonly string[],
  ) {}

  step(step: Step, at: Origin): void {
    const { requirements, elsewhere } = this.references;
    for (const id of step.check)
      if (!requirements.has(id) && !elsewhere(id)) this.unknown('requirement', id, requirements, below(at, 'check'));
    const { known } = this.references;
    for (const name of step.version ?? [])
      if (known.size > 0 && !known.has(name)) this.unknown('version', name, known, below(at, 'version'));
    if (step.shows !== undefined) this.behavior(step.shows, below(at, 'shows'));
    const { body } = step;
    if (step.verb === 'start' && isObject(body) && typeof body.behavior === 'string')
      this.started(body.behavior, body.with, below(at, 'start'));
    for (const name of namesOf([body, step.save, step.on ?? null, step.within ?? null, step.after ?? null])) {
      const [root, first, ...rest] = name.split('.');
      if (root === 'behavior' && first !== undefined) this.given(first, rest[0], below(at, step.verb));
      if (root === 'version' && first !== undefined)
        this.constant([first, ...rest], below(at, step.verb), step.version);
    }
  }

  behavior(name: string, at: Origin): Behavior | undefined {
    if (name.includes('${')) return undefined;
    const behavior = this.references.behaviors.get(name);
    if (!behavior) this.unknown('behavior', name, this.references.behaviors.keys(), at);
    return behavior;
  }

  version(name: string, at: Origin): void {
    const { versions } = this.references;
    if (versions.size > 0 && !versions.has(name)) this.unknown('version', name, versions.keys(), at);
  }

  private started(name: string, values: Json | undefined, at: Origin): void {
    const behavior = this.behavior(name, below(at, 'behavior'));
    if (!behavior || !isObject(values)) return;
    for (const key of Object.keys(values))
      if (!Object.hasOwn(behavior.with, key))
        this.unknown(`value for \`${name}\``, key, Object.keys(behavior.with), below(at, 'with', key));
  }

  private given(name: string, value: string | undefined, at: Origin): void {
    const behavior = this.behavior(name, at);
    // Every behavior may be asked for by a prompt, which the target file supplies.
    if (!behavior || value === undefined || value === 'prompt' || Object.hasOwn(behavior.gives, value)) return;
    this.unknown(`value of \`${name}\``, value, Object.keys(behavior.gives), at);
  }

  /** @param own the versions that the step belongs to, where it does not belong to all */
  private constant(path: string[], at: Origin, own: readonly string[] | undefined): void {
    const { versions } = this.references;
    const wanted = own === undefined ? this.wanted : this.spoken(own);
    const meant = [...versions].filter(([name]) => wanted.length === 0 || wanted.includes(name));
    const without = meant.filter(([, constants]) => !leadsIn(constants, path)).map(([name]) => name);
    if (without.length === 0) return;
    if (without.length < meant.length) {
      const suggestion = 'say in `needs.version` for which versions the case is';
      const message = `${without.join(' and ')} has no version constant \`${path.join('.')}\``;
      this.problems.push(at.source.problem(at.pointer, message, { suggestion }));
      return;
    }
    const known = meant.flatMap(([, constants]) => Object.keys(constants));
    this.unknown('version constant', path.join('.'), new Set(known), at);
  }

  /** The versions of the role's protocol in which a step of these versions is played. */
  private spoken(own: readonly string[]): string[] {
    const played = [...this.references.spoken].filter(([, versions]) => versions.some((one) => own.includes(one)));
    return played.map(([version]) => version);
  }

  private unknown(kind: string, name: string, known: Iterable<string>, at: Origin): void {
    const suggestion = didYouMean(name, known);
    const options = suggestion === undefined ? {} : { suggestion };
    this.problems.push(at.source.problem(at.pointer, `unknown ${kind} \`${name}\``, options));
  }
}

function leadsIn(constants: JsonObject, path: string[]): boolean {
  let value: Json | undefined = constants;
  for (const name of path) value = isObject(value) ? value[name] : undefined;
  return value !== undefined;
}

function namesOf(value: Json): string[] {
  try {
    return namesIn(value);
  } catch (error) {
    // Said already where constants were filled in.
    if (error instanceof ValueError) return [];
    throw error;
  }
}
