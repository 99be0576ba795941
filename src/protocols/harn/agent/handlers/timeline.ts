import type { ClientRequests } from '../../../../generated/methods/harn-extensions-v1.js';
import type { RequestContext } from '../../../../jsonrpc/connection.js';
import type { RequestHandlers, ResultOf } from '../../../../jsonrpc/typed.js';
import type { Agent } from '../../../acp/agent/agent.js';
import { spanNodes } from '../sessions/runs.js';
import { HarnSession } from '../sessions/session.js';
import type { Update } from '../sessions/timeline.js';
import { sendHarn } from './notify.js';
import { sessionIn } from './sessions.js';

const UPDATE = 'harn.session_timeline.update';

/** What happened in a session, asked for and subscribed to (Harn guide, Session timeline extension). */
export function timelineHandlers(agent: Agent): RequestHandlers<ClientRequests, RequestContext> {
  return {
    'harn.session_timeline.query': (params): ResultOf<ClientRequests, 'harn.session_timeline.query'> => {
      const { timeline, files } = sessionIn(agent, params);
      const { runId = params.run_id, runPath = params.run_path } = params;
      const { nodes, ...rest } = timeline.query(params);
      const all = [...nodes, ...spanNodes(files, { runId, runPath })];
      return { ...rest, nodes: params.limit === undefined ? all : all.slice(0, params.limit) };
    },
    'harn.session_timeline.subscribe': (
      params,
      { id },
    ): ResultOf<ClientRequests, 'harn.session_timeline.subscribe'> => {
      const session = sessionIn(agent, params);
      const subscriptionId = params.subscriptionId ?? session.name('timeline_sub');
      const tell = (update: Update) => sendHarn(agent, UPDATE, { subscriptionId, update });
      // Without a cursor a subscription begins with what is new.
      const missed = params.fromCursor ? session.timeline.since(params.fromCursor) : [];
      if (missed.length > 0) agent.outbox.afterReply(id, () => missed.forEach(tell));
      session.timeline.subscribe(subscriptionId, tell);
      return { subscriptionId, updateMethod: UPDATE };
    },
    'harn.session_timeline.unsubscribe': ({
      subscriptionId,
    }): ResultOf<ClientRequests, 'harn.session_timeline.unsubscribe'> => {
      const removed = [...agent.sessions].filter(
        (session) => session instanceof HarnSession && session.timeline.unsubscribe(subscriptionId),
      );
      return { subscriptionId, removed: removed.length > 0 };
    },
  };
}
