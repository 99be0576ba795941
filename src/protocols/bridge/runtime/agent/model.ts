import type { JsonObject } from '../../../../json/json.js';

export interface Message {
  role: 'system' | 'user' | 'assistant' | 'tool';
  content: string;
}

/** What a model is given when it is called. */
export interface ModelCall {
  messages: Message[];
  /** Names of the tools that it may use. */
  tools: string[];
}

/** What a model answers: a text, or tools to call. */
export type Move = { text: string } | { calls: { tool: string; args: JsonObject }[] };

/** Stands for a language model. `nth` counts its calls from 0. */
export type Model = (call: ModelCall, nth: number) => Move;

/** A model that makes these moves, whatever it is given, and says `done` from then on. */
export function scripted(...moves: Move[]): Model {
  return (_, nth) => moves[nth] ?? { text: 'done' };
}

/** The move that calls one tool. */
export const calls = (tool: string, args: JsonObject): Move => ({ calls: [{ tool, args }] });
