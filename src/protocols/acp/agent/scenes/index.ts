import type { AvailableCommand } from '../../../../generated/types/acp-1.21.0.js';
import type { Agent } from '../agent.js';
import { orderIn } from '../turns/content.js';
import type { PromptTurn } from '../turns/prompt-turn.js';
import type { Scene, StopReason } from '../turns/scene.js';
import { questions } from './questions.js';
import { session } from './session.js';
import { answer, talk } from './talk.js';
import { tools } from './tools.js';

/** What the prompts of an agent of ACP can order, by name. */
export const SCENES: { readonly [name: string]: Scene } = { ...talk, ...tools, ...session };

/** Those that prompts can order beside them since 1.21.0. */
export const LATER_SCENES: typeof SCENES = questions;

/** Shows what the prompt of a turn names by its first word, with a slash as a command has it or without; or answers it. Rejects with Cancelled. */
export async function playScene(scenes: typeof SCENES, turn: PromptTurn): Promise<StopReason> {
  const { name: word, rest } = orderIn(turn.prompt);
  const name = word.startsWith('/') ? word.slice(1) : word;
  const scene = Object.hasOwn(scenes, name) ? scenes[name] : undefined;
  return (await (scene ? scene.play(turn, rest) : answer(turn, rest))) ?? 'end_turn';
}

/** Every scene as a command that users can be offered (ACP, Slash Commands). */
export const commandsOf = (scenes: typeof SCENES): AvailableCommand[] =>
  Object.entries(scenes).map(([name, { description, hint }]) => ({
    name,
    description,
    ...(hint === undefined ? {} : { input: { hint } }),
  }));

/** The commands that the sessions of an agent offer: those of its script, or all that prompts can order. */
export const offeredCommands = ({ script, scenes }: Pick<Agent, 'script' | 'scenes'>): AvailableCommand[] =>
  script.commands === undefined ? commandsOf(scenes) : [...script.commands];
