import type { PermissiveVariant } from '../../src/conversation/role-entry.js';
import type { Target, TransportName } from '../../src/language/target.js';
import { prepareLeg } from '../run/leg.js';
import { pool } from '../run/pool.js';
import { type Probed, probe } from '../run/probe.js';
import type { Corpus } from '../types.js';
import { Bench, type BenchContext, withArguments } from './bench.js';
import { type CleanReference, complaint } from './clean.js';
import { onceEach, playsOf } from './plays.js';
import { Stations } from './stations.js';
import type { Play, Played } from './types.js';

/** How a reference did that every case must pass on. */
export interface ReferenceResult {
  role: string;
  /** `clean`, or the name of a permissive one. */
  name: string;
  played: number;
  failed: { id: string; transport: string; what: string }[];
}

/** Learns what a reference advertises. Throws Error where it can't be started: then there is nothing to test with. */
export async function probeReference(target: Target, context: BenchContext): Promise<Probed> {
  const leg = await prepareLeg(target, context.entry, context);
  try {
    const probed = await probe(leg, context);
    if (probed.probe || leg.role.probe === null || context.signal.aborted) return probed;
    const why = probed.notStarted?.message ?? 'nothing was learned from it';
    throw new Error(`the reference ${target.name} does not pass the probe: ${why}`);
  } finally {
    await leg.close();
  }
}

/** Plays cases against the reference as it is; all must pass, with no warning either. */
export async function playClean(
  clean: CleanReference,
  role: string,
  plays: readonly Play[],
  jobs: number,
): Promise<ReferenceResult> {
  const result: ReferenceResult = { role, name: 'clean', played: 0, failed: [] };
  await pool(plays, jobs, async (play) => {
    const done = await clean.play(play);
    if (done) note(result, play, complaint(done));
  });
  return result;
}

/**
 * Plays cases against a reference that takes liberties. Each is played once, over HTTP where that is possible: processes are
 * shared there. What the spec only recommends it need not do; cases for behaviors that its liberties hide are left out.
 */
export async function playPermissive(
  variant: PermissiveVariant,
  { target, context, corpus, jobs, wanted }: PermissiveOptions,
): Promise<ReferenceResult> {
  const names = variant.freedoms === true ? [] : [variant.freedoms.join(',')];
  const free = withArguments(reduced(target, variant), ['--permissive', ...names], 'run');
  const lenient: BenchContext = { ...context, strict: false };
  const { probe: learned } = await probeReference(free, lenient);
  const plays = onceEach(playsOf(corpus, free, learned)).filter(wanted);
  const result: ReferenceResult = { role: target.role, name: variant.name, played: 0, failed: [] };
  const stations = new Stations<Bench>(
    jobs,
    () => Bench.open(free, lenient),
    (bench) => bench.close(),
  );
  try {
    await pool(plays, jobs, async (play) => {
      const done = await stations.with((bench) => bench.play(play));
      if (done) note(result, play, complaint(demanded(done, corpus)));
    });
  } finally {
    await stations.close();
  }
  return result;
}

export interface PermissiveOptions {
  target: Target;
  context: BenchContext;
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
function demanded(played: Played, corpus: Corpus): Played {
  const level = (rule: string) =>
    corpus.requirements.get(corpus.wire.find(({ id }) => id === rule)!.requirement)?.level;
  return { ...played, wire: played.wire.filter((rule) => level(rule) === 'must') };
}

/** The target without what the liberties hide, and on the transports that they are about. */
function reduced(target: Target, { hides, transports }: PermissiveVariant): Target {
  const behaviors = new Map([...target.behaviors].filter(([name]) => !hides.includes(name)));
  const kept = Object.entries(target.transports).filter(([name]) => transports?.includes(name) ?? true);
  const [first] = kept;
  const transport = first && !transports?.includes(target.transport) && transports ? first[0] : target.transport;
  return { ...target, behaviors, transports: Object.fromEntries(kept), transport: transport as TransportName };
}
