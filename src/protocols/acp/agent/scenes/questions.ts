import type { CreateElicitationResponse, ElicitationSchema } from '../../../../generated/types/acp-1.21.0.js';
import { isObject, type Json } from '../../../../json/json.js';
import { unchecked } from '../../unchecked.js';
import { type Question, ToolError } from '../sessions/client.js';
import type { PromptTurn } from '../turns/prompt-turn.js';
import { type Scene, wordsOf } from '../turns/scene.js';

/** ms between an accepted URL and the end of what the user does there. */
const VISIT = 200;

const FORM: ElicitationSchema = {
  type: 'object',
  properties: { word: { type: 'string', title: 'Word', minLength: 1 } },
  required: ['word'],
};

/** What an agent asks its user beside permission, and what it says of its context: not in 0.12.2. */
export const questions: { readonly [name: string]: Scene } = {
  form: {
    description: 'Asks for a word by a form, and says it.',
    play: async (turn) => {
      const content = turn.client.offered.form
        ? await accepted(turn, { mode: 'form', message: 'Which word do you want to hear?', requestedSchema: FORM })
        : undefined;
      const word = isObject(content ?? null) ? (content as { [field: string]: Json }).word : undefined;
      turn.say(typeof word === 'string' && word !== '' ? `The word is ${word}.` : 'Then without a word.');
      return undefined;
    },
  },
  link: {
    description: 'Sends the user to a URL, and reports that the user is done there.',
    play: async (turn) => {
      const { id } = turn.session;
      const elicitationId = `${id}/${turn.session.name('link')}`;
      const url = `https://agent.example/connect?elicitation=${encodeURIComponent(elicitationId)}`;
      const content = turn.client.offered.url
        ? await accepted(turn, { mode: 'url', message: 'Please allow access there.', elicitationId, url })
        : undefined;
      if (content !== undefined) {
        await turn.pause(VISIT);
        turn.session.finish(elicitationId);
      }
      turn.say(content === undefined ? 'Then without access.' : 'That is done.');
      return undefined;
    },
  },
  usage: {
    description: 'Says how full its context is, and what it has cost.',
    hint: 'the currency',
    play: async (turn, rest) => {
      const [currency = 'USD'] = wordsOf(rest);
      turn.session.announce({
        sessionUpdate: 'usage_update',
        used: 53_000,
        size: 200_000,
        cost: { amount: 0.045, currency },
      });
      turn.say('There is room left.');
      return undefined;
    },
  },
};

/** The content of an accepted elicitation, null for none; undefined if it was not accepted. Rejects with Cancelled. */
async function accepted(turn: PromptTurn, question: Question): Promise<Json | undefined> {
  try {
    const answer = await turn.client.elicit(question);
    const { action, content = null } = unchecked<CreateElicitationResponse & { content: Json }>(answer);
    return action === 'accept' ? content : undefined;
  } catch (error) {
    if (error instanceof ToolError) return undefined;
    throw error;
  }
}
