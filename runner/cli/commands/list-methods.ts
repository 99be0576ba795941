import { roleEntry } from '../../../src/protocols/index.js';
import type { MethodTable } from '../../../src/schemas/index.js';
import { loadProfiles, methodsOf } from '../../loaded-profiles.js';
import type { Corpus } from '../../types.js';

type MethodEntry = MethodTable[string];

/** A method of a role, as far as it is the same in some versions of the protocol. */
export interface ListedMethod {
  role: string;
  method: string;
  direction: MethodEntry['direction'];
  kind: MethodEntry['kind'];
  /** Oldest first. */
  versions: string[];
  summary: string | undefined;
}

/** The methods of each role, those of the roles that it extends too, in the order of its newest version. */
export async function listedMethods(corpus: Corpus): Promise<{ listed: ListedMethod; row: string[] }[]> {
  const all: { listed: ListedMethod; row: string[] }[] = [];
  for (const role of corpus.roles.keys()) {
    const versions = (await roleEntry(role))?.versions ?? [];
    const methods = new Map<string, ListedMethod>();
    for (const version of versions.toReversed()) {
      const table = methodsOf(await loadProfiles(corpus, role, version));
      for (const [method, { direction, kind, summary }] of Object.entries(table)) {
        const key = JSON.stringify([method, direction, kind]);
        const known = methods.get(key) ?? { role, method, direction, kind, versions: [], summary };
        known.versions.unshift(version);
        methods.set(key, known);
      }
    }
    for (const listed of methods.values()) {
      const { method, direction, kind, summary = '' } = listed;
      all.push({ listed, row: [method, role, direction, kind, rangeOf(listed.versions, versions), summary] });
    }
  }
  return all;
}

/** Some of the versions of a role in words; empty for all. */
function rangeOf(some: readonly string[], all: readonly string[]): string {
  const [first = '', last = ''] = [some[0], some.at(-1)];
  const isWhole = all.indexOf(last) - all.indexOf(first) === some.length - 1;
  if (some.length === all.length) return '';
  if (some.length === 1) return `only ${first}`;
  if (isWhole && last === all.at(-1)) return `since ${first}`;
  if (isWhole && first === all[0]) return `until ${last}`;
  return some.join(', ');
}
