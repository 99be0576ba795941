import { BoundedMap } from '../../../bounded/bounded-map.js';
import type { ContentBlock, PendingInjections } from '../../../generated/types/hub-v1.js';
import { invalidParams } from '../errors.js';

/** Messages and reminders that are remembered when they wait no more. */
const REMEMBERED = 10_000;

interface Waiting {
  kind: 'user' | 'reminder';
  id: string;
  mode: string;
  content: readonly ContentBlock[];
  body: string;
}

/** What was said into a session and waits to be delivered: messages of the user and reminders, the oldest first. */
export class Queue {
  private waiting: Waiting[] = [];
  /** What became of those that wait no more. */
  private readonly gone = new BoundedMap<string, 'revoked' | 'delivered'>(REMEMBERED);
  private count = 0;

  constructor(private readonly sessionId: string) {}

  /** Adds a message or a reminder; returns its id. */
  add(kind: Waiting['kind'], mode: string, content: readonly ContentBlock[], body = ''): string {
    this.count += 1;
    const id = `${kind === 'user' ? 'msg_inj' : 'rem'}_${this.sessionId}_${this.count}`;
    this.waiting.push({ kind, id, mode, content, body });
    return id;
  }

  /** Takes back what waits. Throws RpcError -32602 for what was delivered, and for what never was. */
  revoke(kind: Waiting['kind'], id: string): 'revoked' | 'already_revoked' {
    if (this.waiting.some((one) => one.id === id && one.kind === kind)) {
      this.waiting = this.waiting.filter((one) => one.id !== id);
      this.gone.set(id, 'revoked');
      return 'revoked';
    }
    if (this.gone.get(id) === 'revoked') return 'already_revoked';
    throw this.missing(kind, id);
  }

  /** Gives a message that waits other content. Throws RpcError -32602 as `revoke` does. */
  replace(id: string, content: readonly ContentBlock[]): void {
    const one = this.waiting.find((waiting) => waiting.id === id && waiting.kind === 'user');
    if (!one) throw this.missing('user', id);
    one.content = content;
  }

  /** What waits, as it is listed. */
  list(): PendingInjections['injections'] {
    return this.waiting.map(({ kind, id, mode, body }): PendingInjections['injections'][number] =>
      kind === 'user' ? { kind, messageId: id, mode } : { kind, reminderId: id, mode, body },
    );
  }

  /** Takes what is due: after an operation what steers, at the end of a turn everything. */
  take(when: 'operation' | 'end'): Waiting[] {
    const due = (one: Waiting) => when === 'end' || one.mode === 'steer' || one.mode === 'interrupt_immediate';
    const taken = this.waiting.filter(due);
    this.waiting = this.waiting.filter((one) => !due(one));
    for (const { id } of taken) this.gone.set(id, 'delivered');
    return taken;
  }

  private missing(kind: Waiting['kind'], id: string): Error {
    const name = kind === 'user' ? 'message' : 'reminder';
    const known = this.gone.get(id);
    const reason = known === undefined ? `unknown_${name}_id` : `already_${known}`;
    return invalidParams(`there is no ${name} ${id} that waits`, { reason, [`${name}Id`]: id });
  }
}
