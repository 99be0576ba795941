import { PassThrough } from 'node:stream';
import { afterEach, describe, expect } from 'vitest';
import type { MockOptions, RunningMock } from '../../src/conversation/role-entry.js';
import { isObject, type Json, type JsonObject, parseJson } from '../../src/json/json.js';
import { roleEntry, roles } from '../../src/protocols/index.js';
import { type Border, openBorder } from '../../src/wire/carried.js';
import { realClock } from '../../src/wire/clock/clock.js';
import { closeAll, closing } from '../../src/wire/fixtures/http.js';
import { it, PROCTOR, type Sandbox } from '../testing/program.js';

afterEach(closeAll);

/** Every role's mock in this process: what it does by its first script, and what it does once that has become another. */

/** Starts the mock of a role; `told` resolves with what a client says of its work. */
async function started(role: string, options: Partial<MockOptions>): Promise<RunningMock & { told: JsonObject[] }> {
  const told: JsonObject[] = [];
  const entry = await roleEntry(role);
  const running = await entry!.mock({
    transport: 'stdio',
    port: 0,
    clock: realClock,
    border: openBorder,
    permissive: false,
    switches: new Set(),
    print: (line) => told.push(parseJson(line) as JsonObject),
    warn: () => undefined,
    ...options,
  });
  return { ...running, told };
}

/** A peer of a mock over pipes: it asks, and keeps what it is told. */
class Peer {
  readonly input = new PassThrough();
  readonly output = new PassThrough();
  readonly notes: JsonObject[] = [];
  private readonly waiting = new Map<Json, (reply: JsonObject) => void>();
  private rest = '';
  private ids = 0;

  constructor() {
    this.output.setEncoding('utf8').on('data', (text: string) => {
      const lines = (this.rest + text).split('\n');
      this.rest = lines.pop()!;
      for (const line of lines) this.hear(parseJson(line) as JsonObject);
    });
  }

  ask(method: string, params: Json = {}): Promise<JsonObject> {
    const id = ++this.ids;
    const reply = new Promise<JsonObject>((resolve) => this.waiting.set(id, resolve));
    this.input.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    return reply;
  }

  /** The text of the agent since the last time. */
  said(): string {
    const texts = this.notes.splice(0).map(({ params }) => {
      const update = isObject(params) && isObject(params.update) ? params.update : {};
      const { content } = update;
      return update.sessionUpdate === 'agent_message_chunk' && isObject(content) ? String(content.text) : '';
    });
    return texts.join('');
  }

  private hear(message: JsonObject): void {
    if ('method' in message && 'id' in message)
      this.input.write(`${JSON.stringify({ jsonrpc: '2.0', id: message.id!, result: {} })}\n`);
    else if ('method' in message) this.notes.push(message);
    else this.waiting.get(message.id!)?.(message);
  }
}

/** A border that lets nothing in until it is opened: what a client does after its first request waits for that. */
function gate(): { border: Border; open(): void } {
  let held: (() => void)[] | undefined = [];
  return {
    border: {
      sends: (carried, emit) => emit(carried),
      hears: (carried, deliver) => {
        if (held) held.push(() => deliver(carried));
        else deliver(carried);
      },
    },
    open: () => {
      const all = held ?? [];
      held = undefined;
      for (const act of all) act();
    },
  };
}

const replies = (text: string) => ({ replies: [{ prompt: 'who', updates: [text] }] });

/** What an agent of ACP, or like one, says to one prompt before and after its script changes, and what nobody used then. */
async function agentSays(role: string): Promise<Json> {
  const peer = new Peer();
  const mock = await started(role, { input: peer.input, output: peer.output, script: replies('first') });
  closing(() => mock.close());
  await peer.ask('initialize', { protocolVersion: 1, clientCapabilities: {} });
  const opened = await peer.ask('session/new', { cwd: process.cwd(), mcpServers: [] });
  const { sessionId } = opened.result as JsonObject;
  const prompt = () => peer.ask('session/prompt', { sessionId: sessionId!, prompt: [{ type: 'text', text: 'who' }] });
  await prompt();
  const first = peer.said();
  await mock.change!({ script: { replies: [...replies('then').replies, { prompt: 'nobody', updates: [] }] } });
  await prompt();
  return [first, peer.said(), mock.unused!().map(({ path, message }) => `${path} ${message}`)];
}

const SAID = ['first', 'then', ['/replies/1 replies: nobody answered no prompt']];

/** What a client says of its work if its script becomes another one before it has heard anything. */
async function clientDoes(
  role: string,
  options: Partial<MockOptions>,
  first: JsonObject,
  then: JsonObject,
): Promise<JsonObject> {
  const { border, open } = gate();
  const mock = await started(role, { border, script: first, ...options });
  closing(() => mock.close());
  await mock.change!({ script: then });
  open();
  await mock.done;
  return { ...mock.told[0]!, unused: mock.unused!().map(({ path }) => path) };
}

const mockOf = (role: string, sandbox: Sandbox, script: object = {}): readonly string[] => {
  const file = sandbox.file(`${role.replace('/', '-')}.yaml`, JSON.stringify(script));
  return [process.execPath, PROCTOR, 'mock', role, ...(Object.keys(script).length > 0 ? ['--script', file] : [])];
};

