/** How many waits of the cases the first reply of a process may take: a server may need a while to start. */
const WAITS = 4;
/** ms, real time, that this comes to at most, where a wait of the cases is not longer itself. */
const MOST = 20_000;

/** @returns ms that the wait for the first reply of a process lasts, where other waits last `within` ms */
export function firstReplyWait(within: number): number {
  return Math.max(within, Math.min(WAITS * within, MOST));
}
