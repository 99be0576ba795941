import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../../json/json.js';
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

  test('can name permissive variants', async () => {
    const { startMcpServer } = await import('../start.js');
    const server = await startMcpServer({ transport: 'http', script: { permissive: ['stateless'] } });
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
  ['a name twice', { tools: ['echo', { name: 'echo' }] }, /"echo" stands there twice/],
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
  ['a resource without content', { resources: [{ uri: 'x:a' }] }, /\/resources\/0/],
  ['a page of nothing', { pageSize: 0 }, /\/pageSize/],
  ['an unknown variant', { permissive: ['none-such'] }, /\/permissive\/0/],
])('%s is refused', async (_name, script, message) => {
  await expect(loadScript(script)).rejects.toMatchObject({
    name: 'ScriptError',
    message: expect.stringMatching(message),
  });
});
