import type { Outcome } from './outcome.js';

/** The requirements of a role that a target breaks whatever a case is about. */
export interface RoleRules {
  /** The requirement of the liveness check: what a silent target breaks. Unset if the role has no such check. */
  alive?: string;
  /** The requirement that every legal request is answered: what a dying target breaks. Default: `alive`. */
  died?: string;
  /** The requirement that a message has the members that its method asks for. */
  members?: string;
}

/** One thing that a step sent. */
export interface SentFact {
  /** Whether the protocol allows it to the side of Proctor, after all that was said before. */
  legal: boolean;
  /** Whether it is a request that got its reply, whatever that says. */
  answered: boolean;
  /** How many requirements had been judged before. */
  judged: number;
}

/** What blame goes by. */
export interface BlameFacts {
  role: RoleRules;
  /** What the step checks. */
  checks: readonly string[];
  /** What the steps after it check, in their order. */
  later: readonly string[];
  /** What was sent, the oldest first. */
  sent: readonly SentFact[];
  /** What was judged, the oldest first. */
  judged: readonly { requirement: string; held: boolean }[];
  /** Whether a response came that answers no request of Proctor. */
  stray: boolean;
  /**
   * Whether an error without an id, or with the id null, came after the last message of Proctor, and all that it sent since the last
   * answer were messages.
   */
  nameless: boolean;
  /** Which of the requirements are no musts. */
  weaker: ReadonlySet<string>;
  /** Which of the requirements the target is not judged by, because the version that it speaks does not have them. */
  unjudged: ReadonlySet<string>;
}

/**
 * Why a requirement is broken:
 *
 * - `checked`: the step checks it
 * - `no-reply`: a legal request was left without a reply
 * - `no-member`: a message lacks a member
 * - `provoked`: the case tests by it what a target does after a message that the protocol forbids
 * - `death`: the target died. It counts whatever its level is
 */
export type Because = 'checked' | 'no-reply' | 'no-member' | 'provoked' | 'death';

/** A requirement that an outcome breaks. */
export interface Blamed {
  requirement: string;
  because: Because;
}

/** The requirements that a target breaks by an outcome of a step. None if the outcome says nothing about the target. */
export function blame(outcome: Outcome, facts: BlameFacts): readonly Blamed[] {
  return brokenBy(outcome, facts).filter(({ requirement }) => !facts.unjudged.has(requirement));
}

/** Whether a case ends by a step that came to this. A broken should or may is noted, and the case goes on. */
export function endsCase({ kind }: Outcome, { checks, weaker, unjudged }: BlameFacts): boolean {
  if (kind === 'died' || kind === 'member-missing' || checks.length === 0) return true;
  return checks.some((id) => !weaker.has(id) && !unjudged.has(id));
}

function brokenBy(outcome: Outcome, facts: BlameFacts): readonly Blamed[] {
  switch (outcome.kind) {
    case 'differs':
      return checked(facts);
    case 'member-missing':
      return byMissingMember(facts);
    case 'no-reply':
      return withUnanswered(bySilence(facts), facts);
    case 'nothing-came':
      return bySilence(facts);
    case 'ended':
      return outcome.unanswered ? withUnanswered(byNoReply(facts), facts) : byNoReply(facts);
    case 'died':
      return byDeath(facts);
    case 'held':
    case 'unmet':
    case 'not-started':
    case 'limit':
    case 'interrupted':
    case 'defect':
      return [];
  }
}

const checked = ({ checks }: BlameFacts): Blamed[] =>
  checks.map((requirement) => ({ requirement, because: 'checked' }));

/** A member that is not there breaks the rule about members, and not what the case would have done with it. */
function byMissingMember(facts: BlameFacts): Blamed[] {
  const { members } = facts.role;
  return members === undefined ? checked(facts) : [{ requirement: members, because: 'no-member' }];
}

/**
 * After a legal request a death breaks the role's own requirement. After something that the protocol forbids to Proctor's side, it breaks
 * what the case tests with that.
 */
function byDeath(facts: BlameFacts): Blamed[] {
  const { alive, died = alive } = facts.role;
  const provocation = alive === undefined ? undefined : provocationIn(facts);
  const requirement = (provocation && testedBy(provocation, facts)) ?? died;
  return requirement === undefined ? [] : [{ requirement, because: 'death' }];
}

/**
 * Silence breaks what the step checks. If that is the must to show that it lives, and something forbidden was sent before, it is the weaker rule
 * about that which the case tests; but not if the forbidden message was answered, or the case has seen it dealt with as it should be.
 */
function bySilence(facts: BlameFacts): Blamed[] {
  const { checks, sent, judged, weaker } = facts;
  const unanswered = byNoReply(facts);
  if (unanswered.length < checks.length) return unanswered;
  const mustLive = checks.length > 0 && checks.every((id) => id === facts.role.alive && !weaker.has(id));
  const provocation = mustLive ? sent.slice(lastAnswered(facts) + 1).find(({ legal }) => !legal) : undefined;
  if (!provocation || judged.slice(provocation.judged).some(({ held }) => held)) return unanswered;
  const requirement = testedBy(provocation, facts, (id) => weaker.has(id));
  return requirement === undefined ? unanswered : [{ requirement, because: 'provoked' }];
}

/**
 * A reply that does not come says nothing about what it would have said: if the step checks that there is one, that alone is broken, unless
 * a reply came under another id.
 */
function byNoReply(facts: BlameFacts): Blamed[] {
  const { died } = facts.role;
  if (died === undefined || !facts.checks.includes(died) || facts.stray) return checked(facts);
  return [{ requirement: died, because: 'no-reply' }];
}

/**
 * A step may check by something less than a must how a request is answered. That a legal one is answered at all is a must beside it. If an
 * error came whose id is missing, the request was answered, and the id alone is wrong.
 */
function withUnanswered(broken: Blamed[], facts: BlameFacts): Blamed[] {
  const { role, weaker, unjudged, nameless } = facts;
  const counted = broken.filter(({ requirement }) => !unjudged.has(requirement));
  const isMust = counted.some(({ requirement }) => !weaker.has(requirement));
  if (role.died === undefined || counted.length === 0 || isMust) return broken;
  const unanswered: Blamed = { requirement: role.died, because: 'no-reply' };
  if (nameless) return [unanswered];
  return provocationIn(facts) ? broken : [...broken, unanswered];
}

/**
 * The first forbidden thing of what may have done it: everything since the last request that was answered, and that one too,
 * since a process may die a moment after its answer.
 */
function provocationIn(facts: BlameFacts): SentFact | undefined {
  return facts.sent.slice(Math.max(lastAnswered(facts), 0)).find(({ legal }) => !legal);
}

/** The place of the last request that was answered; -1 if none was. */
const lastAnswered = ({ sent }: BlameFacts): number => sent.findLastIndex(({ answered }) => answered);

/** What a case tests by a provocation: what the step checks, or what was checked since, or what is checked next, or what was checked before. */
function testedBy(
  provocation: SentFact,
  { role, checks, later, judged, unjudged }: BlameFacts,
  counts: (requirement: string) => boolean = () => true,
): string | undefined {
  const isTested = (id: string) => id !== role.alive && !unjudged.has(id) && counts(id);
  const seen = judged.map(({ requirement }) => requirement);
  return (
    checks.find(isTested) ??
    seen.slice(provocation.judged).findLast(isTested) ??
    later.find(isTested) ??
    seen.findLast(isTested)
  );
}
