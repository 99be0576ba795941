import type { Leg, Target, TransportName } from '../../src/language/target.js';
import type { PlannedCase } from '../planned-case.js';

/** What a run is asked for of its targets. */
export interface Asked {
  transport?: TransportName;
  /** At least one. Default: those of each target. */
  versions?: readonly string[];
}

/** What a command line asks for: `version` names one version, or several with commas between them. */
export function askedOf({
  version,
  transport,
}: {
  version?: string | undefined;
  transport?: string | undefined;
}): Asked {
  const versions = [...new Set(version?.split(',').map((one) => one.trim()))];
  return {
    ...(version === undefined ? {} : { versions }),
    ...(transport === undefined ? {} : { transport: transport as TransportName }),
  };
}

/** The same for a plan. If several versions are asked for, each leg has its own. */
export function askedOfPlan({ transport, versions = [] }: Asked): { transport?: TransportName; version?: string } {
  const [version, second] = versions;
  return {
    ...(version === undefined || second !== undefined ? {} : { version }),
    ...(transport === undefined ? {} : { transport }),
  };
}

/**
 * A target in each of its legs: a leg is one of its transports in one of its versions, as far as a run is asked for them. Each has the
 * cases that apply to it. A target with one transport and one version is left as it is.
 */
export function inLegs(target: Target, asked: Asked): Target[] {
  const all = Object.keys(target.transports) as TransportName[];
  const { version, versions = version === undefined ? [] : [version] } = target;
  const spoken = asked.versions ?? versions;
  const most = Math.max(versions.length, spoken.length);
  const isAlone = all.length * Math.max(1, most) < 2;
  // The plan reports a transport that the target does not have.
  if (isAlone || (asked.transport !== undefined && !all.includes(asked.transport))) {
    const [only] = spoken;
    return [only === undefined ? target : { ...target, version: only }];
  }
  const transports = asked.transport === undefined ? [...new Set([target.transport, ...all])] : [asked.transport];
  const legs = transports.flatMap((transport) =>
    (spoken.length === 0 ? [undefined] : spoken).map((one) => ({ transport, version: one })),
  );
  return legs.map(({ transport, version }, index): Target => {
    const over = all.length > 1 ? [`over ${transport}`] : [];
    const inVersion = most > 1 ? [`in ${version}`] : [];
    const name = [...over, ...inVersion].join(' ');
    const leg: Leg = { name, isOnly: legs.length === 1, transports, versions: spoken, isFirst: index === 0 };
    return { ...target, transport, leg, ...(version === undefined ? {} : { version }) };
  });
}

/** What a case is called in a leg, and what its results say of the leg. */
export function inLeg(
  { id }: Pick<PlannedCase, 'id'>,
  leg: Leg | undefined,
  version: string,
): Pick<PlannedCase, 'name' | 'leg' | 'version'> {
  if (!leg || leg.isOnly) return { name: id };
  return { name: `${id} ${leg.name}`, leg: leg.name, ...(leg.versions.length > 1 ? { version } : {}) };
}