/** A mock that listens, and ends with the test. */
async function listening(role: string, transport: 'http' | 'ws', options: Partial<MockOptions> = {}) {
  const mock = await started(role, { transport, ...options });
  closing(() => mock.close());
  return mock;
}

/** What the change of a script does, by role. */
const EFFECTS: { readonly [role: string]: (sandbox: Sandbox) => Promise<void> } = {
  'acp/agent': async () => expect(await agentSays('acp/agent')).toEqual(SAID),
  'harn/agent': async () => expect(await agentSays('harn/agent')).toEqual(SAID),
  'bridge/runtime': async () => expect(await agentSays('bridge/runtime')).toEqual(SAID),
  'acp/client': async (sandbox) => {
    const options = { command: mockOf('acp/agent', sandbox), cwd: sandbox.folder };
    const told = await clientDoes(
      'acp/client',
      options,
      { prompts: ['say a'] },
      {
        prompts: ['say b', 'edit a.txt'],
        permissions: [
          { tool: 'nothing', answer: 'allow' },
          { tool: '*', answer: 'reject' },
        ],
      },
    );
    expect(told).toMatchObject({
      ok: true,
      value: { sessions: [{ stopReasons: ['end_turn', 'end_turn'] }] },
      unused: ['/permissions/0'],
    });
  },
  'harn/client': async (sandbox) => {
    const options = { command: mockOf('harn/agent', sandbox), cwd: sandbox.folder };
    const acts: JsonObject[] = [
      { on: 'answered', do: { ask: 'harn.session_timeline.query' } },
      { on: 'answered', nth: 3, do: { ask: 'harn.session_timeline.query' } },
    ];
    const told = await clientDoes('harn/client', options, {}, { prompts: ['say b', 'say c'], acts });
    expect(told).toMatchObject({
      ok: true,
      value: { sessions: [{ stopReasons: ['end_turn', 'end_turn'] }] },
      unused: ['/acts/1'],
    });
  },
  'bridge/host': async (sandbox) => {
    const options = { command: mockOf('bridge/runtime', sandbox), cwd: sandbox.folder };
    const told = await clientDoes(
      'bridge/host',
      options,
      { prompts: ['hello'] },
      {
        prompts: ['hello', 'again'],
        tools: [{ name: 'Read', description: 'Reads' }],
        operations: { 'a.b': {} },
      },
    );
    expect(told).toMatchObject({
      ok: true,
      stopReasons: ['end_turn', 'end_turn'],
      unused: ['/tools/0', '/operations/a.b'],
    });
  },
  'trust/client': async (sandbox) => {
    const options = { command: mockOf('trust/server', sandbox), cwd: sandbox.folder };
    const write = { write: { path: 'a.st', text: '' } };
    const told = await clientDoes('trust/client', options, {}, { steps: [write, { read: { path: 'a.st' } }] });
    expect(told).toMatchObject({ ok: true, value: { steps: [{ step: 'write' }, { step: 'read' }] } });
  },
  'trust/server': async (sandbox) => {
    const peer = new Peer();
    const { input, output } = peer;
    const reply = (text: string) => ({
      replies: [{ method: 'workspace.read', result: { path: 'a', text } }],
    });
    const mock = await started('trust/server', { input, output, cwd: sandbox.folder, script: reply('first') });
    closing(() => mock.close());
    const read = () => peer.ask('workspace.read', { path: 'a' });
    expect(await read()).toMatchObject({ result: { text: 'first' } });
    await mock.change!({ script: { ...reply('then'), controlTimeoutMs: 5 } }).then(({ fixed }) =>
      expect(fixed).toEqual(['controlTimeoutMs']),
    );
    expect(await read()).toMatchObject({ result: { text: 'then' } });
    expect(mock.unused!()).toEqual([]);
  },
  'hub/server': async () => {
    const hub = await listening('hub/server', 'ws', { script: replies('first') });
    const text = async () => {
      const client = await started('hub/client', { url: hub.url!, transport: 'ws', script: { prompt: 'who' } });
      await client.done;
      return (client.told[0]!.value as JsonObject).text;
    };
    expect(await text()).toBe('first');
    await hub.change!({ script: replies('then') });
    expect(await text()).toBe('then');
  },
  'hub/client': async () => {
    const hub = await listening('hub/server', 'ws', { script: replies('heard') });
    const options = { transport: 'ws', url: hub.url! } as const;
    expect(await clientDoes('hub/client', options, { prompt: 'say a' }, { prompt: 'who' })).toMatchObject({
      ok: true,
      value: { text: 'heard' },
    });
  },
  'a2a/server': async () => {
    for (const version of ['0.3.0', '0.3.0-harn']) {
      const server = await listening('a2a/server', 'http', { version, script: replies('first') });
      const text = async () => {
        const client = await started('a2a/client', { transport: 'http', url: server.url!, script: { message: 'who' } });
        await client.done;
        return (client.told[0]!.value as JsonObject).text;
      };
      const name = async () =>
        ((await (await fetch(`${server.url}/.well-known/agent-card.json`)).json()) as JsonObject).name;
      // In Harn's profile a message says which function it calls, which this client does not.
      const isPlain = version === '0.3.0';
      if (isPlain) expect(await text()).toBe('first');
      await server.change!({ script: { ...replies('then'), card: { name: 'Other' } } });
      if (isPlain) expect(await text()).toBe('then');
      expect(await name()).toBe('Other');
    }
  },
  'a2a/client': async () => {
    const server = await listening('a2a/server', 'http', { script: replies('heard') });
    const options = { transport: 'http', url: server.url! } as const;
    expect(await clientDoes('a2a/client', options, { message: 'say a' }, { message: 'who' })).toMatchObject({
      ok: true,
      value: { text: 'heard' },
    });
  },
  'mcp/server': async () => expect(await toolsOf('mcp/server')).toEqual([['a'], ['a', 'b']]),
  'mcp/harn-server': async () => expect(await toolsOf('mcp/harn-server')).toEqual([['a'], ['a', 'b']]),
  'mcp/client': async (sandbox) => expect(await calls('mcp/client', sandbox)).toBe(2),
  'mcp/harn-client': async (sandbox) => expect(await calls('mcp/harn-client', sandbox)).toBe(2),
};

