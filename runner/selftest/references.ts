import type { PermissiveVariant } from '../../src/conversation/role-entry.js';
import type { Target, TransportName } from '../../src/language/target.js';
import { openBorder } from '../../src/wire/carried.js';
import { readScript } from '../load/script.js';
import { type Probed, probe } from '../run/probe.js';
import { prepareTargetRun } from '../run/target-run.js';
import { pool } from '../run/workers/pool.js';
import type { ReferenceChanges } from '../targets/inside.js';
import type { Corpus } from '../types.js';
import { type CleanReference, complaint } from './clean.js';
import { wireRules } from './kills.js';
import { onceEach, playsOf } from './plays.js';
import { borderWith, type ReferenceContext, ReferenceRunner, withArguments } from './reference-runner.js';
import { ResourcePool } from './resource-pool.js';
import type { Play, Played } from './types.js';

/** How a reference did that every case must pass on. */
export interface ReferenceResult {
  /** With the version of its protocol where that is not the usual one. */
  role: string;
  /** `clean`, `processes` (the same on processes of its own), the name of a permissive one, or the id of a reduced one. */
  name: string;
  played: number;
  failed: { id: string; transport: string; what: string }[];
}

/** Learns what a reference advertises, reduced as its runner has it. Throws Error where it can't be started: then there is nothing to test with. */
export async function probeReference(target: Target, context: ReferenceContext): Promise<Probed> {
  const changes: ReferenceChanges = {
    switches: new Set(context.reduction.switches),
    border: (clock, leave) => borderWith(context.reduction, context, clock, leave)?.border ?? openBorder,
  };
  const inside = { plays: () => true, readScript, changes };
  const targetRun = await prepareTargetRun(target, context.entry, { ...context, inside });
  try {
    const probed = await probe(targetRun, context);
    if (probed.probe || targetRun.facts.role.probe === null || context.signal.aborted) return probed;
    const why = probed.cause?.message ?? 'nothing was learned from it';
    throw new Error(`the reference ${target.name} does not pass the probe: ${why}`);
  } finally {
    await targetRun.cases.close();
  }
}

/** Plays cases against the reference as it is; all must pass, with no warning either. */
export async function playClean(
  clean: CleanReference,
  role: string,
  plays: readonly Play[],
  jobs: number,
  name = 'clean',
): Promise<ReferenceResult> {
  const result: ReferenceResult = { role, name, played: 0, failed: [] };
  await pool(plays, jobs, async (play) => {
    const done = await clean.play(play);
    if (done) note(result, play, complaint(done));
  });
  return result;
}

/** Plays cases against the reference in processes of its own; each must end as it did inside this process. */
export async function playOnProcesses(
  clean: CleanReference,
  role: string,
  plays: readonly Play[],
  jobs: number,
): Promise<ReferenceResult> {
  const result: ReferenceResult = { role, name: 'processes', played: 0, failed: [] };
  await pool(plays, jobs, async (play) => {
    const [inside, process] = [await clean.play(play), await clean.play(play, 'process')];
    if (!inside || !process) return;
    const [here, there] = [complaint(inside), complaint(process)];
    note(result, play, here === there ? there : `${there ?? 'passes'} on a process, and inside: ${here ?? 'passes'}`);
  });
  return result;
}

/**
 * Plays cases against a permissive reference, each once, on the first of its transports. What the spec only recommends it
 * need not do; cases for behaviors that its variant hides are left out.
 */
export async function playPermissive(
  variant: PermissiveVariant,
  { target, name, context, corpus, jobs, wanted }: PermissiveOptions,
): Promise<ReferenceResult> {
  const wordings = variant.wordings === true ? [] : [variant.wordings.join(',')];
  const free = withArguments(reduced(target, variant), ['--permissive', ...wordings], 'run');
  const lenient: ReferenceContext = { ...context, strict: false };
  const { probe: learned } = await probeReference(free, lenient);
  const plays = onceEach(playsOf(corpus, free, learned)).filter(wanted);
  const result: ReferenceResult = { role: name, name: variant.name, played: 0, failed: [] };
  const runners = new ResourcePool<ReferenceRunner>(
    jobs,
    async () => new ReferenceRunner(free, lenient),
    (runner) => runner.close(),
  );
  try {
    await pool(plays, jobs, async (play) => {
      const done = await runners.with((runner) => runner.play(play, 'inside'));
      if (done) note(result, play, complaint(demanded(done, target, corpus)));
    });
  } finally {
    await runners.close();
  }
  return result;
}

export interface PermissiveOptions {
  target: Target;
  /** Role, and version where that is not the usual one. */
  name: string;
  context: ReferenceContext;
  corpus: Corpus;
  jobs: number;
  /** Which cases are played. */
  wanted(play: Play): boolean;
}

function note(result: ReferenceResult, { planned }: Play, what: string | undefined): void {
  result.played += 1;
  if (what !== undefined) result.failed.push({ id: planned.id, transport: planned.transport, what });
}

/** Without the wire rules that the spec only recommends. */
function demanded(played: Played, { role, version }: Target, corpus: Corpus): Played {
  const rules = wireRules(corpus, role, version ?? '');
  const level = (rule: string) => corpus.requirements.get(rules.find(({ id }) => id === rule)!.requirement)?.level;
  return { ...played, wire: played.wire.filter((rule) => level(rule) === 'must') };
}

/** The target without what the permissive variants hide, and on the transports that they are about. */
function reduced(target: Target, { hides, transports }: PermissiveVariant): Target {
  const behaviors = new Map([...target.behaviors].filter(([name]) => !hides.includes(name)));
  const kept = Object.entries(target.transports).filter(([name]) => transports?.includes(name) ?? true);
  const [first] = kept;
  const transport = first && !transports?.includes(target.transport) && transports ? first[0] : target.transport;
  return { ...target, behaviors, transports: Object.fromEntries(kept), transport: transport as TransportName };
}
