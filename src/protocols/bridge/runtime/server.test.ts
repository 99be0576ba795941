import { tmpdir } from 'node:os';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import type { Json, JsonObject } from '../../../json/json.js';
import { isObject } from '../../../json/json.js';
import { connect, type RequestHandler, RpcError } from '../../../jsonrpc/connection.js';
import { settle, TestClock } from '../../../jsonrpc/fixtures/wired.js';
import { memoryPair } from '../../../jsonrpc/link.js';
import { PARTS } from './parts.js';
import { permitting } from './permissive/changes.js';
import type { PermissiveOption } from './permissive/variants.js';
import { type RuntimeServer, serveRuntime } from './server.js';

type Answers = { [method: string]: RequestHandler };

/** A runtime, with these permissive options, and a host that answers what the test says. */
function open(answers: Answers = {}, ...options: PermissiveOption[]) {
  const [hostLink, runtimeLink] = memoryPair();
  const clock = new TestClock();
  const failures: unknown[] = [];
  const notes: { method: string; params: JsonObject }[] = [];
  const runtime = serveRuntime(runtimeLink, {
    clock,
    parts: permitting(PARTS, new Set(options)),
    failed: (error) => failures.push(error),
  });
  const host = connect(hostLink, {
    clock,
    requests: answers,
    fallback: { notification: (method, params) => void notes.push({ method, params: params as JsonObject }) },
  });
  const updates = () => notes.flatMap(({ params }) => (isObject(params.update) ? [params.update] : []));
  return {
    host,
    runtime,
    clock,
    notes,
    failures,
    updates,
    text: () =>
      updates()
        .map(({ content }) => (isObject(content) ? String(content.text) : ''))
        .join(''),
    session: async () =>
      ((await host.request('session/new', { cwd: tmpdir(), mcpServers: [] })) as JsonObject).sessionId!,
    async prompt(text: string, sessionId?: Json) {
      const id = sessionId ?? (await this.session());
      return host.request('session/prompt', { sessionId: id, prompt: [{ type: 'text', text }] });
    },
  };
}

const idle = ({ notes }: { notes: { method: string; params: JsonObject }[] }) =>
  notes.filter(({ method }) => method === 'agent/idle').map(({ params }) => params.backoff_ms);

let kit: ReturnType<typeof open>;
const running: RuntimeServer[] = [];
beforeEach(() => {
  kit = open();
});
afterEach(() => {
  for (const one of [kit.runtime, ...running.splice(0)]) one.close();
  expect(kit.failures).toStrictEqual([]);
});

describe('sessions and prompts', () => {
  it('answers a prompt that names nothing with what there is', async () => {
    expect(await kit.prompt('')).toStrictEqual({ stopReason: 'end_turn' });
    expect(kit.text()).toContain('tool-permission {"path": …}');
  });

  it('says how a prompt is written that it can not read', async () => {
    await kit.prompt('call-host-tool Read {"path"');
    expect(kit.text()).toMatch(/that is not JSON: .*usage: call-host-tool NAME/s);
  });

  test.each([
    ['session/new', { cwd: 'here', mcpServers: [] }, -32602],
    ['session/prompt', { sessionId: 'nobody', prompt: [] }, -32602],
    ['session/prompt', { prompt: [] }, -32602],
    ['session/load', {}, -32601],
  ])('refuses %s with %j', async (method, params, code) => {
    await expect(kit.host.request(method, params)).rejects.toMatchObject({ code });
  });

  it('runs one prompt of a session at a time', async () => {
    const sessionId = await kit.session();
    const first = kit.prompt('daemon', sessionId);
    await settle();
    await expect(kit.prompt('plain-turn', sessionId)).rejects.toMatchObject({ code: -32600 });
    await kit.prompt('plain-turn');
    kit.host.notify('session/cancel', { sessionId });
    expect(await first).toStrictEqual({ stopReason: 'cancelled' });
    await kit.prompt('plain-turn', sessionId);
  });
});

