import type { RoleEntry } from '../../src/conversation/role-entry.js';
import type { Target } from '../../src/language/target.js';
import { linkedAbort } from '../../src/wire/linked-abort.js';
import { playedVersions } from '../profiles.js';
import type { Makers } from './case-factory.js';
import type { RunOptions } from './options.js';
import { type Probed, probe } from './probe.js';
import { prepareTargetRun, type TargetRun } from './target-run.js';

/** ms of real time for all questions: that is a hint, and no case waits for it longer. */
const ASKING = 5_000;

/**
 * The versions that a target speaks beside those that the run tests it in. Asked only by a run of all cases, with the probe of each version.
 *
 * @param makers what starts the target for the run
 */
export async function alsoSpoken(
  { facts }: TargetRun,
  { probe: first, offers }: Probed,
  entry: RoleEntry,
  options: RunOptions,
  makers: Makers | undefined,
): Promise<string[]> {
  const { target, role, version } = facts;
  const { plan, corpus, inside, clock, slow, signal } = options;
  const isAll = !plan.patterns?.length && !plan.shard && !plan.lastFailed && plan.version === undefined;
  if (!isAll || inside || !first || first.locked !== undefined || first.earlier || role.side !== 'server') return [];
  if (target.leg?.isFirst === false) return [];
  const tested = testedOf(target, version);
  const known = corpus.versions.get(entry.protocol);
  const others = playedVersions(corpus, target.role).filter(
    (one) => !tested.includes(one) && known?.get(one)?.unseen !== true,
  );
  if (role.offers) return others.filter((one) => offers?.includes(one));
  const asking = linkedAbort(signal);
  const cancel = clock.after(ASKING * slow, () => asking.abort());
  const spoken: string[] = [];
  try {
    for (const other of others) {
      if (asking.signal.aborted) break;
      const context = { ...options, signal: asking.signal };
      const run = await prepareTargetRun({ ...target, version: other }, entry, context, makers);
      const { cause, probe: found } = await probe(run, context);
      const isOther = run.facts.earlier !== undefined || run.facts.unknownVersion !== undefined;
      if (!cause && found && !isOther) spoken.push(other);
      if (!makers) await run.cases.close();
    }
  } finally {
    cancel();
    asking.release();
  }
  return spoken;
}

/** The versions that a run tests a target in. */
const testedOf = ({ versions, leg }: Target, version: string): readonly string[] =>
  versions ?? (leg && leg.versions.length > 0 ? leg.versions : [version]);

/** The warning about such versions, if there are any. */
export function alsoSpeaks({ facts: { target, version } }: TargetRun, others: readonly string[]): string | undefined {
  if (others.length === 0) return undefined;
  const all = [...testedOf(target, version), ...others];
  const remedy =
    target.file === undefined
      ? `--version ${all.join(',')} tests all`
      : `write \`versions: [${all.map((one) => `"${one}"`).join(', ')}]\` in ${target.file}`;
  return `${target.name} also speaks ${others.join(' and ')}, which this run does not test: ${remedy}`;
}
