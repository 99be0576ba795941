import type { Scene } from '../../../acp/agent/turns/scene.js';
import { harnSessionOf } from './playing.js';

/** What a script asks humans. */
export const HUMANS: { readonly [name: string]: Scene } = {
  ask: {
    description: 'Asks the human a question, and says what was answered.',
    hint: 'the question',
    play: async (turn, rest) => {
      const session = harnSessionOf(turn);
      const response = await session.humans.ask('question', { prompt: rest || 'Which branch?' }, turn.signal);
      turn.signal.throwIfAborted();
      session.report({ answer: response?.answer ?? null });
      return undefined;
    },
  },
};
