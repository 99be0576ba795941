import { createFaults } from '../../src/conversation/faults/faults.js';
import type { SelectContext } from '../../src/language/selector.js';
import type { Clock } from '../../src/wire/clock/clock.js';
import type { FaultSet } from '../load/faults.js';
import type { Crossing } from './border-log.js';

/**
 * Whether faults would do anything to what crossed the border of a reference without them. Up to where a fault does
 * something for the first time, the reference with it and the one without behave alike; so a conversation that it would
 * leave alone is the same with it, and needs no playing. A switch acts inside the reference, where nobody can tell.
 */
export function faultApplies(
  { rules, switches }: FaultSet,
  crossings: readonly Crossing[],
  select: SelectContext,
): boolean {
  if (switches.length > 0) return true;
  const clock = new ReplayClock();
  let ended = false;
  const faults = createFaults(rules, { clock, select, exit: () => (ended = true), close: () => (ended = true) });
  const border = faults.border();
  for (const { direction, time, carried } of crossings) {
    clock.advance(time);
    border[direction](carried, () => undefined);
    if (ended || faults.acted()) return true;
  }
  clock.advance(Number.POSITIVE_INFINITY);
  return faults.acted();
}

/** A clock that follows the times of what is replayed. */
class ReplayClock implements Clock {
  private time = 0;
  private timers: { due: number; fire: () => void }[] = [];

  now(): number {
    return this.time;
  }

  date(): number {
    return this.time;
  }

  after(ms: number, fire: () => void): () => void {
    const timer = { due: this.time + Math.max(0, ms), fire };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((one) => one !== timer);
    };
  }

  /** Moves to a time, firing what is due on the way. */
  advance(to: number): void {
    for (let next = this.next(to); next; next = this.next(to)) {
      this.timers = this.timers.filter((one) => one !== next);
      this.time = Math.max(this.time, next.due);
      next.fire();
    }
    this.time = Math.max(this.time, Number.isFinite(to) ? to : this.time);
  }

  private next(to: number) {
    const due = this.timers.filter((timer) => timer.due <= to);
    return due.sort((a, b) => a.due - b.due)[0];
  }
}
