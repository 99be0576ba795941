import { notSpokenOver } from '../../../src/conversation/role-entry.js';
import { roleEntry } from '../../../src/protocols/index.js';
import { knownProblems } from '../../judge/known.js';
import { unmatchedProblem } from '../../patterns.js';
import { plan } from '../../plan/plan.js';
import type { RunOptions } from '../options.js';

/**
 * What of a run can't be done as it was asked for, found before anything is started: patterns that match nothing, entries
 * of target files and known failures that match nothing, an unknown version or transport. Each makes the exit code 2.
 */
export async function wrongUse(
  options: Pick<RunOptions, 'corpus' | 'targets' | 'plan' | 'known' | 'today'>,
): Promise<Wrong[]> {
  const plans = options.targets.map((target) => plan(options.corpus, target, undefined, options.plan));
  const everything = plans.flatMap((one) => one.everything);
  const nowhere = (options.plan.patterns ?? []).filter((text) => plans.every((one) => one.unmatched.includes(text)));
  return [
    ...once([...plans.flatMap((one) => one.problems), ...(await unspoken(options))]),
    ...nowhere.map((text) => unmatchedProblem(text, everything)),
    ...knownProblems(options.known, everything, options.today).filter((problem) => problem.exit === 2),
  ];
}

/** Versions that Proctor knows, but speaks in another role of the protocol alone, or over no transport of the target. */
async function unspoken({ corpus, targets, plan }: Pick<RunOptions, 'corpus' | 'targets' | 'plan'>) {
  const { version } = plan;
  const found: Wrong[] = [];
  for (const target of targets) {
    const asked = version ?? target.version;
    const entry = asked === undefined ? undefined : await roleEntry(target.role);
    if (!entry || !corpus.versions.get(entry.protocol)?.has(asked!)) continue;
    if (!entry.versions.includes(asked!))
      found.push({
        message: `Proctor does not test ${target.role} in version ${asked}`,
        suggestion: `it does in ${entry.versions.join(', ')}`,
      });
    else {
      const transports = plan.transport === undefined ? Object.keys(target.transports) : [plan.transport];
      const refused = transports.map((one) => notSpokenOver(target.role, entry, one, asked!));
      if (refused.length > 0 && !refused.includes(undefined)) found.push({ message: refused.join('; ') });
    }
  }
  return found;
}

/** What the legs of a target say alike is said once. */
const once = (problems: readonly Wrong[]): Wrong[] => [...new Map(problems.map((one) => [one.message, one])).values()];

interface Wrong {
  message: string;
  suggestion?: string;
  /** The place in a file, with its line. */
  detail?: string;
}