/** The tools that a server lists before and after its script changes. */
async function toolsOf(role: string): Promise<Json> {
  const peer = new Peer();
  const { input, output } = peer;
  const mock = await started(role, { input, output, script: { tools: [{ name: 'a' }] } });
  closing(() => mock.close());
  await peer.ask('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  });
  const list = async () =>
    ((await peer.ask('tools/list')).result as { tools: JsonObject[] }).tools.map(({ name }) => name!);
  const first = await list();
  await mock.change!({ script: { tools: [{ name: 'a' }, { name: 'b' }] } });
  return [first, await list()];
}

/** How many results a client has whose script gets an action more. */
async function calls(role: string, sandbox: Sandbox): Promise<number> {
  const options = { command: mockOf(role.replace('client', 'server'), sandbox), cwd: sandbox.folder };
  const call = { call: 'echo', arguments: { message: 'hi' } };
  const told = await clientDoes(role, options, { do: [call] }, { do: [call, call] });
  expect(told.ok).toBe(true);
  return ((told.value as JsonObject).results as Json[]).length;
}

describe('a script that becomes another one while a mock runs', () => {
  it('is one of every role', () => {
    expect(Object.keys(EFFECTS).sort()).toEqual(Object.keys(roles).sort());
  });

  it.for(Object.keys(EFFECTS))('has its effect on %s', (role, { sandbox }) => EFFECTS[role]!(sandbox));

  it('is refused as a whole if it is broken', async () => {
    for (const role of ['acp/agent', 'harn/agent', 'bridge/runtime', 'mcp/server', 'trust/server']) {
      const { input, output } = new Peer();
      const mock = await started(role, { input, output });
      await expect(mock.change!({ script: { nobody: 1 } })).rejects.toMatchObject({ name: 'ScriptError' });
      await mock.close();
    }
  });
});

describe('permissive variants that come and go', () => {
  it('change what a client sends from the next message on', async () => {
    const sent: JsonObject[] = [];
    const server = await listening('a2a/server', 'http', {
      border: {
        sends: (carried, emit) => emit(carried),
        hears: (carried, deliver) => {
          if (isObject(carried.message)) sent.push(carried.message);
          deliver(carried);
        },
      },
    });
    let turns = 0;
    let change: RunningMock['change'];
    const client = await started('a2a/client', {
      transport: 'http',
      url: server.url!,
      script: { message: 'say a' },
      next: async () => {
        turns += 1;
        await change!({ permissive: turns === 1 ? ['more-members'] : false });
        return turns < 3 ? 'say b' : undefined;
      },
    });
    change = client.change;
    await client.done;
    const has = sent.flatMap(({ method, params }) =>
      method === 'message/send' ? ['x-proctor' in (params as JsonObject)] : [],
    );
    expect(has).toEqual([false, true, false]);
  });

  it('rewrite the turns that begin while they hold', async () => {
    const peer = new Peer();
    const mock = await started('bridge/runtime', {
      input: peer.input,
      output: peer.output,
      script: replies('a long text'),
    });
    closing(() => mock.close());
    await peer.ask('initialize', { protocolVersion: 1, clientCapabilities: {} });
    const { sessionId } = (await peer.ask('session/new', { cwd: process.cwd(), mcpServers: [] })).result as JsonObject;
    const pieces = async () => {
      await peer.ask('session/prompt', { sessionId: sessionId!, prompt: [{ type: 'text', text: 'who' }] });
      return peer.notes.splice(0).length;
    };
    expect(await pieces()).toBe(1);
    expect(await mock.change!({ permissive: ['split-text', 'own-updates'] })).toEqual({
      fixed: ['the permissive variant own-updates'],
      later: [],
    });
    expect(await pieces()).toBe(2);
    await mock.change!({ permissive: false });
    expect(await pieces()).toBe(1);
  });
});
