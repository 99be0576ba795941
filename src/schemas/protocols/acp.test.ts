import { describe, expect, it } from 'vitest';
import type { SessionNotification, ToolCallUpdate } from '../../generated/types/acp-0.12.2.js';
import type { Json } from '../../json/json.js';
import { loadValidators } from '../validators.js';

const acp = await loadValidators('acp', '0.12.2');
const said = (name: string | string[], value: Json) =>
  acp.validate(name, value).map(({ path, message }) => `${path} ${message}`.trim());
const update = (body: Json) => acp.validate('SessionNotification', { sessionId: 's', update: body });

describe('definitions of ACP 0.12.2', () => {
  it('tell of an update the variant that was meant', () => {
    expect(update({ sessionUpdate: 'tool_call', toolCallId: 'c', title: 'x', status: 'cancelled' })).toMatchObject([
      { path: '/update/status', keyword: 'enum' },
    ]);
    expect(update({ sessionUpdate: 'current_mode_update', modeId: 'code' })).toMatchObject([
      { path: '/update', message: 'lacks `currentModeId`' },
    ]);
    expect(update({ content: { type: 'text', text: 'x' } })).toMatchObject([
      { path: '/update', message: 'lacks `sessionUpdate`' },
    ]);
  });

  it('tell an update, a content block or a setting that they do not know from one that is wrong', () => {
    const unknown = (path: string) => [expect.objectContaining({ path, unknownVariant: true })];
    expect(update({ sessionUpdate: 'progress', phase: 'x' })).toEqual(unknown('/update/sessionUpdate'));
    expect(acp.validate('PromptRequest', { sessionId: 's', prompt: [{ type: 'video' }] })).toEqual(
      unknown('/prompt/0/type'),
    );
    const option = { id: 'a', name: 'A', type: 'boolean', currentValue: true };
    expect(acp.validate('ConfigOptionUpdate', { configOptions: [option] })).toEqual(unknown('/configOptions/0/type'));
    expect(update({ sessionUpdate: 7 })[0]).not.toHaveProperty('unknownVariant');
  });

  it('take null where a tool call is updated, not where it is new', () => {
    const call = { toolCallId: 'c', title: 'x', kind: null, status: null, content: null, locations: null };
    expect(said('ToolCallUpdate', call)).toEqual([]);
    expect(said('ToolCall', call)).toHaveLength(4);
    expect(said('SessionInfoUpdate', { title: null })).toEqual([]);
  });

  it('refuse what the Harn bridge sends instead', () => {
    const toolCall = { toolCallId: 'c', toolName: 'edit_file' };
    expect(said('RequestPermissionRequest', { sessionId: 's', toolCall })).toEqual(['lacks `options`']);
    expect(said('RequestPermissionResponse', { outcome: { outcome: 'selected' } })).toEqual([
      '/outcome lacks `optionId`',
    ]);
    expect(said('RequestPermissionResponse', { granted: true })).toEqual(['lacks `outcome`']);
    expect(said('InitializeRequest', {})).toEqual(['lacks `protocolVersion`']);
  });

  it('take a server over stdio with and without a word on its transport', () => {
    const server = { name: 'n', command: '/bin/n', args: [], env: [] };
    for (const mcpServer of [server, { ...server, type: 'stdio' }]) expect(said('McpServer', mcpServer)).toEqual([]);
    expect(said('McpServer', { type: 'http', name: 'n', url: 'http://127.0.0.1/' })).toHaveLength(1);
  });

  it('bound numbers where they count something, and take any integer for a code', () => {
    expect(said('ProtocolVersion', 65536)).toEqual(['expected at most 65535, got 65536']);
    expect(said('ProtocolVersion', '1')).toEqual(['expected an integer, got a string']);
    expect(said('ToolCallLocation', { path: '/a', line: -1 })).toEqual(['/line expected at least 0, got -1']);
    expect(said('ToolCallLocation', { path: '/a', line: 0 })).toEqual([]);
    expect(said('Error', { code: -32013, message: 'x' })).toEqual([]);
    expect(said('Error', { code: 0.5, message: 'x' })).toEqual(['/code expected an integer, got a number']);
  });

  it('judge the result of an extension by nothing', () => {
    for (const value of [null, 42, 'x', [], {}]) expect(said('ExtResponse', value)).toEqual([]);
  });

  it('have types that say the same', () => {
    const note: SessionNotification = {
      sessionId: 's',
      update: { sessionUpdate: 'plan', entries: [{ content: 'x', priority: 'low', status: 'pending' }] },
    };
    const cleared: ToolCallUpdate = { toolCallId: 'c', status: null };
    // @ts-expect-error: a tool call has an id
    const nameless: ToolCallUpdate = { status: 'failed' };
    expect(said('SessionNotification', note as unknown as Json)).toEqual([]);
    expect(said('ToolCallUpdate', cleared as unknown as Json)).toEqual([]);
    expect(said('ToolCallUpdate', nameless as unknown as Json)).toEqual(['lacks `toolCallId`']);
  });
});
