import { BoundedMap } from '../../../../bounded/bounded-map.js';
import type {
  ContentBlock,
  InjectRequest,
  PendingReminder,
  PendingUserMessage,
  RemindRequest,
} from '../../../../generated/types/harn-extensions-v1.js';
import type { JsonObject } from '../../../../json/json.js';
import { withReason } from '../../errors.js';

/** A message of the user that waits. */
export interface PendingMessage {
  kind: 'user';
  id: string;
  mode: InjectRequest['mode'];
  content: ContentBlock[];
}

/** A reminder that waits. */
export interface WaitingReminder {
  kind: 'reminder';
  id: string;
  mode: NonNullable<RemindRequest['mode']>;
  reminder: RemindRequest;
}

type Pending = PendingMessage | WaitingReminder;

/** Where a turn takes what waits: before a tool runs, behind an operation, at its end. */
export type Point = 'dispatch' | 'boundary' | 'exit';

const TAKEN: { readonly [point in Point]: readonly Pending['mode'][] } = {
  dispatch: ['interrupt_immediate'],
  boundary: ['interrupt_immediate', 'finish_step', 'steer'],
  exit: ['interrupt_immediate', 'finish_step', 'steer', 'queue', 'audit_only'],
};

/** Messages and reminders that are remembered when they do not wait any more. */
const REMEMBERED = 10_000;

/**
 * What was put into a session and not delivered yet, in the order in which it came (Harn guide, Queued user messages and
 * reminders). It outlives turns.
 */
export class Queue {
  private waiting: Pending[] = [];
  /** What became of what does not wait any more, by its id. */
  private readonly over = new BoundedMap<string, { kind: Pending['kind']; how: 'delivered' | 'revoked' }>(REMEMBERED);

  /** @param name makes ids */
  constructor(private readonly name: (kind: string) => string) {}

  inject(mode: InjectRequest['mode'], content: InjectRequest['content']): string {
    const id = this.name('msg_inj');
    this.waiting.push({ kind: 'user', id, mode, content: blocksOf(content) });
    return id;
  }

  remind(reminder: RemindRequest): string {
    const { dedupe_key: key, mode = 'finish_step' } = reminder;
    // Of those with one key the last counts.
    if (key !== undefined)
      this.waiting = this.waiting.filter((one) => one.kind === 'user' || one.reminder.dedupe_key !== key);
    const id = this.name('rem');
    this.waiting.push({ kind: 'reminder', id, mode, reminder });
    return id;
  }

  /** Takes something back. Returns whether that is new. Throws RpcError -32602 with the reason. */
  revoke(kind: Pending['kind'], id: string): 'revoked' | 'already_revoked' {
    const over = this.over.get(id);
    if (over?.kind === kind && over.how === 'revoked') return 'already_revoked';
    const { id: known } = this.pending(kind, id);
    this.waiting = this.waiting.filter((one) => one.id !== known);
    this.over.set(id, { kind, how: 'revoked' });
    return 'revoked';
  }

  /** Gives a message another content where it stands. Throws RpcError -32602 with the reason. */
  replace(id: string, content: InjectRequest['content']): void {
    (this.pending('user', id) as PendingMessage).content = blocksOf(content);
  }

  /** Takes out what is due. */
  take(point: Point): Pending[] {
    const due = this.waiting.filter(({ mode }) => TAKEN[point].includes(mode));
    this.waiting = this.waiting.filter((one) => !due.includes(one));
    for (const { kind, id } of due) this.over.set(id, { kind, how: 'delivered' });
    return due;
  }

  /** What waits, as it is listed. */
  rows(): (PendingUserMessage | PendingReminder)[] {
    return this.waiting.map((one): PendingUserMessage | PendingReminder => {
      if (one.kind === 'user') return { kind: 'user', messageId: one.id, mode: one.mode, content: one.content };
      const { body, tags = [], dedupe_key = null, ttl_turns = null, role_hint = 'system' } = one.reminder;
      const more = { tags, dedupeKey: dedupe_key, ttlTurns: ttl_turns, roleHint: role_hint };
      return { kind: 'reminder', reminderId: one.id, mode: one.mode, body, ...more };
    });
  }

  private pending(kind: Pending['kind'], id: string): Pending {
    const found = this.waiting.find((one) => one.kind === kind && one.id === id);
    if (found) return found;
    const over = this.over.get(id);
    const named: JsonObject = kind === 'user' ? { messageId: id } : { reminderId: id };
    if (over?.kind !== kind) throw withReason(kind === 'user' ? 'unknown_message_id' : 'unknown_reminder_id', named);
    throw withReason(`already_${over.how}`, named);
  }
}

const blocksOf = (content: InjectRequest['content']): ContentBlock[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : content;
