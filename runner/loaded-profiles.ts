import { schemaMatcher } from '../src/conversation/schema-matcher.js';
import type { MatchContext } from '../src/language/pattern/pattern.js';
import type { SelectContext } from '../src/language/selector.js';
import {
  type DefinitionSet,
  discriminators,
  hasMethodTable,
  loadValidators,
  type MethodTable,
  methodTable,
} from '../src/schemas/index.js';
import { mergedMethods } from '../src/watch/definitions.js';
import { EXTENSION, type Profile, profilesOf } from './profiles.js';
import type { Corpus } from './types.js';

/** A profile with the methods and definitions of its protocol. */
export interface LoadedProfile extends Profile {
  methods: MethodTable;
  validators: DefinitionSet;
}

/**
 * Loads the profiles of a role in a version of its protocol: first what a project has beside it, then its own, then those of the roles
 * that it extends. Throws an Error if Proctor has no schemas of one.
 */
export async function loadProfiles(
  corpus: Pick<Corpus, 'roles' | 'versions' | 'defaults' | 'extensions'>,
  role: string,
  version: string,
): Promise<LoadedProfile[]> {
  const profiles = await Promise.all(
    profilesOf(corpus, role, version).map(async (profile) => ({
      ...profile,
      methods: methodTable(profile.protocol, profile.version),
      validators: await loadValidators(profile.protocol, profile.version),
    })),
  );
  const extension = corpus.extensions?.find((one) => one.role === role);
  if (!extension) return profiles;
  const { methods, definitions } = extension;
  return [{ role, protocol: EXTENSION, version: '', methods, validators: definitions }, ...profiles];
}

/** The methods of all profiles; of two with one name that of the profile that extends the other. */
export const methodsOf = (profiles: readonly Pick<LoadedProfile, 'methods'>[]): MethodTable =>
  mergedMethods([...profiles].reverse());

/** What selectors and patterns ask on the lane of these profiles: variants of methods, and definitions by name. */
export function selectContextOf(
  profiles: readonly LoadedProfile[],
): SelectContext & Required<Pick<MatchContext, 'schema'>> {
  const matchers = profiles.map(({ validators }) => schemaMatcher(validators));
  return {
    discriminator: discriminators(methodsOf(profiles)),
    schema: (definition) => {
      for (const matcher of matchers) {
        const judge = matcher(definition);
        if (judge) return judge;
      }
      return undefined;
    },
  };
}

/**
 * What the selectors of faults on the reference of a role may ask, as far as files are judged by it: the variants of its methods
 * and of those of the roles that it extends. Where a protocol or version has no methods nothing is known, and any variant may be
 * named.
 */
export function variantsOf(
  corpus: Pick<Corpus, 'roles' | 'versions' | 'defaults'>,
  role: string,
  version: string | undefined,
): SelectContext {
  const profiles = version === undefined ? [] : profilesOf(corpus, role, version);
  const known = profiles.length > 0 && profiles.every((one) => hasMethodTable(one.protocol, one.version));
  if (!known) return { discriminator: () => '' };
  return {
    discriminator: discriminators(
      methodsOf(profiles.map(({ protocol, version: name }) => ({ methods: methodTable(protocol, name) }))),
    ),
  };
}
