import type { StopReason as AnyStopReason } from '../../../../generated/types/acp-1.21.0.js';
import type { JsonObject } from '../../../../json/json.js';
import type { PromptTurn } from './prompt-turn.js';

/** Why a turn ended that nobody cancelled. */
export type StopReason = Exclude<AnyStopReason, 'cancelled'>;

/**
 * What an agent shows when a prompt begins with its name; `rest` is what stands behind that. Rejects with Cancelled when the
 * turn is cancelled.
 */
export interface Scene {
  /** For the list of commands. */
  description: string;
  /** What `rest` is, in a few words; unset where nothing is expected. */
  hint?: string;
  play(turn: PromptTurn, rest: string): Promise<StopReason | undefined>;
}

/** The words of a text; what stands in double quotes is one word. */
export const wordsOf = (text: string): string[] =>
  [...text.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');

/** The JSON object that a text is, or an empty one. */
export function argumentsIn(text: string): JsonObject {
  try {
    const value = JSON.parse(text || '{}') as unknown;
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
  } catch {
    return {};
  }
}
