import type { LivenessDefect } from '../../src/conversation/blame/liveness.js';
import { ranOut } from '../../src/conversation/blame/outcome.js';
import { type CaseOptions, type Driven, groupOf } from '../../src/conversation/case/drive.js';
import { showValue } from '../../src/json/display.js';
import { getPointer } from '../../src/json/pointer.js';
import { printable } from '../../src/json/visible.js';
import type { Case } from '../../src/language/case.js';
import { holds } from '../../src/language/pattern/pattern.js';
import type { WireRecord } from '../../src/wire/record.js';
import type { Probe } from '../plan/plan.js';
import { protocolOf } from '../profiles.js';
import { requirementsIn } from '../requirements-in.js';
import { type Cause, firstReplyAfter, handshakeFailure, notStarted } from './cause.js';
import type { RunContext } from './run-context.js';
import { isWord, type TargetFacts } from './target-facts.js';
import { driveWatched, noteVersion, type TargetRun } from './target-run.js';
import { firstReplyWait } from './waits/first-reply.js';
import { isStartedByCase, openingOf, slowHandshake, tooSlow } from './waits/slow-start.js';
import { slowness } from './waits/slowness.js';

/** What the probe of a target brought. */
export interface Probed {
  /** Unset where the role has no probe, or nothing was learned by it. */
  probe?: Probe;
  /** Set where no case can be played: the target could not be started, or its handshake failed. */
  cause?: Cause;
  /** The versions of the protocol that it offers, as far as the probe shows that. */
  offers?: readonly string[];
  /** What the user should know before the cases begin. */
  warning?: string;
  /** How the target takes the liveness check where not as it should: that is then no sign of what a case did to it. */
  livenessDefect?: LivenessDefect;
}

/**
 * Plays the probe case of the target's role: it learns what the target advertises. Its captures `capabilities`, `name`, `version` and
 * `speaks` are what counts, and how it takes the liveness check; it gives no verdict. One that brought nothing is played
 * once more, because everything that follows depends on it, but for one that waited for the first reply in vain: that was
 * long enough.
 */
export async function probe(targetRun: TargetRun, options: RunContext): Promise<Probed> {
  const id = targetRun.facts.role.probe;
  if (id === null) return {};
  const written = options.corpus.cases.find((one) => one.id === id);
  if (!written) throw new Error(`the corpus has no probe case ${id}`);
  const subject = targetRun.cases.runnable(written);
  const wait = targetRun.cases.options(targetRun.facts.target.transport, subject).within;
  const within = wait * options.slow;
  const first = await once(subject, targetRun, { firstWord: firstReplyWait(wait) });
  const again = mayBetter(first, within) && !options.signal.aborted;
  const second = again ? await once(subject, targetRun, { firstWord: firstReplyWait(wait) }) : first;
  const driven = second.records.some(isWord) || second.ending.outcome.kind === 'died' ? second : first;
  const offered = offeredIn(driven.captures, targetRun.facts);
  const offers = offered.length > 0 ? { offers: offered } : {};
  const foreign = foreignVersion(driven.captures, targetRun.facts) ?? notOffered(offered, targetRun.facts, options);
  if (foreign) return { cause: foreign, ...offers };
  const took = slowness(first, driven, within);
  const isSlowInEach = took !== undefined && isStartedByCase(targetRun.facts.target, targetRun.facts.target.transport);
  const cause = isSlowInEach ? tooSlow(took, within) : causeOf(driven, targetRun, subject);
  if (cause) return { cause: await explained(cause, targetRun, options) };
  if (took !== undefined) targetRun.facts.starts.patience = (2 * took) / options.slow;
  const slow = took === undefined ? {} : { warning: slowHandshake(targetRun.facts.target.name, took, within) };
  if (driven.records.some(isWord))
    targetRun.facts.starts.note(openingOf(subject, targetRun.facts.role.side, driven.records));
  const { captures, liveness } = driven;
  const { capabilities, name, version, speaks } = captures;
  if (typeof speaks === 'string') noteVersion(targetRun, speaks);
  const livenessDefect = liveness === 'silent' || liveness === 'wrong' ? { livenessDefect: liveness } : {};
  if (capabilities === undefined) return { ...livenessDefect, ...slow, ...offers };
  const calls = [name, version].filter((one) => typeof one === 'string').join(' ');
  const { earlier } = targetRun.facts;
  const known = { ...(calls === '' ? {} : { calls }), ...(earlier ? { earlier } : {}) };
  const shows = seenIn(driven.records, targetRun.facts, options);
  return { probe: { advertised: capabilities, ...known, shows }, ...livenessDefect, ...slow, ...offers };
}

/** The behaviors that one record of the target shows (`seen` of behaviors.yaml). */
function seenIn(records: readonly WireRecord[], { target }: TargetFacts, { corpus }: RunContext): string[] {
  const theirs = records.filter(({ from }) => from === 'target');
  const behaviors = [...(corpus.behaviors.get(protocolOf(target.role))?.values() ?? [])];
  return behaviors.flatMap(({ name, roles, seen }) => {
    const isSeen = seen !== undefined && roles.includes(target.role) && theirs.some((one) => holds(seen, one as never));
    return isSeen ? [name] : [];
  });
}

