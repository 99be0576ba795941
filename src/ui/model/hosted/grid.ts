import type { CaseState, HostedRun } from '../../../generated/types/control-v1.js';

/** The cases of an area that run in one version of the protocol, or over one transport. */
export interface Strip {
  /** Which that is; empty if all cases of the run are in one. */
  leg: string;
  cases: readonly string[];
}

export interface Area {
  name: string;
  strips: readonly Strip[];
  count: number;
}

/** What a person does, and its cases by area. */
export interface Group {
  title: string;
  areas: readonly Area[];
}

/** All cases of a run, each once, by what a person does for them and by what they are about. */
export function groupsOf(
  { kinds, role }: Pick<HostedRun, 'kinds' | 'role'>,
  cases: ReadonlyMap<string, CaseState>,
): Group[] {
  const seen = new Set<string>();
  const fresh = (names: Iterable<string>) =>
    [...names].filter((name) => {
      const isNew = !seen.has(name);
      seen.add(name);
      return isNew;
    });
  const groups = kinds.map(({ title, cases: names }) => ({ title, names: fresh(names) }));
  groups.push({ title: 'Other cases', names: fresh(cases.keys()) });
  return groups
    .filter(({ names }) => names.length > 0)
    .map(({ title, names }) => ({ title, areas: areasOf(names, role) }));
}

function areasOf(names: readonly string[], role: string): Area[] {
  const areas = new Map<string, Map<string, string[]>>();
  for (const name of names) {
    const { area, leg } = partsOf(name, role);
    const strips = areas.get(area) ?? new Map<string, string[]>();
    areas.set(area, strips);
    strips.set(leg, [...(strips.get(leg) ?? []), name]);
  }
  return [...areas].map(([area, strips]) => ({
    name: area,
    strips: [...strips].map(([leg, cases]) => ({ leg, cases })),
    count: [...strips.values()].reduce((sum, cases) => sum + cases.length, 0),
  }));
}

/**
 * What the name of a case says: `mcp.client.elicitation.form.text in 2025-11-25` is of the area `elicitation`, is called
 * `elicitation.form.text`, and runs in `2025-11-25`.
 */
export function partsOf(name: string, role: string): { area: string; short: string; leg: string } {
  const [id = '', ...rest] = name.split(' ');
  const parts = id.split('.');
  // A role that extends another has cases of that, with its name.
  const own = parts.length > 2 && parts[0] === role.split('/')[0] ? parts.slice(2) : parts;
  const leg = rest.join(' ').replace(/^in /, '');
  return { area: own.length === parts.length ? parts.slice(0, 2).join('.') : own[0]!, short: own.join('.'), leg };
}
