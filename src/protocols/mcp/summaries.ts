import type { MessageSummaries, MessageSummary } from '../../language/message-summary.js';

/** A result that asks the client first, or is a task, instead of an answer. */
const INSTEAD = '{resultType} asks {inputRequests} task {task.taskId:id} {task.status}';
const TASK: MessageSummary = { params: '{taskId:id}', result: '{taskId:id} {status} {statusMessage}' };

/** What people look for first in the messages of MCP, all its revisions, by method. */
export const SUMMARIES: MessageSummaries = {
  initialize: {
    params: '{protocolVersion} {clientInfo.name} {clientInfo.version}',
    result: '{protocolVersion} {serverInfo.name} {serverInfo.version}',
  },
  'server/discover': { result: '{serverInfo.name} {serverInfo.version} {supportedVersions:list}' },
  'notifications/cancelled': { params: 'request {requestId} {reason}' },
  'notifications/progress': { params: '{progressToken:id} {progress} of {total} {message}' },
  'tools/list': { params: 'from {cursor}', result: '{tools:list name} next {nextCursor}' },
  'tools/call': {
    params: '{name} {arguments} answers {inputResponses}',
    result: `{isError:failed} {content:text} structured {structuredContent} ${INSTEAD}`,
  },
  'resources/list': { params: 'from {cursor}', result: '{resources:list uri} next {nextCursor}' },
  'resources/templates/list': {
    params: 'from {cursor}',
    result: '{resourceTemplates:list uriTemplate} next {nextCursor}',
  },
  'resources/read': { params: '{uri}', result: `{contents:text} ${INSTEAD}` },
  'resources/subscribe': { params: '{uri}' },
  'resources/unsubscribe': { params: '{uri}' },
  'notifications/resources/updated': { params: '{uri}' },
  'prompts/list': { params: 'from {cursor}', result: '{prompts:list name} next {nextCursor}' },
  'prompts/get': { params: '{name} {arguments}', result: `{messages:text} ${INSTEAD}` },
  'completion/complete': {
    params: '{ref.name} {ref.uri} {argument.name} {argument.value}',
    result: '{completion.values:list}',
  },
  'logging/setLevel': { params: '{level}' },
  'notifications/message': { params: '{level} {logger} {data}' },
  'roots/list': { result: '{roots:list uri}' },
  'sampling/createMessage': {
    params: '{messages:text} at most {maxTokens} tools {tools:list name}',
    result: '{content:text} {model} {stopReason}',
  },
  'elicitation/create': { params: '{mode} {message} {url}', result: '{action} {content}' },
  'notifications/elicitation/complete': { params: '{elicitationId:id}' },
  'tasks/get': TASK,
  'tasks/result': { params: '{taskId:id}', result: '{isError:failed} {content:text}' },
  'tasks/list': { result: '{tasks:list taskId}' },
  'tasks/cancel': TASK,
  'tasks/update': { params: '{taskId:id} answers {inputResponses}' },
  'notifications/tasks/status': { params: '{taskId:id} {status} {statusMessage}' },
  'notifications/tasks': { params: '{taskId:id} {status} {statusMessage}' },
};