describe('a host that is silent', () => {
  it('is waited for five minutes, and then nothing is granted', async () => {
    const silent: RequestHandler = () => new Promise<Json>(() => undefined);
    kit = open({ 'session/request_permission': silent });
    const turn = kit.prompt('tool-permission');
    await settle();
    kit.clock.advance(299_999);
    await settle();
    expect(kit.text()).not.toContain('done');
    kit.clock.advance(1);
    expect(await turn).toStrictEqual({ stopReason: 'end_turn' });
    expect(kit.text()).not.toContain('"ran"');
    expect(kit.updates()).toContainEqual(expect.objectContaining({ status: 'failed' }));
  });

  it('leaves when it is gone, and nothing is granted', async () => {
    kit = open({ 'session/request_permission': () => new Promise<Json>(() => undefined) });
    const turn = kit.prompt('tool-permission');
    await settle();
    kit.host.close();
    await expect(turn).rejects.toThrow('closed');
    await kit.runtime.closed;
    await kit.runtime.settled();
    expect(kit.text()).not.toContain('"ran"');
  });
});

describe('permissive options', () => {
  it('own-updates: what it sends beyond the known variants it has advertised', async () => {
    const one = open({}, 'own-updates');
    running.push(one.runtime);
    expect(await one.host.request('initialize', { protocolVersion: 1 })).toMatchObject({
      agentCapabilities: { loadSession: false, _meta: { harn: { sessionUpdateExtensions: ['kit_heartbeat'] } } },
    });
    await one.prompt('plain-turn');
    expect(one.updates().map(({ sessionUpdate }) => sessionUpdate)).toStrictEqual([
      'kit_heartbeat',
      'agent_message_chunk',
    ]);
  });

  it('null-members: a question has null for what it does not tell', async () => {
    let asked: Json = null;
    const answers: Answers = {
      'session/request_permission': (params) => {
        asked = (params as JsonObject).toolCall!;
        return { granted: true };
      },
    };
    const one = open(answers, 'null-members');
    running.push(one.runtime);
    await one.prompt('tool-permission');
    expect(asked).toMatchObject({ toolName: 'edit_file', title: null, kind: null, status: null, content: null });
  });

  it('last-first and stops-at-denial: the last call is asked for first, and a denial is the end of the others', async () => {
    const asked: Json[] = [];
    const answers = (granted: boolean): Answers => ({
      'session/request_permission': (params) => {
        asked.push(((params as JsonObject).toolCall as JsonObject).toolName!);
        return { granted };
      },
    });
    const grants = open(answers(true), 'last-first', 'stops-at-denial');
    const denies = open(answers(false), 'last-first', 'stops-at-denial');
    running.push(grants.runtime, denies.runtime);
    expect(await grants.prompt('two-tools')).toStrictEqual({ stopReason: 'end_turn' });
    expect(await denies.prompt('two-tools')).toStrictEqual({ stopReason: 'end_turn' });
    expect(asked).toStrictEqual(['edit_config', 'edit_file', 'edit_config']);
  });

  it('always-lists: a plain turn asks for the skills, too, and ends well without them', async () => {
    let asked = 0;
    const refuse = () => {
      asked++;
      throw new RpcError(-32603, 'not today');
    };
    const one = open({ 'skills/list': refuse }, 'always-lists');
    running.push(one.runtime);
    expect(await one.prompt('plain-turn')).toStrictEqual({ stopReason: 'end_turn' });
    expect([asked, one.text().includes('FINE')]).toStrictEqual([1, true]);
  });

  it('no-options: nothing is offered, and an option that a host makes up grants nothing', async () => {
    const asked: JsonObject[] = [];
    const answer = (outcome: JsonObject): Answers => ({
      'session/request_permission': (params) => {
        asked.push(params as JsonObject);
        return { outcome: { outcome: 'selected', ...outcome } };
      },
    });
    const made = open(answer({ optionId: 'call_1' }), 'no-options');
    const bare = open(answer({}), 'no-options');
    running.push(made.runtime, bare.runtime);
    await made.prompt('tool-permission');
    await bare.prompt('tool-permission');
    expect(asked.map((params) => 'options' in params)).toStrictEqual([false, false]);
    expect([made, bare].map((one) => one.text().includes('"ran"'))).toStrictEqual([false, true]);
  });
});

