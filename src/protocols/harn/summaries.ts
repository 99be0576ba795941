import type { MessageSummaries } from '../../language/message-summary.js';
import { SUMMARIES as ACP } from '../acp/summaries.js';

const SESSION = { params: '{sessionId:id} {session_id:id}' };
const CHECKPOINT = { ...SESSION, result: '{status} {checkpointId:id}' };
const ROOTS = { params: '{path} {root} {primary} {reason}', result: 'at {workspaceAnchor}' };
const WORKFLOW = { params: '{workflowId:id} {name} {payload}' };

/** What people look for first in the messages of ACP with Harn's extensions, by method. */
export const SUMMARIES: MessageSummaries = {
  ...ACP,
  'session/fork': {
    params: '{session_id:id} {sessionId:id} keep {keep_first} as {branch_name}',
    result: '{sessionId:id} {state} from {parent_id:id}',
  },
  'session/stop': SESSION,
  'session/truncate': { params: 'keep {keepFirst} {keep_first} {reason}', result: 'kept {keptTurnCount}' },
  'session/rollback': CHECKPOINT,
  'session/redo': CHECKPOINT,
  'harn.session_rollback': CHECKPOINT,
  'harn.session_redo': CHECKPOINT,
  'session/inject': { params: '{mode} {content:text}', result: '{messageId:id} {status}' },
  'session/revoke_inject': { params: '{messageId:id}', result: '{messageId:id} {status}' },
  'session/replace_inject': { params: '{messageId:id} {content:text}', result: '{messageId:id} {status}' },
  'session/remind': { params: '{mode} {body:text}', result: '{reminderId:id}' },
  'session/pending_injections': { ...SESSION, result: 'pending {pendingCount}' },
  'session/revoke_reminder': { params: '{reminderId:id}', result: '{reminderId:id} {status}' },
  'session/cancel_tool_call': { params: '{toolCallId:id} {reason}', result: '{status} {callId:id} {tool}' },
  'harn.session_workspace_roots': { ...SESSION, result: 'at {workspaceAnchor}' },
  'harn.session_add_root': ROOTS,
  'harn.session_reanchor': ROOTS,
  'harn.session_timeline.query': { params: 'from {fromCursor} limit {limit}', result: 'nodes {nodes:count}' },
  'harn.session_timeline.subscribe': { params: 'from {fromCursor}', result: '{subscriptionId:id}' },
  'harn.session_timeline.update': { params: '{subscriptionId:id} {update}' },
  'harn.session_timeline.unsubscribe': { params: '{subscriptionId:id}' },
  'agent/resume': {},
  'workflow/signal': WORKFLOW,
  'workflow/query': WORKFLOW,
  'workflow/update': WORKFLOW,
  'workflow/pause': WORKFLOW,
  'workflow/resume': WORKFLOW,
  'harn.workflow.signal': WORKFLOW,
  'harn.workflow.query': WORKFLOW,
  'harn.workflow.update': WORKFLOW,
  'harn.workflow.pause': WORKFLOW,
  'harn.workflow.resume': WORKFLOW,
  'harn.hitl.respond': { params: '{request_id:id} {answer} {approved:approved} {accepted:accepted} {reason}' },
  builtin_call: { params: '{name} {args}' },
  'host/call': { params: '{name} {args}' },
  '_harn/agentEvent': { params: '{kind} {sessionId:id}' },
};
