import { resolve } from 'node:path';
import { describe, expect } from 'vitest';
import type { JsonObject } from '../../src/json/json.js';
import { it, PROCTOR, type Sandbox } from '../testing/program.js';

const example = (name: string) => resolve(import.meta.dirname, '../../examples/scripts', name);

/** Starts a server with an example; resolves with its address, and with what ends it. */
async function listening(sandbox: Sandbox, role: string, transport: string, script: string, ...more: string[]) {
  const running = sandbox.start(['mock', role, '--transport', transport, '--script', script, ...more]);
  const url = (await running.firstLine()).replace('listening on ', '');
  const stop = async () => {
    running.signal('SIGTERM');
    expect((await running.done).exit).toBe(0);
  };
  return { url, stop };
}

describe('a script of a2a/server', () => {
  it('says what is on the card, and what comes of messages', async ({ sandbox }) => {
    const { url, stop } = await listening(sandbox, 'a2a/server', 'http', example('a2a-server.yaml'));
    const card = (await (await fetch(`${url}/.well-known/agent-card.json`)).json()) as JsonObject;
    expect(card).toMatchObject({ name: 'Weather', documentationUrl: 'https://weather.example/docs' });
    expect((card.skills as JsonObject[]).map(({ id }) => id)).toEqual(['say', 'weather']);

    const ask = async (text: string, more: JsonObject = {}) => {
      const message = { kind: 'message', messageId: text, role: 'user', parts: [{ kind: 'text', text }], ...more };
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'message/send', params: { message } });
      const reply = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
      return (await reply.json()) as JsonObject;
    };
    const began = Date.now();
    expect(await ask('weather in Bern')).toMatchObject({
      result: { status: { state: 'completed' }, artifacts: [{ parts: [{ text: 'Rain' }, { text: ', all day.' }] }] },
    });
    expect(Date.now() - began).toBeGreaterThanOrEqual(140);
    expect(await ask('hello')).toMatchObject({ result: { kind: 'message', parts: [{ text: 'Good morning.' }] } });
    expect(await ask('forecast')).toMatchObject({ error: { code: -32603, message: 'no forecast' } });
    expect(await ask('forecast')).toMatchObject({ result: { artifacts: [{ parts: [{ text: 'forecast' }] }] } });
    expect(await ask('fail')).toMatchObject({ result: { status: { state: 'failed' } } });
    // A shipped skill that is not on the card is no order.
    expect(await ask('wait here')).toMatchObject({ result: { artifacts: [{ parts: [{ text: 'wait here' }] }] } });

    const asked = (await ask('book a table')).result as JsonObject;
    expect(asked).toMatchObject({
      status: { state: 'input-required', message: { parts: [{ text: 'For how many?' }] } },
    });
    expect(await ask('four', { taskId: asked.id! })).toMatchObject({
      result: {
        status: { state: 'completed' },
        artifacts: [{ artifactId: 'booking', parts: [{ data: { table: 4 } }] }],
      },
    });
    await stop();
  });
});

describe("a script of a2a/server in Harn's profile", () => {
  it('says what is on the card, and what comes of calls', async ({ sandbox }) => {
    const script = example('a2a-harn-server.yaml');
    const { url, stop } = await listening(sandbox, 'a2a/server', 'http', script, '--version', '0.3.0-harn');
    const card = (await (await fetch(`${url}/.well-known/agent-card.json`)).json()) as JsonObject;
    expect(card).toMatchObject({ name: 'Weather', documentationUrl: 'https://weather.example/docs' });
    expect(card.skills).toMatchObject([{ id: 'greet' }, { id: 'weather', description: 'Says how the weather is.' }]);

    const call = async (named: string | undefined, text: string, more: JsonObject = {}) => {
      const message = { kind: 'message', messageId: text, role: 'user', parts: [{ kind: 'text', text }], ...more };
      const params = { message, ...(named && { function: named }), configuration: { returnImmediately: false } };
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'message/send', params });
      const reply = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
      return (await reply.json()) as JsonObject;
    };
    const began = Date.now();
    expect(await call('weather', 'in Zurich')).toMatchObject({
      result: { status: { state: 'completed' }, artifacts: [{ parts: [{ text: 'Rain' }, { text: ', all day.' }] }] },
    });
    expect(Date.now() - began).toBeGreaterThanOrEqual(140);
    expect(await call('weather', 'forecast')).toMatchObject({ error: { code: -32603, message: 'no forecast' } });
    expect(await call('weather', 'forecast')).toMatchObject({
      result: { artifacts: [{ parts: [{ text: 'forecast' }] }] },
    });
    // The replies are for another function, which a caller must name.
    expect(await call('greet', 'Zurich')).toMatchObject({
      result: { artifacts: [{ parts: [{ text: 'hello Zurich' }] }] },
    });
    expect(await call(undefined, 'Zurich')).toMatchObject({ error: { code: -32602 } });
    expect(await call('count', 'Zurich')).toMatchObject({ error: { code: -32602 } });

    const asked = (await call('weather', 'book a table')).result as JsonObject;
    expect(asked).toMatchObject({ status: { state: 'input-required' } });
    expect(await call('weather', 'four', { taskId: asked.id! })).toMatchObject({
      result: { status: { state: 'completed' }, artifacts: [{ parts: [{ text: 'Booked.' }] }] },
    });
    await stop();
  });
});