describe('a daemon', () => {
  it('waits longer and longer, and briefly again after what arrives', async () => {
    const sessionId = await kit.session();
    const turn = kit.prompt('daemon', sessionId);
    await settle();
    for (const ms of [100, 500, 1000, 2000, 2000]) {
      kit.clock.advance(ms - 1);
      await settle();
      const before = idle(kit).length;
      kit.clock.advance(1);
      await settle();
      expect(idle(kit)).toHaveLength(before + 1);
    }
    expect(idle(kit)).toStrictEqual([100, 500, 1000, 2000, 2000, 2000]);
    kit.host.notify('user_message', { content: 7 });
    await settle();
    expect(idle(kit)).toHaveLength(6);
    kit.host.notify('session/input', { sessionId, content: 'wake up' });
    await settle();
    expect(idle(kit)).toStrictEqual([100, 500, 1000, 2000, 2000, 2000, 100]);
    expect(kit.text()).toContain('{"role":"user","content":"wake up"}');
    kit.host.notify('session/cancel', { sessionId });
    expect(await turn).toStrictEqual({ stopReason: 'cancelled' });
    expect(kit.clock.waiting).toBe(0);
  });

  it('of another session is not woken by what names one', async () => {
    const [sleeps, wakes] = [await kit.session(), await kit.session()];
    for (const sessionId of [sleeps, wakes]) kit.prompt('daemon', sessionId).catch(() => undefined);
    await settle();
    kit.host.notify('agent/resume', { sessionId: wakes });
    await settle();
    const of = (id: Json) =>
      kit.notes.filter(({ params }) => params.sessionId === id && JSON.stringify(params).includes('here again'));
    expect([of(sleeps).length, of(wakes).length]).toStrictEqual([0, 1]);
  });

  it('ends with its host', async () => {
    const turn = kit.prompt('daemon');
    turn.catch(() => undefined);
    await settle();
    kit.host.close();
    await kit.runtime.closed;
    await settle();
    await kit.runtime.settled();
    expect(kit.clock.waiting).toBe(0);
  });
});

describe('every form of a wrong answer', () => {
  const scenes = [
    'list-host-tools',
    'call-host-tool Read {}',
    'unknown-builtin x []',
    'host-call kit.echo',
    'loop-host-tool Read {}',
    'tool-permission',
    'two-tools',
    'tool-search-semantic x',
    'skill-catalog',
    'skill-load x',
    'skill-loop step',
    'skill-match ship it',
  ];
  const answers: Json[] = [
    null,
    true,
    7,
    'x',
    [],
    [null],
    [[]],
    {},
    { result: null },
    { result: {} },
    { tools: [7] },
    { skills: [null] },
    { matches: 7 },
  ];
  test.each(scenes)('%s ends its turn', async (prompt) => {
    for (const answer of answers) {
      const methods = [
        'host/tools/list',
        'builtin_call',
        'host/call',
        'session/request_permission',
        'tool_search/query',
      ];
      const all = [...methods, 'skills/list', 'skills/fetch', 'skill/match', 'host/capabilities'];
      const wrong = open(Object.fromEntries(all.map((method) => [method, () => answer])));
      running.push(wrong.runtime);
      expect(await wrong.prompt(prompt)).toStrictEqual({ stopReason: 'end_turn' });
      expect(wrong.failures).toStrictEqual([]);
    }
  });
});
