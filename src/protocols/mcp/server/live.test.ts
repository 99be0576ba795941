import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { type JsonObject, parseJson } from '../../../json/json.js';
import { REVISION_2026_07_28 } from '../per-request.js';
import type { McpServerOptions } from './running.js';
import { startMcpServer } from './start.js';
import { FakeClock, idle, initializeParams } from './testing.js';

const tool = (name: string, text = name): JsonObject => ({ name, result: { content: [{ type: 'text', text }] } });

/** A server over pipes, and what it says. */
async function started(script: JsonObject, options: Partial<McpServerOptions> = {}) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const server = await startMcpServer({ transport: 'stdio', input, output, script, ...options });
  let text = '';
  output.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  const say = async (...messages: JsonObject[]) => {
    for (const message of messages) input.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    await idle();
  };
  /** What came since the last time. */
  const heard = async (): Promise<JsonObject[]> => {
    await idle();
    const lines = text.split('\n').filter((line) => line !== '');
    text = '';
    return lines.map((line) => parseJson(line) as JsonObject);
  };
  const open = async () => {
    await say({ id: 0, method: 'initialize', params: initializeParams() }, { method: 'notifications/initialized' });
    await heard();
  };
  return { server, say, heard, open, change: server.change!, unused: server.unused! };
}

const methods = (messages: JsonObject[]) => messages.map(({ method }) => method);
const call = (id: number, name: string): JsonObject => ({ id, method: 'tools/call', params: { name } });

describe('a script that changes', () => {
  it('is listed and called at once, and the client is notified of the lists that changed', async () => {
    const { say, heard, open, change } = await started({ tools: [tool('a')] });
    await open();
    expect(await change({ script: { tools: [tool('a'), tool('b')] } })).toEqual({ fixed: [], later: [] });
    expect(methods(await heard())).toEqual(['notifications/tools/list_changed']);
    await say({ id: 1, method: 'tools/list' }, call(2, 'b'));
    expect(await heard()).toMatchObject([
      { id: 1, result: { tools: [{ name: 'a' }, { name: 'b' }] } },
      { id: 2, result: { content: [{ text: 'b' }] } },
    ]);
  });

  it('with other answers and the same lists announces nothing', async () => {
    const { say, heard, open, change } = await started({ tools: [tool('a')] });
    await open();
    await change({ script: { tools: [tool('a', 'other')] } });
    await say(call(1, 'a'));
    expect(await heard()).toMatchObject([{ id: 1, result: { content: [{ text: 'other' }] } }]);
  });

  it('is announced for the lists alone that were declared with listChanged', async () => {
    const { heard, open, change } = await started({ tools: [tool('a')], prompts: [], permissive: ['no-list-changed'] });
    await open();
    await change({ script: { tools: [tool('b')], prompts: [{ name: 'p', messages: [] }] } });
    expect(await heard()).toEqual([]);
  });

  it('lets a call end by the script that it began with', async () => {
    const clock = new FakeClock();
    const { say, heard, open, change } = await started({ tools: [{ ...tool('slow', 'old'), delayMs: 50 }] }, { clock });
    await open();
    await say(call(1, 'slow'));
    await change({ script: { tools: [{ ...tool('slow', 'new'), delayMs: 50 }] } });
    await clock.advance(50);
    expect(await heard()).toMatchObject([{ id: 1, result: { content: [{ text: 'old' }] } }]);
    await say(call(2, 'slow'));
    await clock.advance(50);
    expect(await heard()).toMatchObject([{ id: 2, result: { content: [{ text: 'new' }] } }]);
  });

  it('that is broken changes nothing', async () => {
    const { say, heard, open, change } = await started({ tools: [tool('a')] });
    await open();
    await expect(change({ script: { tools: [{ name: 'b', inputSchema: { type: 'string' } }] } })).rejects.toMatchObject(
      {
        name: 'ScriptError',
        mistakes: [{ path: '/tools/0/inputSchema' }],
      },
    );
    await expect(change({ permissive: ['no-such'] })).rejects.toThrow('Unknown permissive variant "no-such"');
    await say({ id: 1, method: 'tools/list' });
    expect(await heard()).toMatchObject([{ id: 1, result: { tools: [{ name: 'a' }] } }]);
  });

  it('tells who subscribed to a resource that it holds something else', async () => {
    const memo = (text: string): JsonObject => ({ resources: [{ uri: 'memo:a', text }] });
    const { say, heard, open, change } = await started(memo('old'));
    await open();
    await say({ id: 1, method: 'resources/subscribe', params: { uri: 'memo:a' } });
    await heard();
    await change({ script: memo('new') });
    expect(await heard()).toMatchObject([{ method: 'notifications/resources/updated', params: { uri: 'memo:a' } }]);
  });

  it('says what holds only for a new mock, or from the next session on', async () => {
    const { say, heard, open, change } = await started({ tools: [tool('a')], pageSize: 1 });
    await open();
    const script = { tools: [tool('a'), tool('b')], pageSize: 9, serverInfo: { name: 'other', version: '2' } };
    expect(await change({ script })).toEqual({ fixed: ['pageSize'], later: ['serverInfo'] });
    await heard();
    await say({ id: 1, method: 'tools/list' });
    expect(await heard()).toMatchObject([
      { id: 1, result: { tools: [{ name: 'a' }], nextCursor: expect.any(String) } },
    ]);
  });
});

