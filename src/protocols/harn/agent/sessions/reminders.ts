import type { RemindRequest } from '../../../../generated/types/harn-extensions-v1.js';
import type { Message } from './transcript.js';

/** The reminders that models are given: those that were delivered and still hold. */
export class Reminders {
  private held: { reminder: RemindRequest; turns: number }[] = [];

  hold(reminder: RemindRequest): void {
    const { dedupe_key: key } = reminder;
    if (key !== undefined) this.held = this.held.filter((one) => one.reminder.dedupe_key !== key);
    this.held.push({ reminder, turns: reminder.ttl_turns ?? Number.POSITIVE_INFINITY });
  }

  /** A turn is over. */
  age(): void {
    this.held = this.held.map((one) => ({ ...one, turns: one.turns - 1 })).filter(({ turns }) => turns > 0);
  }

  /** As a model is given them, never as words of the user. */
  messages(): Message[] {
    return this.held.map(({ reminder: { body, role_hint } }) => ({
      role: role_hint === 'developer' ? 'developer' : 'system',
      content: body,
    }));
  }
}
