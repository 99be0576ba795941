import type { ClientRequests } from '../../../../generated/methods/harn-extensions-v1.js';
import type {
  AnyValue,
  WorkflowMessageRequest,
  WorkflowUpdateRequest,
} from '../../../../generated/types/harn-extensions-v1.js';
import type { JsonObject } from '../../../../json/json.js';
import type { RequestContext } from '../../../../jsonrpc/connection.js';
import type { RequestHandlers } from '../../../../jsonrpc/typed.js';
import { Mailbox } from '../../../../workspace/mailbox.js';
import type { Agent } from '../../../acp/agent/agent.js';
import { refused } from '../../errors.js';
import type { HarnSession } from '../sessions/session.js';
import { sessionIn } from './sessions.js';

/** Messages to workflows, each under both of its names (Harn guide, ACP, Protocol overview). */
export function workflowHandlers(agent: Agent): RequestHandlers<ClientRequests, RequestContext> {
  const signal = (params: WorkflowMessageRequest): JsonObject => {
    const mailbox = mailboxOf(agent, params);
    const { seq, kind, name, payload, enqueued_at } = mailbox.enqueue('signal', params.name, params.payload ?? null);
    const { workflow_id = null } = mailbox.status();
    return { workflow_id, message: { seq, kind, name, payload, enqueued_at }, status: mailbox.status() };
  };
  const query = (params: WorkflowMessageRequest) => mailboxOf(agent, params).query(params.name) as AnyValue;
  const update = (params: WorkflowUpdateRequest) => ask(mailboxOf(agent, params), params);
  const control = (paused: boolean) => (params: Named) => {
    const mailbox = mailboxOf(agent, params);
    mailbox.setPaused(paused);
    return mailbox.status();
  };
  return {
    'workflow/signal': signal,
    'harn.workflow.signal': signal,
    'workflow/query': query,
    'harn.workflow.query': query,
    'workflow/update': update,
    'harn.workflow.update': update,
    'workflow/pause': control(true),
    'harn.workflow.pause': control(true),
    'workflow/resume': control(false),
    'harn.workflow.resume': control(false),
  };
}

interface Named {
  sessionId?: string;
  session_id?: string;
  workflowId: string;
}

/** Rejects with RpcError -32000 when no answer comes in time. */
async function ask(mailbox: Mailbox, { name, payload = null, timeoutMs }: WorkflowUpdateRequest): Promise<AnyValue> {
  const answer = await mailbox.update(name, payload, timeoutMs);
  if (answer === undefined) throw refused('update timed out');
  return answer as AnyValue;
}

/** The mailbox of a workflow, in the folder of the session that is named or of the first one. */
function mailboxOf(agent: Agent, params: Named): Mailbox {
  const { files, rules } = sessionOf(agent, params);
  return new Mailbox(files, params.workflowId, agent.clock, rules.workflow);
}

function sessionOf(agent: Agent, { sessionId, session_id }: Named): HarnSession {
  const named = sessionId ?? session_id ?? [...agent.sessions].find(({ open }) => open)?.id;
  return sessionIn(agent, named === undefined ? {} : { sessionId: named });
}
