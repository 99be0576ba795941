import type { MessageSummaries } from '../../language/message-summary.js';

const UPDATE =
  '{update.sessionUpdate} {update.toolCallId:id} {update.title} {update.status} {update.content:text} plan {update.entries:list content}';
const MESSAGE = { params: '{mode} {content:text}' };

/** What people look for first in the messages of the bridge, by method. */
export const SUMMARIES: MessageSummaries = {
  initialize: {
    params: '{protocolVersion} {clientInfo.name} {clientInfo.version}',
    result: '{protocolVersion} {agentInfo.name} {agentInfo.version}',
  },
  'session/new': { params: 'in {cwd}', result: '{sessionId:id}' },
  'session/prompt': { params: '{prompt:text}', result: '{stopReason}' },
  'session/cancel': { params: '{sessionId:id}' },
  'session/update': { params: UPDATE },
  'session/request_permission': {
    params: '{toolCall.toolCallId:id} {toolCall.toolName} {toolCall.title} options {options:list optionId}',
    result: '{granted:granted} {outcome.outcome} {outcome.optionId} {reason}',
  },
  'host/tools/list': { result: '{tools:list name}' },
  builtin_call: { params: '{name} {args}' },
  'tool_search/query': { params: '{strategy} {query} among {candidates:count}', result: '{tool_names:list}' },
  'skills/list': { result: '{skills:list id}' },
  'skills/fetch': { params: '{id}', result: '{name} {body:text}' },
  'skill/match': { params: '{strategy} {prompt} among {candidates:count}', result: '{matches:list id}' },
  'agent/idle': { params: 'iteration {iteration} backoff {backoff_ms}' },
  user_message: MESSAGE,
  'session/input': MESSAGE,
  'agent/user_message': MESSAGE,
  'host/call': { params: '{name} {args}' },
};
