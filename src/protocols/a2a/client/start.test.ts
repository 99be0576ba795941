import { afterAll, expect, it } from 'vitest';
import type { JsonObject } from '../../../json/json.js';
import { parseJson } from '../../../json/json.js';
import type { Carried, Listener } from '../../../wire/carried.js';
import { listenHttp } from '../../../wire/http/server.js';
import { startServer } from '../server/start.js';
import { V1 } from '../version.js';
import { type ClientOptions, startClient } from './start.js';

const server = await startServer();
const silent = await listenHttp({ onExchange: () => undefined });
afterAll(() => Promise.all([server.close(), silent.close()]));

/** What the client prints, and how it exits. */
async function played(options: ClientOptions) {
  let line = '';
  const client = await startClient({
    url: server.url!,
    ...options,
    print: (text) => {
      line = text;
    },
  });
  await client.done;
  return { ...(parseJson(line) as JsonObject), exit: client.exitCode?.() };
}

it('sends its message, and tells the artifacts of the task', async () => {
  const value = { state: 'completed', text: 'größer 😀' };
  expect(await played({ script: { message: 'say größer 😀' } })).toEqual({ ok: true, exit: 0, value });
  expect(await played({ script: { message: 'say größer 😀', stream: true } })).toEqual({ ok: true, exit: 0, value });
});

it('joins the pieces of an artifact', async () => {
  const { value } = (await played({ script: { message: 'slow', stream: true } })) as { value?: JsonObject };
  expect(value).toEqual({ state: 'completed', text: 'piece 1\npiece 2\npiece 3\n' });
});

it('answers what it is asked, and cancels what goes on', async () => {
  expect(await played({ script: { message: 'ask', answer: 'blue' } })).toMatchObject({
    value: { state: 'completed', text: 'blue' },
  });
  expect(await played({ script: { message: 'ask', cancel: true } })).toMatchObject({
    value: { state: 'canceled' },
  });
});

it('tells the code of an error', async () => {
  const options = { script: { message: 'quick hello', extendedCard: true } };
  expect(await played(options)).toMatchObject({ ok: false, exit: 1, value: { code: -32000 } });
});

it('gives up on an agent that is not there, and on one that is silent for too long', async () => {
  expect(await played({ url: 'http://127.0.0.1:9/' })).toMatchObject({ ok: false, exit: 1 });
  expect(await played({ url: silent.url, silence: 20 })).toMatchObject({
    ok: false,
    error: expect.stringContaining('it said nothing for 20ms'),
  });
});

/** An agent over REST that reads ProtoJSON alone and refuses all else with `status`; resolves with the bodies that it was sent. */
async function protoAgent(status: number, options: Partial<ClientOptions> = {}) {
  const bodies: JsonObject[] = [];
  let url = '';
  const agent = await listenHttp({
    onExchange: (exchange) => {
      if (exchange.method === 'GET')
        return exchange.json(200, { url, preferredTransport: 'HTTP+JSON', capabilities: {} });
      const { message } = parseJson(Buffer.from(exchange.body).toString()) as { message: JsonObject };
      bodies.push(message);
      if (message.role !== 'ROLE_USER') return exchange.json(status, { message: 'Message has no field named "kind"' });
      const parts = [{ text: 'understood' }];
      return exchange.json(200, { message: { messageId: 'm', role: 'ROLE_AGENT', content: parts } });
    },
  });
  ({ url } = agent);
  const outcome = await played({ url, ...options });
  await agent.close();
  return { outcome, bodies };
}

it.each([400, 415, 422, 500])('speaks ProtoJSON to an agent that refuses the core form with %d', async (status) => {
  const { outcome, bodies } = await protoAgent(status);
  expect(outcome).toMatchObject({ ok: true, value: { text: 'understood' } });
  expect(bodies.map(({ role }) => role)).toEqual(['user', 'ROLE_USER']);
});

it('does not ask again in another form if it is refused for another reason', async () => {
  const { outcome, bodies } = await protoAgent(403);
  expect(outcome).toMatchObject({ ok: false });
  expect(bodies).toHaveLength(1);
});

/** A border that lists the requests that leave by it. */
function listening() {
  const asked: string[] = [];
  const border = {
    sends: (carried: Carried, emit: Listener) => {
      if (carried.kind === 'message') asked.push(`${carried.http?.method} ${carried.http?.path}`);
      emit(carried);
    },
    hears: (carried: Carried, deliver: Listener) => deliver(carried),
  };
  return { asked, border };
}