describe('permissive variants', () => {
  it('come and go while a session lives', async () => {
    const { say, heard, open, change } = await started({ tools: [tool('a')] });
    await open();
    await change({ permissive: ['unknown-members'] });
    await say(call(1, 'a'));
    expect(await heard()).toMatchObject([{ id: 1, result: { 'x-note': expect.any(String) } }]);
    await change({ permissive: false });
    await say(call(2, 'a'));
    expect((await heard())[0]?.result).not.toHaveProperty('x-note');
  });

  it('of who may come, or of ids, hold from the start on alone', async () => {
    const { change } = await started({});
    expect(await change({ permissive: ['odd-ids', 'sparse'] })).toEqual({
      fixed: ['the permissive variant odd-ids'],
      later: [],
    });
  });
});

describe('entries that nobody used', () => {
  it('are named with their place, whether they are written out or shipped', async () => {
    const { say, open, unused } = await started({
      tools: [tool('a'), 'echo', tool('b')],
      resources: [{ uri: 'memo:a', text: 'a' }],
      prompts: [{ name: 'p', messages: [] }],
    });
    await open();
    await say(call(1, 'a'), { id: 2, method: 'resources/read', params: { uri: 'memo:a' } });
    expect(unused()).toEqual([
      { path: '/tools/1', message: 'tools: echo was never called' },
      { path: '/tools/2', message: 'tools: b was never called' },
      { path: '/prompts/0', message: 'prompts: p was never asked for' },
    ]);
  });

  it('stay used when the script changes elsewhere', async () => {
    const { say, open, change, unused } = await started({ tools: [tool('a'), tool('b')] });
    await open();
    await say(call(1, 'a'), call(2, 'b'));
    await change({ script: { tools: [tool('b', 'other'), tool('a')] } });
    expect(unused().map(({ path }) => path)).toEqual(['/tools/0']);
  });
});

describe('a server without sessions', () => {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': REVISION_2026_07_28,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  };

  it.each<Partial<McpServerOptions>>([
    { version: REVISION_2026_07_28 },
    { version: REVISION_2026_07_28, permissive: ['both-families'] },
  ])('tells those who listen of the lists that they want: %j', async (options) => {
    const { say, heard, change } = await started({ tools: [tool('a')] }, options);
    const notifications = { toolsListChanged: true };
    await say({ id: 1, method: 'subscriptions/listen', params: { _meta, notifications } });
    await heard();
    const prompts = [{ name: 'p', messages: [] }];
    await change({ script: { tools: [tool('a'), tool('b')], prompts } });
    expect(methods(await heard())).toEqual(['notifications/tools/list_changed']);
    await say({ id: 2, method: 'tools/list', params: { _meta } }, { id: 3, method: 'prompts/list', params: { _meta } });
    expect(await heard()).toMatchObject([
      { id: 2, result: { tools: [{ name: 'a' }, { name: 'b' }] } },
      { id: 3, result: { prompts: [{ name: 'p' }] } },
    ]);
  });
});
