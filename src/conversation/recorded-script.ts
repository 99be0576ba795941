import { isObject, type Json, type JsonObject } from '../json/json.js';
import { oneLine } from '../json/visible.js';
import type { Exchange, RecordedStep } from '../recording/exchanges.js';

/** What one side of a recording said, as the script of its role can be made of it. */
export interface RecordedRole {
  /** The requests that it got, with what it said to each. */
  heard: readonly Exchange[];
  /** The requests that it sent, with what its peer said to each. */
  asked: readonly Exchange[];
}

/** A script, and what of the recording it can't say, a line each. */
export interface RecordedScript {
  script: JsonObject;
  left: string[];
}

/** Makes the script of a role from a recording. */
export type ScriptOfRecording = (role: RecordedRole) => RecordedScript;

/** The last reply to a request: its result or its error. */
export function replyIn({ steps }: Exchange): { result?: Json; error?: Json } {
  return steps.findLast(({ kind }) => kind === 'reply')?.message ?? {};
}

/** The params of a message, empty if it has none. */
export const paramsOf = ({ params }: JsonObject): JsonObject => (isObject(params) ? params : {});

/** An error as scripts have it. */
export function errorOf(error: Json): JsonObject {
  const { code = -32603, message = '', data } = isObject(error) ? error : {};
  return { code, message, ...(data === undefined ? {} : { data }) };
}

/** Lines for the requests of methods that a script says nothing about. */
export function unsaid(exchanges: readonly Exchange[], known: readonly string[], whose: string): string[] {
  const counts = new Map<string, number>();
  for (const { method } of exchanges) if (!known.includes(method)) counts.set(method, (counts.get(method) ?? 0) + 1);
  return [...counts].map(([method, times]) => `${oneLine(method)}${times > 1 ? ` (${times} times)` : ''}: ${whose}`);
}

/** A text, cut for one line. */
export const shortText = (text: string): string => oneLine(text.length > 60 ? `${text.slice(0, 60)}…` : text);

/** The requests of a side in the course of a request that it answers. */
export const asksIn = ({ steps }: Exchange): RecordedStep[] => steps.filter(({ kind }) => kind === 'request');

/** A regular expression that fits this text and no other. */
export const exactly = (text: string): string => `^${text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}$`;

/** Replies to prompts. Of those to the same prompt each holds once, the last one from then on. */
export function oncePerPrompt(replies: readonly JsonObject[]): JsonObject[] {
  const last = new Map(replies.map((reply, at) => [JSON.stringify([reply.prompt, reply.function ?? null]), at]));
  return replies.map((reply, at) => {
    if (last.get(JSON.stringify([reply.prompt, reply.function ?? null])) === at) return reply;
    const { prompt, ...rest } = reply;
    return { prompt: prompt!, times: 1, ...rest };
  });
}
