import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../json/json.js';
import { loadValidators, methodTable } from '../index.js';

/** What each revision says of a value, and nothing where it takes it. */
async function said(version: string, definition: string, value: Json): Promise<string[]> {
  const validators = await loadValidators('mcp', version);
  return validators.validate(definition, value).map(({ path, message }) => `${path} ${message}`.trim());
}

const info = { name: 'x', version: '1' };
const meta: JsonObject = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': info,
};
const without = (name: string) => Object.fromEntries(Object.entries(meta).filter(([key]) => !key.endsWith(name)));
const call = (params: JsonObject) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'x', ...params },
});
const listed = { resultType: 'complete', ttlMs: 0, cacheScope: 'private', tools: [] };
const refused = (code: number) => ({
  jsonrpc: '2.0',
  id: 1,
  error: { code, message: 'no', data: { supported: [], requested: 'x' } },
});

describe.each(['2026-07-28', 'DRAFT-2026-v1'])('MCP %s', (version) => {
  it.each<[definition: string, valid: Json, invalid: Json, message: string]>([
    ['CallToolRequest', call({ _meta: meta }), call({}), '/params lacks `_meta`'],
    [
      'CallToolRequest',
      call({ _meta: meta, requestState: 'x' }),
      call({ _meta: meta, requestState: 1 }),
      '/params/requestState expected a string, got an integer',
    ],
    ['RequestMetaObject', meta, without('clientCapabilities'), 'lacks `io.modelcontextprotocol/clientCapabilities`'],
    ['RequestMetaObject', meta, without('protocolVersion'), 'lacks `io.modelcontextprotocol/protocolVersion`'],
    ['CallToolResult', { resultType: 'complete', content: [] }, { content: [] }, 'lacks `resultType`'],
    [
      'CallToolResult',
      { resultType: 'complete', content: [], structuredContent: [1] },
      { resultType: 'complete', content: [], isError: 1 },
      '/isError expected a boolean, got an integer',
    ],
    ['ListToolsResult', listed, { ...listed, ttlMs: -1 }, '/ttlMs expected at least 0, got -1'],
    [
      'ListToolsResult',
      listed,
      { ...listed, cacheScope: 'all' },
      '/cacheScope expected one of "public", "private", got "all"',
    ],
    ['InputRequests', { a: { method: 'roots/list' } }, { a: { method: 'ping' } }, '/a/method'],
    ['InputResponses', { a: { action: 'decline' } }, { a: { action: 'maybe' } }, '/a/action'],
    [
      'CompleteResult',
      { resultType: 'complete', completion: { values: [] } },
      { resultType: 'complete', completion: { values: Array(101).fill('x') } },
      '/completion/values',
    ],
    ['SubscriptionsListenRequestParams', { _meta: meta, notifications: {} }, { _meta: meta }, 'lacks `notifications`'],
    [
      'SubscriptionFilter',
      { resourceSubscriptions: ['a:b'] },
      { resourceSubscriptions: 'a:b' },
      '/resourceSubscriptions expected a list, got a string',
    ],
    [
      'DiscoverRequest',
      { jsonrpc: '2.0', id: 1, method: 'server/discover', params: { _meta: meta } },
      { jsonrpc: '2.0', id: 1, method: 'server/discover' },
      'lacks `params`',
    ],
    [
      'Tool',
      { name: 'x', inputSchema: { type: 'object' }, outputSchema: { type: 'array' } },
      { name: 'x', inputSchema: { type: 'array' } },
      '/inputSchema/type expected "object", got "array"',
    ],
  ])('%s: takes the one, refuses the other for its reason', async (definition, valid, invalid, message) => {
    expect(await said(version, definition, valid)).toEqual([]);
    expect(await said(version, definition, invalid)).toEqual([expect.stringContaining(message)]);
  });

  it('has no sessions, no requests of the server and no tasks but those of the extension', async () => {
    const methods = Object.keys(methodTable('mcp', version));
    expect(methods).toEqual(expect.arrayContaining(['server/discover', 'subscriptions/listen']));
    for (const gone of ['initialize', 'ping', 'logging/setLevel', 'resources/subscribe', 'roots/list', 'tasks/list'])
      expect(methods).not.toContain(gone);
    const { bundle } = await loadValidators('mcp', version);
    expect(JSON.stringify(bundle)).not.toContain('TaskMetadata');
  });
});

