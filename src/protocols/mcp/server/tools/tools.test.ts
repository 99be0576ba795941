import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../../json/json.js';
import { LOG_LEVELS } from '../../revision.js';
import { idle, openClient } from '../testing.js';

const text = (value: unknown) => ({ content: [{ type: 'text', text: value }], isError: false });
const failed = { content: [{ type: 'text', text: expect.any(String) }], isError: true };

describe('tools/list', () => {
  test.each([7, null, {}])('refuses the cursor %j, which is not a string', async (cursor) => {
    const { request } = await openClient();
    await expect(request('tools/list', { cursor })).rejects.toMatchObject({ code: -32602 });
  });

  test('comes in pages that together hold each tool once', async () => {
    const { request } = await openClient();
    const names: unknown[] = [];
    let cursor: unknown;
    let pages = 0;
    do {
      const page = await request('tools/list', cursor === undefined ? undefined : { cursor: cursor as string });
      const tools = page.tools as JsonObject[];
      expect(tools.length).toBeLessThanOrEqual(5);
      names.push(...tools.map(({ name }) => name));
      cursor = page.nextCursor;
      pages += 1;
    } while (cursor !== undefined);
    expect(pages).toBe(4);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(
      expect.arrayContaining(['echo', 'add', 'fail', 'slow', 'log', 'mixed', 'toggle_tool', 'ask_roots']),
    );
    for (const name of names) expect(name).toMatch(/^[A-Za-z0-9_.-]{1,128}$/);
  });

  test('shows a tool that comes and goes, and tells of it', async () => {
    const client = await openClient({ script: { pageSize: 50 } });
    const names = async () => ((await client.request('tools/list')).tools as JsonObject[]).map(({ name }) => name);
    await client.call('toggle_tool');
    expect(await names()).toContain('extra');
    expect(await client.call('extra')).toMatchObject({ isError: false });
    await client.call('toggle_tool');
    expect(await names()).not.toContain('extra');
    await expect(client.call('extra')).rejects.toMatchObject({ code: -32602 });
    expect(client.notified('notifications/tools/list_changed')).toEqual([undefined, undefined]);
  });
});

describe('tools/call', () => {
  test('echoes, whatever the letters', async () => {
    const { call } = await openClient();
    expect(await call('echo', { message: '日本 \u0000 "quoted"\n' })).toEqual(text('日本 \u0000 "quoted"\n'));
  });

  test('adds, exactly where the integers are large', async () => {
    const { call } = await openClient();
    expect(await call('add', { a: 0.5, b: 2 })).toEqual({ ...text('{"sum":2.5}'), structuredContent: { sum: 2.5 } });
    expect(await call('add', { a: 9007199254740993n, b: 1 })).toMatchObject({
      structuredContent: { sum: 9007199254740994n },
    });
    expect(await call('add', { a: 1e308, b: 1e308 })).toEqual(failed);
  });

  test.each([
    ['an unknown tool', { name: 'nobody' }],
    ['no name', {}],
    ['a name that is not a string', { name: 7 }],
    ['arguments that are no object', { name: 'echo', arguments: ['x'] }],
  ])('refuses %s as a protocol error', async (_name, params) => {
    const { request } = await openClient();
    await expect(request('tools/call', params as JsonObject)).rejects.toMatchObject({ code: -32602 });
  });

  test.each([
    ['missing', 'echo', {}],
    ['of the wrong type', 'add', { a: '1', b: 2 }],
    ['unknown', 'fail', { surprise: true }],
    ['out of range', 'slow', { steps: 0 }],
  ])('tells the model of arguments that are %s', async (_name, tool, args) => {
    const { call } = await openClient();
    expect(await call(tool, args as JsonObject)).toEqual(failed);
  });

  test('fails as a result where the tool fails', async () => {
    const { call } = await openClient();
    expect(await call('fail')).toEqual(failed);
  });

  test.each([
    ['image', ['image']],
    ['audio', ['audio']],
    ['embedded_resource', ['resource']],
    ['resource_link', ['resource_link']],
    ['mixed', ['text', 'image', 'audio', 'resource', 'resource_link']],
  ])('%s returns its kinds of content', async (tool, kinds) => {
    const { call } = await openClient();
    const { content } = (await call(tool)) as { content: JsonObject[] };
    expect(content.map(({ type }) => type)).toEqual(kinds);
    for (const { data } of content.filter((block) => block.data !== undefined)) {
      expect(Buffer.from(String(data), 'base64').toString('base64')).toBe(data);
    }
  });
});

describe('progress', () => {
  test('rises strictly to the total, with the token as it came, and stops with the reply', async () => {
    for (const token of ['', 'tök', 0, 7, 12345678901234567890n]) {
      const client = await openClient();
      const call = client.call('slow', { steps: 4, delay_ms: 10 }, { progressToken: token });
      await idle();
      await client.clock.advance(40);
      await call;
      await client.clock.advance(1000);
      const told = client.notified('notifications/progress') as JsonObject[];
      expect(told.map(({ progress }) => progress)).toEqual([1, 2, 3, 4]);
      expect(told.every(({ progressToken, total }) => progressToken === token && total === 4)).toBe(true);
    }
  });

  test('is not sent unasked', async () => {
    const client = await openClient();
    const call = client.call('slow', { steps: 2, delay_ms: 0 });
    await idle();
    await client.clock.advance(0);
    await call;
    expect(client.notified('notifications/progress')).toEqual([]);
  });
});

