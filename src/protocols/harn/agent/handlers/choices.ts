import type { ClientRequests } from '../../../../generated/methods/acp-0.12.2.js';
import type { RequestContext } from '../../../../jsonrpc/connection.js';
import type { RequestHandlers, ResultOf } from '../../../../jsonrpc/typed.js';
import type { Agent } from '../../../acp/agent/agent.js';
import type { HarnSession } from '../sessions/session.js';
import { sessionIn } from './sessions.js';

/**
 * Both ways to choose a mode, and the settings. What has changed is told once the answer has left, a mode as mode and as
 * setting; what stays as it is is not told (Harn guide, Session modes).
 */
export function choiceHandlers(agent: Agent): RequestHandlers<ClientRequests, RequestContext> {
  const change = (session: HarnSession, configId: string, value: string, { id }: RequestContext) => {
    const news = session.choices.set(configId, value);
    agent.outbox.afterReply(id, () => {
      for (const update of news) session.announce(update);
    });
  };
  return {
    'session/set_mode': (params, context): ResultOf<ClientRequests, 'session/set_mode'> => {
      change(sessionIn(agent, params), 'mode', params.modeId, context);
      return {};
    },
    'session/set_config_option': (params, context): ResultOf<ClientRequests, 'session/set_config_option'> => {
      const session = sessionIn(agent, params);
      change(session, params.configId, params.value, context);
      return { configOptions: session.choices.settings() };
    },
  };
}
