import { resolve } from 'node:path';
import type { ListSessionsRequest, ListSessionsResponse, SessionInfo } from '../../../../generated/types/acp-1.21.0.js';
import { crypto } from '../../../../json/crypto.js';
import type { Json } from '../../../../json/json.js';
import { isObject } from '../../../../json/json.js';
import { invalidParams, notFound } from '../../errors.js';
import type { Session } from './session.js';

/** Sessions that an agent keeps; the oldest goes first. */
const MOST_SESSIONS = 1_000;

/** The sessions that an agent knows. */
export class Sessions {
  private readonly all = new Map<string, Session>();
  private begun = 0;
  private madeKey: string | undefined;

  /** Counts the sessions that are begun, from 1. */
  nextNumber(): number {
    return ++this.begun;
  }

  add(session: Session): void {
    this.begun = Math.max(this.begun, session.number);
    this.all.set(session.id, session);
    const [oldest] = this.all.values();
    if (this.all.size <= MOST_SESSIONS || oldest === undefined) return;
    this.all.delete(oldest.id);
    oldest.cancel();
    void oldest.servers?.close();
  }

  /** Forgets a session. */
  delete(session: Session): void {
    this.all.delete(session.id);
  }

  [Symbol.iterator](): IterableIterator<Session> {
    return this.all.values();
  }

  /** The session that params name; undefined where there is none. */
  named(params: Json | undefined): Session | undefined {
    const id = isObject(params) ? params.sessionId : undefined;
    return typeof id === 'string' ? this.all.get(id) : undefined;
  }

  /** The same. Throws RpcError -32002 where there is none, or none that is open where that is asked for. */
  get(params: { sessionId: string }, { open }: { open: boolean }): Session {
    const session = this.named(params);
    if (session && (session.open || !open)) return session;
    throw notFound(`there is no session ${JSON.stringify(params.sessionId)}`);
  }

  /**
   * One page of session/list (ACP, Session List), the latest session first, of those that count. Throws RpcError -32602 for a cursor that is none
   * of ours.
   */
  page(
    { cwd, cursor }: ListSessionsRequest,
    size: number,
    counts: (session: Session) => boolean = () => true,
  ): ListSessionsResponse {
    const before = typeof cursor === 'string' ? this.read(cursor) : Number.POSITIVE_INFINITY;
    const wanted = typeof cwd === 'string' ? resolve(cwd) : undefined;
    const fits = (session: Session) =>
      counts(session) && (wanted === undefined || session.cwd === wanted) && session.number < before;
    const fitting = [...this.all.values()].filter(fits).reverse();
    const shown = fitting.slice(0, size);
    const more = fitting.length > size;
    return {
      sessions: shown.map((session) => this.entry(session)),
      ...(more && { nextCursor: this.cursor(shown.at(-1)!.number) }),
    };
  }

  private entry({ id, cwd, title, updatedAtText: updatedAt, directories }: Session): SessionInfo {
    return {
      sessionId: id,
      cwd,
      ...(title !== undefined && { title }),
      updatedAt,
      ...(directories.length > 0 && { additionalDirectories: [...directories] }),
    };
  }

  /** Makes cursors of another agent, and made-up ones, recognizable. */
  private get key(): string {
    this.madeKey ??= crypto().randomUUID();
    return this.madeKey;
  }

  private cursor(number: number): string {
    return Buffer.from(`${this.key} ${number}`).toString('base64url');
  }

  private read(cursor: string): number {
    const [key, number] = Buffer.from(cursor, 'base64url').toString().split(' ');
    if (key !== this.key || number === undefined) throw invalidParams('session/list: the cursor is none of this agent');
    return Number(number);
  }
}
