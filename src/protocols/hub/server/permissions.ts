import type { Actor, AlreadyApplied, AlreadyDecided } from '../../../generated/types/hub-v1.js';
import { equal } from '../../../json/equal.js';
import type { Json, JsonObject } from '../../../json/json.js';
import { idKey } from '../../../jsonrpc/ledger.js';
import type { Id } from '../../../jsonrpc/messages.js';

export interface Decision {
  id: Id;
  sessionId: string;
  payload: Json;
  actor: Actor;
  atMs: number;
}

/** Decisions that are remembered of a session: who comes later than that is told that nobody asked. */
const REMEMBERED = 256;

/** Who decided which permission request of a session, and how: the first valid answer wins. */
export class Permissions {
  private readonly decided = new Map<string, Decision>();

  /** Remembers the answer that won. */
  decide(decision: Decision): void {
    this.decided.set(idKey(decision.id), decision);
    const [oldest] = this.decided.keys();
    if (this.decided.size > REMEMBERED && oldest !== undefined) this.decided.delete(oldest);
  }

  has(id: Id): boolean {
    return this.decided.has(idKey(id));
  }

  /** What becomes of another answer: it is the same again, or it comes too late. Undefined if nothing was decided. */
  again(id: Id, payload: Json, actor: Actor): { applied: AlreadyApplied } | { late: AlreadyDecided } | undefined {
    const decision = this.decided.get(idKey(id));
    if (!decision) return undefined;
    const { actor: decidedBy, atMs, sessionId } = decision;
    if (this.isSame(decision, payload, actor)) return { applied: { status: 'already_applied' } };
    return {
      late: {
        reason: 'already_decided',
        requestId: id as string,
        method: 'session/request_permission',
        sessionId,
        decidedBy,
        decidedAtMs: atMs,
        attemptedBy: actor,
      },
    };
  }

  /** Whether this is the same answer of the same client. */
  protected isSame({ actor: decidedBy, payload: decided }: Decision, payload: Json, actor: Actor): boolean {
    return decidedBy.clientId === actor.clientId && equal(decided, payload);
  }
}

/** What an answer says, apart from its envelope. */
export const payloadOf = ({ result, error }: JsonObject): Json =>
  result !== undefined ? { result } : { error: error ?? null };
