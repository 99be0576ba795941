import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { makeTempFolder, removeTempFolder } from '../../../src/conversation/case/temp-folder.js';
import type { Case } from '../../../src/language/case.js';
import type { CaseResult } from '../../events.js';
import { casesInDoubt, listPlayed } from '../../init/played.js';
import type { Trial } from '../../init/smoke.js';
import type { Environment } from '../../load/target/environment-values.js';
import { runCommand } from './run/run.js';

interface TrialOptions {
  /** Every case of the role is run, not those of the trial. */
  isWhole: boolean;
  /** The target file. */
  file: string;
  slow: number;
  environment: Environment;
  /** All cases of the role. */
  everything: readonly Case[];
  say(line: string): void;
}

/**
 * Runs the cases of a trial, and the others that need a behavior which the target did not show again. Lists in the target file those
 * that turned out untestable. Resolves with the exit code of the first run.
 */
export async function tryCases(trial: Trial, options: TrialOptions): Promise<number> {
  const { file, everything, say } = options;
  const first = await ran(options.isWhole ? [] : trial.cases, options);
  if (!first.cases) return first.exit;
  const doubted = options.isWhole ? [] : casesInDoubt(first.cases, everything, trial);
  if (doubted.length > 0)
    say(`\nthe target did not show again all that it showed, so ${doubted.length} more cases that need it:`);
  const second = doubted.length > 0 ? await ran(doubted, options) : undefined;
  const cases = [...first.cases, ...(second?.cases ?? [])];
  const found = listPlayed(resolve(file), cases, everything, process.cwd(), trial);
  const which = found.length === 1 ? `${found[0]} turned` : `${found.length} cases turned`;
  if (found.length > 0) say(`${file}: ${which} out untestable, and listed so`);
  return first.exit;
}

/** Runs cases. The results are unset if the run came to none. */
async function ran(
  patterns: string[],
  { file, slow, environment }: TrialOptions,
): Promise<{ exit: number; cases?: CaseResult[] }> {
  const folder = makeTempFolder('proctor-init-');
  const report = join(folder, 'report.json');
  try {
    const exit = await runCommand(patterns, {
      environment,
      ...{
        target: file,
        header: [],
        env: [],
        reporter: ['pretty', `json=${report}`],
        repeat: 1,
        seed: 1,
        resources: false,
        slow,
        isPart: true,
      },
      ...{
        strict: false,
        newWarnings: true,
        writeKnown: false,
        tidy: false,
        dryRun: false,
        lastFailed: false,
        self: false,
        processes: false,
      },
    });
    if (exit !== 0 && exit !== 1) return { exit };
    const { cases } = JSON.parse(readFileSync(report, 'utf8')) as { cases: CaseResult[] };
    return { exit, cases };
  } finally {
    await removeTempFolder(folder);
  }
}
