import type { WorkflowParams } from '../../../generated/types/hub-v1.js';
import type { Json } from '../../../json/json.js';
import { type Clock, sleep } from '../../../wire/clock/clock.js';
import { failed, invalidParams } from '../errors.js';
import type { Handlers } from '../params.js';

interface Workflow {
  paused: boolean;
  generation: number;
  mailbox: { seq: number; kind: string; name: string; payload: Json }[];
}

/** ms that an update may take unless it says otherwise. */
const UPDATE_WITHIN = 30_000;

type Methods = 'workflow/signal' | 'workflow/query' | 'workflow/update' | 'workflow/pause' | 'workflow/resume';

/** Mailboxes of workflows, in which nobody works: signals wait there, a query finds nothing, and no update is answered. */
export function workflowHandlers(clock: Clock): Handlers<Methods> {
  const known = new Map<string, Workflow>();
  const find = (id: string): Workflow => {
    const found = known.get(id) ?? { paused: false, generation: 0, mailbox: [] };
    known.set(id, found);
    return found;
  };
  const post = ({ workflowId, payload }: WorkflowParams, kind: string, name: string) => {
    const { mailbox } = find(workflowId);
    const message = { seq: mailbox.length + 1, kind, name, payload: payload ?? null };
    mailbox.push(message);
    return message;
  };
  const statusOf = (workflowId: string) => {
    const { paused, generation, mailbox } = find(workflowId);
    return { workflow_id: workflowId, generation, paused, pending_count: mailbox.length, query_count: 0 };
  };
  const named = (method: string, { name }: WorkflowParams): string => {
    if (name === undefined || name === '') throw invalidParams(`${method}: missing name`);
    return name;
  };
  const hold = (params: WorkflowParams, paused: boolean) => {
    find(params.workflowId).paused = paused;
    post(params, 'control', paused ? 'pause' : 'resume');
    return statusOf(params.workflowId);
  };
  return {
    'workflow/signal': (params) => {
      const message = post(params, 'signal', named('workflow/signal', params));
      return { workflow_id: params.workflowId, message, status: statusOf(params.workflowId) };
    },
    'workflow/query': (params) => {
      named('workflow/query', params);
      return null;
    },
    'workflow/update': async (params, { signal }) => {
      const { timeoutMs = UPDATE_WITHIN } = params;
      post(params, 'update', named('workflow/update', params));
      await sleep(clock, timeoutMs, signal);
      throw failed('timed_out', `the update timed out after ${timeoutMs} ms`);
    },
    'workflow/pause': (params) => hold(params, true),
    'workflow/resume': (params) => hold(params, false),
  };
}
