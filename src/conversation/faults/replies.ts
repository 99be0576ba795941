import { isObject } from '../../json/json.js';
import { RequestLedger } from '../../jsonrpc/ledger.js';
import { shapeOf } from '../../jsonrpc/messages.js';
import type { Direction } from '../../language/fault-rule.js';
import type { Carried } from '../../wire/carried.js';

/** Requests of one direction of a lane that are remembered. */
const REMEMBERED = 10_000;

/** The methods of the requests that crossed a border, so that replies can be told by what they answer. */
export class Methods {
  /** Of each lane the requests, with the streams that they came on. */
  private readonly lanes = new Map<string, RequestLedger<Direction, string | undefined>>();

  /** Remembers a request. */
  note(direction: Direction, lane: string, { message, stream }: Carried): void {
    if (!isObject(message) || shapeOf(message) !== 'request') return;
    const requests = this.lanes.get(lane) ?? new RequestLedger(REMEMBERED);
    this.lanes.set(lane, requests);
    requests.asked(direction, message.id!, message.method as string, stream);
  }

  /**
   * The method of the request that a response answers: on its own stream first, then anywhere on the lane. Of several with one
   * id the latest counts, since those of many connections may be on one lane.
   */
  answeredBy(direction: Direction, lane: string, { message, stream }: Carried): string | undefined {
    if (!isObject(message) || shapeOf(message) !== 'response') return undefined;
    const asker = direction === 'sends' ? 'hears' : 'sends';
    return this.lanes.get(lane)?.latest(asker, message.id, (of) => of === stream)?.method;
  }
}
