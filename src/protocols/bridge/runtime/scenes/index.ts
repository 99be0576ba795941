import type { PromptTurn } from '../prompt-turn.js';
import { runningScenes } from './running.js';
import { PromptError, type Scene } from './scene.js';
import { scriptScenes } from './script.js';
import { searchScenes } from './search.js';
import { skillScenes } from './skills.js';
import { toolScenes } from './tools.js';

const SCENES: { readonly [word: string]: Scene } = {
  ...scriptScenes,
  ...toolScenes,
  ...searchScenes,
  ...skillScenes,
  ...runningScenes,
};

/** Plays what the first word of the prompt names. A prompt that names nothing is answered with what there is. */
export async function playScene(turn: PromptTurn): Promise<void> {
  const [, word = '', rest = ''] = /^\s*(\S*) ?(.*)$/su.exec(turn.prompt) ?? [];
  const scene = Object.hasOwn(SCENES, word) ? SCENES[word] : undefined;
  if (!scene) {
    turn.text(
      `Begin the prompt with one of:\n${Object.values(SCENES)
        .map(({ usage }) => `  ${usage}\n`)
        .join('')}`,
    );
    return;
  }
  try {
    await scene.play(turn, rest);
  } catch (error) {
    if (!(error instanceof PromptError)) throw error;
    turn.text(`${error.message}; usage: ${scene.usage}\n`);
  }
}
