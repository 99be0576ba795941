import type { PromptTurn } from '../../../acp/agent/turns/prompt-turn.js';
import type { Scene } from '../../../acp/agent/turns/scene.js';
import { DONE, loop, oneByOne, wait } from './playing.js';

/** How many tools `steps` runs, and how long each takes in ms of the clock's time. */
const STEPS = 6;
const STEP = 1000;
/** How long the tool of `slow` takes, in ms of the clock's time. */
const SLOW = 10_000;

/** What the prompts of an agent of Harn can order beside those of ACP: loops of a model that tells what it was given. */
export const LOOPS: { readonly [name: string]: Scene } = {
  recall: {
    description: 'Calls the model once, which says this.',
    hint: 'the text',
    play: (turn, rest) => loop(turn, () => ({ text: rest || 'Noted.' })),
  },
  steps: {
    description: 'Runs six tools of a second each, with a call of the model before each and behind the last.',
    play: (turn) => loop(turn, (nth) => (nth < STEPS ? { uses: [wait(turn, 'step', STEP, nth + 1)] } : DONE)),
  },
  slow: {
    description: 'Runs a tool that takes ten seconds, and calls the model again.',
    play: (turn) => oneByOne(turn, wait(turn, 'slow', SLOW, 1)),
  },
  both: {
    description: 'Runs two tools at once that take ten seconds each, and calls the model again.',
    play: (turn) =>
      loop(turn, (nth) => (nth < 1 ? { uses: [1, 2].map((part) => wait(turn, 'slow', SLOW, part)) } : DONE)),
  },
  halt: {
    description: 'Stops its own tool of ten seconds after one second, and runs another of five.',
    play: (turn) => loop(turn, (nth) => [halted(turn), { uses: [wait(turn, 'step', 5 * STEP, 2)] }][nth] ?? DONE),
  },
  consent: {
    description: 'Asks for permission for a tool that takes a second, and calls the model again.',
    play: (turn) => oneByOne(turn, { ...wait(turn, 'step', STEP, 1), ask: true }),
  },
};

const halted = (turn: PromptTurn) => ({ uses: [{ ...wait(turn, 'slow', SLOW, 1), stopAfter: STEP }] });
