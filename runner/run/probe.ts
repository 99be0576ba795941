import { type Driven, driveCase, groupOf, type LifeHabit } from '../../src/conversation/case/drive.js';
import type { Case } from '../../src/language/case.js';
import type { Probe } from '../plan/plan.js';
import type { Leg, LegContext } from './leg.js';

/** What the probe of a leg brought. */
export interface Probed {
  /** Unset where the role has no probe, or nothing was learned by it. */
  probe?: Probe;
  /** Set where the target could not be started, or went away before it said anything. */
  notStarted?: { message: string; detail?: string };
  /** How the target takes the question of life where not as it should: that is then no sign of what a case did to it. */
  habit?: LifeHabit;
}

/**
 * Plays the probe case of the leg's role: it learns what the target advertises. Its captures `capabilities`, `name` and
 * `version` are what counts, and how it takes the question of life; it gives no verdict. One that waited in vain is played
 * once more, because everything that follows depends on it.
 */
export async function probe(leg: Leg, options: LegContext): Promise<Probed> {
  const id = leg.role.probe;
  if (id === null) return {};
  const subject = options.corpus.cases.find((one) => one.id === id);
  if (!subject) throw new Error(`the corpus has no probe case ${id}`);
  const first = await once(subject, leg);
  const inVain = 'timedOut' in first.ending && first.ending.timedOut && first.captures.capabilities === undefined;
  const again = (inVain || first.life === 'silent') && !options.signal.aborted;
  const { ending, captures, stderr, life } = again ? await once(subject, leg) : first;
  if (ending.kind === 'not-started') return notStarted(ending.message, ending.detail ?? stderr);
  if (ending.kind === 'target-died' && !leg.heard) {
    const command = leg.targets(leg.target.transport, subject).command();
    const died = (ending.died ?? ending.message).replace(/^the target/, `\`${command}\``);
    return notStarted(`${died} before it said anything`, stderr);
  }
  const { capabilities, name, version } = captures;
  const habit = life === 'silent' || life === 'wrong' ? { habit: life } : {};
  if (capabilities === undefined) return habit;
  const calls = [name, version].filter((one) => typeof one === 'string').join(' ');
  return { probe: { advertised: capabilities, ...(calls === '' ? {} : { calls }) }, ...habit };
}

function notStarted(message: string, stderr: string): Probed {
  const lines = stderr.trimEnd().split('\n');
  const words = ['its last words on stderr:', ...lines.map((line) => `  ${line}`)].join('\n');
  return { notStarted: { message, ...(stderr.trim() === '' ? {} : { detail: words }) } };
}

async function once(subject: Case, leg: Leg): Promise<Driven> {
  const { transport } = leg.target;
  const targets = leg.targets(transport, subject);
  targets.expect(groupOf(subject), 1);
  const watched = leg.watched(transport, `probe${leg.nextRound('probe')}`);
  const driven = await driveCase(subject, {
    ...leg.caseOptions(transport, subject),
    onRecord: watched.observe,
    onJudged: () => undefined,
  });
  watched.end();
  targets.over(groupOf(subject));
  if (driven.life === 'silent') leg.silent++;
  if ('timedOut' in driven.ending && driven.ending.timedOut && !leg.heard) leg.inVain++;
  return driven;
}
