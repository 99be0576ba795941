import type { MessageSummaries } from '../../language/message-summary.js';

const UPDATE =
  '{update.sessionUpdate} {update.toolCallId:id} {update.title} {update.status} {update.content:text} plan {update.entries:list content}';
const SESSION = { params: '{sessionId:id}' };
const STATUS = '{messageId:id} {status}';
const WORKFLOW = { params: '{workflowId:id} {name} {payload}' };

/** What people look for first in the messages of the hub, by method. */
export const SUMMARIES: MessageSummaries = {
  initialize: {
    params: 'version {protocolVersion} {clientInfo.name} {clientInfo.version}',
    result: 'version {protocolVersion} {agentInfo.name} {agentInfo.version}',
  },
  authenticate: { params: '{methodId}' },
  'session/new': { params: 'in {cwd}', result: '{sessionId:id}' },
  'session/list': { params: 'in {cwd} {liveState}', result: '{sessions:list sessionId}' },
  'session/load': {
    params: '{sessionId:id} as {_harn.role} {_harn.attach.role} after {lastAckedEventId}',
    result: '{liveState} {session.sessionId:id} as {role} replayed {replayed:count}',
  },
  'session/prompt': { params: '{prompt:text}', result: '{stopReason}' },
  'session/cancel': { ...SESSION, result: '{status}' },
  'session/inject': { params: '{mode} {content:text}', result: STATUS },
  'session/revoke_inject': { params: '{messageId:id}', result: STATUS },
  'session/replace_inject': { params: '{messageId:id} {content:text}', result: STATUS },
  'session/remind': { params: '{mode} {body:text}', result: '{reminderId:id}' },
  'session/revoke_reminder': { params: '{reminderId:id}', result: '{reminderId:id} {status}' },
  'session/pending_injections': { ...SESSION, result: 'pending {pendingCount}' },
  'session/truncate': { params: '{sessionId:id} keep {keepFirst}', result: 'kept {keptTurnCount}' },
  'session/rollback': { ...SESSION, result: '{status} {checkpointId:id}' },
  'session/redo': { ...SESSION, result: '{status} {checkpointId:id}' },
  'session/close': SESSION,
  'session/fork': { params: '{session_id:id} {sessionId:id}', result: '{sessionId:id} {state}' },
  'session/set_mode': { params: '{modeId}' },
  'session/set_config_option': { params: '{configId} to {value}', result: 'options {configOptions:list id}' },
  'harn.session_workspace_roots': { ...SESSION, result: 'at {workspaceAnchor}' },
  'harn.session_add_root': { params: '{path}', result: '{mountedAt}' },
  'harn.session_reanchor': { params: '{path}', result: '{changed:changed} at {workspaceAnchor}' },
  'agent/resume': SESSION,
  'workflow/signal': WORKFLOW,
  'workflow/query': WORKFLOW,
  'workflow/update': WORKFLOW,
  'workflow/pause': WORKFLOW,
  'workflow/resume': WORKFLOW,
  'harn.hitl.respond': { params: '{request_id:id} {answer} {approved:approved} {accepted:accepted} {reason}' },
  'session/update': { params: UPDATE },
  'session/request_permission': {
    params: '{toolCall.toolCallId:id} {toolCall.title} options {options:list optionId}',
    result: '{granted:granted} {outcome.outcome} {outcome.optionId}',
  },
  'host/call': { params: '{name} {args}' },
  '_harn/presence': { params: '{clientId:id} {role} {state}' },
  '_harn/agentEvent': { params: '{kind} {sessionId:id}' },
};
