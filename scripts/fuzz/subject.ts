import { join } from 'node:path';
import { loadCorpus } from '../../runner/load/corpus.js';
import { formatProblem } from '../../runner/load/files/problems.js';
import { loadTarget } from '../../runner/load/target/target.js';
import { loadRoleProtocol } from '../../runner/run/role-protocol.js';
import type { RoleEntry } from '../../src/conversation/role-entry.js';
import type { Json, JsonObject } from '../../src/json/json.js';
import type { Role } from '../../src/language/role.js';
import type { Target } from '../../src/language/target.js';
import { resolve, scopeOf } from '../../src/language/values/index.js';
import { roleEntry } from '../../src/protocols/index.js';
import type { WatchOptions } from '../../src/watch/watch.js';

/** A role that is fuzzed, with everything that judging its reference takes. */
export interface Subject {
  id: string;
  role: Role;
  entry: RoleEntry;
  target: Target;
  /** The entry of versions.yaml. */
  version: JsonObject;
  /** Names of all methods of the protocol. */
  methods: string[];
  watch: Omit<WatchOptions, 'transport'>;
}

/** Loads a role of the registry with its target file. Throws Error for a role that the kit can't play. */
export async function loadSubject(root: string, id: string): Promise<Subject> {
  const { corpus } = await loadCorpus(root, { compiled: join(root, 'dist/corpus') });
  const entry = await roleEntry(id);
  const role = corpus.roles.get(id);
  if (!entry || !role) throw new Error(`the kit has no reference of ${id}`);
  const file = join(root, 'targets/reference', `${id.replace('/', '-')}.yaml`);
  const { target, problems } = await loadTarget(file, {
    roles: corpus.roles,
    behaviors: (protocol) => corpus.behaviors.get(protocol),
    versions: (protocol) => corpus.versions.get(protocol)?.keys(),
  });
  if (!target) throw new Error(problems.map(formatProblem).join('\n'));
  const { methods, constants, watch } = await loadRoleProtocol(corpus, role, entry.version);
  return {
    id,
    role,
    entry,
    target,
    version: constants,
    methods: Object.keys(methods),
    watch,
  };
}

/**
 * The message that shows whether the reference lives, with an id of ours; undefined where the role has none. `values` are
 * those of the peer, which its params may name.
 */
export function sentinel({ role }: Subject, values: JsonObject, id: string): JsonObject | undefined {
  const { alive } = role;
  if (!alive) return undefined;
  const scope = scopeOf(Object.fromEntries(Object.entries(values).map(([name, value]) => [`peer.${name}`, value])));
  const params = alive.params as Json | undefined;
  return {
    jsonrpc: '2.0',
    id,
    method: alive.request,
    ...(params === undefined ? {} : { params: resolve(params, scope, 'value') }),
  };
}
