import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { during, sleep } from '../../../../wire/clock/clock.js';
import { type Scene, wordsOf } from '../../../acp/agent/scenes/scene.js';
import { pathIn } from '../../../acp/agent/tools/files.js';
import { ToolError } from '../../../acp/agent/turns/client.js';
import type { PromptTurn } from '../../../acp/agent/turns/prompt-turn.js';
import { HarnSession } from '../sessions/session.js';
import type { ToolUse } from '../tools/run.js';
import { type Model, runLoop } from './loop.js';

/** How many tools `steps` runs, and how long each takes in ms of the clock's time. */
const STEPS = 6;
const STEP = 1000;
/** How long the tool of `slow` takes, in ms of the clock's time. */
const SLOW = 10_000;

/** What the prompts of an agent of Harn can order beside those of ACP: loops of a model that tells what it was given. */
export const SCENES: { readonly [name: string]: Scene } = {
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
    play: (turn) => loop(turn, (nth) => (nth < 1 ? { uses: [wait(turn, 'slow', SLOW, 1)] } : DONE)),
  },
  both: {
    description: 'Runs two tools at once that take ten seconds each, and calls the model again.',
    play: (turn) =>
      loop(turn, (nth) => (nth < 1 ? { uses: [1, 2].map((part) => wait(turn, 'slow', SLOW, part)) } : DONE)),
  },
  halt: {
    description: 'Stops a tool of ten seconds by itself after one, and runs another of five.',
    play: (turn) => loop(turn, (nth) => [halted(turn), { uses: [wait(turn, 'step', 5 * STEP, 2)] }][nth] ?? DONE),
  },
  consent: {
    description: 'Asks for permission for a tool that takes a second, and calls the model again.',
    play: (turn) => loop(turn, (nth) => (nth < 1 ? { uses: [{ ...wait(turn, 'step', STEP, 1), ask: true }] } : DONE)),
  },
  write: {
    description: 'Writes a file of the working directory by a tool of its own, without asking.',
    hint: 'the file, then its content',
    play: (turn, rest) => {
      const [name = 'notes.txt', content = 'new'] = wordsOf(rest);
      return loop(turn, (nth) => (nth < 1 ? { uses: [write(turn, name, content)] } : DONE));
    },
  },
};

const DONE = { text: 'Done.' };
const halted = (turn: PromptTurn) => ({ uses: [{ ...wait(turn, 'slow', SLOW, 1), stopAfter: STEP }] });

async function loop(turn: PromptTurn, model: Model): Promise<undefined> {
  await runLoop(turn, harnSessionOf(turn), model);
}

function harnSessionOf({ session }: PromptTurn): HarnSession {
  if (session instanceof HarnSession) return session;
  throw new TypeError('a scene of Harn needs a session of Harn');
}

/** A tool that takes its time and does nothing. */
function wait(turn: PromptTurn, tool: string, ms: number, part: number): ToolUse {
  return {
    tool,
    kind: 'think',
    rawInput: { part },
    work: async (signal) => {
      await sleep(turn.clock, ms, signal);
      signal.throwIfAborted();
      return { part, status: 'done' };
    },
  };
}

/** A tool that writes a file; what it held before is kept (Harn guide, session/rollback). */
function write(turn: PromptTurn, name: string, content: string): ToolUse {
  const path = pathIn(turn, name);
  return {
    tool: 'write_file',
    kind: 'edit',
    rawInput: { path: name, content },
    locations: [{ path }],
    work: async (signal) => {
      signal.throwIfAborted();
      harnSessionOf(turn).checkpoints.keep(path);
      await during(turn.clock, store(path, content));
      return { path: name, written: content.length };
    },
  };
}

async function store(path: string, content: string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  } catch (error) {
    throw new ToolError(error instanceof Error ? error.message : String(error));
  }
}
