import { describe, expect, it } from 'vitest';
import { isObject } from '../../../json/json.js';
import { settle } from '../../../jsonrpc/fixtures/wired.js';
import { memoryPair } from '../../../jsonrpc/link.js';
import { permitting } from './permissive/changes.js';
import { serveHost } from './session.js';
import { openRuntime } from './testing.js';

const NOT_FOUND = { code: -32601 };
const INVALID = { code: -32602 };

describe('tools', () => {
  const tools = [
    { name: 'echo', description: 'Gives it back', schema: { type: 'object' } },
    { name: 'fixed', result: [1, null] },
    { name: 'nothing', result: null },
    { name: 'broken', error: { code: -32000, message: 'the disk is full', data: { free: 0 } } },
    { name: 'rm', refuse: 'not here', deprecated: true },
  ];

  it('are listed in the canonical form, with params and without', async () => {
    const { request } = openRuntime({ tools: tools.slice(0, 2) });
    const listed = {
      tools: [
        { name: 'echo', description: 'Gives it back', schema: { type: 'object' }, deprecated: false },
        { name: 'fixed', description: '', schema: null, deprecated: false },
      ],
    };
    expect(await request('host/tools/list', {})).toEqual(listed);
    expect(await request('host/tools/list')).toEqual(listed);
  });

  it('give their arguments, a result or an error, or are refused', async () => {
    const { request, refused } = openRuntime({ tools });
    expect(await request('builtin_call', { name: 'echo', args: [{ a: 'größe' }] })).toEqual({ a: 'größe' });
    expect(await request('builtin_call', { name: 'echo', args: [] })).toEqual({});
    expect(await request('builtin_call', { name: 'fixed', args: [{}] })).toEqual([1, null]);
    expect(await request('builtin_call', { name: 'nothing', args: [{}] })).toBeNull();
    expect(await refused('builtin_call', { name: 'broken', args: [{}] })).toEqual({
      code: -32000,
      message: 'the disk is full',
    });
    expect(await refused('builtin_call', { name: 'rm', args: [{}] })).toEqual({ code: -32001, message: 'not here' });
  });

  it('refuse what they do not have, and arguments that are no payload', async () => {
    const { refused } = openRuntime({ tools });
    for (const name of ['none', '__proto__', 'constructor', ''])
      expect(await refused('builtin_call', { name, args: [{}] })).toMatchObject(INVALID);
    for (const args of [[1], [{}, {}], ['a'], [null], 1, 'a'])
      expect(await refused('builtin_call', { name: 'echo', args })).toMatchObject(INVALID);
  });

  it('take their payload in a list or as it is', async () => {
    const { request } = openRuntime({ tools });
    for (const args of [[{ text: 'hi' }], { text: 'hi' }])
      expect(await request('builtin_call', { name: 'echo', args })).toEqual({ text: 'hi' });
    const strict = openRuntime({ tools, permissive: ['bare-args'] });
    expect(await strict.refused('builtin_call', { name: 'echo', args: [{}] })).toMatchObject(INVALID);
  });

  it('come in the other accepted shapes', async () => {
    const one = [{ name: 'a', description: 'A', schema: { type: 'object' } }];
    const shape = async (...permissive: string[]) => openRuntime({ tools: one, permissive }).request('host/tools/list');
    const plain = { name: 'a', description: 'A', schema: { type: 'object' }, deprecated: false };
    expect(await shape('bare-tools')).toEqual([plain]);
    expect(await shape('wrapped-tools')).toEqual({ result: { tools: [plain] } });
    expect(await shape('compatibility-names')).toEqual({
      tools: [{ name: 'a', short_description: 'A', parameters: { type: 'object' }, deprecated: false }],
    });
    expect(await shape('sparse')).toEqual({ tools: [{ name: 'a', description: 'A', schema: { type: 'object' } }] });
  });
});