describe('MCP DRAFT-2026-v1 differs from 2026-07-28', () => {
  it.each<[definition: string, value: Json, draft: string[], final: string[]]>([
    ['RequestMetaObject', without('clientInfo'), ['lacks `io.modelcontextprotocol/clientInfo`'], []],
    ['UnsupportedProtocolVersionError', refused(-32004), [], ['/error/code expected -32022, got -32004']],
    ['UnsupportedProtocolVersionError', refused(-32022), ['/error/code expected -32004, got -32022'], []],
    [
      'ResultType',
      'org.example/streamed',
      ['expected one of "complete", "input_required", got "org.example/streamed"'],
      [],
    ],
    [
      'DiscoverResult',
      { resultType: 'complete', supportedVersions: [], capabilities: {}, serverInfo: info },
      [],
      ['lacks `ttlMs`', 'lacks `cacheScope`'],
    ],
    ['CancelledNotificationParams', {}, [], ['lacks `requestId`']],
    ['ElicitRequestURLParams', { mode: 'url', message: 'x', url: 'a:b' }, ['lacks `elicitationId`'], []],
  ])('%s %j', async (definition, value, draft, final) => {
    expect(await said('DRAFT-2026-v1', definition, value)).toEqual(draft);
    expect(await said('2026-07-28', definition, value)).toEqual(final);
  });

  it('in the codes of its errors', async () => {
    const codes = async (version: string) => {
      const { bundle } = await loadValidators('mcp', version);
      return ['HeaderMismatch', 'MissingRequiredClientCapability', 'UnsupportedProtocolVersion'].map((name) => {
        const { properties } = bundle.$defs[`${name}Error`] as {
          properties: { error: { properties: { code: { const: number } } } };
        };
        return properties.error.properties.code.const;
      });
    };
    expect(await codes('DRAFT-2026-v1')).toEqual([-32001, -32003, -32004]);
    expect(await codes('2026-07-28')).toEqual([-32020, -32021, -32022]);
  });
});

describe('older revisions of MCP', () => {
  const batch = [{ jsonrpc: '2.0', id: 1, method: 'ping' }];
  const message = (content: Json) => ({ role: 'user', content });
  const audio = { type: 'audio', data: 'UklGRg==', mimeType: 'audio/wav' };
  const link = { type: 'resource_link', name: 'a', uri: 'file:///a' };
  const VERSIONS = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'];

  it.each<[what: string, definition: string, value: Json, takenBy: string[]]>([
    ['batches', 'JSONRPCMessage', batch, ['2025-03-26']],
    ['audio', 'PromptMessage', message(audio), ['2025-03-26', '2025-06-18', '2025-11-25']],
    ['links to resources', 'PromptMessage', message(link), ['2025-06-18', '2025-11-25']],
    ['several contents in one message', 'SamplingMessage', message([{ type: 'text', text: 'x' }]), ['2025-11-25']],
    ['a choice of several', 'ElicitResult', { action: 'accept', content: { a: ['x'] } }, ['2025-11-25']],
    [
      'icons that are none',
      'Tool',
      { name: 'x', inputSchema: { type: 'object' }, icons: 1 },
      ['2024-11-05', '2025-03-26', '2025-06-18'],
    ],
    [
      'a schema of results that is none',
      'Tool',
      { name: 'x', inputSchema: { type: 'object' }, outputSchema: 1 },
      ['2024-11-05', '2025-03-26'],
    ],
    [
      'annotations that are none',
      'Tool',
      { name: 'x', inputSchema: { type: 'object' }, annotations: 1 },
      ['2024-11-05'],
    ],
    [
      'metadata of a resource that is none',
      'Resource',
      { name: 'a', uri: 'file:///a', _meta: 1 },
      ['2024-11-05', '2025-03-26'],
    ],
    ['a cancelled task', 'CancelledNotificationParams', {}, ['2025-11-25']],
  ])('take what their text allows: %s', async (_, definition, value, takenBy) => {
    const taken = [];
    for (const version of VERSIONS) {
      const validators = await loadValidators('mcp', version);
      if (validators.has(definition) && validators.validate(definition, value).length === 0) taken.push(version);
    }
    expect(taken).toEqual(takenBy);
  });

  it('have the methods of their time', () => {
    const having = (method: string) => VERSIONS.filter((version) => method in methodTable('mcp', version));
    expect(having('initialize')).toEqual(VERSIONS);
    expect(having('elicitation/create')).toEqual(['2025-06-18', '2025-11-25']);
    expect(having('tasks/get')).toEqual(['2025-11-25']);
    expect(methodTable('mcp', '2024-11-05')['completion/complete']?.capability).toBeUndefined();
    expect(methodTable('mcp', '2025-06-18')['tools/call']?.results).toEqual(['CallToolResult']);
  });
});
