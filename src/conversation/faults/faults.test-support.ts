import type { Json, JsonObject } from '../../json/json.js';
import type { Carried } from '../../wire/carried.js';
import type { Clock } from '../../wire/clock/clock.js';
import { createFaults, type FaultOptions, type FaultRule } from './faults.js';

/** A clock that stands still until the test moves it. */
export class StillClock implements Clock {
  private time = 0;
  private timers: { due: number; fire: () => void }[] = [];
  now = () => this.time;
  date = () => this.time;
  after(ms: number, fire: () => void): () => void {
    const timer = { due: this.time + ms, fire };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((one) => one !== timer);
    };
  }
  advance(ms: number): void {
    const end = this.time + ms;
    for (;;) {
      const next = this.timers.filter(({ due }) => due <= end).sort((a, b) => a.due - b.due)[0];
      if (!next) break;
      this.time = next.due;
      this.timers = this.timers.filter((one) => one !== next);
      next.fire();
    }
    this.time = end;
  }
  get waiting(): number {
    return this.timers.length;
  }
}

const discriminator = (method: string) => (method === 'session/update' ? '/params/update/sessionUpdate' : undefined);

/** A border under test: what goes in, and what came out on either side, in order. */
export function bench(rules: Omit<FaultRule, 'id'>[], options: Partial<FaultOptions> = {}) {
  const clock = new StillClock();
  const faults = createFaults(
    rules.map((rule, at) => ({ id: `rule-${at}`, ...rule })),
    { clock, select: { discriminator }, ...options },
  );
  const out: Carried[] = [];
  const at = (lane?: string) => {
    const border = faults.border(lane);
    return {
      sends: (carried: Carried) => border.sends(carried, (one) => out.push(one)),
      hears: (carried: Carried) => border.hears(carried, (one) => out.push(one)),
    };
  };
  return { clock, faults, out, at, ...at(), counts: () => [...faults.applied().values()] };
}

export const message = (value: Json, more: Partial<Carried> = {}): Carried => ({
  kind: 'message',
  message: value,
  ...more,
});
export const request = (id: Json, method: string, params: JsonObject = {}, more: Partial<Carried> = {}) =>
  message({ jsonrpc: '2.0', id, method, params }, more);
export const notify = (method: string, params: JsonObject = {}, more: Partial<Carried> = {}) =>
  message({ jsonrpc: '2.0', method, params }, more);
export const reply = (id: Json, result: JsonObject = {}, more: Partial<Carried> = {}) =>
  message({ jsonrpc: '2.0', id, result }, more);
export const chunk = (text: string, more: Partial<Carried> = {}) =>
  notify('session/update', { update: { sessionUpdate: 'agent_message_chunk', text } }, more);
export const closed = (more: Partial<Carried> = {}): Carried => ({ kind: 'closed', closed: { how: 'end' }, ...more });
