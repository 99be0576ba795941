import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../json/json.js';
import { loadValidators, methodTable } from '../../../schemas/index.js';
import type { JsonSchema } from '../../../schemas/json-schema.js';
import { undeclaredExtensions } from './undeclared.js';

const { bundle } = await loadValidators('acp', '0.12.2');
const methods = methodTable('acp', '0.12.2');
const parts = (message: JsonObject, method?: string) => undeclaredExtensions(message, method, { methods, bundle });

const notify = (method: string, params: JsonObject) => parts({ jsonrpc: '2.0', method, params }, method);
const reply = (method: string, result: Json) => parts({ jsonrpc: '2.0', id: 1, result }, method);
const update = (body: JsonObject) => notify('session/update', { sessionId: 's', update: body });
const told = (found: ReturnType<typeof parts>) =>
  found.map(({ what, name, path, definition, origin }) => [origin, what, name, path, definition].join(' ').trim());

describe('undeclaredExtensions', () => {
  const examplesOf = (name: string) => (bundle.$defs[name] as Exclude<JsonSchema, boolean>).examples ?? [];

  it.each(Object.entries(methods))('finds nothing in the examples of %s', (method, { params, results }) => {
    const sent = examplesOf(params as string);
    expect(sent.length).toBeGreaterThan(0);
    for (const example of sent) expect(parts({ jsonrpc: '2.0', id: 1, method, params: example }, method)).toEqual([]);
    for (const example of results.flatMap(examplesOf)) expect(reply(method, example)).toEqual([]);
  });

  it('finds members that only the sender knows, at any depth', () => {
    const plan = {
      sessionUpdate: 'plan',
      entries: [{ content: 'x', priority: 'low', status: 'pending', owner: 'me' }],
    };
    expect(told(update({ ...plan, harnPlan: {} }))).toEqual([
      'custom member owner /params/update/entries/0/owner PlanEntry',
      'custom member harnPlan /params/update/harnPlan Plan',
    ]);
    expect(told(notify('session/cancel', { sessionId: 's', 'a/b': 1 }))).toEqual([
      'custom member a/b /params/a~1b CancelNotification',
    ]);
    expect(told(reply('session/prompt', { stopReason: 'end_turn', tokens: 7 }))).toEqual([
      'custom member tokens /result/tokens PromptResponse',
    ]);
  });

  it('tells what upstream has made up, now or later, from what the sender has', () => {
    const agentCapabilities = {
      auth: { anything: 1 },
      session: { inject: true },
      sessionCapabilities: { fork: {}, delete: {}, rollback: {} },
    };
    expect(told(reply('initialize', { protocolVersion: 1, agentCapabilities }))).toEqual([
      'unstable member auth /result/agentCapabilities/auth AgentCapabilities',
      'custom member session /result/agentCapabilities/session AgentCapabilities',
      'unstable member fork /result/agentCapabilities/sessionCapabilities/fork SessionCapabilities',
      'later member delete /result/agentCapabilities/sessionCapabilities/delete SessionCapabilities',
      'custom member rollback /result/agentCapabilities/sessionCapabilities/rollback SessionCapabilities',
    ]);
    const chunk = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: '' }, messageId: 'm' };
    expect(told(update(chunk))).toEqual(['unstable member messageId /params/update/messageId ContentChunk']);
    expect(told(update({ sessionUpdate: 'tool_call', toolCallId: 'c', title: 'x', name: 'edit' }))).toEqual([
      'later member name /params/update/name ToolCall',
    ]);
  });

  it('tells variants apart in the same way, and looks no further into them', () => {
    expect(told(update({ sessionUpdate: 'usage_update', used: 1, size: 2 }))).toEqual([
      'unstable variant usage_update /params/update/sessionUpdate SessionUpdate',
    ]);
    expect(told(update({ sessionUpdate: 'notice', title: 'x' }))).toEqual([
      'later variant notice /params/update/sessionUpdate SessionUpdate',
    ]);
    expect(told(update({ sessionUpdate: 'progress', phase: 'x' }))).toEqual([
      'custom variant progress /params/update/sessionUpdate SessionUpdate',
    ]);
    const configOptions = [{ id: 'a', name: 'A', type: 'boolean', currentValue: true }];
    expect(told(reply('session/set_config_option', { configOptions }))).toEqual([
      'unstable variant boolean /result/configOptions/0/type SessionConfigOption',
    ]);
  });

  it('names methods, but not those that say by their name that they are an extension', () => {
    const method = (name: string) => told(notify(name, { anything: 1 }));
    expect(method('session/fork')).toEqual(['unstable method session/fork /method']);
    expect(method('$/cancel_request')).toEqual(['unstable method $/cancel_request /method']);
    expect(method('session/delete')).toEqual(['later method session/delete /method']);
    expect(method('session/inject')).toEqual(['custom method session/inject /method']);
    expect(method('_vendor/do')).toEqual([]);
    expect(reply('session/inject', { messageId: 'm' })).toEqual([]);
  });

  it('looks at the envelope, and at nothing else where nobody knows the method', () => {
    expect(told(parts({ jsonrpc: '2.0', id: 1, result: { x: 1 }, _harn: {} }))).toEqual(['custom member _harn /_harn']);
    const error = { code: -32000, message: 'x', data: { any: 1 }, hint: 'y' };
    expect(told(parts({ jsonrpc: '2.0', id: 1, error }))).toEqual(['custom member hint /error/hint Error']);
    expect(told(parts({ jsonrpc: '2.0', id: 1, method: 'session/cancel', params: {}, result: 1 }, 'x'))).toContain(
      'custom member result /result',
    );
    expect(parts({ jsonrpc: '2.0', more: 1 })).toEqual([]);
  });

  it('leaves alone what is free: _meta anywhere, raw input and output, data of errors', () => {
    const call = { toolCallId: 'c', title: 'x', rawInput: { a: { b: 1 } }, rawOutput: [{ c: 1 }], _meta: { d: {} } };
    expect(update({ sessionUpdate: 'tool_call', ...call })).toEqual([]);
    const outcome = { outcome: 'cancelled', _meta: {} };
    expect(reply('session/request_permission', { outcome })).toEqual([]);
  });

  it('goes by the branch of a union that the value takes', () => {
    const server = (mcpServer: JsonObject) => told(notify('session/new', { cwd: '/', mcpServers: [mcpServer] }));
    const stdio = { name: 'n', command: 'c', args: [], env: [] };
    expect(server(stdio)).toEqual([]);
    expect(server({ ...stdio, type: 'stdio' })).toEqual([]);
    expect(server({ ...stdio, url: 'u' })).toEqual(['custom member url /params/mcpServers/0/url McpServerStdio']);
    expect(server({ type: 'http', name: 'n', url: 'u', headers: [], command: 'c' })).toEqual([
      'custom member command /params/mcpServers/0/command McpServerHttp',
    ]);
    const groups = [{ group: 'g', name: 'G', options: [{ value: 'a', name: 'A', icon: 'i' }], icon: 'i' }];
    const configOptions = [{ id: 'a', name: 'A', type: 'select', currentValue: 'a', options: groups }];
    expect(told(reply('session/set_config_option', { configOptions }))).toEqual([
      'custom member icon /result/configOptions/0/options/0/options/0/icon SessionConfigSelectOption',
      'custom member icon /result/configOptions/0/options/0/icon SessionConfigSelectGroup',
    ]);
    const authMethods = [{ id: 'a', name: 'A', type: 'terminal', args: [], shade: 1 }];
    expect(told(reply('initialize', { protocolVersion: 1, authMethods }))).toEqual([
      'unstable member type /result/authMethods/0/type AuthMethod',
      'unstable member args /result/authMethods/0/args AuthMethod',
      'custom member shade /result/authMethods/0/shade AuthMethodAgent',
    ]);
  });

  it('does not judge an agent that answers in the words of another version', () => {
    const info = { name: 'agent', version: '1' };
    expect(told(reply('initialize', { protocolVersion: 2, info, capabilities: {} }))).toEqual([]);
    expect(told(reply('initialize', { protocolVersion: 1, info }))).toEqual([
      'custom member info /result/info InitializeResponse',
    ]);
    expect(told(reply('initialize', { protocolVersion: '2', info }))).toHaveLength(1);
  });

  it('does not judge what is invalid, and does not guess which branch was meant', () => {
    expect(update({ sessionUpdate: 7, more: 1 })).toEqual([]);
    expect(notify('session/update', { sessionId: 's', update: [] })).toEqual([]);
    expect(reply('session/new', [])).toEqual([]);
    expect(reply('session/load', null)).toEqual([]);
    expect(reply('session/request_permission', { outcome: { outcome: 'selected', note: 'x' } })).toHaveLength(1);
    const prompt = [{ type: 'resource', resource: { uri: 'u', extra: 1 } }];
    expect(notify('session/prompt', { sessionId: 's', prompt })).toEqual([]);
  });

  it('does not take a member of Object.prototype for one of a definition, and tells no more than fifty', () => {
    const params = JSON.parse('{"sessionId":"s","__proto__":1,"constructor":2}') as JsonObject;
    expect(told(notify('session/cancel', params))).toHaveLength(2);
    expect(notify('toString', {})).toHaveLength(1);
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`m${index}`, index]));
    expect(notify('session/cancel', many)).toHaveLength(50);
  });
});
