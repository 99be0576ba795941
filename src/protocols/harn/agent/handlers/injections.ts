import type { ClientRequests } from '../../../../generated/methods/harn-extensions-v1.js';
import type { Json, JsonObject } from '../../../../json/json.js';
import { type RequestContext, RpcError } from '../../../../jsonrpc/connection.js';
import type { ParamsOf, RequestHandlers, ResultOf } from '../../../../jsonrpc/typed.js';
import type { Agent } from '../../../acp/agent/agent.js';
import { noActivePrompt } from '../../errors.js';
import { malformedReminder } from '../../params.js';
import type { HarnSession } from '../sessions/session.js';
import { sendHarn } from './notify.js';
import { sessionIn } from './sessions.js';

type Params<M extends keyof ClientRequests> = ParamsOf<ClientRequests, M>;
type Result<M extends keyof ClientRequests> = ResultOf<ClientRequests, M>;

/** In which roles a model can get a reminder. */
const ROLE_HINTS: ReadonlySet<string> = new Set(['system', 'developer', 'user_block', 'ephemeral_cache']);

/** What is put into a turn that runs, and taken back (Harn guide, Queued user messages and reminders). */
export function injectionHandlers(agent: Agent): RequestHandlers<ClientRequests, RequestContext> {
  return {
    'session/inject': (params): Result<'session/inject'> => {
      const { mode, content } = params;
      const session = running(agent, params);
      return controlled(agent, session, 'session/inject', () => ({
        messageId: session.queue.inject(mode, content),
        status: 'accepted',
      }));
    },
    'session/revoke_inject': (params): Result<'session/revoke_inject'> => {
      const session = sessionIn(agent, params);
      const { messageId } = params;
      return controlled(agent, session, 'session/revoke_inject', () => ({
        messageId,
        status: session.queue.revoke('user', messageId),
      }));
    },
    'session/replace_inject': (params): Result<'session/replace_inject'> => {
      const session = sessionIn(agent, params);
      const { messageId, content } = params;
      return controlled(agent, session, 'session/replace_inject', () => {
        session.queue.replace(messageId, content);
        return { messageId, status: 'replaced' };
      });
    },
    'session/remind': (params): Result<'session/remind'> => {
      const { role_hint: role = 'system' } = params;
      if (!ROLE_HINTS.has(role)) throw malformedReminder(`${role} is not a role_hint`);
      return { reminderId: running(agent, params).queue.remind(params) };
    },
    'session/pending_injections': (params): Result<'session/pending_injections'> => {
      const injections = sessionIn(agent, params).queue.rows();
      return { pendingCount: injections.length, injections };
    },
    'session/revoke_reminder': (params): Result<'session/revoke_reminder'> => {
      const { reminderId } = params;
      return { reminderId, status: sessionIn(agent, params).queue.revoke('reminder', reminderId) };
    },
    'session/cancel_tool_call': (params): Result<'session/cancel_tool_call'> => cancelToolCall(agent, params),
  };
}

/** The session that params name; one that is not named is the first whose prompt runs. Throws RpcError where none of it runs. */
function running(agent: Agent, params: { sessionId?: string }): HarnSession {
  const named = params.sessionId ?? [...agent.sessions].find((one) => one.running)?.id;
  if (named === undefined) throw noActivePrompt();
  const session = sessionIn(agent, { sessionId: named });
  if (!session.running) throw noActivePrompt();
  return session;
}

/** Does something to the queue and tells what came of it as an event (Harn extensions v1, _harn/agentEvent). */
function controlled<T extends { messageId?: string; status?: string }>(
  agent: Agent,
  session: HarnSession,
  method: string,
  act: () => T,
): T {
  const tell = (outcome: Json, status: string, target: Json) =>
    sendHarn(agent, '_harn/agentEvent', {
      sessionId: session.id,
      kind: 'control_outcome',
      ...({ controlId: session.name('ctrl'), method, outcome, status, target } satisfies JsonObject),
    });
  try {
    const result = act();
    const { status: outcome = 'accepted', messageId = null } = result;
    tell(outcome, outcome === 'already_revoked' ? 'idempotent' : 'accepted', { messageId });
    return result;
  } catch (error) {
    if (error instanceof RpcError) tell(error.message, 'rejected', error.data ?? null);
    throw error;
  }
}

function cancelToolCall(agent: Agent, params: Params<'session/cancel_tool_call'>): Result<'session/cancel_tool_call'> {
  const { sessionId, toolCallId, reason, injectReminder = true } = params;
  const session = agent.sessions.named({ sessionId }) as HarnSession | undefined;
  const { status, tool } = session?.calls.cancel(toolCallId, reason) ?? { status: 'not_found', tool: null };
  if (session && status === 'cancelled' && injectReminder)
    session.queue.remind({ body: `The host has stopped ${tool} (${toolCallId}): ${reason ?? 'no reason given'}` });
  return { status, callId: toolCallId, tool };
}