describe('a script of trust/server', () => {
  it('says what comes of requests', async ({ sandbox }) => {
    sandbox.file('level.st', 'PROGRAM Main END_PROGRAM');
    const ids: JsonObject[] = [
      { method: 'workspace.read', params: { path: 'secret/key' } },
      { method: 'workspace.read', params: { path: 'level.st' } },
      { method: 'workspace.read', params: { path: 'level.st' } },
      { method: 'agent.describe' },
      { method: 'workspace.read', params: { path: 7 } },
    ];
    const input = ids.map((one, id) => `${JSON.stringify({ jsonrpc: '2.0', id, ...one })}\n`).join('');
    const began = Date.now();
    const { exit, stdout } = await sandbox.feeding(input, [
      'mock',
      'trust/server',
      '--script',
      example('trust-server.yaml'),
    ]);
    expect(exit).toBe(0);
    expect(Date.now() - began).toBeGreaterThanOrEqual(50);
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toMatchObject([
      { id: 0, error: { code: -32001, message: 'not for agents' } },
      { id: 1, result: { path: 'level.st', text: '(* empty *)' } },
      { id: 2, result: { text: 'PROGRAM Main END_PROGRAM' } },
      { id: 3, result: { transport: 'stdio' } },
      { id: 4, error: { code: -32602 } },
    ]);
  });
});

describe('a script of hub/server', () => {
  it('says what comes of prompts', async ({ sandbox }) => {
    const { url, stop } = await listening(sandbox, 'hub/server', 'ws', example('hub-server.yaml'));
    const prompted = async (prompt: string) => {
      sandbox.file('client.yaml', `prompt: ${JSON.stringify(prompt)}\n`);
      return sandbox.run(['mock', 'hub/client', '--url', url, '--script', 'client.yaml', '--log']);
    };
    const weather = await prompted('the weather?');
    expect(weather.exit).toBe(0);
    expect(weather.stderr).toMatch(/agent_message_chunk "Rain".*\n.*agent_message_chunk ", all day\."/);
    const tool = await prompted('refactor a.ts');
    expect(tool.stderr).toMatch(/session\/update {2}tool_call t1 "Edit a\.ts" completed/);
    expect(tool.stderr).toMatch(/to session\/prompt {2}max_tokens/);
    expect((await prompted('forecast')).stderr).toMatch(/-32603 no forecast/);
    expect((await prompted('forecast')).stderr).toMatch(/agent_message_chunk "You said: forecast"/);
    await stop();
  });
});

