import type { SessionUpdate } from '../../../../generated/types/acp-1.21.0.js';
import type { Reply } from '../../../../generated/types/acp-agent-script-v1.js';
import { RpcError } from '../../../../jsonrpc/rpc-error.js';
import { parseDuration } from '../../../../language/duration.js';
import type { PromptTurn } from '../turns/prompt-turn.js';
import type { StopReason } from '../turns/scene.js';

/** Plays a reply. Rejects with Cancelled, and with RpcError where the reply is one. */
export async function playReply(
  turn: PromptTurn,
  { updates = [], every, stopReason, error }: Reply,
): Promise<StopReason> {
  const pause = every === undefined ? 0 : parseDuration(every);
  for (const update of updates) {
    if (pause > 0) await turn.pause(pause);
    if (typeof update === 'string') turn.say(update);
    else turn.tell(update as unknown as SessionUpdate);
  }
  if (pause > 0) await turn.pause(pause);
  turn.signal.throwIfAborted();
  if (error) throw new RpcError(error.code, error.message, error.data);
  return stopReason ?? 'end_turn';
}
