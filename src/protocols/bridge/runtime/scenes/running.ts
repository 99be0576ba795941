import { Agent } from '../agent/agent.js';
import { runDaemon } from '../agent/daemon.js';
import { runWorker } from '../agent/worker.js';
import type { PromptTurn } from '../prompt-turn.js';
import { openMutation } from '../tools/mutation.js';
import type { Scene } from './scene.js';

async function delegate(turn: PromptTurn, withMutation: boolean): Promise<void> {
  await runWorker(turn, {
    name: 'counter',
    task: 'Count the words of the prompt',
    work: async () => turn.prompt.split(/\s+/).length,
    ...(withMutation ? { mutation: openMutation(turn, undefined) } : {}),
  });
  turn.text('the worker is done\n');
}

/** What runs beside a turn, or on after it. */
export const runningScenes: { [word: string]: Scene } = {
  daemon: {
    usage: 'daemon',
    async play(turn) {
      const agent = new Agent(turn, { model: (_, nth) => ({ text: nth === 0 ? 'here' : 'here again' }) });
      await agent.run(turn.prompt);
      await runDaemon(turn, agent);
    },
  },
  worker: { usage: 'worker', play: (turn) => delegate(turn, false) },
  'worker-audit': { usage: 'worker-audit', play: (turn) => delegate(turn, true) },
};
