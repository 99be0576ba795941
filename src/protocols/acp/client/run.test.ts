import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Permissive } from '../../../conversation/permissive.js';
import type { Json, JsonObject } from '../../../json/json.js';
import { type Connection, connect, RpcError } from '../../../jsonrpc/connection.js';
import { memoryPair } from '../../../jsonrpc/link.js';
import { Confinement } from '../../../workspace/confinement.js';
import { Programs } from '../../../workspace/programs.js';
import { permitting } from './permissive/changes.js';
import { rewritesOf } from './permissive/rewrites.js';
import { PERMISSIVE_OPTIONS } from './permissive/variants.js';
import { Run } from './run.js';
import { loadScript } from './script.js';
import { ServedClient } from './serve.js';
import { Sessions } from './sessions.js';
import { startClient } from './start.js';

let cwd: string;
beforeEach(() => {
  cwd = realpathSync(mkdtempSync(join(tmpdir(), 'acp-run-')));
});
afterEach(() => rmSync(cwd, { recursive: true }));

type Turn = (agent: Connection, sessionId: string, prompt: Json) => Promise<Json> | Json;
type Answers = { [method: string]: (params: JsonObject) => Json };

/** Plays a script against an agent of a few lines; gives the outcome and what the agent was asked. */
async function play(written: JsonObject, turn: Turn = () => ({ stopReason: 'end_turn' }), answers: Answers = {}) {
  const [clientSide, agentSide] = memoryPair();
  const asked: [string, JsonObject][] = [];
  let made = 0;
  const table: Answers = {
    initialize: () => ({ protocolVersion: 1 }),
    'session/new': () => ({ sessionId: `s${++made}` }),
    ...answers,
  };
  const agent = connect(agentSide, {
    requests: {
      ...Object.fromEntries(
        Object.entries(table).map(([method, answer]) => [
          method,
          (params: Json | undefined) => {
            asked.push([method, params as JsonObject]);
            return answer(params as JsonObject);
          },
        ]),
      ),
      'session/prompt': (params) => {
        asked.push(['session/prompt', params as JsonObject]);
        const { sessionId, prompt } = params as JsonObject;
        return turn(agent, String(sessionId), prompt!);
      },
    },
    notifications: { 'session/cancel': (params) => void asked.push(['session/cancel', params as JsonObject]) },
  });
  const permissive = PERMISSIVE_OPTIONS.read(written.permissive as Permissive);
  const script = permitting(await loadScript(written), permissive);
  const sessions = new Sessions(new Confinement({ cwd, overStdio: true }).in(cwd));
  const client = new ServedClient(clientSide, {
    offer: script.offer,
    workspaces: sessions.workspaces,
    programs: new Programs({ overStdio: true }),
    permissions: script.permissions,
    unsaved: [],
    makesFolders: script.makesFolders,
    rewrites: rewritesOf(permissive),
    heard: (...told) => run.heard(...told),
  });
  const run = new Run(client, sessions, script, { cwd });
  const outcome = await run.play();
  await client.close();
  return { outcome, asked, methods: asked.map(([method]) => method) };
}

const says = (agent: Connection, sessionId: string, text: string) =>
  agent.notify('session/update', {
    sessionId,
    update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } },
  });

