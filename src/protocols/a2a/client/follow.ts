import { type Clock, sleep } from '../../../wire/clock/clock.js';
import type { Conversation } from './connection.js';
import type { View } from './view.js';

/** ms between two looks at a task. */
const PAUSE = 1_000;

/** A task whose end is awaited. */
export interface Followed {
  connection: Conversation;
  id: string;
  view: View;
  /** Whether its events were streamed. */
  streams: boolean;
  clock: Clock;
  signal: AbortSignal;
}

/** Looks at a task from time to time, until it has ended or waits. */
export async function follow({ connection, id, view, clock, signal }: Followed, pause = PAUSE): Promise<void> {
  while (!view.settled && !signal.aborted) {
    if (pause > 0) await sleep(clock, pause, signal);
    if (!signal.aborted) view.take(await connection.request('tasks/get', { id }));
  }
}