/** The cause if a target offers only protocol versions that Proctor does not judge: none of its cases would apply. */
function foreignVersion(captures: Driven['captures'], { role, target }: TargetFacts): Cause | undefined {
  const { foreign } = role;
  if (!foreign || !holds(foreign.when, captures)) return undefined;
  const offered = getPointer(captures, foreign.at);
  const version = typeof offered === 'string' ? printable(offered) : showValue(offered ?? null);
  return { message: `${target.name} offers ${version}; Proctor judges ${foreign.judges}`, exit: 3 };
}

/** The versions that a target offers, as far as what the probe saved shows that. */
const offeredIn = (captures: Driven['captures'], { role: { offers = {} } }: TargetFacts): string[] =>
  Object.keys(offers).filter((version) => holds(offers[version] as never, captures as never));

/** The cause if a target offers versions of its protocol, and not the one that it is asked for. */
function notOffered(
  offered: readonly string[],
  { target, version, role }: TargetFacts,
  { corpus }: RunContext,
): Cause | undefined {
  if (offered.length === 0 || offered.includes(version) || !Object.hasOwn(role.offers ?? {}, version)) return undefined;
  const versions = corpus.versions.get(protocolOf(target.role));
  // No card says that it is of a profile.
  const shown = offered.filter((one) => versions?.get(one)?.unseen !== true);
  const inFile = target.file === undefined ? '' : `\`version: "${shown[0]}"\` in ${target.file}, or `;
  const message = `${target.name} offers ${shown.join(' and ')}, and this run is for ${version}: say ${inFile}--version ${shown[0]}`;
  return { message, exit: 3 };
}

/** How many characters of what a target said are shown. */
const SHOWN = 200;

/**
 * The cause with what another try at the handshake showed, such as one in another version: then it names the requirement that the refusal
 * breaks. A target that says nothing is not asked again.
 */
async function explained(cause: Cause, targetRun: TargetRun, { corpus, signal }: RunContext): Promise<Cause> {
  const { target, version, role } = targetRun.facts;
  if (!cause.refused) return cause;
  for (const { case: id, check, says } of role.refused) {
    const subject = corpus.cases.find((one) => one.id === id);
    const { transport, version: versions } = subject?.needs ?? { transport: [], version: [] };
    const isOther = (wanted: readonly string[], has: string) => wanted.length > 0 && !wanted.includes(has);
    if (!subject || signal.aborted || isOther(transport, target.transport) || isOther(versions, version)) continue;
    // Whether it answers anything else is not what the try is about.
    const { ending, captures } = await once(targetRun.cases.runnable(subject), targetRun, { livenessDefect: 'silent' });
    if (ending.outcome.kind !== 'held') continue;
    const said = says.replace(/\$\{(\w+)\}/g, (_, name: string) => printable(String(captures[name])).slice(0, SHOWN));
    const broken = check === undefined ? undefined : requirementsIn(corpus, version).get(check);
    const names = broken ? `. It breaks ${broken.id} (${broken.level}): ${broken.text}` : '';
    return { ...cause, message: `${joined(cause.message, said)}${names}` };
  }
  return cause;
}

/** One sentence after another, or both in one where the first does not end. */
const joined = (first: string, second: string) =>
  /[.?]$/.test(first) ? `${first} ${second[0]!.toUpperCase()}${second.slice(1)}` : `${first}; ${second}`;

/** Whether another try may bring more. */
function mayBetter(driven: Driven, within: number): boolean {
  const { captures, liveness, records } = driven;
  const { outcome } = driven.ending;
  if (outcome.kind === 'not-started' || outcome.kind === 'defect' || outcome.kind === 'interrupted') return false;
  const heard = records.some(isWord);
  const inVain = outcome.kind === 'died' || ranOut(outcome);
  if (captures.capabilities === undefined) return heard || !inVain;
  return liveness === 'silent' || (firstReplyAfter(driven) ?? 0) > within;
}

/** Why no case can be played, where the probe shows that. What a client does before it is asked to do anything shows nothing. */
function causeOf(driven: Driven, targetRun: TargetRun, subject: Case): Cause | undefined {
  const { ending, stderr } = driven;
  const { outcome } = ending;
  if (outcome.kind === 'not-started') return notStarted(ending.message, ending.detail ?? stderr);
  if (outcome.kind === 'died' && !targetRun.facts.heard) {
    const command = targetRun.cases.targets(targetRun.facts.target.transport, subject).command();
    const died = outcome.how.replace(/^the target/, `\`${command}\``);
    return notStarted(`${died} before it said anything`, stderr);
  }
  if (targetRun.facts.role.side !== 'server') return undefined;
  return handshakeFailure(driven);
}

async function once(
  subject: Case,
  targetRun: TargetRun,
  more: Pick<CaseOptions, 'firstWord' | 'livenessDefect'>,
): Promise<Driven> {
  const { transport } = targetRun.facts.target;
  const targets = targetRun.cases.targets(transport, subject);
  targets.expect(groupOf(subject), 1);
  const { driven, watched } = await driveWatched(targetRun, {
    ...{ transport, subject, session: 'probe' },
    // Without an answer to the handshake no liveness check would be fair.
    more: { skipLivenessAfterTimeout: true, ...more },
  });
  watched.end();
  targets.over(groupOf(subject));
  if (driven.liveness === 'silent') targetRun.facts.silent++;
  return driven;
}