describe('skills', () => {
  const skills = [
    { id: 'acme/ship', name: 'ship', description: 'Publishes', body: '# Ship', manifest: { allowed_tools: ['git'] } },
    { id: 'bare', name: 'bare' },
  ];

  it('are listed and fetched, nested or flat', async () => {
    const { request } = openRuntime({ skills });
    expect(await request('skills/list')).toEqual([
      { id: 'acme/ship', name: 'ship', description: 'Publishes', source: 'host' },
      { id: 'bare', name: 'bare', description: '', source: 'host' },
    ]);
    expect(await request('skills/fetch', { id: 'acme/ship' })).toEqual({
      name: 'ship',
      description: 'Publishes',
      body: '# Ship',
      manifest: { allowed_tools: ['git'] },
    });
    const flat = openRuntime({ skills, permissive: ['flat-skills', 'skills-object'] });
    expect(await flat.request('skills/list')).toMatchObject({ skills: [{ id: 'acme/ship' }, { id: 'bare' }] });
    expect(await flat.request('skills/fetch', { id: 'acme/ship' })).toEqual({
      name: 'ship',
      description: 'Publishes',
      body: '# Ship',
      allowed_tools: ['git'],
    });
  });

  it('that are unknown are refused', async () => {
    const { refused } = openRuntime({ skills });
    expect(await refused('skills/fetch', { id: 'ship' })).toMatchObject(INVALID);
    expect(await refused('skills/fetch', {})).toMatchObject(INVALID);
  });

  it('change by a reaction, which is told after the answer that caused it', async () => {
    const { request, notes } = openRuntime({
      skills,
      reactions: [
        { on: 'skills/list', remove: 'bare' },
        { on: 'skills/list', nth: 2, add: { id: 'new', name: 'new' } },
      ],
    });
    expect(await request('skills/list')).toHaveLength(2);
    expect(await request('skills/list')).toHaveLength(1);
    expect(await request('skills/list')).toHaveLength(2);
    expect(notes).toEqual([
      { method: 'skills/update', params: undefined },
      { method: 'skills/update', params: undefined },
    ]);
  });
});

describe('searches and matches', () => {
  const candidates = [
    { name: 'review', description: 'Looks over a change', when_to_use: '', paths: [] },
    { name: 'ship', description: 'Publishes a release', when_to_use: 'a release is due', paths: [] },
  ];
  const question = { strategy: 'host', prompt: 'Ship the release', working_files: [], candidates };
  const search = {
    strategy: 'semantic',
    query: 'deploy service',
    candidates: ['query', 'service_x', 'deploy_service'],
  };

  it('bring what shares words with the query, best first and no more than twenty', async () => {
    const { request } = openRuntime();
    expect(await request('tool_search/query', search)).toEqual({
      tool_names: ['deploy_service', 'service_x'],
      diagnostic: '2 of 3 names fit',
    });
    const many = Array.from({ length: 100 }, (_, index) => `service ${index}`);
    expect(await request('tool_search/query', { ...search, candidates: many })).toMatchObject({
      tool_names: many.slice(0, 20),
    });
    expect(await request('skill/match', question)).toEqual({
      matches: [{ name: 'ship', score: expect.closeTo(2 / 3), reason: 'shares ship, release' }],
    });
  });

  it('come in the other accepted shapes', async () => {
    const matched = (...permissive: string[]) => openRuntime({ permissive }).request('skill/match', question);
    expect(await matched('bare-matches', 'sparse')).toEqual([{ name: 'ship' }]);
    expect(await matched('matches-as-skills', 'sparse')).toEqual({ skills: [{ name: 'ship' }] });
    expect(await matched('wrapped-matches', 'sparse')).toEqual({ result: { matches: [{ name: 'ship' }] } });
    expect(
      await openRuntime({ permissive: ['wrapped-search', 'sparse'] }).request('tool_search/query', search),
    ).toEqual({
      result: { tool_names: ['deploy_service', 'service_x'] },
    });
  });

  it('end in an error where the host has neither index nor ranker', async () => {
    const { refused } = openRuntime({ search: false, ranking: false });
    expect(await refused('tool_search/query', search)).toMatchObject({ code: -32000 });
    expect(await refused('skill/match', question)).toMatchObject({ code: -32000 });
  });

  it('of a choosy host end in an error where there is nothing to choose', async () => {
    const { request, refused } = openRuntime({ permissive: ['choosy'] });
    expect(await refused('tool_search/query', { ...search, query: '' })).toMatchObject({ code: -32000 });
    expect(await refused('tool_search/query', { ...search, candidates: [] })).toMatchObject({ code: -32000 });
    expect(await refused('skill/match', { ...question, candidates: [] })).toMatchObject({ code: -32000 });
    expect(await refused('skill/match', { ...question, strategy: 'embedding' })).toMatchObject({ code: -32000 });
    expect(await request('skill/match', question)).toMatchObject({ matches: [{ name: 'ship' }] });
  });
});