describe('logging', () => {
  const levels = (client: Awaited<ReturnType<typeof openClient>>) =>
    (client.notified('notifications/message') as JsonObject[]).map(({ level }) => level);

  test.each(LOG_LEVELS.map((level, index) => [level, index] as const))(
    'sends messages from %s on',
    async (level, index) => {
      const client = await openClient();
      expect(await client.request('logging/setLevel', { level })).toEqual({});
      await client.call('log');
      expect(levels(client)).toEqual(LOG_LEVELS.slice(index));
    },
  );

  test('has all levels before one is set', async () => {
    const client = await openClient();
    await client.call('log');
    expect(levels(client)).toEqual([...LOG_LEVELS]);
  });

  test.each([undefined, 'loud', 3, null])('refuses the level %j', async (level) => {
    const { request } = await openClient();
    await expect(request('logging/setLevel', level === undefined ? {} : { level })).rejects.toMatchObject({
      code: -32602,
    });
  });

  test('is not offered by a server without it', async () => {
    const client = await openClient({ permissive: ['no-logging'] });
    await client.call('log');
    expect(levels(client)).toEqual([]);
    await expect(client.request('logging/setLevel', { level: 'info' })).rejects.toMatchObject({ code: -32601 });
  });
});

describe('asking the client', () => {
  test('only asks for what the client declared', async () => {
    const client = await openClient();
    for (const tool of ['ask_roots', 'ask_sampling', 'ask_elicitation']) {
      expect(
        await client.call(tool, {
          ...(tool === 'ask_sampling' && { prompt: 'x' }),
          ...(tool === 'ask_elicitation' && { message: 'x' }),
        }),
      ).toEqual(failed);
    }
    expect(client.heard.some(({ method }) => /roots|sampling|elicitation/.test(String(method)))).toBe(false);
  });

  test('reports roots', async () => {
    const client = await openClient({
      capabilities: { roots: {} },
      answers: { 'roots/list': () => ({ roots: [{ uri: 'file:///a' }, { uri: 'file:///b' }] }) },
    });
    expect(await client.call('ask_roots')).toEqual(text('Roots: file:///a, file:///b'));
  });

  test('reports what the model said', async () => {
    const answer = { role: 'assistant', content: { type: 'text', text: 'Four.' }, model: 'm' };
    const asked: unknown[] = [];
    const client = await openClient({
      capabilities: { sampling: {} },
      answers: {
        'sampling/createMessage': (params) => {
          asked.push(params);
          return answer;
        },
      },
    });
    expect(await client.call('ask_sampling', { prompt: 'Two and two?' })).toEqual(text('m said: Four.'));
    expect(asked).toEqual([
      { messages: [{ role: 'user', content: { type: 'text', text: 'Two and two?' } }], maxTokens: 100 },
    ]);
  });

  test.each([
    [
      'accept',
      { action: 'accept', content: { name: 'Ada', color: 'red' } },
      text('The user sent {"name":"Ada","color":"red"}'),
    ],
    ['decline', { action: 'decline' }, text('The user chose decline.')],
    ['cancel', { action: 'cancel' }, text('The user chose cancel.')],
    ['content that breaks the form', { action: 'accept', content: { color: 'mauve' } }, failed],
    ['an answer that breaks the protocol', { action: 'perhaps' }, failed],
  ])('understands %s', async (_name, answer, result) => {
    const declared: JsonObject[] = [{}, { form: {} }];
    for (const elicitation of declared) {
      const client = await openClient({
        capabilities: { elicitation },
        answers: { 'elicitation/create': () => answer as JsonObject },
      });
      expect(await client.call('ask_elicitation', { message: 'Who?' })).toEqual(result);
    }
  });

  test('asks by URL only a client that declared it, and tells it of the end', async () => {
    const form = await openClient({ capabilities: { elicitation: { form: {} } } });
    expect(await form.call('ask_elicitation', { message: 'Go', mode: 'url' })).toEqual(failed);
    const url = await openClient({
      capabilities: { elicitation: { url: {} } },
      answers: { 'elicitation/create': () => ({ action: 'accept' }) },
    });
    expect(await url.call('ask_elicitation', { message: 'Fill', mode: 'form' })).toEqual(failed);
    await url.call('ask_elicitation', { message: 'Go', mode: 'url' });
    const [asked] = url.notified('elicitation/create') as [JsonObject];
    expect(asked).toMatchObject({
      mode: 'url',
      message: 'Go',
      url: expect.stringMatching(/^https:/),
      elicitationId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(url.notified('notifications/elicitation/complete')).toEqual([{ elicitationId: asked.elicitationId }]);
  });

  test('survives a client that answers with an error', async () => {
    const client = await openClient({ capabilities: { roots: {} } });
    expect(await client.call('ask_roots')).toEqual(failed);
  });
});
