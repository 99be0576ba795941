import { showValue } from '../../json/display.js';
import type { Json, JsonObject } from '../../json/json.js';
import { isObject } from '../../json/json.js';
import type { Carried, HttpHead } from '../../wire/carried.js';

/** A session that a server has opened: the answer, and the head that it came with. */
export interface OpenedSession {
  /** What was asked for, in one text. */
  asked: string;
  head: HttpHead;
  answer: JsonObject;
}

/** How many sessions that can't be ended are kept for others. */
const KEPT = 1_000;
/** How many sessions without a name are opened before conversations that ask for nothing else go on in one: some servers take only so many. */
const ENOUGH = 20;

/**
 * The sessions of a run that a server gives no way to end: without a name, or with one and no way to say that it is over. A server may
 * take only so many, and says so to the rest: their conversations go on in one of those. One without a name is for all, one with a name
 * for one conversation after the other.
 */
export class Openings {
  /** How many were opened. */
  opened = 0;
  /** How many went on in an earlier one. */
  continued = 0;
  /** What the server said as it refused to open one more. */
  refusal: string | undefined;
  readonly #shared = new Map<string, OpenedSession>();
  readonly #left: OpenedSession[] = [];

  /** Whether a session stays open for want of a way to end it, so that others may go on in it. */
  get areLeft(): boolean {
    return this.#left.length > 0;
  }

  /** Takes note of a session without a name. */
  share(session: OpenedSession): void {
    this.#shared.set(session.asked, session);
  }

  /** Takes note of a session with a name that a conversation is done with, and that the server did not end. */
  leave(session: OpenedSession): void {
    if (this.#left.length < KEPT) this.#left.push(session);
  }

  /** Whether there is one in which a conversation can go on that asks for this. */
  has(asked: string): boolean {
    return this.#shared.has(asked) || this.#left.some((one) => one.asked === asked);
  }

  /** The session in which a conversation goes on without asking, once enough were opened. */
  common(asked: string): OpenedSession | undefined {
    const session = this.opened < ENOUGH ? undefined : this.#shared.get(asked);
    if (session) this.continued++;
    return session;
  }

  /** Takes one for a conversation that was refused a session of its own. */
  take(asked: string, refusal: string): OpenedSession | undefined {
    const at = this.#left.findIndex((one) => one.asked === asked);
    const session = this.#shared.get(asked) ?? (at < 0 ? undefined : this.#left.splice(at, 1)[0]);
    if (session === undefined) return undefined;
    this.continued++;
    this.refusal ??= refusal;
    return session;
  }
}

/** The exchange that opens a session, in which an earlier one may stand in for what was refused. */
export class Opening {
  /** The session that the conversation has, once it has one. */
  session: OpenedSession | undefined;
  /** It is one of an earlier conversation. */
  isEarlier = false;
  #refused: { head: HttpHead; body?: Carried } | undefined;

  /** @param id that of the request */
  constructor(
    private readonly openings: Openings,
    private readonly asked: string,
    private readonly id: Json | undefined,
  ) {}

  /** What stands for the whole exchange where the conversation goes on in a session that there is; undefined where it has to ask. */
  skipped(): Carried[] | undefined {
    const earlier = this.openings.common(this.asked);
    return (
      earlier && [
        { kind: 'http', http: earlier.head },
        this.answerOf(earlier),
        { kind: 'closed', closed: { how: 'end' } },
      ]
    );
  }

  /** What is heard of what came: the same, or an earlier answer in place of a refusal. */
  hear(came: Carried, response: HttpHead | undefined): Carried[] {
    if (this.session !== undefined) return [came];
    const { http, kind, message } = came;
    if (kind === 'http' && http && (http.status ?? 0) >= 400 && this.openings.has(this.asked)) {
      this.#refused = { head: http };
      return [];
    }
    if (this.#refused) {
      if (kind !== 'closed') {
        this.#refused.body ??= came;
        return [];
      }
      const { head, body } = this.#refused;
      const why = reasonIn(body?.message) ?? `status ${head.status}`;
      const earlier = this.openings.take(this.asked, why);
      if (earlier) return [{ kind: 'http', http: earlier.head }, this.answerOf(earlier), came];
      return [{ kind: 'http', http: head }, ...(body ? [body] : []), came];
    }
    if (kind !== 'message' || !isObject(message) || response === undefined) return [came];
    if (isObject(message.error as Json)) {
      const earlier = this.openings.take(this.asked, reasonIn(message) ?? 'an error');
      return [earlier ? this.answerOf(earlier) : came];
    }
    if (!isObject(message.result as Json)) return [came];
    this.openings.opened++;
    this.session = { asked: this.asked, head: response, answer: message };
    return [came];
  }

  private answerOf(earlier: OpenedSession): Carried {
    this.session = earlier;
    this.isEarlier = true;
    const message = { ...earlier.answer, ...(this.id === undefined ? {} : { id: this.id }) };
    return { kind: 'message', message, http: earlier.head };
  }
}

/** What a refusal says. */
function reasonIn(message: Json | undefined): string | undefined {
  const error = isObject(message as Json) ? (message as JsonObject).error : undefined;
  return isObject(error as Json) ? showValue((error as JsonObject).message ?? null) : undefined;
}
