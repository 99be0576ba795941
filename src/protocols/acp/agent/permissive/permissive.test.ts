import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../json/json.js';
import { settle } from '../../../../jsonrpc/fixtures/wired.js';
import { RpcError } from '../../../../jsonrpc/rpc-error.js';
import { wire } from '../testing.js';
import { PERMISSIVE, PERMISSIVE_OPTIONS } from './variants.js';

const allow = { 'session/request_permission': () => ({ outcome: { outcome: 'selected', optionId: 'allow' } }) };

describe('permissive options', () => {
  it('are all taken by some permissive agent, beside those that a behavior takes', () => {
    const taken = PERMISSIVE.flatMap(({ wordings }) => [...PERMISSIVE_OPTIONS.read(wordings)]);
    expect(new Set([...taken, 'asks-first', 'sign-in'])).toEqual(new Set(PERMISSIVE_OPTIONS.names));
    expect(() => PERMISSIVE_OPTIONS.read(['sparse', 'wild'])).toThrow(
      /Unknown permissive variant "wild"; known: odd-ids/,
    );
    expect(PERMISSIVE_OPTIONS.read(false).size).toBe(0);
  });

  it('sparse: nothing optional is told', async () => {
    const { ask, session, updates, prompt } = await wire({ permissive: ['sparse'] });
    expect(Object.keys(await ask('initialize', { protocolVersion: 1 }))).toEqual([
      'protocolVersion',
      'agentCapabilities',
    ]);
    await prompt(await session(), 'fail');
    expect(updates.find(({ sessionUpdate }) => sessionUpdate === 'tool_call')).toEqual({
      sessionUpdate: 'tool_call',
      toolCallId: 'call_1',
      title: 'Read no-such-file.txt',
      status: 'pending',
    });
  });

  it('include bare, which offers nothing beyond the baseline', async () => {
    const { ask } = await wire({ permissive: ['bare'] });
    expect(await ask('initialize', { protocolVersion: 1 })).not.toHaveProperty('agentCapabilities');
    expect(Object.keys(await ask('session/new', { cwd: '/', mcpServers: [] }))).toEqual(['sessionId']);
  });

  it('null-results, other-codes: other answers of the same meaning', async () => {
    const { client, session } = await wire({ permissive: ['null-results', 'other-codes'] });
    const sessionId = await session();
    expect(await client.request('session/load', { sessionId, cwd: '/', mcpServers: [] })).toBeNull();
    await expect(client.request('session/load', { sessionId: 'x', cwd: '/', mcpServers: [] })).rejects.toMatchObject({
      code: -32603,
    });
    await expect(client.request('session/load', {})).rejects.toMatchObject({ code: -32602 });
  });

  it('late-announcement, terse-tools: a tool call is told of late and in few words', async () => {
    const { session, prompt, order, updates } = await wire(
      { permissive: ['late-announcement', 'terse-tools', 'own-hands'] },
      allow,
    );
    const sessionId = await session({ cwd: '/no-such-folder' });
    const at = order.length;
    await prompt(sessionId, 'edit x');
    const asked = order.slice(at);
    expect(asked.indexOf('session/request_permission')).toBeLessThan(asked.indexOf('tool_call'));
    expect(updates.flatMap(({ status }) => status ?? [])).toEqual(['pending', 'failed']);
  });

  it('late-announcement: of a call whose turn is cancelled while the user is asked nothing is told', async () => {
    const never = () => new Promise<JsonObject>(() => {});
    const wired = await wire({ permissive: ['late-announcement'] }, { 'session/request_permission': never });
    const sessionId = await wired.session();
    const turn = wired.prompt(sessionId, 'edit x');
    await settle();
    wired.client.notify('session/cancel', { sessionId });
    expect(await turn).toEqual({ stopReason: 'cancelled' });
    expect(wired.order).toContain('session/request_permission');
    expect(wired.updates.filter(({ toolCallId }) => toolCallId)).toEqual([]);
  });

  it('announces-again, new-call-ids, out-of-tokens: tool calls are announced twice, and under other ids where they are loaded', async () => {
    const { ask, session, prompt, updates } = await wire({
      permissive: ['announces-again', 'new-call-ids', 'out-of-tokens'],
    });
    const announced = () =>
      updates.filter(({ sessionUpdate }) => sessionUpdate === 'tool_call').map(({ toolCallId }) => toolCallId);
    const sessionId = await session();
    expect(await prompt(sessionId, 'fail')).toEqual({ stopReason: 'max_tokens' });
    expect(announced()).toEqual(['call_1', 'call_1']);
    await ask('session/load', { sessionId, cwd: '/', mcpServers: [] });
    expect(announced().slice(2)).toEqual(['call_1 of load 1', 'call_1 of load 1']);
  });

  it('follows-links: a link that leads to no file is an error', async () => {
    const { client, session } = await wire({ permissive: ['follows-links'] });
    const sessionId = await session();
    const linking = (uri: string) =>
      client.request('session/prompt', {
        sessionId,
        prompt: [
          { type: 'text', text: 'hello' },
          { type: 'resource_link', uri, name: 'x' },
        ],
      });
    expect(await linking('file:///x')).toEqual({ stopReason: 'end_turn' });
    await expect(linking('https://example.org/')).rejects.toMatchObject({ code: -32603 });
  });

  it('queues-prompts: a cancel ends what waits, too', async () => {
    const { session, prompt, client } = await wire({ permissive: ['queues-prompts'] });
    const sessionId = await session();
    const turns = ['talk', 'hello', 'wait'].map((order) => prompt(sessionId, order));
    await settle();
    client.notify('session/cancel', { sessionId });
    expect(await Promise.all(turns)).toEqual(turns.map(() => ({ stopReason: 'cancelled' })));
    expect(await prompt(sessionId, 'hello')).toEqual({ stopReason: 'end_turn' });
  });

  it('early-news, chatter, last-words, asks-too: more is said than needs to be', async () => {
    const extra: string[] = [];
    const { session, prompt, order, client, updates } = await wire(
      { permissive: ['early-news', 'chatter', 'last-words', 'asks-too', 'open-meta', 'null-members'] },
      {
        '_proctor.example/hello': () => {
          extra.push('hello');
          return null;
        },
      },
    );
    const sessionId = await session();
    expect(order.slice(-2)).toEqual(['available_commands_update', 'reply session/new']);
    await prompt(sessionId, 'hello');
    await settle();
    expect(order.slice(order.indexOf('reply session/prompt') + 1)).toEqual([
      'session_info_update',
      'available_commands_update',
    ]);
    const turn = prompt(sessionId, 'wait');
    await settle();
    client.notify('session/cancel', { sessionId });
    await turn;
    const last = updates.filter(({ sessionUpdate }) => sessionUpdate === 'agent_message_chunk').at(-1) as JsonObject;
    expect(last).toMatchObject({ content: { text: 'I was about to say', annotations: null }, _meta: { plain: 'x' } });
    expect(extra).toEqual(['hello', 'hello']);
  });

  it('odd-ids, unhurried: names are odd, and answers take their time', async () => {
    const { session, pass, ask } = await wire({ permissive: ['odd-ids'] });
    expect(await session()).toBe('session №1 "→" 😀/~0');
    await pass(100);
    await ask('session/list');
    const slow = wire({ permissive: ['unhurried'] });
    let greeted = false;
    void slow.then(() => {
      greeted = true;
    });
    await settle();
    expect(greeted).toBe(false);
  });

  it('takes-extensions: an extension that nobody knows is answered, and nothing else', async () => {
    const { client } = await wire({ permissive: ['takes-extensions'] });
    expect(await client.request('_vendor/do', {})).toBeNull();
    await expect(client.request('session/do', {})).rejects.toMatchObject({ code: -32601 });
  });

  it('echoes-prompts: what the user said is told at once, and again at a load', async () => {
    const { session, prompt, ask, updates } = await wire({ permissive: ['echoes-prompts'] });
    const sessionId = await session();
    await prompt(sessionId, 'hello');
    const said = () => updates.filter(({ sessionUpdate }) => sessionUpdate === 'user_message_chunk').length;
    expect(said()).toBe(1);
    await ask('session/load', { sessionId, cwd: '/', mcpServers: [] });
    expect(said()).toBe(2);
  });

  it('tries-again: a file or a terminal is asked for twice after an error, a permission once', async () => {
    const { session, prompt, order } = await wire(
      { permissive: ['tries-again'] },
      {
        'fs/read_text_file': () => Promise.reject(new RpcError(-32603, 'no')),
        'terminal/create': () => Promise.reject(new RpcError(-32603, 'no')),
        'session/request_permission': () => Promise.reject(new RpcError(-32603, 'no')),
      },
    );
    const sessionId = await session();
    for (const order of ['read a', 'run a', 'edit a'])
      expect(await prompt(sessionId, order)).toEqual({ stopReason: 'end_turn' });
    const asked = (method: string) => order.filter((one) => one === method).length;
    expect(['fs/read_text_file', 'terminal/create', 'session/request_permission'].map(asked)).toEqual([2, 2, 1]);
  });

  it('tries-again: nothing is asked for again when the turn was cancelled', async () => {
    let refuse: (error: Error) => void = () => {};
    const { session, prompt, order, client } = await wire(
      { permissive: ['tries-again'] },
      { 'fs/read_text_file': () => new Promise((_, reject) => (refuse = reject)) },
    );
    const sessionId = await session();
    const turn = prompt(sessionId, 'read a');
    await settle();
    client.notify('session/cancel', { sessionId });
    await turn;
    refuse(new RpcError(-32603, 'no'));
    await settle();
    expect(order.filter((one) => one === 'fs/read_text_file')).toHaveLength(1);
  });

  it('polls-output: the output is asked for until it says how the command ended', async () => {
    let looks = 0;
    const { session, prompt, order, pass } = await wire(
      { permissive: ['polls-output'] },
      {
        'terminal/create': async () => ({ terminalId: 't' }),
        'terminal/release': async () => ({}),
        'terminal/output': async () => ({
          output: 'a',
          truncated: false,
          ...(++looks < 3 ? {} : { exitStatus: { exitCode: 0 } }),
        }),
      },
    );
    const turn = prompt(await session(), 'run a');
    await pass(1000);
    expect(await turn).toEqual({ stopReason: 'end_turn' });
    expect(order.filter((one) => one.startsWith('terminal/'))).toEqual([
      'terminal/create',
      ...Array.from({ length: 4 }, () => 'terminal/output'),
      'terminal/release',
    ]);
  });

  it('keeps-settings, settles-on-version: what is not there changes nothing', async () => {
    const { ask, session } = await wire({ permissive: ['keeps-settings', 'settles-on-version'] });
    expect(await ask('initialize', { protocolVersion: 'one' })).toMatchObject({ protocolVersion: 1 });
    const sessionId = await session();
    const { configOptions } = await ask('session/set_config_option', { sessionId, configId: 'level', value: 'x' });
    expect(configOptions).toMatchObject([{ currentValue: 'ask' }, { currentValue: 'brief' }]);
  });

  it('no-permission: nobody is asked', async () => {
    const { session, prompt, order } = await wire({ permissive: ['no-permission', 'own-hands'] }, allow);
    await prompt(await session({ cwd: '/no-such-folder' }), 'edit x');
    expect(order).not.toContain('session/request_permission');
  });
});
