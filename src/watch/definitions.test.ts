import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../json/json.js';
import { loadValidators, methodTable } from '../schemas/index.js';
import { definitionsOf } from './definitions.js';
import { Feed, notify, reply, request } from './testing.js';

const methods = methodTable('acp', '0.12.2');
const validators = await loadValidators('acp', '0.12.2');
const feed = (role: string, settings: JsonObject = {}) =>
  new Feed([{ rule: 'schema', with: settings }], {
    role,
    definitions: definitionsOf(methods, validators, role === 'acp/client' ? 'client' : 'server'),
  });
const update = (body: JsonObject) => notify('session/update', { sessionId: 's', update: body });

describe('ACP as the wire rules see it', () => {
  it('judges params by method and side', () => {
    const one = feed('acp/agent');
    expect(one.target(update({ sessionUpdate: 'tool_call', toolCallId: 'c', title: 7 }))).toMatchObject([
      { blame: 'target', label: 'invalid', path: '/params/update/title', actual: 7 },
    ]);
    expect(one.target(notify('session/update'))).toMatchObject([{ path: '/params' }]);
    expect(one.target(request(0, 'session/prompt', { sessionId: 's', prompt: [] }))).toMatchObject([
      { path: '/method', message: expect.stringContaining('never sent by this side') },
    ]);
    expect(one.kit(request(1, 'session/prompt', { sessionId: 's' }))).toMatchObject([
      { blame: 'kit', path: '/params', message: expect.stringContaining('`prompt`') },
    ]);
    expect(one.kit(request(2, 'session/list'))).toEqual([]);
  });

  it('knows which side is which where a client is the target', () => {
    const one = feed('acp/client');
    expect(one.target(request(1, 'session/prompt', { sessionId: 's', prompt: [] }))).toEqual([]);
    expect(one.target(update({ sessionUpdate: 'plan', entries: [] }))).toMatchObject([{ path: '/method' }]);
  });

  it('judges results by the request that they answer, each side with ids of its own', () => {
    const one = feed('acp/agent');
    one.kit(request(0, 'session/new', { cwd: '/', mcpServers: [] }));
    one.target(request(0, 'terminal/create', { sessionId: 's', command: 'ls' }));
    expect(one.target(reply(0, { terminalId: 't' }))).toMatchObject([{ path: '/result' }]);
    expect(one.kit(reply(0, { terminalId: 't' }))).toEqual([]);
  });

  it('takes null for a result that may be empty, and for no other', () => {
    const one = feed('acp/agent');
    one.kit(request(1, 'session/load', { sessionId: 's', cwd: '/', mcpServers: [] }));
    one.kit(request(2, 'session/new', { cwd: '/', mcpServers: [] }));
    expect(one.target(reply(1, null))).toEqual([]);
    expect(one.target(reply(2, null))).toMatchObject([{ path: '/result' }]);
  });

  it('tells an unknown update from a wrong one', () => {
    const progress = update({ sessionUpdate: 'progress', phase: 'x' });
    expect(feed('acp/agent').target(progress)).toEqual([]);
    expect(feed('acp/agent', { variants: 'closed' }).target(progress)).toMatchObject([
      { label: 'undeclared extension', path: '/params/update/sessionUpdate' },
    ]);
  });
});
