import type { HitlResponse, SessionUpdate } from '../../../../generated/types/harn-extensions-v1.js';
import type { Json } from '../../../../json/json.js';
import { invalidParams } from '../../errors.js';

/** A question that waits for its answer. */
interface Question {
  kind: string;
  settle(answer: HitlResponse | undefined): void;
}

/** The session that asks. */
interface Asking {
  mention(update: SessionUpdate): void;
  name(kind: string): string;
}

/** What the scripts of a session ask humans (Harn extensions v1, ACP session updates; ACP over WebSocket, Sessions). */
export class Humans {
  private readonly open = new Map<string, Question>();

  constructor(private readonly session: Asking) {}

  /** Asks, and resolves with the answer; with undefined when the signal aborts first. */
  async ask(kind: string, payload: Json, signal: AbortSignal): Promise<HitlResponse | undefined> {
    const requestId = this.session.name(`hitl_${kind}`);
    const answered = new Promise<HitlResponse | undefined>((settle) => {
      this.open.set(requestId, { kind, settle });
      signal.addEventListener('abort', () => settle(undefined), { once: true });
    });
    this.session.mention({ sessionUpdate: 'hitl_request', _meta: { harn: { requestId, kind, payload } } });
    const answer = await answered;
    this.open.delete(requestId);
    const outcome = answer === undefined ? 'cancelled' : 'answered';
    this.session.mention({ sessionUpdate: 'hitl_resolved', _meta: { harn: { requestId, kind, outcome } } });
    return answer;
  }

  /** Whether a question has this id and waits. */
  has(requestId: string): boolean {
    return this.open.has(requestId);
  }

  /** Answers a question. Throws RpcError -32602 where none of this id waits, or where what answers its kind is missing. */
  answer(response: HitlResponse): void {
    const { request_id: id, answer, approved, accepted } = response;
    const question = this.open.get(id);
    if (!question) throw invalidParams(`no question ${JSON.stringify(id)} waits`, { reason: 'unknown_request_id' });
    if (answer === undefined && approved === undefined && accepted === undefined)
      throw invalidParams('the answer is missing');
    question.settle(response);
  }
}
