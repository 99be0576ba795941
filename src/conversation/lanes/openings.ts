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

/** How many sessions that the server won't end are kept for later cases. */
const KEPT = 1_000;
/** How many sessions without an id a run opens before later cases reuse one: some servers limit their number. */
const ENOUGH = 20;

/**
 * The sessions of a run that can't be ended: the server gave them no id, or refused to delete them. A server may limit their number, so
 * later cases reuse them. Any number of cases may share a session without an id; one with an id serves one case at a time.
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

  /** Whether the server refused to end a session with an id, so that later cases may reuse it. */
  get areLeft(): boolean {
    return this.#left.length > 0;
  }

  /** Remembers a session without an id. */
  share(session: OpenedSession): void {
    this.#shared.set(session.asked, session);
  }

  /** Remembers a session with an id whose case is over and that the server refused to end. */
  leave(session: OpenedSession): void {
    if (this.#left.length < KEPT) this.#left.push(session);
  }

  /** Whether a session can be reused for this request. */
  has(asked: string): boolean {
    return this.#shared.has(asked) || this.#left.some((one) => one.asked === asked);
  }

  /** The session to reuse without sending the request, once enough were opened. */
  common(asked: string): OpenedSession | undefined {
    const session = this.opened < ENOUGH ? undefined : this.#shared.get(asked);
    if (session) this.continued++;
    return session;
  }

  /** Takes a session for a case whose own request was refused. */
  take(asked: string, refusal: string): OpenedSession | undefined {
    const at = this.#left.findIndex((one) => one.asked === asked);
    const session = this.#shared.get(asked) ?? (at < 0 ? undefined : this.#left.splice(at, 1)[0]);
    if (session === undefined) return undefined;
    this.continued++;
    this.refusal ??= refusal;
    return session;
  }
}

/** The exchange that opens the session of a case. If the server refuses, an earlier session replaces it. */
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

  /** The records of a reused session, in place of the exchange; undefined if the request must be sent. */
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

  /** The records to deliver for what arrived: the same ones, or an earlier answer in place of a refusal. */
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
    if (isObject(message.error)) {
      const earlier = this.openings.take(this.asked, reasonIn(message) ?? 'an error');
      return [earlier ? this.answerOf(earlier) : came];
    }
    if (!isObject(message.result)) return [came];
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
  const error = isObject(message) ? message.error : undefined;
  return isObject(error) ? showValue(error.message ?? null) : undefined;
}
