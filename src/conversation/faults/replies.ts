import type { Json } from '../../json/json.js';
import { isObject } from '../../json/json.js';
import { shapeOf } from '../../jsonrpc/messages.js';
import type { Direction } from '../../language/fault-rule.js';
import type { Carried } from '../../wire/carried.js';

/** Requests that are remembered at a time; the oldest are forgotten first. */
const MOST = 10_000;

/** The methods of the requests that crossed a border, so that replies can be told by what they answer. */
export class Methods {
  private readonly known = new Map<string, string>();

  /** Remembers a request. */
  note(direction: Direction, lane: string, { message, stream }: Carried): void {
    if (!isObject(message) || shapeOf(message) !== 'request') return;
    for (const key of keys(direction, lane, stream, message.id)) {
      // Set anew, so that the latest of several with one id is also the last to be forgotten.
      this.known.delete(key);
      this.known.set(key, message.method as string);
    }
    for (const key of this.known.keys()) {
      if (this.known.size <= MOST) break;
      this.known.delete(key);
    }
  }

  /** The method of the request that a response answers: on its own stream first, then anywhere on the lane. */
  answeredBy(direction: Direction, lane: string, { message, stream }: Carried): string | undefined {
    if (!isObject(message) || shapeOf(message) !== 'response') return undefined;
    const asked = direction === 'sends' ? 'hears' : 'sends';
    for (const key of keys(asked, lane, stream, message.id)) {
      const method = this.known.get(key);
      if (method !== undefined) return method;
    }
    return undefined;
  }
}

function keys(direction: Direction, lane: string, stream: string | undefined, id: Json | undefined): string[] {
  if (typeof id === 'object' || typeof id === 'boolean' || id === undefined) return [];
  const place = JSON.stringify([direction, lane, typeof id === 'string' ? 'text' : 'number', String(id)]);
  return stream === undefined ? [place] : [`${place}${stream}`, place];
}
