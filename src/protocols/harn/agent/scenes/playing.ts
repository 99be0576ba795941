import type { ServerRequests } from '../../../../generated/methods/harn-extensions-v1.js';
import type { ParamsOf, ResultOf } from '../../../../jsonrpc/typed.js';
import { sleep } from '../../../../wire/clock/clock.js';
import type { PromptTurn } from '../../../acp/agent/turns/prompt-turn.js';
import { type Model, runLoop } from '../loop/loop.js';
import type { ToolUse } from '../loop/tool-use.js';
import { HarnSession } from '../sessions/session.js';

/** What a model says once it has nothing more to do. */
export const DONE = { text: 'Done.' };

/** Plays the loop of an agent with this model. Rejects with Cancelled. */
export async function loop(turn: PromptTurn, model: Model): Promise<undefined> {
  await runLoop(turn, harnSessionOf(turn), model);
}

/** A loop whose model asks for these tools one after the other, and is done. Rejects with Cancelled. */
export const oneByOne = (turn: PromptTurn, ...uses: readonly ToolUse[]): Promise<undefined> =>
  loop(turn, (nth) => (uses[nth] ? { uses: [uses[nth]] } : DONE));

/** Tells something, and lets the model say that it is done. Rejects with Cancelled. */
export function tellAnd(turn: PromptTurn, tell: (turn: PromptTurn) => void): Promise<undefined> {
  tell(turn);
  return loop(turn, () => DONE);
}

export function harnSessionOf({ session }: PromptTurn): HarnSession {
  if (session instanceof HarnSession) return session;
  throw new TypeError('a scene of Harn needs a session of Harn');
}

/** A tool that takes `ms` of the clock's time and does nothing. */
export function wait(turn: PromptTurn, tool: string, ms: number, part: number): ToolUse {
  return {
    tool,
    kind: 'think',
    rawInput: { part },
    work: async (signal) => {
      await sleep(turn.clock, ms, signal);
      signal.throwIfAborted();
      return { part, status: 'done' };
    },
  };
}

/** Asks the client with a method that ACP does not have. Rejects as `TurnClient.request` does. */
export function askHost<M extends keyof ServerRequests>(
  { client }: PromptTurn,
  method: M,
  params: ParamsOf<ServerRequests, M>,
): Promise<ResultOf<ServerRequests, M>> {
  const request = client.request.bind(client) as (method: M, params: unknown) => Promise<ResultOf<ServerRequests, M>>;
  return request(method, params);
}
