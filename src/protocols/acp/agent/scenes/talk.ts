import type { PlanEntry } from '../../../../generated/types/acp-1.21.0.js';
import { internalError } from '../../errors.js';
import { orderIn } from '../turns/content.js';
import type { PromptTurn } from '../turns/prompt-turn.js';
import { type Scene, type StopReason, wordsOf } from '../turns/scene.js';

/** How long a turn that goes on lasts, and the time between two words of it. In ms. */
const LONG = 30_000;
const BEAT = 200;

/** What is said to a prompt that orders nothing. */
export const answer: Scene['play'] = async (turn) => {
  const { name, rest } = orderIn(turn.prompt);
  const others = turn.prompt.filter(({ type }) => type !== 'text').length;
  turn.say('You said: ');
  turn.say(`${name} ${rest}`.trim() || 'nothing');
  if (others > 0) turn.say(` (and ${others} more)`);
  return undefined;
};

/** Talk without any tool. */
export const talk: { readonly [name: string]: Scene } = {
  say: {
    description: 'Says exactly this text, in two pieces.',
    hint: 'the text',
    play: async (turn, rest) => {
      const characters = [...rest];
      const half = Math.ceil(characters.length / 2);
      for (const piece of [characters.slice(0, half), characters.slice(half)])
        if (piece.length > 0) turn.say(piece.join(''));
      return undefined;
    },
  },
  recall: {
    description: 'Says what came with this command before, and now.',
    hint: 'a word',
    play: async (turn) => {
      const told = turn.session.heard.flatMap((text) => /^\s*\/?recall\s+(.*)$/s.exec(text)?.[1] ?? []);
      turn.say(`I remember: ${told.join(', ')}`);
      return undefined;
    },
  },
  think: {
    description: 'Thinks twice and then speaks.',
    play: async (turn) => {
      turn.think('First I look at the question. ');
      turn.think('Then I answer it.');
      turn.say('That is my answer.');
      return undefined;
    },
  },
  plan: {
    description: 'Makes a plan of three steps and goes through it.',
    play: async (turn) => {
      const steps = ['Look at the code', 'Change it', 'Run the tests'];
      for (let done = 0; done <= steps.length; done++) {
        tellPlan(turn, steps, done);
        if (done < steps.length) await turn.pause(BEAT);
      }
      turn.say('All done.');
      return undefined;
    },
  },
  talk: {
    description: 'Talks on for half a minute.',
    play: async (turn) => {
      for (let spent = 0; spent < LONG; spent += BEAT) {
        turn.say(`word ${spent / BEAT + 1} `);
        await turn.pause(BEAT);
      }
      return undefined;
    },
  },
  wait: {
    description: 'Is silent for half a minute and then speaks.',
    play: async (turn) => {
      await turn.pause(LONG);
      turn.say('There I am.');
      return undefined;
    },
  },
  break: {
    description: 'Fails: the prompt is answered with an error.',
    play: async () => {
      throw internalError('The model is gone');
    },
  },
  stop: {
    description: 'Ends the turn for this reason.',
    hint: 'max_tokens, max_turn_requests or refusal',
    play: async (turn, rest) => {
      turn.say('No more.');
      const reason = REASONS.find((one) => one === wordsOf(rest)[0]);
      return reason;
    },
  },
};

const REASONS: readonly StopReason[] = ['max_tokens', 'max_turn_requests', 'refusal'];

/** Tells the whole plan, of which the first `done` steps are behind it. */
function tellPlan(turn: PromptTurn, steps: readonly string[], done: number): void {
  const statusOf = (index: number): PlanEntry['status'] =>
    index < done ? 'completed' : index === done ? 'in_progress' : 'pending';
  const entries = steps.map(
    (content, index): PlanEntry => ({
      content,
      priority: index === 0 ? 'high' : 'medium',
      status: statusOf(index),
    }),
  );
  turn.tell({ sessionUpdate: 'plan', entries });
}
