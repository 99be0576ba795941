import { unlessAborted } from '../../../../wire/clock/clock.js';
import type { Scene } from '../../../acp/agent/turns/scene.js';
import { harnSessionOf } from './playing.js';

/** Turns that wait for the host. */
export const DAEMONS: { readonly [name: string]: Scene } = {
  daemon: {
    description: 'Waits for its host, and says so again at each wake, until it is cancelled.',
    play: async (turn) => {
      const session = harnSessionOf(turn);
      for (let word = 'here'; ; word = 'here again') {
        const woken = session.woken();
        turn.say(word);
        await unlessAborted(woken, turn.signal);
      }
    },
  },
};
