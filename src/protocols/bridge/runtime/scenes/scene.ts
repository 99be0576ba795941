import { isObject, type Json, type JsonObject, JsonProblem, parseJson } from '../../../../json/json.js';
import { HostError } from '../host/host.js';
import type { PromptTurn } from '../prompt-turn.js';
import { messageOf } from '../read.js';

/** Something that the runtime shows on demand. `rest` is what stands behind the first word of the prompt and one blank. */
export interface Scene {
  /** What the prompt looks like, for people. */
  usage: string;
  play(turn: PromptTurn, rest: string): Promise<void>;
}

/** The prompt of a scene can't be read. */
export class PromptError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PromptError';
  }
}

/** A name and a JSON value behind it; `fallback` where there is none. Throws PromptError. */
export function nameAndJson(rest: string, fallback: Json): { name: string; value: Json } {
  const [, name = '', json = ''] = /^\s*(\S*)\s*(.*)$/su.exec(rest) ?? [];
  if (name === '') throw new PromptError('a name is missing behind the first word');
  return { name, value: json.trim() === '' ? fallback : jsonOf(json) };
}

/** The JSON object that a text holds; `fallback` where it is empty. Throws PromptError. */
export function objectOr(rest: string, fallback: JsonObject): JsonObject {
  if (rest.trim() === '') return fallback;
  const value = jsonOf(rest);
  if (!isObject(value)) throw new PromptError('a JSON object is expected behind the first word');
  return value;
}

function jsonOf(text: string): Json {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof JsonProblem) throw new PromptError(`that is not JSON: ${error.message}`);
    throw error;
  }
}

/** Says the value that the host gave, or its error. */
export async function sayValue(turn: PromptTurn, ask: () => Promise<Json>): Promise<void> {
  try {
    turn.say({ value: await ask() });
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    turn.say({ error: messageOf(error) });
  }
}
