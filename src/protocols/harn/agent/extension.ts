import type { ClientRequests } from '../../../generated/methods/harn-extensions-v1.js';
import type { InitializeResponse } from '../../../generated/types/harn-extensions-v1.js';
import { asObject, isObject, type Json } from '../../../json/json.js';
import { type RequestContext, RpcError } from '../../../jsonrpc/connection.js';
import type { LiveRewrites } from '../../../jsonrpc/rewriting.js';
import type { RequestHandlers } from '../../../jsonrpc/typed.js';
import type { Agent } from '../../acp/agent/agent.js';
import type { AgentExtension } from '../../acp/agent/extension.js';
import type { AgentScript } from '../../acp/agent/script.js';
import { CODES, invalidRequest } from '../../acp/errors.js';
import { checkedHandlers, type HandlerTable } from '../../acp/handlers.js';
import { checkedParams as checkedAcpParams } from '../../acp/params.js';
import { invalidParams, refused } from '../errors.js';
import { checkedParams } from '../params.js';
import { withOverlay } from './catalog.js';
import { harnCapabilities } from './contract.js';
import { choiceHandlers } from './handlers/choices.js';
import { humanHandlers } from './handlers/humans.js';
import { injectionHandlers } from './handlers/injections.js';
import { sendHarn } from './handlers/notify.js';
import { rootHandlers } from './handlers/roots.js';
import { sessionHandlers } from './handlers/sessions.js';
import { authMethods, guarded, signInHandlers } from './handlers/sign-in.js';
import { timelineHandlers } from './handlers/timeline.js';
import { workflowHandlers } from './handlers/workflows.js';
import { SCENES } from './scenes/index.js';
import { BudgetExhausted } from './sessions/budget.js';
import type { SessionRules } from './sessions/rules.js';
import { HarnSession } from './sessions/session.js';

/** What Harn adds to the reference agent of ACP, with the rules of its sessions and what stands between it and its link. */
export const harnExtension = (script: AgentScript, rules: SessionRules, rewrites: LiveRewrites): AgentExtension => ({
  rewrites,
  scenes: SCENES,
  makeSession: ({ choices: _, ...parts }) => new HarnSession(parts, rules, undefined, script.harn.budget),
  handlers: (ofAcp, agent) => guarded({ ...around(ofAcp, agent), ...own(agent) }, agent),
  notifications: ({ sessions }) => ({
    'agent/resume': (params) => {
      // The page on the bridge shows it without a session.
      const named = isObject(params) && params.sessionId !== undefined ? [sessions.named(params)] : sessions;
      for (const session of named) if (session instanceof HarnSession) session.wake();
    },
  }),
});

/** The methods that are Harn's. */
function own(agent: Agent): HandlerTable {
  const handlers: RequestHandlers<ClientRequests, RequestContext> = {
    ...signInHandlers(agent),
    ...sessionHandlers(agent),
    ...injectionHandlers(agent),
    ...rootHandlers(agent),
    ...timelineHandlers(agent),
    ...humanHandlers(agent),
    ...workflowHandlers(agent),
    '_harn/providerCatalog': () => asObject(withOverlay(agent.script.harn)),
  };
  const inOrder = (method: string) => {
    if (!agent.initialized) throw invalidRequest(`${method} came before initialize`);
  };
  return {
    ...checkedHandlers(checkedParams, handlers, inOrder),
    ...checkedHandlers(checkedAcpParams, choiceHandlers(agent), inOrder),
  };
}

/** The methods of ACP, with what Harn does around them. */
function around(ofAcp: HandlerTable, agent: Agent): HandlerTable {
  const table = Object.fromEntries(
    Object.entries(ofAcp).map(([method, handler]) => [method, unknownSessionsAsHarn(handler)]),
  );
  const { sessions, script } = agent;
  // A session that is closed tells nobody what happens in it.
  const close: HandlerTable[string] = async (params, context) => {
    const result = await table['session/close']!(params, context);
    const session = sessions.named(params);
    if (session instanceof HarnSession) session.timeline.close();
    return result;
  };
  return {
    ...table,
    initialize: async (params, context) => {
      const { agentCapabilities = {}, ...rest } = (await table.initialize!(
        params,
        context,
      )) as object as InitializeResponse;
      return asObject({
        ...rest,
        agentCapabilities: harnCapabilities(agentCapabilities),
        authMethods: authMethods(agent),
      });
    },
    // Only the active ones are listed (Harn guide, session/list).
    'session/list': async (params) =>
      asObject(sessions.page(isObject(params) ? params : {}, script.pageSize, ({ open }) => open)),
    'session/prompt': (params, context) => prompt(table['session/prompt']!, agent, params, context),
    'session/close': close,
    'session/stop': close,
  };
}

/** A prompt begins with the mode that is set, and ends with what waits for its end. */
async function prompt(
  handler: HandlerTable[string],
  agent: Agent,
  params: Json | undefined,
  context: RequestContext,
): Promise<Json> {
  const session = agent.sessions.named(params);
  if (!(session instanceof HarnSession) || session.running) return handler(params, context);
  let completed = false;
  session.choices.begin();
  session.budget.begin();
  session.timeline.beginTurn();
  try {
    const result = await handler(params, context);
    completed = isObject(result) && result.stopReason !== 'cancelled';
    if (completed) session.drain('exit');
    return result;
  } catch (error) {
    throw error instanceof BudgetExhausted ? exhausted(agent, session, error) : error;
  } finally {
    session.timeline.endTurn();
    session.rules.endTurn(session.choices);
    session.checkpoints.end(completed);
    session.reminders.age();
  }
}

/** Tells that the budget of a session is exhausted, and returns what its prompt is answered with (Harn guide, Session budget). */
function exhausted(
  agent: Agent,
  { id, timeline }: HarnSession,
  { message, limit, allowed }: BudgetExhausted,
): RpcError {
  timeline.note('budget_exhausted', { limit });
  sendHarn(agent, '_harn/agentEvent', { sessionId: id, kind: 'budget_exhausted', limit, allowed });
  return refused('budget_exhausted', message);
}

/** Answers with -32602 where ACP has -32002 for a session that is not there. */
function unknownSessionsAsHarn(handler: HandlerTable[string]): HandlerTable[string] {
  return async (params, context) => {
    try {
      return await handler(params, context);
    } catch (error) {
      if (error instanceof RpcError && error.code === CODES.notFound)
        throw invalidParams(error.message, { reason: 'unknown_session' });
      throw error;
    }
  };
}
