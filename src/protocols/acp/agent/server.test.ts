import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../json/json.js';
import { settle } from '../../../jsonrpc/fixtures/wired.js';
import { wire } from './testing.js';

const code = (asked: Promise<unknown>) =>
  asked.then(
    () => 'a result',
    (error: { code: number }) => error.code,
  );

describe('sessions', () => {
  it('are told their commands after their id', async () => {
    const { session, order } = await wire();
    await session();
    await settle();
    expect(order).toEqual(['reply initialize', 'reply session/new', 'available_commands_update']);
  });

  it('are listed page by page, the latest first, of one folder where one is named', async () => {
    const { ask, session } = await wire({ pageSize: 2 });
    for (const cwd of ['/a', '/b', '/a', '/a']) await session({ cwd });
    const first = await ask('session/list', { cwd: '/a/' });
    expect((first.sessions as JsonObject[]).map(({ sessionId }) => sessionId)).toEqual(['session_4', 'session_3']);
    const second = await ask('session/list', { cwd: '/a', cursor: first.nextCursor! });
    expect(second).toMatchObject({ sessions: [{ sessionId: 'session_1', cwd: '/a' }] });
    expect(second.nextCursor).toBeUndefined();
    expect(await ask('session/list', { cwd: '/c' })).toEqual({ sessions: [] });
    for (const cursor of ['x', '', Buffer.from('other 3').toString('base64url')])
      expect(await code(ask('session/list', { cursor }))).toBe(-32602);
  });

  it('repeat what was said when they are loaded, before the answer, and nothing when they are resumed', async () => {
    const { ask, session, prompt, updates, order } = await wire();
    const sessionId = await session();
    await prompt(sessionId, 'say größer');
    const before = updates.length;
    const at = order.length;
    await ask('session/load', { sessionId, cwd: '/project', mcpServers: [] });
    expect(updates.slice(before)).toMatchObject([
      { sessionUpdate: 'user_message_chunk', content: { text: 'say größer' } },
      { sessionUpdate: 'agent_message_chunk', content: { text: 'grö' } },
      { sessionUpdate: 'agent_message_chunk', content: { text: 'ßer' } },
    ]);
    expect(order.slice(at).at(-1)).toBe('reply session/load');
    await ask('session/resume', { sessionId, cwd: '/project' });
    await settle();
    expect(updates.length).toBe(before + 3);
  });

  it('that are closed end their turn, take no prompt, and can be loaded again', async () => {
    const { ask, session, prompt, order } = await wire();
    const sessionId = await session();
    const turn = prompt(sessionId, 'talk');
    await settle();
    await ask('session/close', { sessionId });
    expect(await turn).toEqual({ stopReason: 'cancelled' });
    expect(order.slice(-2)).toEqual(['reply session/prompt', 'reply session/close']);
    expect(await code(prompt(sessionId, 'hello'))).toBe(-32002);
    await ask('session/load', { sessionId, cwd: '/project', mcpServers: [] });
    expect(await prompt(sessionId, 'hello')).toEqual({ stopReason: 'end_turn' });
  });

  it('are refused before initialize, before a sign-in, and in a relative folder', async () => {
    const { ask } = await wire({ permissive: ['sign-in'] });
    const open = () => ask('session/new', { cwd: '/project', mcpServers: [] });
    expect(await code(open())).toBe(-32000);
    expect(await code(ask('authenticate', { methodId: 'x' }))).toBe(-32602);
    await ask('authenticate', { methodId: 'kit' });
    await open();
    expect(await code(ask('session/new', { cwd: 'work', mcpServers: [] }))).toBe(-32602);
  });

  it('have modes and settings that tell the same', async () => {
    const { ask, session, prompt, updates } = await wire();
    const sessionId = await session();
    const { configOptions } = await ask('session/set_config_option', { sessionId, configId: 'mode', value: 'code' });
    expect(configOptions).toMatchObject([{ id: 'mode', currentValue: 'code' }, { id: 'level' }]);
    expect(updates.at(-1)).toEqual({ sessionUpdate: 'current_mode_update', currentModeId: 'code' });
    await ask('session/set_mode', { sessionId, modeId: 'ask' });
    expect(updates.at(-1)).toMatchObject({ configOptions: [{ currentValue: 'ask' }, {}] });
    await prompt(sessionId, 'mode code');
    expect(updates.filter(({ sessionUpdate }) => sessionUpdate === 'current_mode_update')).toHaveLength(2);
    expect(await code(ask('session/set_mode', { sessionId, modeId: 'x' }))).toBe(-32602);
    expect(await code(ask('session/set_config_option', { sessionId, configId: 'level', value: 'x' }))).toBe(-32602);
  });
});

describe('what an agent can do', () => {
  it('is what it advertises and answers', async () => {
    const { ask, session } = await wire({ abilities: { load: false, close: false, image: false, modes: false } });
    expect(await ask('initialize', { protocolVersion: 7 })).toMatchObject({
      protocolVersion: 1,
      agentCapabilities: { loadSession: false, promptCapabilities: { image: false, audio: true } },
      authMethods: [],
    });
    const sessionId = await session();
    for (const method of ['session/load', 'session/close', 'session/set_mode'])
      expect(await code(ask(method, { sessionId }))).toBe(-32601);
    const image = { type: 'image', mimeType: 'image/png', data: '' };
    expect(await code(ask('session/prompt', { sessionId, prompt: [image] }))).toBe(-32602);
    const link = { type: 'resource_link', uri: 'file:///x', name: 'x' };
    expect(await ask('session/prompt', { sessionId, prompt: [link] })).toEqual({ stopReason: 'end_turn' });
  });
});
