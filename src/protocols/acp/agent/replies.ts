import { isFoundIn } from '../../../bounded/expression.js';
import { Refused } from '../../../bounded/refused.js';
import type { ScriptMistake } from '../../../conversation/script-error.js';
import type { ContentBlock } from '../../../generated/types/acp-0.12.2.js';
import type { Reply } from '../../../generated/types/acp-agent-script-v1.js';
import { durationMistake } from '../../../language/duration.js';
import { loadValidators } from '../../../schemas/index.js';
import { VERSION } from '../version.js';

/** The replies of a script, each with how often it still holds. */
export class Replies {
  private readonly entries: { reply: Reply; left: number; fits: RegExp }[];

  /** @param written as a script has them, sound by `mistakesIn` */
  constructor(written: readonly Reply[] = []) {
    this.entries = written.map((reply) => ({
      reply,
      left: reply.times ?? Number.POSITIVE_INFINITY,
      fits: new RegExp(reply.prompt ?? '', 'u'),
    }));
  }

  /** Takes the reply to a prompt; undefined where none is meant for it. */
  take(prompt: readonly ContentBlock[]): Reply | undefined {
    const text = prompt.map((block) => (block.type === 'text' ? block.text : '')).join('');
    const entry = this.entries.find(({ left, fits }) => left > 0 && isMeant(fits, text));
    if (entry) entry.left -= 1;
    return entry?.reply;
  }
}

/** Whether a reply is for a prompt; not if finding out would cost too much. */
function isMeant(fits: RegExp, prompt: string): boolean {
  try {
    return isFoundIn(fits, prompt);
  } catch (error) {
    if (error instanceof Refused) return false;
    throw error;
  }
}

/** What in replies ACP would not take, and patterns and durations that are none, each at its place. */
export async function mistakesIn(written: readonly Reply[] = []): Promise<ScriptMistake[]> {
  if (written.length === 0) return [];
  const validators = await loadValidators('acp', VERSION);
  return written.flatMap(({ prompt, every, updates = [] }, index) => [
    ...patternMistakes(prompt, `/replies/${index}/prompt`),
    ...durationMistakes(every, `/replies/${index}/every`),
    ...updates.flatMap((update, nth) => {
      if (typeof update === 'string') return [];
      const at = `/replies/${index}/updates/${nth}`;
      return validators
        .validate('SessionUpdate', update)
        .map(({ path, message }) => ({ path: `${at}${path}`, message }));
    }),
  ]);
}

function durationMistakes(text: string | undefined, path: string): ScriptMistake[] {
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
