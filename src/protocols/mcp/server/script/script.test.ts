import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../../json/json.js';
import { loadPermissiveScript } from '../permissive/script.js';
import { openClient } from '../testing.js';
import { loadScript } from './script.js';

const object: JsonObject = { type: 'object' };

describe('a script', () => {
  test('says what the server is', async () => {
    const script = { serverInfo: { name: 'mine', version: '9', card: { a: 1 } }, instructions: 'Do.' };
    const client = await openClient({ script });
    expect(client.heard[0]).toMatchObject({
      result: { serverInfo: { name: 'mine', version: '9', card: { a: 1 } }, instructions: 'Do.' },
    });
  });

  test('gives tools that answer, fail, take their time and log', async () => {
    const client = await openClient({
      script: {
        tools: [
          'echo',
          { name: 'plain' },
          {
            name: 'fixed',
            description: 'D',
            inputSchema: { type: 'object', required: ['x'] },
            result: { content: [] },
          },
          { name: 'broken', error: { code: -32050, message: 'No', data: [1] } },
          { name: 'steps', steps: 2, delayMs: 10, log: [{ level: 'error', data: { a: 1 }, logger: 'l' }] },
          {
            name: 'old',
            inputSchema: {
              $schema: 'http://json-schema.org/draft-07/schema#',
              type: 'object',
              properties: { n: { type: 'number' } },
            },
          },
        ],
      },
    });
    const { tools } = (await client.request('tools/list')) as { tools: JsonObject[] };
    expect(tools.map(({ name }) => name)).toEqual(['echo', 'plain', 'fixed', 'broken', 'steps']);
    expect(tools[1]).toEqual({ name: 'plain', inputSchema: object });
    expect(await client.call('plain', { a: [1] })).toEqual({
      content: [{ type: 'text', text: 'plain was called with {"a":[1]}' }],
      isError: false,
    });
    expect(await client.call('fixed', { x: 1 })).toEqual({ content: [] });
    expect(await client.call('fixed', {})).toMatchObject({ isError: true });
    expect(await client.call('old', { n: 'x' })).toMatchObject({ isError: true });
    await expect(client.call('broken')).rejects.toMatchObject({ code: -32050, message: 'No', data: [1] });
    const call = client.call('steps', {}, { progressToken: 't' });
    await client.clock.until(1);
    await client.clock.advance(20);
    await call;
    expect(client.notified('notifications/message')).toEqual([{ level: 'error', logger: 'l', data: { a: 1 } }]);
    expect(client.notified('notifications/progress')).toHaveLength(2);
  });

  test.each([
    ['exports where it registers none', {}, ['greet']],
    ['registers, whatever it exports', { tools: ['echo'] }, ['echo']],
  ])('has the tools that it %s', async (_what, registered, names) => {
    const { tools } = await loadScript({ exports: [{ name: 'greet' }], ...registered });
    expect(tools.map(({ name }) => name)).toEqual(names);
  });

  test('gives resources, templates and prompts', async () => {
    const { request } = await openClient({
      script: {
        pageSize: 1,
        resources: [
          { uri: 'x:a', text: 'A', mimeType: 'text/a' },
          { uri: 'x:b', name: 'B', blob: 'AAA=' },
          'memo://pixel',
        ],
        resourceTemplates: [
          { uriTemplate: 'x:{kind}/{id}', text: '{kind} number {id} and {other}', values: { kind: ['cat', 'dog'] } },
        ],
        prompts: [
          {
            name: 'p',
            arguments: [{ name: 'who', required: true, values: ['Ada', 'Alan'] }],
            messages: [{ role: 'user', content: { type: 'text', text: 'Hi {who}' } }],
          },
        ],
      },
    });
    const page = await request('resources/list');
    expect(page).toMatchObject({ resources: [{ uri: 'x:a', name: 'x:a' }], nextCursor: expect.any(String) });
    expect(await request('resources/list', { cursor: page.nextCursor! })).toMatchObject({
      resources: [{ uri: 'x:b', name: 'B' }],
    });
    expect(await request('resources/read', { uri: 'x:b' })).toEqual({ contents: [{ uri: 'x:b', blob: 'AAA=' }] });
    expect(await request('resources/read', { uri: 'x:dog/1%202' })).toMatchObject({
      contents: [{ text: 'dog number 1 2 and {other}' }],
    });
    await expect(request('resources/read', { uri: 'x:cow/1' })).rejects.toMatchObject({ code: -32002 });
    expect(await request('prompts/get', { name: 'p', arguments: { who: 'Bo' } })).toMatchObject({
      messages: [{ content: { text: 'Hi Bo' } }],
    });
    const complete = { ref: { type: 'ref/prompt', name: 'p' }, argument: { name: 'who', value: 'al' } };
    expect(await request('completion/complete', complete)).toEqual({
      completion: { values: ['Alan'], total: 1, hasMore: false },
    });
  });

  test('asks the client, one thing after another or several at once, and tells its answers', async () => {
    const form = { message: 'Who?', requestedSchema: { type: 'object', properties: { name: { type: 'string' } } } };
    const asked: JsonObject[] = [];
    const client = await openClient({
      capabilities: { elicitation: {}, roots: {} },
      answers: {
        'elicitation/create': (params) => {
          asked.push(params as JsonObject);
          return { action: 'accept', content: { name: `Ada ${asked.length}` } };
        },
        'roots/list': () => ({ roots: [{ uri: 'file:///a' }] }),
      },
      script: {
        tools: [
          {
            name: 'greet',
            asks: [
              { as: 'one', method: 'elicitation/create', params: form },
              [
                {
                  as: 'two',
                  method: 'elicitation/create',
                  params: { ...form, message: 'Not {one.content.name}, {how}?' },
                },
                { as: 'folders', method: 'roots/list' },
                {
                  as: 'model',
                  method: 'sampling/createMessage',
                  params: { messages: [], maxTokens: 1 },
                  optional: true,
                },
              ],
            ],
            result: {
              content: [
                { type: 'text', text: '{one.content.name}, {two.content.name}, {folders.roots.0.uri}, {model}' },
              ],
            },
          },
          { name: 'bare', asks: [{ as: 'folders', method: 'roots/list' }] },
          {
            name: 'model',
            asks: [{ as: 'model', method: 'sampling/createMessage', params: { messages: [], maxTokens: 1 } }],
          },
          {
            name: 'page',
            asks: [
              {
                as: 'page',
                method: 'elicitation/create',
                params: { mode: 'url', message: '', url: 'x:y', elicitationId: '1' },
              },
            ],
          },
        ],
        prompts: [
          {
            name: 'p',
            asks: [{ as: 'user', method: 'elicitation/create', params: form }],
            messages: [
              {
                role: 'user',
                content: { type: 'resource', resource: { uri: 'x:{user.content.name}', text: '{user}' } },
              },
            ],
          },
          {
            name: 'q',
            asks: [{ as: 'model', method: 'sampling/createMessage', params: { messages: [], maxTokens: 1 } }],
            messages: [],
          },
        ],
      },
    });
    const text = (value: string) => ({ content: [{ type: 'text', text: value }] });
    expect(await client.call('greet', { how: 'really' })).toEqual(text('Ada 1, Ada 2, file:///a, {model}'));
    expect(asked[1]).toMatchObject({ message: 'Not Ada 1, really?' });
    expect(await client.call('bare', {})).toMatchObject(
      text('bare was called with {"folders":{"roots":[{"uri":"file:///a"}]}}'),
    );
    expect(await client.call('model')).toMatchObject({ isError: true });
    expect(await client.call('page')).toMatchObject({ isError: true });
    expect(await client.request('prompts/get', { name: 'p' })).toMatchObject({
      messages: [{ content: { resource: { uri: 'x:Ada 3' } } }],
    });
    await expect(client.request('prompts/get', { name: 'q' })).rejects.toMatchObject({ code: -32603 });
  });

  test('tells of lists that its tools change', async () => {
    const client = await openClient({ script: { tools: [{ name: 'flip', toggles: 'prompts' }] } });
    await client.call('flip');
    expect(client.notified('notifications/prompts/list_changed')).toEqual([undefined]);
  });

  test('can name permissive variants', async () => {
    const { startMcpServer } = await import('../start.js');
    const server = await startMcpServer({ transport: 'http', script: { permissive: ['no-session-ids'] } });
    const { raw } = await import('../http/testing.js');
    expect(await raw(server.url!, 'GET', { accept: 'text/event-stream' })).toMatchObject({ status: 405 });
    await server.close();
    await server.done;
  });
});

