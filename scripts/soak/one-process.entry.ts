import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { RunEvent } from '../../runner/events.js';
import { loadCorpus } from '../../runner/load/corpus.js';
import { formatProblem } from '../../runner/load/files/problems.js';
import { loadTarget } from '../../runner/load/target/target.js';
import { concerned } from '../../runner/plan/plan.js';
import { run } from '../../runner/run/run.js';
import { roles } from '../../src/protocols/index.js';
import { realClock } from '../../src/wire/clock/clock.js';
import { defaultLimits } from '../../src/wire/limits.js';

/** One run of the whole suite. */
export interface SoakRun {
  exit: number;
  /** By case id: the verdict, and how it stands. */
  verdicts: { [id: string]: string };
  seconds: number;
}

/** Prepares runs of the suite, or what patterns select, on the references within this process. Throws Error for files with problems. */
export async function prepare(root: string, patterns: string[]): Promise<() => Promise<SoakRun>> {
  const { corpus, problems } = await loadCorpus(root, { compiled: join(root, 'dist/corpus') });
  if (problems.length > 0) throw new Error(problems.map(formatProblem).join('\n'));
  const targets = await Promise.all(
    Object.keys(roles).map(async (role) => {
      const { target, problems: wrong } = await loadTarget(
        join(root, 'targets/reference', `${role.replace('/', '-')}.yaml`),
        {
          roles: corpus.roles,
          behaviors: (protocol) => corpus.behaviors.get(protocol),
          versions: (protocol) => corpus.versions.get(protocol)?.keys(),
        },
      );
      if (!target) throw new Error(wrong.map(formatProblem).join('\n'));
      return target;
    }),
  );
  const plan = { patterns, repeat: 1 };
  const chosen = concerned(corpus, targets, plan);
  return async () => {
    const verdicts: SoakRun['verdicts'] = {};
    const began = performance.now();
    const note = (event: RunEvent) => {
      if (event.type === 'case.finished') verdicts[event.result.id] = verdictOf(event.result);
    };
    const exit = await run(
      {
        corpus,
        targets: chosen,
        known: [],
        clock: realClock,
        limits: defaultLimits,
        slow: 1,
        signal: new AbortController().signal,
        proctor: { version: 'soak', file: join(root, 'dist/bin/proctor.mjs'), cases: join(root, 'cases') },
        strict: false,
        dryRun: false,
        cores: availableParallelism(),
        repeatTimeouts: true,
        rerun: '',
        today: new Date().toISOString().slice(0, 10),
        startedAt: new Date().toISOString(),
        plan,
      },
      note,
    );
    return { exit, verdicts, seconds: (performance.now() - began) / 1000 };
  };
}

/** A verdict in one text: pass, pass (flaky) … */
const verdictOf = ({ verdict, standing }: { verdict: string; standing?: string }): string =>
  standing === undefined ? verdict : `${verdict} (${standing})`;
