import type { Driven } from '../../../src/conversation/case/drive.js';
import { firstReplyAfter } from '../cause.js';

/** ms that a server needed for its first reply, if that was longer than a wait lasts, twice. A wait is longer if the server lacks a core. */
export function slowness(first: Driven, last: Driven, within: number): number | undefined {
  const took = firstReplyAfter(first) ?? 0;
  const isSlow = (ms: number, { lackedMs = 0 }: Driven) => ms - lackedMs > within;
  return isSlow(took, first) && isSlow(firstReplyAfter(last) ?? took, last) ? took : undefined;
}
