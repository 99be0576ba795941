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
export type ModelReply = { text: string } | { calls: { tool: string; args: JsonObject }[] };

/** Stands for a language model. `nth` counts its calls from 0. */
export type Model = (call: ModelCall, nth: number) => ModelReply;

/** A model that gives these replies, whatever it is given, and says `done` from then on. */
export function scripted(...replies: ModelReply[]): Model {
  return (_, nth) => replies[nth] ?? { text: 'done' };
}

/** The reply that calls one tool. */
export const calls = (tool: string, args: JsonObject): ModelReply => ({ calls: [{ tool, args }] });