it('speaks REST if that is asked for and the card has it', async () => {
  const { asked, border } = listening();
  for (const transport of ['http', 'rest'] as const) await played({ transport, border });
  // The card's address of REST ends in /v1, and clients put theirs behind whatever a card says.
  expect(asked).toEqual(['POST /', 'POST /v1/v1/message:send']);
});

/** Runs the client against an agent whose card names an address. Resolves with the credentials sent there and the warnings. */
async function sentTo(address: (port: number) => string, transport: string, script: (origin: string) => JsonObject) {
  const heard: (string | undefined)[] = [];
  let told = '';
  let url = '';
  const agent = await listenHttp({
    onExchange: (exchange) => {
      if (exchange.method === 'POST') heard.push(exchange.headers.authorization);
      exchange.json(exchange.method === 'POST' ? 401 : 200, { url, preferredTransport: transport, capabilities: {} });
    },
  });
  url = `${address(agent.port)}/agent`;
  await played({
    url: agent.url,
    warn: (text) => {
      told += text;
    },
    script: { headers: { authorization: 'Bearer secret' }, ...script(address(agent.port)) },
  });
  await agent.close();
  return { heard, told };
}

const here = (port: number) => `http://127.0.0.1:${port}`;
const byAnotherName = (port: number) => `http://localhost:${port}`;

it.each(['JSONRPC', 'HTTP+JSON'])(
  'sends no credentials to another origin that the card names, over %s',
  async (transport) => {
    const { heard, told } = await sentTo(byAnotherName, transport, () => ({}));
    expect(heard).toEqual([undefined]);
    expect(told).toMatch(
      /^the card names http:\/\/localhost:\d+, .* credentialOrigins: \["http:\/\/localhost:\d+"\]\n$/,
    );
  },
);

it('sends them to the origin of its agent, and to one that the script names', async () => {
  expect(await sentTo(here, 'JSONRPC', () => ({}))).toEqual({ heard: ['Bearer secret'], told: '' });
  const named = (origin: string) => ({ credentialOrigins: [`${origin}/any`] });
  expect(await sentTo(byAnotherName, 'JSONRPC', named)).toEqual({ heard: ['Bearer secret'], told: '' });
});

it.each([
  [{}, 'no agent: say where it is with --url URL'],
  [{ url: 'here' }, '--url wants an address, not "here"'],
  [{ url: 'http://127.0.0.1:9/', permissive: ['odd'] }, 'Unknown permissive variant "odd"'],
  [{ url: 'http://127.0.0.1:9/', script: { messages: 'x' } }, 'messages'],
  [
    { url: 'http://127.0.0.1:9/', script: { credentialOrigins: ['http://['] } },
    '/credentialOrigins/0: is not an address',
  ],
] as [ClientOptions, string][])('refuses to start with %j', async (options, message) => {
  await expect(startClient(options)).rejects.toThrow(message);
});

it.each<[JsonObject, JsonObject]>([
  [
    { message: 'slow', stream: true },
    { state: 'completed', text: 'piece 1\npiece 2\npiece 3\n' },
  ],
  [
    { message: 'ask', answer: 'blue', stream: true },
    { state: 'completed', text: 'blue' },
  ],
  [{ message: 'wait', cancel: true }, { state: 'canceled' }],
])('speaks 1.0 as its script %j says, over both bindings', async (script, value) => {
  for (const transport of ['http', 'rest'] as const) {
    const agent = await startServer({ version: V1 });
    const outcome = await played({ url: agent.url!, version: V1, transport, script });
    await agent.close();
    expect(outcome).toMatchObject({ ok: true, value });
  }
});

it('speaks HTTP+JSON of 1.0 if that is asked for, and else what the card prefers', async () => {
  const { asked, border } = listening();
  for (const prefers of ['http', 'rest'] as const) {
    const agent = await startServer({ version: V1, transport: prefers });
    for (const transport of [undefined, 'rest'] as const)
      await played({ url: agent.url!, version: V1, border, ...(transport && { transport }) });
    await agent.close();
  }
  expect(asked).toEqual(['POST /', 'POST /message:send', 'POST /message:send', 'POST /message:send']);
});

it('does not speak 1.0 with an agent of 0.3', async () => {
  expect(await played({ version: V1 })).toMatchObject({ ok: false, error: 'the agent card names no interfaces' });
});