describe('permissions', () => {
  const permissions = [
    { tool: 'edit*', answer: 'approve' as const },
    { tool: 'a.b', answer: 'rewrite' as const, args: { to: 'c' } },
    { tool: 'none', answer: 'unavailable' as const },
    { tool: 'rm', answer: 'deny' as const, reason: 'never' },
  ];
  const ask = (toolName: string, more = {}) => ({
    sessionId: 's',
    toolCall: { toolCallId: 'c', toolName, rawInput: { from: 'x', to: 'y' } },
    ...more,
  });
  const options = [
    { optionId: 'n', name: 'No', kind: 'reject_once' },
    { optionId: 'y', name: 'Yes', kind: 'allow_once' },
  ];

  it('follow the first rule that fits, and are denied without one', async () => {
    const { request, refused } = openRuntime({ permissions });
    const answer = (name: string) => request('session/request_permission', ask(name));
    expect(await answer('edit_file')).toEqual({ outcome: { outcome: 'selected' } });
    expect(await answer('a.b')).toEqual({ granted: true, args: { from: 'x', to: 'c' } });
    expect(await answer('rm')).toEqual({ granted: false, reason: 'never' });
    for (const name of ['aXb', 'my_edit', 'rm2']) expect(await answer(name)).toEqual({ granted: false });
    expect(await refused('session/request_permission', ask('none'))).toMatchObject({ code: -32000 });
  });

  it('find the name of the tool where a runtime puts it', async () => {
    const { request } = openRuntime({ permissions });
    const answer = (toolCall: object) =>
      request('session/request_permission', { sessionId: 's', toolCall: { toolCallId: 'c', ...toolCall } });
    const granted = { outcome: { outcome: 'selected' } };
    expect(await answer({ title: 'edit_file' })).toEqual(granted);
    expect(await answer({ title: 'Edit a file', _meta: { harn: { toolName: 'edit_file' } } })).toEqual(granted);
    expect(await answer({})).toEqual({ granted: false });
  });

  it('name an option where some are offered', async () => {
    const { request } = openRuntime({ permissions });
    expect(await request('session/request_permission', ask('edit', { options }))).toEqual({
      outcome: { outcome: 'selected', optionId: 'y' },
    });
    const only = { options: options.slice(0, 1) };
    expect(await request('session/request_permission', ask('edit', only))).toEqual({ granted: true });
    const acp = openRuntime({ permissions, permissive: ['acp-denials'] });
    expect(await acp.request('session/request_permission', ask('rm', { options }))).toEqual({
      outcome: { outcome: 'selected', optionId: 'n' },
    });
    expect(await acp.request('session/request_permission', ask('rm'))).toEqual({ outcome: { outcome: 'cancelled' } });
    const older = openRuntime({ permissions, permissive: ['older-grants'] });
    expect(await older.request('session/request_permission', ask('edit', { options }))).toEqual({ granted: true });
  });

  it('take null and unknown members, and refuse a question without session or call', async () => {
    const { request, refused } = openRuntime({ permissions });
    const lean = ask('edit', { mutation: null, approvalRequest: {}, other: [] });
    expect(await request('session/request_permission', lean)).toEqual({ outcome: { outcome: 'selected' } });
    const untold = { toolCallId: 'c', toolName: 'edit', title: null, kind: null, status: null, content: null };
    const nulls = ask('edit', { toolCall: untold, mutation: { run_id: 'r' }, declaredPaths: null });
    expect(await request('session/request_permission', nulls)).toEqual({ outcome: { outcome: 'selected' } });
    const method = 'session/request_permission';
    expect(await refused(method, { sessionId: 's' })).toMatchObject(INVALID);
    expect(await refused(method, { toolCall: { toolCallId: 'c' } })).toMatchObject(INVALID);
    expect(await refused(method, { sessionId: 's', toolCall: {} })).toMatchObject(INVALID);
  });
});

describe('operations', () => {
  const operations = { 'project.scan': { result: 3 }, 'project.mcp_config': { result: [] }, 'kit.echo': {} };

  it('are told by capability, in one of three forms', async () => {
    expect(await openRuntime({ operations }).request('host/capabilities', { sessionId: 's' })).toEqual({
      project: ['scan', 'mcp_config'],
      kit: ['echo'],
    });
    const told = (name: string) => openRuntime({ operations, permissive: [name] }).request('host/capabilities');
    expect(await told('operations-ops')).toMatchObject({ kit: { ops: ['echo'] } });
    expect(await told('operations-objects')).toMatchObject({ kit: { operations: { echo: {} } } });
  });

  it('are called, and unknown ones are refused', async () => {
    const { request, refused } = openRuntime({ operations });
    expect(await request('host/call', { name: 'project.scan', args: {}, sessionId: 's' })).toBe(3);
    expect(await request('host/call', { name: 'kit.echo', args: { n: 1 } })).toEqual({ n: 1 });
    for (const name of ['project.none', 'constructor.name', 'scan'])
      expect(await refused('host/call', { name })).toMatchObject(INVALID);
  });
});

