import type { JsonObject } from '../../json/json.js';
import { isObject } from '../../json/json.js';
import type { Case, Step } from '../../language/case.js';
import type { WireRecord } from '../../wire/record.js';
import type { Outgoing } from '../stage.js';

/** What a role says about a target that dies, or answers no more. */
export interface BlameRules {
  /** The requirement of the liveness check: what a silent target breaks. Unset where the role has no such check. */
  alive?: string;
  /** The requirement that every legal request is answered: what a dying target breaks. Default: `alive`. */
  died?: string;
  /** The requirement that a message has the members that its method asks for. Unset where the role names none. */
  members?: string;
  /** Whether the target is judged by a requirement; without it by all. */
  judges?(requirement: string): boolean;
  /** Whether a requirement is a must; without it all are. */
  isMust?(requirement: string): boolean;
  /** Whether the protocol allows the kit to send a message after what was said before. */
  legal(message: JsonObject, before: readonly WireRecord[]): boolean;
}

/** Something that a step sent, and how far the case was then. */
interface Sent {
  out: Outgoing;
  /** How many records there were. */
  at: number;
  /** How many requirements had been judged. */
  judged: number;
}

/**
 * Finds the requirement that a target breaks which dies, or answers no more. After a legal request that is the role's own.
 * After something that the protocol forbids to the kit's side, it is what the case was testing with it.
 */
export class Blame {
  private readonly sent: Sent[] = [];
  private readonly judged: { requirement: string; held: boolean }[] = [];

  constructor(
    private readonly subject: Case,
    private readonly rules: BlameRules,
    private readonly records: () => readonly WireRecord[],
  ) {}

  /** Takes note of what a step sends. */
  sends(out: readonly Outgoing[]): void {
    const [at, judged] = [this.records().length, this.judged.length];
    for (const one of out) this.sent.push({ out: one, at, judged });
  }

  /** Takes note of a requirement that a step has judged. */
  judges(requirement: string, held: boolean): void {
    this.judged.push({ requirement, held });
  }

  /** The requirement that a target breaks by dying in this step; undefined where neither role nor case names one. */
  ofDeath(step: Step | undefined): string | undefined {
    const provocation = this.provocation();
    const { alive, died = alive } = this.rules;
    if (alive === undefined || !provocation) return died;
    return this.tested(step, provocation) ?? died;
  }

  /**
   * The requirements that a target breaks by not answering this step: those of its `check`. Where that is the must to show that it
   * lives, and something forbidden was sent before, it is the weaker rule about that which the case tests; not where what was
   * forbidden has been answered, or the case has seen it dealt with as it should be.
   */
  ofSilence(step: Step): string[] {
    const { alive, isMust = () => true } = this.rules;
    const unanswered = this.ofNoReply(step);
    if (unanswered.length < step.check.length) return unanswered;
    const mustLive = step.check.length > 0 && step.check.every((id) => id === alive && isMust(id));
    const provocation = mustLive ? this.provocationIn(this.sent.slice(this.lastAnswered() + 1)) : undefined;
    if (!provocation || this.judged.slice(provocation.judged).some(({ held }) => held)) return step.check;
    const tested = this.tested(step, provocation, (id) => !isMust(id));
    return tested === undefined ? step.check : [tested];
  }

  /** The requirement that a target breaks which leaves a request unanswered, where nothing forbidden was sent before. */
  ofUnanswered(): string | undefined {
    return this.provocation() === undefined ? this.rules.died : undefined;
  }

  /**
   * The requirements that a target breaks by giving no reply to this step. A reply that does not come says nothing about what
   * it would have said: where the step checks that there is one, that alone is broken, unless one came under another id.
   */
  ofNoReply({ check }: Step): string[] {
    const { died } = this.rules;
    return died !== undefined && check.includes(died) && !this.hasStrayReply() ? [died] : check;
  }

  /** Whether a response came that answers none of our requests. An error without an id answers what could not be read. */
  private hasStrayReply(): boolean {
    const ids = this.sent.map(({ out: { message } }) => (isObject(message) ? message.id : undefined));
    return this.records().some((record) => {
      const reply = messageOf(record);
      if (reply === undefined || reply.method !== undefined) return false;
      const nameless = reply.id === undefined || reply.id === null;
      return 'result' in reply
        ? nameless || !ids.includes(reply.id)
        : 'error' in reply && !nameless && !ids.includes(reply.id);
    });
  }

  /**
   * The first forbidden thing of what may have done it: everything since the last request that was answered, and that one too,
   * since a process may die a moment after its answer.
   */
  private provocation(): Sent | undefined {
    return this.provocationIn(this.sent.slice(Math.max(this.lastAnswered(), 0)));
  }

  private provocationIn(sent: readonly Sent[]): Sent | undefined {
    const records = this.records();
    return sent.find(({ out, at }) => !this.isLegal(out, records.slice(0, at)));
  }

  /** The place in `sent` of the last request that was answered; -1 where none was. */
  private lastAnswered(): number {
    const records = this.records();
    return this.sent.findLastIndex(({ out, at }) => isAnswered(out, records.slice(at)));
  }

  private isLegal({ raw, message, http }: Outgoing, before: readonly WireRecord[]): boolean {
    if (raw || http?.headers !== undefined) return false;
    if (message === undefined) return true;
    if (!isObject(message)) return false;
    return message.method === undefined ? isAskedFor(message, before) : this.rules.legal(message, before);
  }

  /** What a case tests by a provocation: what the step checks, or what was checked since, or what is checked next. */
  private tested(step: Step | undefined, { judged }: Sent, counts = (_: string) => true): string | undefined {
    const wanted = (id: string) => id !== this.rules.alive && this.rules.judges?.(id) !== false && counts(id);
    const seen = this.judged.map(({ requirement }) => requirement);
    const all = flat(this.subject.steps);
    const here = step ? all.indexOf(step) : -1;
    return (
      step?.check.find(wanted) ??
      seen.slice(judged).findLast(wanted) ??
      (here < 0
        ? undefined
        : all
            .slice(here)
            .flatMap(({ check }) => check)
            .find(wanted)) ??
      seen.findLast(wanted)
    );
  }
}

/** Whether a request has got its reply, whatever that says. */
function isAnswered({ message }: Outgoing, later: readonly WireRecord[]): boolean {
  if (!isObject(message) || message.method === undefined || message.id === undefined) return false;
  return later.some((record) => {
    const reply = messageOf(record);
    return reply !== undefined && reply.method === undefined && reply.id === message.id;
  });
}

/** Whether a response answers a request of the target. */
function isAskedFor({ id }: JsonObject, before: readonly WireRecord[]): boolean {
  return before.some((record) => {
    const request = messageOf(record);
    return request?.method !== undefined && request.id === id;
  });
}

function messageOf({ from, message }: WireRecord): JsonObject | undefined {
  return from === 'target' && isObject(message) ? message : undefined;
}

/** Steps and the steps inside them, in the order in which they are written. */
function flat(steps: readonly Step[]): Step[] {
  return steps.flatMap((step) => [
    step,
    ...flat(step.steps ?? []),
    ...(step.branches ?? []).flatMap((branch) => flat(branch.steps)),
  ]);
}
