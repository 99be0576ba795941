import type { MessageSummaries } from '../../language/message-summary.js';

const UPDATE =
  '{update.sessionUpdate} {update.toolCallId:id} {update.title} {update.status} {update.content:text} plan {update.entries:list content} mode {update.currentModeId} commands {update.availableCommands:list name} options {update.configOptions:list id}';
const SESSION = 'mode {modes.currentModeId} options {configOptions:list id}';
const FOLDER = 'in {cwd} servers {mcpServers:list name}';

/** What people look for first in the messages of ACP, by method. */
export const SUMMARIES: MessageSummaries = {
  initialize: {
    params: 'version {protocolVersion} {clientInfo.name} {clientInfo.version}',
    result: 'version {protocolVersion} {agentInfo.name} {agentInfo.version} sign-in {authMethods:list id}',
  },
  authenticate: { params: '{methodId}' },
  'session/new': { params: FOLDER, result: `{sessionId:id} ${SESSION}` },
  'session/load': { params: `{sessionId:id} ${FOLDER}`, result: SESSION },
  'session/list': { params: 'in {cwd} from {cursor}', result: '{sessions:list sessionId} next {nextCursor}' },
  'session/resume': { params: `{sessionId:id} ${FOLDER}`, result: SESSION },
  'session/close': { params: '{sessionId:id}' },
  'session/delete': { params: '{sessionId:id}' },
  'elicitation/create': {
    params: '{mode} {message} {url} {elicitationId:id}',
    result: '{action}',
  },
  'elicitation/complete': { params: '{elicitationId:id}' },
  '$/cancel_request': { params: '{requestId}' },
  'session/set_mode': { params: '{modeId}' },
  'session/set_config_option': { params: '{configId} to {value}', result: 'options {configOptions:list id}' },
  'session/prompt': { params: '{prompt:text}', result: '{stopReason}' },
  'session/cancel': { params: '{sessionId:id}' },
  'session/update': { params: UPDATE },
  'session/request_permission': {
    params: '{toolCall.toolCallId:id} {toolCall.title} options {options:list optionId}',
    result: '{outcome.outcome} {outcome.optionId}',
  },
  'fs/read_text_file': { params: '{path} line {line} limit {limit}', result: '{content:text}' },
  'fs/write_text_file': { params: '{path} {content:text}' },
  'terminal/create': { params: '{command} {args} in {cwd}', result: '{terminalId:id}' },
  'terminal/output': {
    params: '{terminalId:id}',
    result: '{output:text} {truncated:truncated} exit {exitStatus.exitCode} {exitStatus.signal}',
  },
  'terminal/wait_for_exit': { params: '{terminalId:id}', result: 'exit {exitCode} {signal}' },
  'terminal/kill': { params: '{terminalId:id}' },
  'terminal/release': { params: '{terminalId:id}' },
};
