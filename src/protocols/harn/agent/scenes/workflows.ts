import { type Letter, Mailbox } from '../../../../workspace/mailbox.js';
import type { PromptTurn } from '../../../acp/agent/turns/prompt-turn.js';
import type { Scene } from '../../../acp/agent/turns/scene.js';
import { harnSessionOf } from './playing.js';

/** How often the script looks into its mailbox, in ms of the clock's time. */
const LOOK = 50;

/** A script that works on the mailbox that clients write into. */
export const WORKFLOWS: { readonly [name: string]: Scene } = {
  flow: {
    description: 'Publishes a value, says the next signal of a workflow, and answers the next update.',
    hint: 'the workflow',
    play: async (turn, rest) => {
      const session = harnSessionOf(turn);
      const mailbox = new Mailbox(session.files, rest.trim() || 'flow', turn.clock);
      mailbox.publish('state', { ready: true });
      session.report({ published: 'state' });
      const { name, payload } = await next(turn, mailbox, 'signal');
      session.report({ signal: { name, payload } });
      const update = await next(turn, mailbox, 'update');
      mailbox.respond(update.request_id ?? '', { heard: update.payload });
      return undefined;
    },
  },
};

async function next(turn: PromptTurn, mailbox: Mailbox, kind: Letter['kind']): Promise<Letter> {
  for (;;) {
    const letter = mailbox.take(kind);
    if (letter) return letter;
    await turn.pause(LOOK);
  }
}
