import type { ClientRequests } from '../../../../generated/methods/harn-extensions-v1.js';
import type { RequestContext } from '../../../../jsonrpc/connection.js';
import type { RequestHandlers, ResultOf } from '../../../../jsonrpc/typed.js';
import type { Agent } from '../../../acp/agent/agent.js';
import { invalidParams } from '../../errors.js';
import type { HarnSession } from '../sessions/session.js';
import { sessionIn } from './sessions.js';

/** Where a session works, and how that changes (Harn guide, Session workspace anchors). */
export function rootHandlers(agent: Agent): RequestHandlers<ClientRequests, RequestContext> {
  return {
    'harn.session_workspace_roots': (params): ResultOf<ClientRequests, 'harn.session_workspace_roots'> => ({
      workspaceAnchor: sessionIn(agent, params).anchor.state(),
    }),
    'harn.session_add_root': (params): ResultOf<ClientRequests, 'harn.session_add_root'> => {
      const { path, root, mountMode, reason } = params;
      const session = sessionIn(agent, params);
      session.anchor.mount(path ?? root, mountMode);
      // What the user allowed was allowed for other folders.
      session.decided.clear();
      session.timeline.note('RootMounted', { path: path ?? root ?? null, reason: reason ?? null });
      return changed(session);
    },
    'harn.session_reanchor': (params): ResultOf<ClientRequests, 'harn.session_reanchor'> => {
      const { path, primary, carryTranscript = true, compact = false } = params;
      const session = sessionIn(agent, params);
      if (!carryTranscript || compact) throw invalidParams('the transcript goes along as it is');
      session.anchor.move(path ?? primary);
      return changed(session);
    },
  };
}

function changed(session: HarnSession): ResultOf<ClientRequests, 'harn.session_workspace_roots'> {
  session.checkpoints.forget();
  return { workspaceAnchor: session.anchor.state() };
}