describe('a script of bridge/runtime', () => {
  it('says what comes of prompts, and calls tools of the host', async ({ sandbox }) => {
    sandbox.file('host.yaml', 'prompts: [the weather?, forecast]\ntools: [{ name: weather, result: Rain }]\n');
    const runtime = [process.execPath, PROCTOR, 'mock', 'bridge/runtime', '--script', example('bridge-runtime.yaml')];
    const { stderr } = await sandbox.run(['mock', 'bridge/host', '--script', 'host.yaml', '--log', '--', ...runtime]);
    const lines = stderr.split('\n').map((line) => line.replace(/^.*?[←→] {2}/, ''));
    expect(lines).toEqual(
      expect.arrayContaining([
        'session/update  agent_message_chunk "I look it up."',
        expect.stringMatching(/^session\/update {2}tool_call call_1 weather pending/),
        expect.stringMatching(/^builtin_call #\S+ {2}weather \[\{"city":"Zurich"\}\]$/),
        expect.stringMatching(/^session\/update {2}tool_call_update call_1 weather completed/),
        'session/update  agent_thought_chunk "Rain."',
        'reply #3 to session/prompt  max_tokens',
        'error #4 to session/prompt  -32603 no forecast',
      ]),
    );
  });
});

it.for([
  ['a2a/server', 'http', 'replies:\n  - { prompt: "(" }\n', '2:15'],
  ['a2a/server', 'http', 'replies:\n  - message: [{ kind: text }]\n', '2:15'],
  ['a2a/server', 'http', 'skills: [say, juggle]\n', '1:15'],
  ['a2a/server', 'http', 'card:\n  version: 7\n', '2:12'],
  ['a2a/server', 'http', 'exports: [greet, greet]\n', '1:18', '0.3.0-harn'],
  ['a2a/server', 'http', 'replies:\n  - message: [{ kind: text }]\n', '2:15', '0.3.0-harn'],
  ['a2a/server', 'http', 'card:\n  version: 7\n', '2:12', '0.3.0-harn'],
  ['a2a/server', 'http', 'card: { skills: [] }\n', '1:', '0.3.0-harn'],
  ['trust/server', 'stdio', 'replies:\n  - { method: workspace.raed }\n', '2:'],
  ['trust/server', 'stdio', 'replies:\n  - { method: agent.describe, every: 50000m }\n', '2:'],
  ['trust/server', 'stdio', 'replies:\n  - { method: workspace.read, params: { path: { $ree: a } } }\n', '2:'],
  ['trust/server', 'stdio', 'replies:\n  - { method: workspace.read, result: { path: 7 } }\n', '2:'],
  ['hub/server', 'ws', 'replies:\n  - updates:\n      - { sessionUpdate: agent_message_chunk }\n', '3:9'],
  ['hub/server', 'ws', 'replies:\n  - { every: 1d }\n', '2:14'],
  ['bridge/runtime', 'stdio', 'replies:\n  - { updates: [{ call: "" }] }\n', '2:'],
  ['bridge/runtime', 'stdio', 'replies:\n  - { every: 50000m }\n', '2:14'],
] as [string, string, string, string, string?][])(
  'a mistake in a script of %s has its place: %s %s',
  async ([role, transport, text, place, version], { sandbox }) => {
    sandbox.file('script.yaml', text);
    const { exit, stdout, stderr } = await sandbox.run([
      'mock',
      role,
      '--transport',
      transport,
      '--script',
      'script.yaml',
      ...(version === undefined ? [] : ['--version', version]),
    ]);
    expect([exit, stdout]).toEqual([2, '']);
    expect(stderr).toContain(`script.yaml:${place}`);
  },
);

it('--log calls the agent card by its name, on both sides', async ({ sandbox }) => {
  const server = sandbox.start([
    'mock',
    'a2a/server',
    '--transport',
    'rest',
    '--script',
    example('a2a-server.yaml'),
    '--log',
  ]);
  const url = (await server.firstLine()).replace('listening on ', '');
  const { stderr } = await sandbox.run(['mock', 'a2a/client', '--url', url, '--log']);
  server.signal('SIGTERM');
  const card = /agent card {2}Weather 1\.0\.0 HTTP\+JSON at http\S+\/v1 skills 2: say, weather/;
  const shown = (await server.done).stderr;
  expect(stderr).toMatch(card);
  expect(shown).toMatch(card);
  for (const log of [stderr, shown]) {
    expect(log).toMatch(/[→←] {2}GET \/\.well-known\/agent-card\.json/);
    expect(log).toMatch(/message\/send .*POST \S+\/v1\/message:send/);
    expect(log).not.toContain('no kind of message');
  }
});

it('a2a/client speaks what the card prefers, and REST with --transport rest', async ({ sandbox }) => {
  const verbs = async (transport: string, ...options: string[]) => {
    const { url, stop } = await listening(sandbox, 'a2a/server', transport, example('a2a-server.yaml'));
    const { exit, stderr } = await sandbox.run(['mock', 'a2a/client', '--url', url, '--log', ...options]);
    await stop();
    expect(exit).toBe(0);
    return /message\/send .*POST (\S+)/.exec(stderr)?.[1];
  };
  expect(await verbs('http')).toBe('/');
  expect(await verbs('http', '--transport', 'rest')).toMatch(/\/v1\/message:send$/);
  expect(await verbs('rest')).toMatch(/\/v1\/message:send$/);
});
