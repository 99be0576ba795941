import type { ScriptMistake } from '../../../conversation/script-error.js';
import { replyMistakes } from '../../../conversation/scripted-replies.js';
import type { Reply } from '../../../generated/types/hub-script-v1.js';
import type { JsonObject } from '../../../json/json.js';
import { RpcError } from '../../../jsonrpc/rpc-error.js';
import { parseDuration } from '../../../language/duration.js';
import { loadValidators } from '../../../schemas/index.js';
import { VERSION } from '../version.js';
import { deliver, pause, say, type Turn } from './scenes.js';

export type StopReason = NonNullable<Reply['stopReason']>;

/** What in replies the hub would not pass on, and patterns and durations that are none, each at its place. */
export async function mistakesIn(written: readonly Reply[] = []): Promise<ScriptMistake[]> {
  const validators = await loadValidators('hub', VERSION);
  const params = (update: object) => ({ sessionId: 's', update }) as JsonObject;
  const updates = written.flatMap(({ updates = [] }, index) =>
    updates.flatMap((update, nth) => {
      if (typeof update === 'string') return [];
      return validators.validate('SessionNotification', params(update)).map(({ path, message }) => {
        return { path: `/replies/${index}/updates/${nth}${path.replace(/^\/update/, '')}`, message };
      });
    }),
  );
  return [...replyMistakes(written), ...updates];
}

/** Plays a reply. Rejects with the reason of the signal when the turn is cancelled, and with RpcError where the reply is one. */
export async function playReply(turn: Turn, { updates = [], every, stopReason, error }: Reply): Promise<StopReason> {
  const ms = every === undefined ? 0 : parseDuration(every);
  for (const update of updates) {
    if (ms > 0) await pause(turn, ms);
    if (typeof update === 'string') say(turn, update);
    else turn.tell(update as JsonObject);
    deliver(turn, 'operation');
  }
  if (ms > 0) await pause(turn, ms);
  turn.signal.throwIfAborted();
  if (error) throw new RpcError(error.code, error.message, error.data);
  return stopReason ?? 'end_turn';
}
