/** Real ms without a further byte, and rounds of the event loop, after which what is missing counts as lost. */
const PATIENCE = 1_000;
const ROUNDS = 200;

/**
 * Waits until no more than `lost` bytes are missing of what the other side says it has written, for as long as more of
 * them come: how fast they do is a matter of load. Resolves with the bytes that are lost now: a torn connection swallows some.
 *
 * @param now real time in ms
 */
export async function catchUp(missing: () => number, lost: number, now: () => number): Promise<number> {
  const known = Math.max(0, Math.min(lost, missing()));
  let least = missing();
  let since = now();
  for (let rounds = 0; least > known; rounds++) {
    if (rounds >= ROUNDS && now() - since >= PATIENCE) break;
    await round();
    if (missing() >= least) continue;
    least = missing();
    since = now();
    rounds = 0;
  }
  return Math.max(known, missing());
}

/** One round of the event loop: everything that is ready has been read. */
export const round = () => new Promise<void>((resolve) => setImmediate(resolve));
