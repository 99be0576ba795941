import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../../json/json.js';
import { openClient } from '../testing.js';

describe('resources', () => {
  test('are listed and read', async () => {
    const { request } = await openClient();
    const { resources } = (await request('resources/list')) as { resources: JsonObject[] };
    expect(resources.map(({ uri }) => uri)).toEqual(['memo://greeting', 'memo://pixel', 'memo://config']);
    for (const { uri, mimeType, size } of resources) {
      const { contents } = (await request('resources/read', { uri: uri! })) as { contents: JsonObject[] };
      expect(contents).toMatchObject([{ uri, mimeType }]);
      const { text, blob } = contents[0]!;
      expect(text === undefined).toBe(blob !== undefined);
      expect(text === undefined ? Buffer.from(String(blob), 'base64').length : Buffer.byteLength(String(text))).toBe(
        size,
      );
    }
  });

  test('have templates', async () => {
    const { request } = await openClient();
    expect(await request('resources/templates/list')).toMatchObject({
      resourceTemplates: [{ uriTemplate: 'memo://notes/{id}' }],
    });
    expect(await request('resources/read', { uri: 'memo://notes/7' })).toEqual({
      contents: [{ uri: 'memo://notes/7', mimeType: 'text/plain', text: 'This is note 7.' }],
    });
  });

  test.each([
    'memo://nothing',
    'memo://notes/0',
    'memo://notes/151',
    'memo://notes/',
    'memo://notes/7/8',
    'file:///etc/passwd',
  ])('%s is not found', async (uri) => {
    const { request } = await openClient();
    for (const method of ['resources/read', 'resources/subscribe']) {
      await expect(request(method, { uri })).rejects.toMatchObject({ code: -32002, data: { uri } });
    }
  });

  test.each(['', 'greeting', '//memo', 'memo://gre eting', 'memo://%zz', '../x', undefined, 7])(
    '%j is not a URI',
    async (uri) => {
      const { request } = await openClient();
      for (const method of ['resources/read', 'resources/subscribe', 'resources/unsubscribe']) {
        await expect(request(method, uri === undefined ? {} : { uri })).rejects.toMatchObject({ code: -32602 });
      }
    },
  );

  test('tell their subscribers of changes, from subscribe to unsubscribe', async () => {
    const client = await openClient();
    const touch = (uri: string) => client.call('touch_resource', { uri });
    const updates = () => client.notified('notifications/resources/updated');
    await touch('memo://greeting');
    expect(updates()).toEqual([]);
    expect(await client.request('resources/subscribe', { uri: 'memo://greeting' })).toEqual({});
    await client.request('resources/subscribe', { uri: 'memo://notes/3' });
    await touch('memo://greeting');
    await touch('memo://pixel');
    await touch('memo://notes/3');
    expect(updates()).toEqual([{ uri: 'memo://greeting' }, { uri: 'memo://notes/3' }]);
    expect(await client.request('resources/unsubscribe', { uri: 'memo://greeting' })).toEqual({});
    await touch('memo://greeting');
    expect(updates()).toHaveLength(2);
    expect(await touch('memo://nothing')).toMatchObject({ isError: true });
  });

  test('come and go', async () => {
    const client = await openClient();
    await expect(client.request('resources/read', { uri: 'memo://extra' })).rejects.toMatchObject({ code: -32002 });
    await client.call('toggle_resource');
    expect(await client.request('resources/read', { uri: 'memo://extra' })).toMatchObject({
      contents: [{ text: 'Here for now.' }],
    });
    expect(client.notified('notifications/resources/list_changed')).toHaveLength(1);
  });

  test('cannot be subscribed to where that is not offered', async () => {
    const client = await openClient({ permissive: ['no-subscribe'] });
    await expect(client.request('resources/subscribe', { uri: 'memo://greeting' })).rejects.toMatchObject({
      code: -32601,
    });
  });
});

describe('prompts', () => {
  test('are listed and got', async () => {
    const { request } = await openClient();
    const { prompts } = (await request('prompts/list')) as { prompts: JsonObject[] };
    expect(prompts.map(({ name }) => name)).toEqual(['greeting', 'review', 'picture', 'recording', 'with_resource']);
    expect(
      await request('prompts/get', { name: 'review', arguments: { code: 'let {tone} = 1', tone: 'frank' } }),
    ).toMatchObject({
      messages: [
        { role: 'user', content: { type: 'text', text: 'Review this code in a frank tone:\nlet {tone} = 1' } },
        { role: 'assistant' },
      ],
    });
    expect(await request('prompts/get', { name: 'picture' })).toMatchObject({
      messages: [{}, { content: { type: 'image', mimeType: 'image/png' } }],
    });
    expect(await request('prompts/get', { name: 'recording' })).toMatchObject({
      messages: [{}, { content: { type: 'audio', mimeType: 'audio/wav' } }],
    });
    expect(await request('prompts/get', { name: 'with_resource' })).toMatchObject({
      messages: [{ content: { type: 'resource', resource: { uri: 'memo://greeting' } } }, {}],
    });
  });

  test.each([
    ['an unknown name', { name: 'nobody' }],
    ['no name', {}],
    ['a missing argument', { name: 'review' }],
    ['an unknown argument', { name: 'greeting', arguments: { x: '1' } }],
    ['an argument that is not a string', { name: 'review', arguments: { code: 1 } }],
  ])('are refused for %s', async (_name, params) => {
    const { request } = await openClient();
    await expect(request('prompts/get', params as JsonObject)).rejects.toMatchObject({ code: -32602 });
  });

  test('come and go', async () => {
    const client = await openClient();
    await client.call('toggle_prompt');
    expect(await client.request('prompts/get', { name: 'extra' })).toMatchObject({ messages: [{ role: 'user' }] });
    expect(client.notified('notifications/prompts/list_changed')).toHaveLength(1);
  });
});

describe('completion', () => {
  const complete = async (ref: JsonObject, name: string, value: string) => {
    const { request } = await openClient();
    return (await request('completion/complete', { ref, argument: { name, value } })).completion;
  };
  const prompt = { type: 'ref/prompt', name: 'review' };
  const note = { type: 'ref/resource', uri: 'memo://notes/{id}' };

  test('offers what begins with the value first, then what holds it', async () => {
    expect(await complete(prompt, 'tone', 'fr')).toEqual({ values: ['friendly', 'frank'], total: 2, hasMore: false });
    expect(await complete(prompt, 'tone', 'A')).toEqual({
      values: ['casual', 'formal', 'frank'],
      total: 3,
      hasMore: false,
    });
    expect(await complete(prompt, 'code', '')).toEqual({ values: [], total: 0, hasMore: false });
  });

  test('offers at most a hundred values', async () => {
    expect(await complete(note, 'id', '')).toMatchObject({ values: { length: 100 }, total: 150, hasMore: true });
    expect(await complete(note, 'id', '15')).toMatchObject({ values: ['15', '150', '115'], hasMore: false });
  });

  test.each([
    [{ type: 'ref/prompt', name: 'nobody' }, 'tone'],
    [{ type: 'ref/resource', uri: 'memo://nothing/{id}' }, 'id'],
    [prompt, 'nothing'],
    [note, 'nothing'],
    [{ type: 'ref/tool', name: 'echo' }, 'message'],
    [{}, 'tone'],
  ])('refuses %j, argument %s', async (ref, name) => {
    await expect(complete(ref as JsonObject, name, '')).rejects.toMatchObject({ code: -32602 });
  });
});
