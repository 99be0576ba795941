import { anytimeOf } from '../../src/conversation/case/anytime.js';
import type { JsonObject } from '../../src/json/json.js';
import type { MatchContext } from '../../src/language/pattern/pattern.js';
import type { Role } from '../../src/language/role.js';
import type { SelectContext } from '../../src/language/selector.js';
import { documents } from '../../src/protocols/documents.js';
import { roleEntry } from '../../src/protocols/index.js';
import type { MethodTable } from '../../src/schemas/index.js';
import { definitionsOf } from '../../src/watch/definitions.js';
import type { Definitions } from '../../src/watch/rule.js';
import type { WatchOptions } from '../../src/watch/watch.js';
import { loadProfiles, methodsOf, selectContextOf } from '../loaded-profiles.js';
import { constantsOf, EXTENSION, protocolOf, wireRulesOf } from '../profiles.js';
import type { Corpus } from '../types.js';

/** What holds on the lane of a role in one version of its protocol, with the roles that it extends. */
export interface RoleProtocol {
  /** The methods of all its protocols; of two with one name the role's own. */
  methods: MethodTable;
  /** What cases read as `${version.x}`. */
  constants: JsonObject;
  match: MatchContext;
  select: SelectContext;
  /** Whether a message may come between others. */
  anytime: ReturnType<typeof anytimeOf>;
  /** What a watch of this lane is made with. */
  watch: Omit<WatchOptions, 'transport'> & { definitions: Definitions };
}

/**
 * Loads methods, definitions and rules of a role. Throws where the kit has none of that version.
 *
 * @param outside whether it is for a conversation outside of a run, which has rules of its own
 */
export async function loadRoleProtocol(
  corpus: Corpus,
  role: Role,
  version: string,
  { outside = false }: { outside?: boolean } = {},
): Promise<RoleProtocol> {
  const profiles = await Promise.all(
    (await loadProfiles(corpus, role.role, version)).map(async (profile) => ({
      ...profile,
      ...(profile.protocol !== EXTENSION && { undeclared: (await roleEntry(profile.role))?.undeclared }),
    })),
  );
  const methods = methodsOf(profiles);
  const machine = (name: string) => corpus.machines.get(name);
  const select = { ...selectContextOf(profiles), machine };
  const signatures = await signaturesOf(protocolOf(role.role));
  const match: MatchContext = { machine, schema: select.schema, signed: (kind) => signatures.get(kind) };
  // What stands before a profile extends it.
  const definitions = new Map(
    profiles.map(({ protocol, methods: own, validators, undeclared }, index) => {
      const extensions = profiles.slice(0, index);
      return [protocol, definitionsOf(own, validators, role.side, undeclared, extensions)] as const;
    }),
  );
  return {
    methods,
    constants: constantsOf(corpus, role.role, version),
    match,
    select,
    anytime: anytimeOf(
      profiles.flatMap((profile) => {
        const list = corpus.roles.get(profile.role)?.anytime ?? (profile.role === role.role ? role.anytime : []);
        return list.filter(({ versions }) => versions === undefined || versions.includes(profile.version));
      }),
      select,
      (method) => method in methods,
    ),
    watch: {
      rules: wireRulesOf(corpus, role.role, version, { outside }),
      role: role.role,
      side: role.side,
      ...(outside ? { documents: await lintersOf(protocolOf(role.role), version) } : {}),
      machines: Object.fromEntries(corpus.machines),
      definitions: definitions.get(protocolOf(role.role))!,
      profiles: definitions,
    },
  };
}

const kindsOf = (protocol: string) => Object.entries(documents).filter(([kind]) => protocolOf(kind) === protocol);

/** What judges the documents of a version of a protocol, by their kind. */
async function lintersOf(protocol: string, version: string) {
  return new Map(
    await Promise.all(kindsOf(protocol).map(async ([kind, { linter }]) => [kind, await linter(version)] as const)),
  );
}

/** What judges the signatures of the documents of a protocol, by their kind. */
async function signaturesOf(protocol: string) {
  return new Map(await Promise.all(kindsOf(protocol).map(async ([kind, one]) => [kind, await one.signed()] as const)));
}
