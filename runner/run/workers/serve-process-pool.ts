import { groupOf } from '../../../src/conversation/case/drive.js';
import { observedOf } from '../observed.js';
import type { RunOptions } from '../options.js';
import { begin, letGo, type PlannedRun, playOnce, SharedMakers } from '../planned-run.js';
import { OBSERVED, type ProcessPiece, type ProcessResult, type Reported, type Sent } from './process-pool.js';
import { serve } from './workers.js';

/** The other side of a process pool: runs the cases of a run that it is sent, until nothing more is. Each target is begun when its first case is. */
export async function serveProcessPool(options: RunOptions): Promise<void> {
  const shared = new SharedMakers();
  const begun = new Map<number, Promise<PlannedRun>>();
  const runOf = (target: number): Promise<PlannedRun> => {
    const run = begun.get(target) ?? begin(options.targets[target]!, options, shared);
    begun.set(target, run);
    return run;
  };
  const nameOf = names();
  const play = async ({ target, id, transport, againAlone }: Sent): Promise<Reported> => {
    const run = await runOf(target);
    const { targetRun, plan } = run;
    const planned = plan.cases.find((one) => one.id === id && one.transport === transport);
    if (!planned?.case) throw new Error(`this process has no case ${id} to play`);
    const launcher = targetRun.cases.targets(transport, planned.case);
    const group = groupOf(planned.case);
    launcher.expect(group, 1);
    const { planned: _, death, ...rest } = await playOnce(run, planned, options, { againAlone });
    launcher.over(group);
    const named = death ? { death: { process: nameOf(death.process), spokeAt: death.spokeAt } } : {};
    return { ...rest, ...named, heard: targetRun.facts.heard, spoke: targetRun.facts.spoke };
  };
  const observed = () =>
    Promise.all(
      options.targets.map(async (_, target) =>
        begun.has(target) ? observedOf((await runOf(target)).targetRun) : undefined,
      ),
    );
  try {
    await serve<ProcessPiece, ProcessResult>((piece) => (piece === OBSERVED ? observed() : play(piece)));
  } finally {
    const runs = await Promise.allSettled(begun.values());
    await letGo(
      runs.flatMap((run) => (run.status === 'fulfilled' ? [run.value] : [])),
      options,
    );
  }
}

/** Names for what can't be told to another process, each its own, and none that another process gives. */
function names(): (one: unknown) => string {
  const known = new Map<unknown, string>();
  return (one) => {
    const name = known.get(one) ?? `${process.pid}/${known.size + 1}`;
    known.set(one, name);
    return name;
  };
}
