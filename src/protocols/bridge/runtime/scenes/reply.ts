import type { SessionUpdate } from '../../../../generated/types/bridge-v1.js';
import type { Reply } from '../../../../generated/types/runtime-script-v1.js';
import { asObject } from '../../../../json/json.js';
import { RpcError } from '../../../../jsonrpc/connection.js';
import { parseDuration } from '../../../../language/duration.js';
import { sleep } from '../../../../wire/clock/clock.js';
import type { PromptTurn } from '../prompt-turn.js';
import { dispatch } from '../tools/dispatch.js';

export type StopReason = NonNullable<Reply['stopReason']>;

/** Plays a reply of a script. Rejects with Cancelled when the turn is cancelled, and with RpcError where the reply is one. */
export async function playReply(
  turn: PromptTurn,
  { updates = [], every, stopReason, error }: Reply,
): Promise<StopReason> {
  const ms = every === undefined ? 0 : parseDuration(every);
  for (const update of updates) {
    if (ms > 0) await pause(turn, ms);
    if (typeof update === 'string') turn.text(update);
    else if ('call' in update) await call(turn, update);
    else turn.update(update as unknown as SessionUpdate);
  }
  if (ms > 0) await pause(turn, ms);
  turn.signal.throwIfAborted();
  if (error) throw new RpcError(error.code, error.message, error.data);
  return stopReason ?? 'end_turn';
}

async function call(turn: PromptTurn, { call: name, args = {} }: { call: string; args?: object }): Promise<void> {
  await dispatch(turn, {}, { name, description: name, kind: 'other' }, asObject(args));
}

async function pause(turn: PromptTurn, ms: number): Promise<void> {
  await sleep(turn.clock, ms, turn.signal);
  turn.signal.throwIfAborted();
}
