import type { PromptTurn } from '../turns/prompt-turn.js';
import { type Scene, wordsOf } from '../turns/scene.js';

/** What an agent changes about its session by itself. */
export const session: { readonly [name: string]: Scene } = {
  mode: {
    description: 'Changes the mode of the session.',
    hint: 'the mode',
    play: async (turn, rest) => {
      const { mode, settings } = turn.session.choices.setMode(wordsOf(rest)[0] ?? '');
      announce(turn, mode, settings);
      turn.say('I work in another mode now.');
      return undefined;
    },
  },
  setting: {
    description: 'Changes a setting of the session.',
    hint: 'the setting and its value',
    play: async (turn, rest) => {
      const [id = '', value = ''] = wordsOf(rest);
      announce(turn, ...turn.session.choices.set(id, value === 'on' ? true : value));
      turn.say('I work otherwise now.');
      return undefined;
    },
  },
};

function announce(turn: PromptTurn, ...updates: (Parameters<PromptTurn['tell']>[0] | undefined)[]): void {
  for (const update of updates) if (update) turn.session.announce(update);
}
