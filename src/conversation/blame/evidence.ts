import type { Json, JsonObject } from '../../json/json.js';
import { isObject } from '../../json/json.js';
import type { Case, Step } from '../../language/case.js';
import type { Level } from '../../language/requirement.js';
import { stepsOf } from '../../language/steps.js';
import type { WireRecord } from '../../wire/record.js';
import type { BlameFacts, RoleRules, SentFact } from './blame.js';

/** What a role says about a target that dies or answers no more, and what its protocol allows. */
export interface BlameRules extends RoleRules {
  /** Whether the protocol allows Proctor to send a message after what was said before. */
  legal(message: JsonObject, before: readonly WireRecord[]): boolean;
}

/** What evidence is gathered by. */
export interface EvidenceOptions {
  blame: BlameRules;
  level(requirement: string): Level;
  /** Whether the target is judged by a requirement; without it by all. */
  judges?(requirement: string): boolean;
}

/** What a step sends, as far as it matters whether that is legal. */
export interface Sending {
  message?: JsonObject | Json[];
  raw?: readonly Uint8Array[];
  http?: JsonObject;
}

interface Sent {
  out: Sending;
  /** How many records there were. */
  at: number;
  judged: number;
}

/** Gathers, while a case runs, the facts that blame goes by. */
export class Evidence {
  private readonly sent: Sent[] = [];
  private readonly judged: { requirement: string; held: boolean }[] = [];

  constructor(
    private readonly subject: Case,
    private readonly options: EvidenceOptions,
    private readonly records: () => readonly WireRecord[],
  ) {}

  /** Takes note of what a step sends, before it is sent. */
  sends(out: readonly Sending[]): void {
    const [at, judged] = [this.records().length, this.judged.length];
    for (const one of out) this.sent.push({ out: one, at, judged });
  }

  /** Takes note of a requirement that a step has judged. */
  judges(requirement: string, held: boolean): void {
    this.judged.push({ requirement, held });
  }

  /** The facts as they stand in a step; without one, after the last. */
  facts(step: Step | undefined): BlameFacts {
    const { blame, level, judges } = this.options;
    const { legal: _, ...role } = blame;
    const checks = step?.check ?? [];
    const all = step ? stepsOf(this.subject.steps) : [];
    const here = step ? all.indexOf(step) : -1;
    const later = here < 0 ? [] : all.slice(here + 1).flatMap(({ check }) => check);
    const judged = [...this.judged];
    const named = new Set([...Object.values(role), ...checks, ...later, ...judged.map((one) => one.requirement)]);
    return {
      role,
      checks,
      later,
      judged,
      ...this.traffic(),
      weaker: new Set([...named].filter((id) => level(id) !== 'must')),
      unjudged: new Set([...named].filter((id) => judges?.(id) === false)),
    };
  }

  private traffic(): Pick<BlameFacts, 'sent' | 'stray' | 'nameless'> {
    const records = this.records();
    const theirs = messagesOf(records);
    const asked = firstPlaces(theirs.filter(({ message }) => message.method !== undefined));
    const replies = theirs.filter(({ message }) => message.method === undefined);
    const replied = lastPlaces(replies);
    const isLegal = ({ out: { raw, message, http }, at }: Sent): boolean => {
      if (raw || http?.headers !== undefined) return false;
      if (message === undefined) return true;
      if (!isObject(message)) return false;
      if (message.method !== undefined) return this.options.blame.legal(message, records.slice(0, at));
      // A response is legal if it answers a request of the target.
      return (asked.get(message.id) ?? Number.POSITIVE_INFINITY) < at;
    };
    const isAnswered = ({ out: { message }, at }: Sent): boolean =>
      isObject(message) &&
      message.method !== undefined &&
      message.id !== undefined &&
      (replied.get(message.id) ?? -1) >= at;
    const last = this.sent.at(-1)?.at ?? 0;
    // An error without an id may be about what has none: a line that can't be read, or a request of HTTP alone.
    const since = this.sent.slice(this.sent.findLastIndex(isAnswered) + 1);
    const areMessages = since.every(({ out: { raw, message } }) => !raw && isObject(message));
    const ids = new Set(this.sent.map(({ out: { message } }) => (isObject(message) ? message.id : undefined)));
    return {
      sent: this.sent.map((one): SentFact => ({ legal: isLegal(one), answered: isAnswered(one), judged: one.judged })),
      stray: replies.some(({ message }) => isStray(message, ids)),
      nameless:
        areMessages && replies.some(({ message, at }) => at >= last && 'error' in message && isNameless(message)),
    };
  }
}

/** A message of the target, and where it stands among the records. */
interface Theirs {
  message: JsonObject;
  at: number;
}

const isNameless = ({ id }: JsonObject): boolean => id === undefined || id === null;

/** Whether a response answers none of our requests. An error without an id answers what could not be read. */
function isStray(reply: JsonObject, ids: ReadonlySet<Json | undefined>): boolean {
  if ('result' in reply) return isNameless(reply) || !ids.has(reply.id);
  return 'error' in reply && !isNameless(reply) && !ids.has(reply.id);
}

const messagesOf = (records: readonly WireRecord[]): Theirs[] =>
  records.flatMap(({ from, message }, at) => (from === 'target' && isObject(message) ? [{ message, at }] : []));

/** Where each id comes for the first time. */
const firstPlaces = (all: readonly Theirs[]): Map<Json | undefined, number> => lastPlaces(all.toReversed());

/** Where each id comes for the last time. */
const lastPlaces = (all: readonly Theirs[]): Map<Json | undefined, number> =>
  new Map(all.map(({ message, at }) => [message.id, at]));
