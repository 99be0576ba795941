import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../../json/json.js';
import { connect, type RpcError } from '../../../../jsonrpc/connection.js';
import { memoryPair } from '../../../../jsonrpc/link.js';
import { META, perRequestRevision, REVISION_2026_07_28 } from '../../per-request.js';
import { loadScript } from '../script/script.js';
import { FakeClock, idle } from '../testing.js';
import { PerRequestServer } from './server.js';
import { perRequestTools } from './tools.js';

const ABLE: JsonObject = { elicitation: {}, roots: {} };

/** A client in memory of a server of its own. */
async function open(script: JsonObject = {}) {
  const clock = new FakeClock();
  const revision = perRequestRevision(REVISION_2026_07_28)!;
  const server = new PerRequestServer({
    script: await loadScript(script, { tools: perRequestTools }),
    clock,
    revision,
  });
  const [near, far] = memoryPair();
  server.serve(far);
  const heard: JsonObject[] = [];
  near.listen(({ message }) => heard.push(message as JsonObject));
  const client = connect(near, {});
  const request = async (method: string, params: JsonObject = {}, capabilities: JsonObject = ABLE) => {
    const _meta = { [META.protocolVersion]: REVISION_2026_07_28, [META.clientCapabilities]: capabilities };
    return (await client.request(method, { _meta, ...params })) as JsonObject;
  };
  return { server, client, clock, heard, request };
}

const codeOf = async (asked: Promise<unknown>): Promise<Json> =>
  asked.then(
    () => 'a result',
    (error: RpcError) => error.code,
  );

/** Answers every question of a result in the same way, and asks again. */
const answered = (result: JsonObject, response: JsonObject): JsonObject => ({
  inputResponses: Object.fromEntries(Object.keys(result.inputRequests as JsonObject).map((key) => [key, response])),
  requestState: result.requestState!,
});

describe('the server without sessions', () => {
  it('answers whoever says what it needs, and nobody else', async () => {
    const { request, client } = await open();
    expect(await request('server/discover')).toMatchObject({
      resultType: 'complete',
      supportedVersions: [REVISION_2026_07_28],
    });
    expect(await codeOf(client.request('tools/list', {}))).toBe(-32602);
    expect(await codeOf(client.request('initialize', { protocolVersion: '2025-11-25' }))).toBe(-32022);
    expect(await codeOf(request('initialize'))).toBe(-32601);
    expect(await codeOf(request('ping'))).toBe(-32601);
    expect(await codeOf(request('resources/read', { uri: 'memo://nothing' }))).toBe(-32602);
  });

  it('asks in its results, round by round, and takes no state that it did not give', async () => {
    const { request, clock } = await open();
    const call = { name: 'ask_twice', arguments: {} };
    const first = await request('tools/call', call);
    const second = await request('tools/call', { ...call, ...answered(first, accept({ name: 'Ada' })) });
    expect(second).toMatchObject({ resultType: 'input_required' });
    const again: JsonObject = { ...call, ...answered(second, accept({ color: 'green' })) };
    expect(await request('tools/call', again)).toMatchObject({ content: [{ text: 'Ada likes green.' }] });
    expect(await codeOf(request('tools/call', { ...again, name: 'ask_roots' }))).toBe(-32602);
    expect(await codeOf(request('tools/call', { ...again, requestState: `${again.requestState}A` }))).toBe(-32602);
    await clock.advance(600_001);
    expect(await codeOf(request('tools/call', again))).toBe(-32602);
  });

  it('asks by the names that its script gives, for what is still open', async () => {
    const form = { message: 'Who?', requestedSchema: { type: 'object', properties: {} } };
    const asks: Json = [
      [
        { as: 'user', method: 'elicitation/create', params: form },
        { as: 'folders', method: 'roots/list' },
        { as: 'model', method: 'sampling/createMessage', params: { messages: [], maxTokens: 1 }, optional: true },
      ],
    ];
    const { request } = await open({ tools: [{ name: 'both', asks }], prompts: [{ name: 'p', asks, messages: [] }] });
    const folders = { roots: [] };
    const first = await request('tools/call', { name: 'both' });
    expect(Object.keys(first.inputRequests as JsonObject)).toEqual(['user', 'folders']);
    const given: JsonObject = { name: 'both', requestState: first.requestState! };
    const second = await request('tools/call', { ...given, inputResponses: { folders, model: { roots: [] } } });
    expect(Object.keys(second.inputRequests as JsonObject)).toEqual(['user']);
    const third: JsonObject = { name: 'both', requestState: second.requestState! };
    expect(await request('tools/call', { ...third, inputResponses: { user: { action: 'decline' } } })).toMatchObject({
      content: [{ text: 'both was called with {"user":{"action":"decline"},"folders":{"roots":[]}}' }],
    });
    const early = { folders, user: { action: 'decline' } };
    expect(await request('prompts/get', { name: 'p', inputResponses: early })).toMatchObject({ messages: [] });
  });

  it('asks for nothing that the request does not declare', async () => {
    const { request } = await open();
    const asked = request('tools/call', { name: 'ask_roots' }, { elicitation: {} });
    await expect(asked).rejects.toMatchObject({ code: -32021, data: { requiredCapabilities: { roots: {} } } });
  });

  it('tells those who listen what they expected, until it ends', async () => {
    const { request, server, heard } = await open();
    const listening = request('subscriptions/listen', {
      notifications: { toolsListChanged: true, resourceSubscriptions: ['memo://config', 'memo://nothing'] },
    });
    await idle();
    expect(heard[0]).toMatchObject({
      params: { notifications: { toolsListChanged: true, resourceSubscriptions: ['memo://config'] } },
    });
    await request('tools/call', { name: 'toggle_tool' });
    await request('tools/call', { name: 'toggle_prompt' });
    await request('tools/call', { name: 'touch_resource', arguments: { uri: 'memo://config' } });
    const told = heard.filter(({ method }) => method !== undefined).map(({ method }) => method);
    expect(told).toEqual([
      'notifications/subscriptions/acknowledged',
      'notifications/tools/list_changed',
      'notifications/resources/updated',
    ]);
    server.subscriptions.end();
    expect(await listening).toMatchObject({ resultType: 'complete', _meta: { [META.subscriptionId]: 1 } });
  });
});

const accept = (content: JsonObject): JsonObject => ({ action: 'accept', content });
