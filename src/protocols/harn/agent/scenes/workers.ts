import { ToolError } from '../../../acp/agent/sessions/client.js';
import type { PromptTurn } from '../../../acp/agent/turns/prompt-turn.js';
import type { Scene } from '../../../acp/agent/turns/scene.js';
import { runWorker, type WorkerSpec } from '../loop/workers.js';
import { DONE, harnSessionOf, loop } from './playing.js';

/** How long a worker takes, and one that takes its time. In ms of the clock's time. */
const SHORT = 500;
const LONG = 10_000;

/** Work that is delegated to workers in the background (Harn bridge, Worker lifecycle notifications). */
export const WORKERS: { readonly [name: string]: Scene } = {
  delegate: {
    description: 'Delegates to a worker, which does its work.',
    play: (turn) => delegate(turn, counting(turn, 'counter', SHORT)),
  },
  'delegate-audited': {
    description: 'Delegates to a worker in a mutation session.',
    play: (turn) => {
      const session = harnSessionOf(turn);
      const mutation = { session_id: session.id, run_id: session.name('run'), mutation_scope: 'apply_workspace' };
      return delegate(turn, { ...counting(turn, 'counter', SHORT), mutation });
    },
  },
  'delegate-failing': {
    description: 'Delegates to a worker that fails.',
    play: (turn) =>
      delegate(turn, {
        name: 'counter',
        task: 'Count what is not there',
        work: async () => {
          await turn.pause(SHORT);
          throw new ToolError('there is nothing to count');
        },
      }),
  },
  'delegate-two': {
    description: 'Delegates to two workers at once.',
    play: (turn) => delegate(turn, counting(turn, 'counter', SHORT), counting(turn, 'reader', 2 * SHORT)),
  },
  'delegate-slow': {
    description: 'Delegates to a worker that takes ten seconds.',
    play: (turn) => delegate(turn, counting(turn, 'counter', LONG)),
  },
};

async function delegate(turn: PromptTurn, ...specs: readonly WorkerSpec[]): Promise<undefined> {
  await Promise.all(specs.map((spec) => runWorker(turn, harnSessionOf(turn), spec)));
  return loop(turn, () => DONE);
}

const counting = (turn: PromptTurn, name: string, ms: number): WorkerSpec => ({
  name,
  task: `Work as ${name}`,
  work: async () => {
    await turn.pause(ms);
    return { counted: 3 };
  },
});
