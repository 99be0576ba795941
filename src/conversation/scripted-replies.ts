import { isFoundIn } from '../bounded/expression.js';
import { Refused } from '../bounded/refused.js';
import { type Json, stringifyJson } from '../json/json.js';
import { durationMistake } from '../language/duration.js';
import { use, type WatchedList } from './live/uses.js';
import type { ScriptMistake } from './script-error.js';

/** What the replies of every script have in common: which prompts they are for, how often, and how fast. */
export interface ScriptedReply {
  /** A regular expression that the text of the prompt fits somewhere. Default: any prompt. */
  prompt?: string;
  /** For how many prompts it holds. Default: all. */
  times?: number;
  /** How long it waits before each update and before the end. Default: not at all. */
  every?: string;
}

/** The replies of a script, each with how often it still holds. */
export class ScriptedReplies<Reply extends ScriptedReply> {
  private readonly entries: { reply: Reply; left: number; fits: RegExp }[];

  /**
   * @param written as a script has them, sound by `replyMistakes`
   * @param before those in whose place they come: how often one still holds that is there again does not change
   */
  constructor(written: readonly Reply[] = [], before?: ScriptedReplies<Reply>) {
    this.entries = leftOf(written, before?.entries).map(({ reply, left }) => ({
      reply,
      left,
      fits: new RegExp(reply.prompt ?? '', 'u'),
    }));
  }

  /**
   * Takes the reply to a prompt with this text; undefined where none is meant for it.
   *
   * @param also what else a reply must be, to be meant
   */
  take(text: string, also: (reply: Reply) => boolean = () => true): Reply | undefined {
    const entry = this.entries.find(({ left, fits, reply }) => left > 0 && also(reply) && isMeant(fits, text));
    if (entry) entry.left -= 1;
    use(entry?.reply);
    return entry?.reply;
  }
}

/** Replies with how often each still holds: one that was there before, for as many as it did then. */
export function leftOf<Reply extends { times?: number }>(
  written: readonly Reply[],
  before: readonly { reply: Reply; left: number }[] = [],
): { reply: Reply; left: number }[] {
  const textOf = (reply: Reply) => stringifyJson(reply as Json);
  const known = before.map(({ reply, left }) => ({ text: textOf(reply), left }));
  return written.map((reply) => {
    const at = known.length === 0 ? -1 : known.findIndex(({ text }) => text === textOf(reply));
    const [same] = at < 0 ? [] : known.splice(at, 1);
    return { reply, left: same?.left ?? reply.times ?? Number.POSITIVE_INFINITY };
  });
}

/** The list of the replies of a script, for `changeable`. */
export const repliesOf = (written: readonly object[] = []): WatchedList => ({
  list: 'replies',
  entries: written,
  idle: 'answered no prompt',
});

/** Whether a reply is for a prompt; not if finding out would cost too much. */
function isMeant(fits: RegExp, prompt: string): boolean {
  try {
    return isFoundIn(fits, prompt);
  } catch (error) {
    if (error instanceof Refused) return false;
    throw error;
  }
}

/** The patterns and durations of `replies` that are none, each at its place. */
export function replyMistakes(written: readonly ScriptedReply[] = []): ScriptMistake[] {
  return written.flatMap(({ prompt, every }, index) => [
    ...patternMistakes(prompt, `/replies/${index}/prompt`),
    ...durationMistakes(every, `/replies/${index}/every`),
  ]);
}

/** What is wrong with a duration of a script, at its place. */
export function durationMistakes(text: string | undefined, path: string): ScriptMistake[] {
  const message = text === undefined ? undefined : durationMistake(text);
  return message === undefined ? [] : [{ path, message }];
}

function patternMistakes(prompt: string | undefined, path: string): ScriptMistake[] {
  try {
    new RegExp(prompt ?? '', 'u');
    return [];
  } catch (error) {
    return [{ path, message: (error as Error).message }];
  }
}
