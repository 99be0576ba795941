import type { Scene } from '../../../acp/agent/turns/scene.js';
import { harnSessionOf, loop } from './playing.js';

/** What a token costs, in dollars. */
const USD_PER_TOKEN = 1e-5;

/** Calls of a model: which one they go to, and what it is given (Harn guide, Session model pin, Session thought level). */
export const MODELS: { readonly [name: string]: Scene } = {
  models: {
    description: 'Calls the model of the session, and then the one that this names.',
    hint: 'the model of the second call',
    play: (turn, rest) =>
      twice((asked) => loop(turn, () => ({ text: 'Noted.', ...(asked && { asked: { model: rest } }) }))),
  },
  thoughts: {
    description: 'Calls the model as the session says, and then with this level of thinking.',
    hint: 'the level of the second call',
    play: (turn, rest) =>
      twice((asked) => loop(turn, () => ({ text: 'Noted.', ...(asked && { asked: { thought: rest } }) }))),
  },
  efforts: {
    description: 'Calls the model as the session says, and then with this reasoning effort.',
    hint: 'the effort of the second call',
    play: (turn, rest) =>
      // The models of the reference think as much as they are asked to, by either name.
      twice((asked) => loop(turn, () => ({ text: 'Noted.', ...(asked && { asked: { thought: rest } }) }))),
  },
  burn: {
    description: 'Calls a model that uses so many tokens.',
    hint: 'the tokens',
    play: async (turn, rest) => {
      const { budget } = harnSessionOf(turn);
      const tokens = Number(rest) || 0;
      budget.spend('llm_tokens', tokens);
      budget.spend('llm_cost_usd', tokens * USD_PER_TOKEN);
      return loop(turn, () => ({ text: 'Noted.' }));
    },
  },
};

/** Does it without settings of its own, and then with them. */
async function twice(call: (asked: boolean) => Promise<undefined>): Promise<undefined> {
  await call(false);
  return call(true);
}
