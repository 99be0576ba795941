import type { ClientRequests } from '../../../../generated/methods/harn-extensions-v1.js';
import type { JsonObject } from '../../../../json/json.js';
import type { RequestContext } from '../../../../jsonrpc/connection.js';
import type { ParamsOf, RequestHandlers, ResultOf } from '../../../../jsonrpc/typed.js';
import type { Agent } from '../../../acp/agent/agent.js';
import { invalidParams } from '../../errors.js';
import { HarnSession } from '../sessions/session.js';

type Params<M extends keyof ClientRequests> = ParamsOf<ClientRequests, M>;
type Result<M extends keyof ClientRequests> = ResultOf<ClientRequests, M>;

/** How a session is named in params: by one of two names (Harn guide, Session workspace anchors). */
interface Named {
  sessionId?: string;
  session_id?: string;
}

/** The open session that params name. Throws RpcError -32602 where there is none. */
export function sessionIn({ sessions }: Agent, { sessionId, session_id = '' }: Named): HarnSession {
  const session = sessions.named({ sessionId: sessionId ?? session_id });
  if (session instanceof HarnSession && session.open) return session;
  throw invalidParams(`there is no session ${JSON.stringify(sessionId ?? session_id)}`, { reason: 'unknown_session' });
}

/** Branches of sessions, and their transcripts (Harn guide, Session forking, session/truncate, session/rollback). */
export function sessionHandlers(agent: Agent): RequestHandlers<ClientRequests, RequestContext> {
  return {
    'session/fork': (params): Result<'session/fork'> => fork(agent, params),
    'session/truncate': (params): Promise<Result<'session/truncate'>> => truncate(agent, params),
    ...Object.fromEntries(
      ['session/rollback', 'harn.session_rollback'].map((method) => [
        method,
        (params: Named) => turnBack(sessionIn(agent, params), 'rollback'),
      ]),
    ),
    ...Object.fromEntries(
      ['session/redo', 'harn.session_redo'].map((method) => [
        method,
        (params: Named) => turnBack(sessionIn(agent, params), 'redo'),
      ]),
    ),
  };
}

function fork(agent: Agent, params: Params<'session/fork'>): Result<'session/fork'> {
  const { sessions, script, clock } = agent;
  const { keep_first: kept, id, branch_name: name } = params;
  const parent = sessionIn(agent, params);
  if (id !== undefined && sessions.named({ sessionId: id }))
    throw invalidParams(`the id ${JSON.stringify(id)} is taken`);
  const number = sessions.nextNumber();
  const branch = new HarnSession(
    { id: id ?? script.name('session', number), number, script, notify: agent.notify },
    parent.rules,
    { choices: parent.choices.copy(), transcript: parent.transcript.first(kept) },
    parent.limits,
  );
  branch.cwd = parent.cwd;
  branch.updatedAt = clock.date();
  branch.title = name ?? parent.title;
  sessions.add(branch);
  const origin: JsonObject = { parent_id: parent.id, branched_at: kept ?? null };
  branch.announce({
    sessionUpdate: 'session_info_update',
    ...(name === undefined ? {} : { title: name }),
    _meta: { state: 'forked', ...origin, ...(name === undefined ? {} : { branch_name: name }) },
  });
  return {
    sessionId: branch.id,
    state: 'forked',
    parent_id: parent.id,
    branched_at: kept ?? null,
    ...branch.choices.state(),
  };
}

async function truncate(agent: Agent, params: Params<'session/truncate'>): Promise<Result<'session/truncate'>> {
  const session = sessionIn(agent, params);
  const { keepFirst, keep_first = 0, reason } = params;
  session.cancel();
  await session.idle;
  const removed = session.transcript.cut(keepFirst ?? keep_first).length;
  session.checkpoints.truncated();
  const kept = session.transcript.length;
  const counts = {
    keptTurnCount: kept,
    removedTurnCount: removed,
    newTipTurnId: kept === 0 ? null : `message_${kept}`,
  };
  session.announce({ sessionUpdate: 'session_truncated', ...counts, ...(reason === undefined ? {} : { reason }) });
  return { sessionId: session.id, ...counts };
}

function turnBack(session: HarnSession, how: 'rollback' | 'redo'): Result<'session/rollback'> {
  const result = session.checkpoints[how]();
  const { checkpointId, status } = result;
  const about = { ...(checkpointId !== undefined && { checkpointId }), status };
  session.announce(
    how === 'rollback' ? { sessionUpdate: 'session_rollback', ...about } : { sessionUpdate: 'session_redo', ...about },
  );
  return result;
}