test.each<[string, JsonObject, RegExp]>([
  ['an unknown member', { tool: [] }, /unknown member `tool`/],
  [
    'an unknown member of a tool',
    { tools: [{ name: 'x', inputschema: {} }] },
    /\/tools\/0\/inputschema: unknown member/,
  ],
  ['a tool without a name', { tools: [{}] }, /lacks `name`/],
  ['a shipped tool that is none', { tools: ['ecco'] }, /\/tools\/0: nothing is shipped as "ecco"; there is echo/],
  ['a name twice', { tools: ['echo', { name: 'echo' }] }, /"echo" is here twice/],
  [
    'an unknown dialect',
    { tools: [{ name: 'x', inputSchema: { $schema: 'https://example.com/s', type: 'object' } }] },
    /\/tools\/0\/inputSchema: The dialect/,
  ],
  [
    'a broken schema',
    { tools: [{ name: 'x', inputSchema: { type: 'object', required: 'x' } }] },
    /\/tools\/0\/inputSchema/,
  ],
  [
    'a schema of something else',
    { tools: [{ name: 'x', inputSchema: { type: 'array' } }] },
    /must have the type "object"/,
  ],
  [
    'a reference that leads nowhere',
    { tools: [{ name: 'x', inputSchema: { type: 'object', $ref: 'https://example.com/s' } }] },
    /\/tools\/0\/inputSchema: can't resolve/,
  ],
  [
    'a result that is none',
    { tools: [{ name: 'x', result: { content: [{ type: 'text' }] } }] },
    /\/tools\/0\/result: \/content\/0/,
  ],
  [
    'a result beside its schema',
    {
      tools: [
        {
          name: 'x',
          outputSchema: { type: 'object', required: ['a'] },
          result: { content: [], structuredContent: {} },
        },
      ],
    },
    /structuredContent/,
  ],
  [
    'a result and an error',
    { tools: [{ name: 'x', result: { content: [] }, error: { code: 1, message: '' } }] },
    /\/tools\/0/,
  ],
  [
    'params that are not those of a question',
    { tools: [{ name: 'x', asks: [[{ as: 'a', method: 'elicitation/create', params: { message: 'hi' } }]] }] },
    /\/tools\/0\/asks\/0\/0\/params: Invalid params/,
  ],
  [
    'a question without params',
    { prompts: [{ name: 'x', messages: [], asks: [{ as: 'a', method: 'sampling/createMessage' }] }] },
    /\/prompts\/0\/asks\/0\/params: The params are missing/,
  ],
  [
    'a name of two answers',
    {
      tools: [
        {
          name: 'x',
          asks: [
            { as: 'a', method: 'roots/list' },
            { as: 'a', method: 'roots/list' },
          ],
        },
      ],
    },
    /\/tools\/0\/asks: "a" is here twice/,
  ],
  ['a resource without content', { resources: [{ uri: 'x:a' }] }, /\/resources\/0/],
  ['a page of nothing', { pageSize: 0 }, /\/pageSize/],
  ['an unknown variant', { permissive: ['none-such'] }, /\/permissive\/0/],
])('%s is refused', async (_name, script, message) => {
  await expect(loadPermissiveScript(script)).rejects.toMatchObject({
    name: 'ScriptError',
    message: expect.stringMatching(message),
  });
});
