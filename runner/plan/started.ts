import type { Target } from '../../src/language/target.js';
import type { PlannedInfo, RunStarted, TargetInfo } from '../events.js';
import type { PlannedCase } from '../planned-case.js';
import type { Plan } from './plan.js';

/** What the targets of a run are, as its reports name them; `calls` is what one calls itself. */
export function targetInfo(
  targets: readonly { target: Target; transports: readonly string[]; version: string; calls?: string | undefined }[],
): TargetInfo {
  const [first] = targets;
  const unique = (texts: string[]) => [...new Set(texts)].join(', ');
  const role = unique(targets.map(({ target }) => target.role));
  // One target in several versions is one target.
  if (!first || targets.some(({ target }) => target.name !== first.target.name))
    return { name: 'the references', role, transport: '', version: '' };
  const { calls } = first;
  return {
    name: first.target.name,
    role,
    transport: unique(targets.flatMap(({ transports }) => transports)),
    version: unique(targets.map(({ version }) => version)),
    ...(calls === undefined ? {} : { calls }),
  };
}

/** How many cases are for other versions and transports than these targets are asked for, if any. */
export function notAskedOf(plans: readonly Plan[]): Pick<RunStarted, 'notAsked'> {
  const planned = new Set(plans.flatMap(({ cases }) => cases.map(({ id }) => id)));
  const left = new Map(plans.flatMap(({ notAsked }) => notAsked.map((one) => [one.id, one.gated?.notAsked])));
  const counted = { versions: 0, transports: {} as { [names: string]: number } };
  for (const [id, why] of left) {
    if (planned.has(id) || why === undefined) continue;
    const over = why === 'version' ? undefined : why.join(' or ');
    if (over === undefined) counted.versions++;
    else counted.transports[over] = (counted.transports[over] ?? 0) + 1;
  }
  return counted.versions > 0 || Object.keys(counted.transports).length > 0 ? { notAsked: counted } : {};
}

/** A case as the first event of a run lists it. */
export function plannedInfo({ id, name, leg, title, group, role, place, gated, newer }: PlannedCase): PlannedInfo {
  const more = { ...(gated ? { gated } : {}), ...(newer ? { newer } : {}) };
  return { id, name, ...(leg === undefined ? {} : { leg }), title, group, role, place, ...more };
}
