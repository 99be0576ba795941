import { type ClientContext, client, methods, PROTOCOL_VERSION } from 'acp-sdk-2';
import { createWebSocketStream, type WebSocketConstructor } from 'acp-sdk-2/experimental/ws-client';
import { expect } from 'vitest';
import WebSocket from 'ws';
import { it, type Running } from '../testing/program.js';

type Told = [session: string, commands: string[]][];

/** A client of the official SDK, and the commands that it got so far. */
async function withSdk(url: string, act: (agent: ClientContext, told: Told) => Promise<void>): Promise<void> {
  const told: Told = [];
  const stream = createWebSocketStream(url, { WebSocket: WebSocket as unknown as WebSocketConstructor });
  await client({ name: 'test' })
    .onNotification(methods.client.session.update, ({ params: { sessionId, update } }) => {
      if (update.sessionUpdate === 'available_commands_update')
        told.push([sessionId, update.availableCommands.map(({ name, input }) => `${name} ${input?.hint ?? '-'}`)]);
    })
    .connectWith(stream, async (agent) => {
      await agent.request(methods.agent.initialize, { protocolVersion: PROTOCOL_VERSION, clientCapabilities: {} });
      await act(agent, told);
    });
}

const folder = { cwd: '/', mcpServers: [] };

const newSession = async (agent: ClientContext): Promise<string> =>
  ((await agent.request(methods.agent.session.new, folder)) as { sessionId: string }).sessionId;

const weather = '{ name: weather, description: Says it, hint: the city }';
const plan = '{ name: plan, description: Plans }';

async function mocked(running: Running): Promise<string> {
  return (await running.firstLine()).replace('listening on ', '');
}

it.for(['acp/agent', 'harn/agent'])(
  '%s tells every open session the commands of a saved script, and no session what it knows',
  async (role, { sandbox }) => {
    const file = sandbox.file('agent.yaml', `commands: [${weather}]\n`);
    const mock = sandbox.start(['mock', role, '--transport', 'ws', '--script', file]);
    await withSdk(await mocked(mock), async (agent, told) => {
      const [one, two, closed] = [await newSession(agent), await newSession(agent), await newSession(agent)];
      await expect.poll(() => told).toHaveLength(3);
      expect(told).toEqual([one, two, closed].map((id) => [id, ['weather the city']]));
      await agent.request(methods.agent.session.close, { sessionId: closed });
      told.splice(0);
      sandbox.file('agent.yaml', `pageSize: 7\ncommands: [${weather}, ${plan}]\n`);
      const both = ['weather the city', 'plan -'];
      await expect.poll(() => told).toHaveLength(2);
      expect(told.splice(0)).toEqual([one, two].map((id) => [id, both]));
      // Another member is no news; what comes next would come after it.
      sandbox.file('agent.yaml', `pageSize: 8\ncommands: [${weather}, ${plan}]\n`);
      await agent.request(methods.agent.session.load, { sessionId: closed, ...folder });
      await expect.poll(() => told).toEqual([[closed, both]]);
      await agent.request(methods.agent.session.load, { sessionId: one, ...folder });
      const next = await newSession(agent);
      await expect.poll(() => told).toHaveLength(2);
      expect(told.at(-1)).toEqual([next, both]);
    });
    mock.signal('SIGTERM');
    expect((await mock.done).exit).toBe(0);
  },
);

it('an agent without commands in its script offers what its prompts can order', async ({ sandbox }) => {
  const file = sandbox.file('agent.yaml', '{}\n');
  const mock = sandbox.start(['mock', 'acp/agent', '--transport', 'ws', '--script', file]);
  await withSdk(await mocked(mock), async (agent, told) => {
    await newSession(agent);
    await expect.poll(() => told[0]?.[1].length).toBeGreaterThan(5);
    sandbox.file('agent.yaml', 'commands: []\n');
    await expect.poll(() => told[1]?.[1]).toEqual([]);
  });
  mock.signal('SIGTERM');
  expect((await mock.done).exit).toBe(0);
});
