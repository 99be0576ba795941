import type { ClientRequests } from '../../../../generated/methods/harn-extensions-v1.js';
import type { RequestContext } from '../../../../jsonrpc/connection.js';
import type { RequestHandlers, ResultOf } from '../../../../jsonrpc/typed.js';
import type { Agent } from '../../../acp/agent/agent.js';
import { invalidParams } from '../../errors.js';
import { HarnSession } from '../sessions/session.js';
import { sessionIn } from './sessions.js';

/** Answers to what scripts ask humans (ACP over WebSocket, Sessions). */
export function humanHandlers(agent: Agent): RequestHandlers<ClientRequests, RequestContext> {
  return {
    'harn.hitl.respond': (params): ResultOf<ClientRequests, 'harn.hitl.respond'> => {
      const { sessionId, session_id, request_id: id } = params;
      const named = sessionId !== undefined || session_id !== undefined;
      const session = named ? sessionIn(agent, params) : asking(agent, id);
      session.humans.answer(params);
      return { ok: true };
    },
  };
}

/** The session that asks a question. Throws RpcError -32602 where none does. */
function asking(agent: Agent, id: string): HarnSession {
  for (const session of agent.sessions) if (session instanceof HarnSession && session.humans.has(id)) return session;
  throw invalidParams(`no question ${JSON.stringify(id)} waits`, { reason: 'unknown_request_id' });
}
