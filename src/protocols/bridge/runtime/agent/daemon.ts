import type { PromptTurn } from '../prompt-turn.js';
import type { Agent } from './agent.js';

/** How long an idle daemon waits, in ms: the first time, the second time, and so on; then always the last. */
const BACKOFF = [100, 500, 1000, 2000] as const;

/**
 * Keeps an agent alive after its turn (Harn bridge, Daemon idle/resume notifications): it tells the host that it is idle and
 * waits, longer each time. What arrives wakes it for one more turn, after which it begins with the shortest wait. Ends by
 * rejecting when the turn is cancelled.
 */
export async function runDaemon(turn: PromptTurn, agent: Agent): Promise<never> {
  for (let iteration = 1, step = 0; ; iteration++) {
    const backoff_ms = BACKOFF[step]!;
    turn.notify('agent/idle', { iteration, backoff_ms });
    if (await turn.inbox.wait(turn.clock, backoff_ms, turn.signal)) {
      step = 0;
      await agent.run();
    } else step = Math.min(step + 1, BACKOFF.length - 1);
  }
}