describe('the reference client', () => {
  it('opens a session, prompts, shows what comes, and serves its files', async () => {
    writeFileSync(join(cwd, 'a.txt'), 'one\n');
    const { outcome, asked } = await play({ prompts: ['hi', 'again'] }, async (agent, sessionId) => {
      const { content } = (await agent.request('fs/read_text_file', {
        sessionId,
        path: join(cwd, 'a.txt'),
      })) as JsonObject;
      says(agent, sessionId, String(content));
      return { stopReason: 'end_turn' };
    });
    expect(outcome).toMatchObject({
      ok: true,
      value: { sessions: [{ sessionId: 's1', stopReasons: ['end_turn', 'end_turn'], text: 'one\none\n' }] },
    });
    expect(asked[0]).toEqual([
      'initialize',
      {
        protocolVersion: 1,
        clientCapabilities: { fs: { readTextFile: true, writeTextFile: true }, terminal: true },
        clientInfo: expect.objectContaining({ name: 'proctor-reference-client' }),
      },
    ]);
    expect(asked[1]).toEqual(['session/new', { cwd, mcpServers: [] }]);
  });

  it('sets a mode as a setting where the agent has both, and shows what the agent made of it', async () => {
    const modeSetting = (currentValue: string) => ({
      type: 'select',
      id: 'm',
      name: 'Mode',
      category: 'mode',
      currentValue,
      options: [{ group: 'g', name: 'G', options: [{ value: 'architect', name: 'A' }] }],
    });
    const modes = { currentModeId: 'ask', availableModes: [{ id: 'architect', name: 'A' }] };
    const { asked, outcome } = await play({ mode: 'architect' }, undefined, {
      'session/new': () => ({ sessionId: 's1', modes, configOptions: [modeSetting('ask')] }),
      'session/set_config_option': () => ({ configOptions: [modeSetting('shadow')] }),
    });
    expect(asked[2]).toEqual(['session/set_config_option', { sessionId: 's1', configId: 'm', value: 'architect' }]);
    expect(outcome.value.sessions).toMatchObject([{ mode: 'ask', config: { m: 'shadow' } }]);
  });

  it('uses no more of the agent than it advertises', async () => {
    const wanted: JsonObject = {
      session: 'load',
      sessionId: 'old',
      list: true,
      close: true,
      mode: 'architect',
      config: { model: 'large' },
      mcpServers: [
        { name: 'a', command: '/a', args: [], env: [] },
        { type: 'http', name: 'b', url: 'http://127.0.0.1/', headers: [] },
      ],
      prompts: [
        {
          content: [
            { type: 'text', text: 'x' },
            { type: 'image', data: '', mimeType: 'image/png' },
          ],
        },
      ],
    };
    const bare = await play(wanted);
    expect(bare.methods).toEqual(['initialize', 'session/new', 'session/prompt']);
    expect(bare.asked[1]![1].mcpServers).toHaveLength(1);
    expect(bare.asked[2]![1].prompt).toEqual([{ type: 'text', text: 'x' }]);

    const agentCapabilities = {
      loadSession: true,
      promptCapabilities: { image: true },
      mcpCapabilities: { http: true },
      sessionCapabilities: { list: {}, close: {} },
    };
    const modes = { currentModeId: 'ask', availableModes: [{ id: 'architect', name: 'A' }] };
    const configOptions = [{ type: 'select', id: 'model', name: 'M', currentValue: 'small', options: [] }];
    const full = await play(wanted, undefined, {
      initialize: () => ({ protocolVersion: 1, agentCapabilities }),
      'session/list': ({ cursor }) => ({ sessions: [], nextCursor: cursor ? null : 'p 2' }),
      'session/load': () => ({ modes, configOptions }),
      'session/set_mode': () => ({}),
      'session/set_config_option': () => ({ configOptions }),
      'session/close': () => null,
    });
    const calls = ['initialize', 'session/list', 'session/list', 'session/load', 'session/set_mode'];
    expect(full.methods).toEqual([...calls, 'session/set_config_option', 'session/prompt', 'session/close']);
    expect(full.asked[2]![1]).toEqual({ cursor: 'p 2' });
    expect(full.asked[3]![1]).toMatchObject({ sessionId: 'old', mcpServers: [{ name: 'a' }, { name: 'b' }] });
    expect(full.asked[6]![1].prompt).toHaveLength(2);
  });

  it('goes on with the first session that is listed, where none is named', async () => {
    const sessionCapabilities = { list: {}, resume: {} };
    const { methods, asked } = await play({ session: 'resume' }, undefined, {
      initialize: () => ({ protocolVersion: 1, agentCapabilities: { sessionCapabilities } }),
      'session/list': () => ({ sessions: [{ sessionId: 'found', cwd: '/' }] }),
      'session/resume': () => ({}),
    });
    expect(methods).toEqual(['initialize', 'session/list', 'session/resume', 'session/prompt']);
    expect(asked[2]![1].sessionId).toBe('found');
  });

  it('signs in where the agent wants it, by a way that needs no terminal', async () => {
    let signedIn = false;
    const authMethods: Json = [
      { type: 'terminal', id: 't', name: 'T' },
      { id: 'plain', name: 'P' },
    ];
    const { outcome, asked } = await play({}, undefined, {
      initialize: () => ({ protocolVersion: 1, authMethods }),
      authenticate: () => {
        signedIn = true;
        return {};
      },
      'session/new': () => {
        if (!signedIn) throw new RpcError(-32000, 'Sign in first');
        return { sessionId: 's' };
      },
    });
    expect(outcome.ok).toBe(true);
    expect(asked[2]).toEqual(['authenticate', { methodId: 'plain' }]);
  });

  it('cancels at the moment of its script, answers what waits, and waits for the turn', async () => {
    const answers: Json[] = [];
    const written = {
      permissions: [{ tool: '*', answer: 'wait' }],
      prompts: [{ content: [{ type: 'text', text: 'x' }], cancel: { on: 'session/request_permission', nth: 2 } }, 'y'],
    };
    let turns = 0;
    const { outcome, methods } = await play(written, async (agent, sessionId) => {
      if (++turns === 2) return { stopReason: 'end_turn' };
      const ask = (toolCallId: string) =>
        agent.request('session/request_permission', {
          sessionId,
          toolCall: { toolCallId, title: toolCallId },
          options: [{ optionId: 'y', name: 'Y', kind: 'allow_once' }],
        });
      answers.push(...(await Promise.all([ask('a'), ask('b')])));
      says(agent, sessionId, 'late');
      return { stopReason: 'cancelled' };
    });
    const cancelled = { outcome: { outcome: 'cancelled' } };
    expect(answers).toEqual([cancelled, cancelled]);
    expect(methods).toEqual(['initialize', 'session/new', 'session/prompt', 'session/cancel', 'session/prompt']);
    expect(outcome.value.sessions).toMatchObject([{ stopReasons: ['cancelled', 'end_turn'], text: 'late' }]);
  });

  it('tells why it could not go on', async () => {
    const spoken = await play({}, undefined, { initialize: () => ({ protocolVersion: 2 }) });
    expect(spoken.outcome).toMatchObject({ ok: false, error: 'the agent speaks protocol version 2, this client 1' });
    const failed = await play({}, () => {
      throw new RpcError(-32603, 'the model is gone');
    });
    expect(failed.outcome).toMatchObject({ ok: false, error: 'the model is gone' });
    const nameless = await play({}, undefined, { 'session/new': () => ({}) });
    expect(nameless.outcome.error).toBe('the agent answered session/new without a sessionId');
  });

  it('serves only its own sessions, though they may be used before it has read their ids', async () => {
    const path = join(cwd, 'a.txt');
    writeFileSync(path, 'x');
    const { outcome } = await play({ sessions: 2 }, async (agent, sessionId) => {
      await expect(agent.request('fs/read_text_file', { sessionId: 'other', path })).rejects.toMatchObject({
        code: -32002,
      });
      await expect(agent.request('fs/read_text_file', { sessionId, path })).resolves.toEqual({ content: 'x' });
      await expect(agent.request('fs/read_text_file', { sessionId })).rejects.toMatchObject({ code: -32602 });
      await expect(agent.request('terminal/later', { sessionId })).rejects.toMatchObject({ code: -32601 });
      return { stopReason: 'end_turn' };
    });
    expect(outcome).toMatchObject({ ok: true, value: { sessions: [{ sessionId: 's1' }, { sessionId: 's2' }] } });
  });

  it('takes permissive options when it is told to', async () => {
    const offers = ['sparse-offer', 'no-files', 'no-terminals', 'no-info'];
    const permissive = ['odd-ids', 'open-meta', 'more-content', 'takes-extensions', ...offers];
    const { outcome, asked } = await play({ permissive }, async (agent, sessionId) => {
      const path = join(cwd, 'a.txt');
      await expect(agent.request('fs/read_text_file', { sessionId, path })).rejects.toMatchObject({ code: -32601 });
      expect(await agent.request('_vendor/do', { sessionId })).toBeNull();
      return { stopReason: 'end_turn' };
    });
    expect(outcome.ok).toBe(true);
    expect(asked[0]![1]).toEqual({ protocolVersion: 1, _meta: expect.anything() });
    expect(asked[2]![1].prompt).toMatchObject([{ type: 'text' }, { type: 'resource_link', name: 'notes' }]);
  });

  it('refuses a script that can not be used', async () => {
    await expect(loadScript({ prompts: 'x' })).rejects.toThrow(/prompts/);
    await expect(startClient({ script: { permissive: ['no-such'] } })).rejects.toThrow(
      /Unknown permissive variant "no-such"/,
    );
    await expect(loadScript({ no: 1 })).rejects.toThrow(/invalid/);
  });
});
