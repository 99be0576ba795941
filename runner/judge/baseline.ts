import type { CaseResult } from '../events.js';
import type { Subject } from '../patterns.js';
import type { BaselineEntry } from '../types.js';
import { isRed } from './count.js';
import { fatalIn } from './known.js';
import type { Strict } from './strict.js';

/** What a list of known failures has to say so that a run like this one is green. */
export interface Baseline {
  entries: BaselineEntry[];
  /** The names of the red cases that they excuse. */
  covered: ReadonlySet<string>;
}

/** One requirement that some cases of a family break. */
interface Broken {
  family: string;
  requirement?: string;
  state: 'fails' | 'flaky';
  ids: Set<string>;
}

/**
 * The entries for what makes a run red, one for each requirement and family of cases. Another case of the family that breaks the same
 * requirement later is excused only if all its cases do today. Cases that are untestable or ended with an error are none's.
 *
 * @param everything the cases that the run could have played
 */
export function baselineOf(
  results: readonly CaseResult[],
  everything: readonly Subject[],
  strict: (result: CaseResult) => Strict,
): Baseline {
  const groups = new Map<string, Broken>();
  const covered = new Set<string>();
  for (const result of results) {
    const state = stateOf(result);
    if (state === undefined) continue;
    covered.add(result.name);
    const broken = new Set(fatalIn(result, strict(result)).map(({ requirement }) => requirement));
    for (const requirement of broken.size > 0 ? broken : [undefined]) {
      const family = familyOf(result.id);
      const key = JSON.stringify([requirement ?? result.id, family, state]);
      const group = groups.get(key) ?? {
        family,
        state,
        ids: new Set<string>(),
        ...(requirement === undefined ? {} : { requirement }),
      };
      groups.set(key, group);
      group.ids.add(result.id);
    }
  }
  return { entries: [...groups.values()].map((group) => entryOf(group, everything)), covered };
}

function stateOf(result: CaseResult): Broken['state'] | undefined {
  if (!isRed(result)) return undefined;
  if (result.standing === 'flaky') return 'flaky';
  return result.standing === undefined && result.verdict === 'fail' ? 'fails' : undefined;
}

/** The cases that an id stands among: `mcp.server.tools` of `mcp.server.tools.list`. */
const familyOf = (id: string) => id.split('.').slice(0, 3).join('.');

function entryOf({ family, requirement, state, ids }: Broken, everything: readonly Subject[]): BaselineEntry {
  const text = (id: string) => (requirement === undefined ? id : `${id}#${requirement}`);
  const checking = everything.filter(
    ({ id, requirements }) =>
      familyOf(id) === family && (requirement === undefined || requirements.includes(requirement)),
  );
  const isAll = ids.size > 1 && checking.every(({ id }) => ids.has(id));
  const cases = isAll ? [text(family)] : [...ids].map(text);
  return { cases, state, ...(requirement === undefined ? {} : { requirement }) };
}
