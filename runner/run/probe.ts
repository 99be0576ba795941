import { type Driven, driveCase, groupOf, type LivenessDefect } from '../../src/conversation/case/drive.js';
import type { Case } from '../../src/language/case.js';
import type { Probe } from '../plan/plan.js';
import type { TargetRun, TargetRunContext } from './target-run.js';

/** What the probe of a targetRun brought. */
export interface Probed {
  /** Unset where the role has no probe, or nothing was learned by it. */
  probe?: Probe;
  /** Set where the target could not be started, or went away before it said anything. */
  notStarted?: { message: string; detail?: string };
  /** How the target takes the liveness check where not as it should: that is then no sign of what a case did to it. */
  livenessDefect?: LivenessDefect;
}

/**
 * Plays the probe case of the targetRun's role: it learns what the target advertises. Its captures `capabilities`, `name` and
 * `version` are what counts, and how it takes the liveness check; it gives no verdict. One that waited in vain is played
 * once more, because everything that follows depends on it.
 */
export async function probe(targetRun: TargetRun, options: TargetRunContext): Promise<Probed> {
  const id = targetRun.role.probe;
  if (id === null) return {};
  const subject = options.corpus.cases.find((one) => one.id === id);
  if (!subject) throw new Error(`the corpus has no probe case ${id}`);
  const first = await once(subject, targetRun);
  const inVain = 'timedOut' in first.ending && first.ending.timedOut && first.captures.capabilities === undefined;
  const again = (inVain || first.liveness === 'silent') && !options.signal.aborted;
  const { ending, captures, stderr, liveness } = again ? await once(subject, targetRun) : first;
  if (ending.kind === 'not-started') return notStarted(ending.message, ending.detail ?? stderr);
  if (ending.kind === 'target-died' && !targetRun.heard) {
    const command = targetRun.targets(targetRun.target.transport, subject).command();
    const died = (ending.died ?? ending.message).replace(/^the target/, `\`${command}\``);
    return notStarted(`${died} before it said anything`, stderr);
  }
  const { capabilities, name, version } = captures;
  const livenessDefect = liveness === 'silent' || liveness === 'wrong' ? { livenessDefect: liveness } : {};
  if (capabilities === undefined) return livenessDefect;
  const calls = [name, version].filter((one) => typeof one === 'string').join(' ');
  return { probe: { advertised: capabilities, ...(calls === '' ? {} : { calls }) }, ...livenessDefect };
}

function notStarted(message: string, stderr: string): Probed {
  const lines = stderr.trimEnd().split('\n');
  const words = ['its last words on stderr:', ...lines.map((line) => `  ${line}`)].join('\n');
  return { notStarted: { message, ...(stderr.trim() === '' ? {} : { detail: words }) } };
}

async function once(subject: Case, targetRun: TargetRun): Promise<Driven> {
  const { transport } = targetRun.target;
  const targets = targetRun.targets(transport, subject);
  targets.expect(groupOf(subject), 1);
  const watched = targetRun.watched(transport, `probe${targetRun.nextRound('probe')}`);
  const driven = await driveCase(subject, {
    ...targetRun.caseOptions(transport, subject),
    onRecord: watched.observe,
    onJudged: () => undefined,
  });
  watched.end();
  targets.over(groupOf(subject));
  if (driven.liveness === 'silent') targetRun.silent++;
  if ('timedOut' in driven.ending && driven.ending.timedOut && !targetRun.heard) targetRun.inVain++;
  return driven;
}
