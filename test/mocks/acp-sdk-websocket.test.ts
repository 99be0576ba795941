import { type ClientContext, client, methods, PROTOCOL_VERSION } from 'acp-sdk-2';
import { createWebSocketStream, type WebSocketConstructor } from 'acp-sdk-2/experimental/ws-client';
import { expect, it } from 'vitest';
import WebSocket from 'ws';
import type { JsonObject } from '../../src/json/json.js';
import { startAgent } from '../../src/protocols/acp/agent/start.js';

/** The client of the official SDK at a direct endpoint: it and Harn's page were written apart. */
async function withSdk(
  { script = {}, headers = {} }: { script?: JsonObject; headers?: Record<string, string> },
  act: (agent: ClientContext, said: string[]) => Promise<void>,
) {
  const running = await startAgent({ transport: 'ws', script });
  const said: string[] = [];
  const stream = createWebSocketStream(running.url!, {
    WebSocket: WebSocket as unknown as WebSocketConstructor,
    headers,
  });
  try {
    await client({ name: 'test' })
      .onNotification(methods.client.session.update, ({ params: { update } }) => {
        if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text')
          said.push(update.content.text);
      })
      .connectWith(stream, async (agent) => {
        await agent.request(methods.agent.initialize, { protocolVersion: PROTOCOL_VERSION, clientCapabilities: {} });
        await act(agent, said);
      });
  } finally {
    await running.close();
  }
}

const folder = { cwd: '/', mcpServers: [] };

const newSession = async (agent: ClientContext): Promise<string> =>
  ((await agent.request(methods.agent.session.new, folder)) as { sessionId: string }).sessionId;

it('has its prompt answered: frames and messages are the same in both dialects', async () => {
  await withSdk({}, async (agent, said) => {
    const sessionId = await newSession(agent);
    const prompt = [{ type: 'text' as const, text: 'größe 😀' }];
    expect(await agent.request(methods.agent.session.prompt, { sessionId, prompt })).toMatchObject({
      stopReason: 'end_turn',
    });
    expect(said.join('')).toContain('größe 😀');
  });
});

it('is signed in by a key that it sends with the upgrade', async () => {
  const keyed = { script: { webSocket: { keys: ['key'] } }, headers: { authorization: 'Bearer key' } };
  await withSdk(keyed, async (agent) => {
    expect(await newSession(agent)).toBeTypeOf('string');
  });
});

it('differs in coming back: it may load its session anew, which here has ended with the connection', async () => {
  let sessionId = '';
  await withSdk({}, async (agent) => {
    sessionId = await newSession(agent);
  });
  await withSdk({}, async (agent) => {
    await expect(agent.request(methods.agent.session.load, { sessionId, ...folder })).rejects.toMatchObject({
      code: expect.any(Number),
    });
  });
});
