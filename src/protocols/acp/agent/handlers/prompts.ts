import type {
  CancelRequestNotification,
  ContentBlock,
  PromptRequest,
  PromptResponse,
  StopReason,
} from '../../../../generated/types/acp-1.21.0.js';
import type { Json } from '../../../../json/json.js';
import { idKey } from '../../../../jsonrpc/ledger.js';
import type { Clock } from '../../../../wire/clock/clock.js';
import { invalidRequest } from '../../errors.js';
import type { HandlerTable } from '../../handlers.js';
import { unchecked } from '../../unchecked.js';
import type { Agent } from '../agent.js';
import { playScene } from '../scenes/index.js';
import { playReply } from '../scenes/play-reply.js';
import type { AgentScript } from '../script.js';
import { Cancelled } from '../sessions/cancelled.js';
import { TurnClient } from '../sessions/client.js';
import type { Session } from '../sessions/session.js';
import type { Sessions } from '../sessions/sessions.js';
import { checkContent } from '../turns/content.js';
import { PromptTurn } from '../turns/prompt-turn.js';

/**
 * Puts a turn of its session around the handler of session/prompt: one at a time, which a cancel that comes at once finds
 * already; the handler's signal is that of the turn (ACP, Prompt Turn). Where a turn runs, a second prompt is refused with
 * -32600.
 */
export function inTurn(sessions: Sessions, handler: HandlerTable[string]): HandlerTable[string] {
  return async (params, context) => {
    const session = sessions.named(params);
    if (!session) return handler(params, context);
    if (session.running) throw invalidRequest('a prompt of this session still runs');
    const cancel = new AbortController();
    session.running = cancel;
    session.prompted = context.id;
    try {
      const { id, message, carried, notify, request, cancelled } = context;
      const turn = handler(params, { id, message, carried, notify, request, cancelled, signal: cancel.signal });
      session.idle = turn.catch(() => undefined);
      return await turn;
    } finally {
      delete session.running;
    }
  };
}

/** Ends the turn whose prompt is the request that `$/cancel_request` names; any other request is served to its end (ACP, Cancellation). */
export function cancelRequest(sessions: Sessions, params: Json | undefined): void {
  const { requestId } = unchecked<CancelRequestNotification>(params);
  if (requestId === undefined) return;
  for (const session of sessions)
    if (session.running && session.prompted !== undefined && idKey(session.prompted) === idKey(requestId))
      session.cancel();
}

/** Answers a prompt by what its first word orders. Throws RpcError for an unknown session, and for content that is not taken. */
export async function answerPrompt(
  { script, sessions, store, scenes, clock, ask, offered }: Agent,
  params: PromptRequest,
  signal: AbortSignal,
): Promise<PromptResponse> {
  const session = sessions.get(params, { open: true });
  const { prompt } = params;
  checkContent(prompt, script.abilities);
  session.hear(prompt, script.echoesPrompts);
  const client = new TurnClient(ask, session.id, offered, signal);
  const stopReason = await play(scenes, new PromptTurn({ session, prompt, client, clock, signal }), script);
  entitle(session, prompt, clock);
  store.save(session.kept());
  return { stopReason: signal.aborted ? 'cancelled' : stopReason };
}

async function play(
  scenes: Agent['scenes'],
  turn: PromptTurn,
  { lastWords, replies }: AgentScript,
): Promise<StopReason> {
  const reply = replies.take(turn.prompt);
  try {
    turn.signal.throwIfAborted();
    return await (reply ? playReply(turn, reply) : playScene(scenes, turn));
  } catch (error) {
    if (!(error instanceof Cancelled)) throw error;
    if (lastWords) turn.say('I was about to say');
    return 'cancelled';
  }
}

/** Notes that something was said, and calls the session after its first prompt. */
function entitle(session: Session, prompt: readonly ContentBlock[], clock: Clock): void {
  session.updatedAt = clock.date();
  if (session.title !== undefined) return;
  const first = prompt.find((block) => block.type === 'text');
  session.title = [...(first?.text ?? 'A session')].slice(0, 40).join('');
  session.announce({ sessionUpdate: 'session_info_update', title: session.title });
}
