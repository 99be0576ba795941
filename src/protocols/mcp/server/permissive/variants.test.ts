import { describe, expect, test, vi } from 'vitest';
import type { Json, JsonObject } from '../../../../json/json.js';
import { loadValidators } from '../../../../schemas/index.js';
import { idle, openClient, settle, type TestClient, type TestOptions } from '../testing.js';
import { invalid } from './testing.js';
import { PERMISSIVE_OPTIONS, type PermissiveOption } from './variants.js';

vi.setConfig({ testTimeout: 20_000 });

const client: TestOptions = {
  capabilities: { roots: {}, sampling: {}, elicitation: { form: {}, url: {} } },
  answers: {
    'roots/list': () => ({ roots: [{ uri: 'file:///a' }] }),
    'sampling/createMessage': () => ({ role: 'assistant', content: { type: 'text', text: 'Yes.' }, model: 'm' }),
    'elicitation/create': () => ({ action: 'accept', content: { name: 'Ada' } }),
  },
};

/** Uses every feature of the server once. Returns the results by a name. */
async function tour(options: TestOptions): Promise<{ test: TestClient; results: Record<string, JsonObject> }> {
  const test = await openClient({ ...client, ...options });
  const results: Record<string, JsonObject> = {};
  const ask = async (name: string, method: string, params?: JsonObject) => {
    const answer = test.request(method, params).catch((error: { code: number }) => ({ error: error.code }));
    results[name] = await settle(test.clock, answer);
  };
  const tools: JsonObject[] = [];
  for (const [method, list] of [
    ['tools/list', 'tools'],
    ['resources/list', 'resources'],
    ['resources/templates/list', 'resourceTemplates'],
    ['prompts/list', 'prompts'],
  ] as const) {
    const entries: Json[] = [];
    let cursor: Json | undefined;
    do {
      await ask(method, method, cursor === undefined ? undefined : { cursor });
      const page = results[method]!;
      entries.push(...((page[list] ?? []) as Json[]));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    if (!('error' in results[method]!)) results[method] = { [list]: entries };
    if (list === 'tools') tools.push(...(entries as JsonObject[]));
  }
  const args: { [tool: string]: JsonObject } = {
    echo: { message: 'hi' },
    add: { a: 1, b: 2 },
    touch_resource: { uri: 'memo://greeting' },
    ask_sampling: { prompt: 'hi' },
    ask_elicitation: { message: 'hi' },
  };
  await ask('subscribe', 'resources/subscribe', { uri: 'memo://greeting' });
  for (const { name } of tools) {
    const _meta = { progressToken: `for ${String(name)}` };
    await ask(String(name), 'tools/call', {
      name: name!,
      ...(args[String(name)] && { arguments: args[String(name)]! }),
      _meta,
    });
  }
  await tasks(ask, results);
  await ask('setLevel', 'logging/setLevel', { level: 'info' });
  await ask('complete', 'completion/complete', {
    ref: { type: 'ref/resource', uri: 'memo://notes/{id}' },
    argument: { name: 'id', value: '' },
  });
  for (const uri of ['memo://greeting', 'memo://pixel', 'memo://notes/1']) await ask(uri, 'resources/read', { uri });
  for (const name of ['greeting', 'picture', 'recording', 'with_resource'])
    await ask(`prompt ${name}`, 'prompts/get', { name });
  await ask('review', 'prompts/get', { name: 'review', arguments: { code: 'x' } });
  return { test, results };
}

/** Runs a job to its end as a task, and has another one cancelled, where the server has tasks. */
async function tasks(
  ask: (name: string, method: string, params?: JsonObject) => Promise<void>,
  results: Record<string, JsonObject>,
): Promise<void> {
  await ask('begin', 'tools/call', { name: 'job', arguments: { ends: 'form' }, task: {} });
  if (!('task' in results.begin!)) return;
  const { taskId } = results.begin.task as { taskId: string };
  await ask('result', 'tasks/result', { taskId });
  await ask('get', 'tasks/get', { taskId });
  await ask('list', 'tasks/list');
  await ask('other', 'tools/call', { name: 'job', arguments: { delay_ms: 10_000 }, task: {} });
  await ask('cancel', 'tasks/cancel', { taskId: (results.other!.task as { taskId: string }).taskId });
}

const METHODS: { [name: string]: string | string[] } = {
  begin: ['CreateTaskResult', 'CallToolResult'],
  other: 'CreateTaskResult',
  get: 'GetTaskResult',
  list: 'ListTasksResult',
  cancel: 'CancelTaskResult',
  subscribe: 'EmptyResult',
  setLevel: 'EmptyResult',
  complete: 'CompleteResult',
  review: 'GetPromptResult',
  'tools/list': 'ListToolsResult',
  'resources/list': 'ListResourcesResult',
  'resources/templates/list': 'ListResourceTemplatesResult',
  'prompts/list': 'ListPromptsResult',
};

async function invalidResults(results: Record<string, JsonObject>): Promise<string[]> {
  const validators = await loadValidators('mcp', '2025-11-25');
  return Object.entries(results).flatMap(([name, result]) => {
    if (typeof result.error === 'number') return [];
    const definition =
      METHODS[name] ??
      (name.startsWith('memo:')
        ? 'ReadResourceResult'
        : name.startsWith('prompt ')
          ? 'GetPromptResult'
          : 'CallToolResult');
    return validators.validate(definition, result).map((error) => `${name}: ${error.path} ${error.message}`);
  });
}

const names = PERMISSIVE_OPTIONS.names as PermissiveOption[];
const usual = [...PERMISSIVE_OPTIONS.read(true)];

const single = names.map((name): [string, string[]] => [name, [name]]);
describe.each([['none', []] as [string, string[]], ['all the usual ones', usual] as [string, string[]], ...single])(
  'with %s',
  (_name, permissive) => {
    test('everything that is sent is what the schemas allow', async () => {
      const { test, results } = await tour({ permissive });
      expect(await invalid(test.heard)).toEqual([]);
      expect(await invalidResults(results)).toEqual([]);
      const ids = test.heard.filter((message) => 'method' in message && 'id' in message).map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      const methods = new Set(test.heard.map(({ method }) => method));
      for (const method of ['roots/list', 'sampling/createMessage', 'elicitation/create'])
        expect(methods).toContain(method);
      expect(results.echo).toMatchObject({ content: [{ type: 'text', text: 'hi' }] });
      expect(results.add).toMatchObject({ structuredContent: { sum: 3 } });
      for (const { method, params } of test.heard) {
        if (method === 'notifications/progress')
          expect((params as JsonObject).progressToken).toMatch(/^for (slow|job)$/);
      }
    });
  },
);

describe('each variant shows', () => {
  const heardWith = async (permissive: string[]) => tour({ permissive });
  const progress = (heard: JsonObject[]) =>
    heard.filter(({ method }) => method === 'notifications/progress').map(({ params }) => params as JsonObject);

  test('unknown-members', async () => {
    const { results } = await heardWith(['unknown-members']);
    expect(results['tools/list']!.tools).toContainEqual(
      expect.objectContaining({ name: 'echo', 'x-note': expect.any(String) }),
    );
    expect(results.echo).toHaveProperty('_meta');
  });
  test('sparse', async () => {
    const { results } = await heardWith(['sparse']);
    expect(Object.keys((results['tools/list']!.tools as JsonObject[])[0]!)).toEqual(['name', 'inputSchema']);
    expect(results.echo).not.toHaveProperty('isError');
    expect(results.fail).toMatchObject({ isError: true });
  });
  test('odd-ids', async () => {
    const { test } = await heardWith(['odd-ids']);
    expect(test.heard.find(({ method }) => method === 'roots/list')?.id).toMatch(/réq "/);
  });
  test('quiet-tasks', async () => {
    const { test, results } = await heardWith(['quiet-tasks']);
    expect(results.get).toEqual({
      taskId: expect.any(String),
      status: 'completed',
      createdAt: expect.any(String),
      lastUpdatedAt: expect.any(String),
      ttl: null,
    });
    expect(results.list!.tasks).toEqual([results.get]);
    expect(test.notified('notifications/tasks/status')).toEqual([]);
  });
  test('other-order', async () => {
    const { test, results } = await heardWith(['other-order']);
    expect((results['resources/list']!.resources as JsonObject[])[0]).toMatchObject({ uri: 'memo://config' });
    const at = test.heard.findIndex(({ method }) => method === 'notifications/tools/list_changed');
    expect(test.heard[at - 1]).toMatchObject({ result: { content: [{ text: 'Added the tool.' }] } });
  });
  test('odd-cursors', async () => {
    const test = await openClient({ permissive: ['odd-cursors'] });
    const pages = async (method: string, list: string) => {
      const sizes: number[] = [];
      const names: Json[] = [];
      const cursors: string[] = [];
      let params: JsonObject = {};
      for (;;) {
        const page = await test.request(method, params);
        const entries = page[list] as JsonObject[];
        sizes.push(entries.length);
        names.push(...entries.map(({ name }) => name!));
        if (page.nextCursor === undefined) return { sizes, names, cursors };
        cursors.push(String(page.nextCursor));
        params = { cursor: page.nextCursor };
      }
    };
    const { sizes, names, cursors } = await pages('tools/list', 'tools');
    expect(sizes).toEqual([0, 2, 3, 2, 3, 2, 3, 2, 2]);
    expect(new Set(names).size).toBe(19);
    for (const cursor of cursors) expect(cursor).toMatch(/^¿/);
    expect(cursors.join('')).toMatch(/[ "é日]/);
    expect((await pages('resources/list', 'resources')).sizes).toEqual([0, 2, 1]);
    const [first = '', second = ''] = cursors;
    for (const wrong of [`${second}x`, `¿1${second.slice(2)}`, `${first}x`, '¿0', ''])
      await expect(test.request('tools/list', { cursor: wrong }), wrong).rejects.toMatchObject({ code: -32602 });
    for (const others of [first, second])
      await expect(test.request('prompts/list', { cursor: others })).rejects.toMatchObject({ code: -32602 });
  });
  test('odd-progress', async () => {
    const told = progress((await heardWith(['odd-progress'])).test.heard);
    expect(told.map((params) => params.progress)).toEqual([-1.375, -1.25, -1.125]);
    expect(told[0]).not.toHaveProperty('total');
  });
  test('no-progress', async () => {
    expect(progress((await heardWith(['no-progress'])).test.heard)).toEqual([]);
  });
  test('no-templates', async () => {
    const { results } = await tour({ permissive: ['no-templates'] });
    expect(results['resources/templates/list']).toEqual({ error: -32601 });
    expect(results['resources/list']).toHaveProperty('resources');
  });
  test('no-list-changed', async () => {
    const { test } = await heardWith(['no-list-changed']);
    expect(test.heard.some(({ method }) => String(method).endsWith('list_changed'))).toBe(false);
  });
  test('no-cancel', async () => {
    const test = await openClient({ permissive: ['no-cancel'] });
    const call = test.connection.request('tools/call', { name: 'slow', arguments: { steps: 1 } }, { id: 'x' });
    await idle();
    test.connection.notify('notifications/cancelled', { requestId: 'x' });
    await idle();
    await test.clock.advance(100);
    expect(await call).toMatchObject({ isError: false });
    // With an id it is a request of an unknown method, and is answered.
    await expect(test.connection.request('notifications/cancelled', {})).rejects.toMatchObject({ code: -32601 });
  });
  test('chatter', async () => {
    const { test } = await heardWith(['chatter']);
    const at = test.heard.findIndex(({ method }) => method === 'ping');
    expect(test.heard[at + 1]).toMatchObject({ method: 'notifications/message' });
    expect(test.heard[at + 2]).toMatchObject({ result: {} });
  });
  test('unhurried', async () => {
    const test = await openClient({ permissive: ['unhurried'], phase: 'new' });
    const answers: string[] = [];
    const first = test.request('ping').then(() => answers.push('first'));
    const second = test.request('ping').then(() => answers.push('second'));
    await idle();
    await test.clock.advance(50);
    await Promise.all([first, second]);
    expect(answers).toEqual(['second', 'first']);
  });
  test('unhurried ends with the session, and what still runs includes its replies', async () => {
    const test = await openClient({ permissive: ['unhurried'], phase: 'new' });
    void test.request('ping').catch(() => {});
    await idle();
    let settled = false;
    void test.session.settled().then(() => {
      settled = true;
    });
    await idle();
    expect(settled).toBe(false);
    await test.clock.advance(20);
    expect(settled).toBe(true);
    void test.request('ping').catch(() => {});
    await idle();
    expect(test.clock.waiting).toBe(1);
    test.session.close();
    await idle();
    expect(test.clock.waiting).toBe(0);
  });
  test('other-codes', async () => {
    const test = await openClient({ permissive: ['other-codes'], phase: 'new' });
    await expect(test.request('tools/list')).rejects.toMatchObject({ code: -32000 });
  });
  test('no-completions', async () => {
    expect((await heardWith(['no-completions'])).results.complete).toEqual({ error: -32601 });
  });
});

test('unknown variants are refused by name', () => {
  expect(() => PERMISSIVE_OPTIONS.read(['no-such'])).toThrow(/no-such/);
  expect(PERMISSIVE_OPTIONS.read(undefined).size).toBe(0);
});

test('any number of replies may wait, and Node warns of nothing', async () => {
  const warned = vi.fn();
  process.on('warning', warned);
  try {
    const test = await openClient({ ...client, permissive: ['unhurried'] });
    const pings = Promise.all(Array.from({ length: 20 }, () => test.request('ping')));
    expect(await settle(test.clock, pings)).toHaveLength(20);
    await new Promise((resolve) => setImmediate(resolve));
    expect(warned).not.toHaveBeenCalled();
  } finally {
    process.off('warning', warned);
  }
});
