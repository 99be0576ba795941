import { idKey } from '../../../jsonrpc/ledger.js';
import type { Id } from '../../../jsonrpc/messages.js';
import type { Entry, Journal } from './journal.js';

/** What a client has come to, over all its connections and, with a journal, all its processes. */
export class Progress {
  sessionId: string | undefined;
  /** The id of its prompt. */
  asked: string | undefined;
  answer: Entry['answer'];
  /** What the agent has said. */
  text = '';
  /** The highest event id that it has processed. */
  private highest = 0;
  /** Event ids of requests that it has heard and not yet answered. */
  private readonly waiting = new Map<string, number>();

  constructor(private readonly journal: Journal) {
    for (const entry of journal.entries()) this.take(entry);
  }

  /** Keeps what was done. */
  note(entry: Entry): void {
    this.journal.append(entry);
    this.take(entry);
  }

  /** Whether a frame was processed before: it comes live and replayed. */
  knows(eventId: number | undefined): boolean {
    return eventId !== undefined && eventId <= this.highest;
  }

  waits(id: Id, eventId: number | undefined): void {
    if (eventId !== undefined) this.waiting.set(idKey(id), eventId);
  }

  /** A request was answered. Returns the event id that it came under. */
  answered(id: Id): number | undefined {
    const eventId = this.waiting.get(idKey(id));
    this.waiting.delete(idKey(id));
    return eventId;
  }

  /** What it acknowledges: all before a request that still waits, for who has not answered it has not processed it. */
  get acknowledged(): number {
    return Math.min(this.highest, ...[...this.waiting.values()].map((eventId) => eventId - 1));
  }

  private take({ sessionId, asked, eventId, text, answer }: Entry): void {
    if (sessionId !== undefined) this.sessionId = sessionId;
    if (asked !== undefined) this.asked = asked;
    if (eventId !== undefined) this.highest = Math.max(this.highest, eventId);
    if (text !== undefined) this.text += text;
    if (answer !== undefined) this.answer = answer;
  }
}
