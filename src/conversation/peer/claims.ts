import { isObject, type Json } from '../../json/json.js';
import { shapeOf } from '../../jsonrpc/messages.js';
import type { Step } from '../../language/case.js';
import { stepsOf } from '../../language/steps.js';
import type { WireRecord } from '../../wire/record.js';

/**
 * The requests of the target that the steps of a case answer: on each lane every method that some `expect: { request: M }` waits
 * for there. The peers of the other lanes answer it on theirs.
 */
export class Claims {
  /** Channels that are lanes of their own: what steps open. The exchanges of HTTP lie on `main`. */
  private readonly lanes = new Set<string>();
  private readonly methods = new Map<string, Set<string>>();

  constructor(steps: readonly Step[]) {
    const all = stepsOf(steps);
    for (const { verb, body } of all)
      if (verb === 'open' && isObject(body) && typeof body.as === 'string') this.lanes.add(body.as);
    for (const { verb, body, on } of all) {
      if (verb !== 'expect' || !isObject(body) || typeof body.request !== 'string') continue;
      const lane = this.laneOf(on);
      this.methods.set(lane, (this.methods.get(lane) ?? new Set()).add(body.request.split('#')[0]!));
    }
  }

  /** Whether the steps answer requests of this method that come on this channel. */
  keep(method: string, channel: string): boolean {
    return [this.laneOf(channel), ANY].some((lane) => {
      const methods = this.methods.get(lane);
      return methods?.has(method) || methods?.has('*');
    });
  }

  /** Whether a record is a request that the steps leave to the peer. */
  leave({ kind, message, channel }: WireRecord): boolean {
    if (kind !== 'message' || !isObject(message) || shapeOf(message) !== 'request') return false;
    return !this.keep(String(message.method), channel);
  }

  private laneOf(channel: Json | undefined): string {
    if (channel === undefined) return 'main';
    // Only a run knows it: any may be meant.
    if (typeof channel !== 'string' || channel.includes('${')) return ANY;
    return this.lanes.has(channel) || /^peer-\d+$/.test(channel) ? channel : 'main';
  }
}

/** No channel has this name. */
const ANY = '*';