describe('permissive options', () => {
  it('unhurried: replies of concurrent requests change places', async () => {
    const order = async (...permissive: string[]) => {
      const { request } = openRuntime({ permissive });
      const came: string[] = [];
      const methods = ['host/tools/list', 'skills/list', 'host/capabilities'];
      await Promise.all(methods.map((method) => request(method).then(() => came.push(method))));
      return came;
    };
    expect(await order()).toEqual(['host/tools/list', 'skills/list', 'host/capabilities']);
    expect((await order('unhurried'))[0]).toBe('skills/list');
  });

  it('other-codes: only what there is not is refused with another code', async () => {
    const { refused } = openRuntime({ permissive: ['other-codes'] });
    expect(await refused('builtin_call', { name: 'none', args: [] })).toEqual({
      code: -32000,
      message: 'there is no tool "none"',
    });
    expect(await refused('skills/fetch', { id: 'none' })).toMatchObject({ code: -32000 });
    expect(await refused('host/call', { name: 'kit.none' })).toMatchObject({ code: -32000 });
    expect(await refused('builtin_call', { name: 'echo', args: [1] })).toMatchObject(INVALID);
    expect(await refused('skills/fetch', {})).toMatchObject(INVALID);
  });

  it('unknown-members: stand in the lists, whatever stands around them', async () => {
    const one = { tools: [{ name: 'a' }], skills: [{ id: 'b', name: 'b' }] };
    const { request } = openRuntime({ ...one, permissive: ['unknown-members', 'skills-object', 'wrapped-tools'] });
    const more = { 'x-vendor': expect.anything() };
    expect(await request('host/tools/list')).toMatchObject({ result: { tools: [more] } });
    expect(await request('skills/list')).toMatchObject({ skills: [more] });
  });

  it('older-grants and acp-denials: an option that rejects grants nothing', async () => {
    const permissions = [{ tool: 'edit', answer: 'approve' as const }];
    const { request } = openRuntime({ permissions, permissive: ['older-grants', 'acp-denials'] });
    const options = [{ optionId: 'n', name: 'No', kind: 'reject_once' }];
    const answer = (title: string) =>
      request('session/request_permission', { sessionId: 's', toolCall: { toolCallId: 'c', title }, options });
    expect(await answer('edit')).toEqual({ granted: true });
    expect(await answer('rm')).toEqual({ outcome: { outcome: 'selected', optionId: 'n' } });
  });

  it('odd-ids: its own requests have ids that are texts', async () => {
    const [ours, hosts] = memoryPair();
    const ids: unknown[] = [];
    ours.listen(({ message }) => isObject(message) && ids.push(message.id));
    const host = serveHost(hosts, permitting({ permissive: ['odd-ids'] }));
    for (const method of ['initialize', 'session/new']) host.request(method, {}).catch(() => undefined);
    await settle();
    expect(ids).toEqual(['größe 1 "😀"', 'größe 2 "😀"']);
    host.close();
  });
});

describe('what a host does not know', () => {
  it('is answered with method not found, what is retired too', async () => {
    const { request, refused } = openRuntime();
    for (const method of ['no/such', 'tool/pre_use', 'tool/request_approval', '__proto__', 'toString', ''])
      expect(await refused(method, {})).toMatchObject(NOT_FOUND);
    expect(await request('host/capabilities')).toEqual(expect.any(Object));
  });

  it('is ignored where it is a notification', async () => {
    const { notify, request, notes } = openRuntime();
    notify('agent/idle', { iteration: 1, backoff_ms: 100 });
    notify('no/such');
    notify('session/update', { anything: true });
    await request('host/capabilities');
    expect(notes).toEqual([]);
  });

  it('may still be reacted to, once', async () => {
    const params = { content: 'go on', mode: 'interrupt_immediate' };
    const { notify, request, notes } = openRuntime({
      reactions: [{ on: 'agent/idle', nth: 2, notify: 'user_message', params }],
    });
    for (let count = 0; count < 4; count++) notify('agent/idle', { iteration: count, backoff_ms: 100 });
    await request('host/capabilities');
    expect(notes).toEqual([{ method: 'user_message', params }]);
  });
});
