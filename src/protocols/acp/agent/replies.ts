import type { ScriptMistake } from '../../../conversation/script-error.js';
import { replyMistakes, ScriptedReplies } from '../../../conversation/scripted-replies.js';
import type { ContentBlock } from '../../../generated/types/acp-1.21.0.js';
import type { Reply } from '../../../generated/types/acp-agent-script-v1.js';
import { loadValidators } from '../../../schemas/index.js';
import { FIRST, type Revision } from '../revision.js';

/** The replies of a script, by the text of a prompt. */
export class Replies {
  private readonly replies: ScriptedReplies<Reply>;

  /**
   * @param written as a script has them, sound by `mistakesIn`
   * @param before those in whose place they come
   */
  constructor(written?: readonly Reply[], before?: Replies) {
    this.replies = new ScriptedReplies(written, before?.replies);
  }

  /** Takes the reply to a prompt; undefined where none is meant for it. */
  take(prompt: readonly ContentBlock[]): Reply | undefined {
    return this.replies.take(prompt.map((block) => (block.type === 'text' ? block.text : '')).join(''));
  }
}

/** What in replies ACP would not take, and patterns and durations that are none, each at its place. */
export async function mistakesIn(written: readonly Reply[] = [], revision: Revision = FIRST): Promise<ScriptMistake[]> {
  if (written.length === 0) return [];
  const validators = await loadValidators('acp', revision.name);
  return [
    ...replyMistakes(written),
    ...written.flatMap(({ updates = [] }, index) =>
      updates.flatMap((update, nth) => {
        if (typeof update === 'string') return [];
        const at = `/replies/${index}/updates/${nth}`;
        return validators
          .validate('SessionUpdate', update)
          .map(({ path, message }) => ({ path: `${at}${path}`, message }));
      }),
    ),
  ];
}
