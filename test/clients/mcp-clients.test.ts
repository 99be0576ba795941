import { resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadCorpus } from '../../runner/load/corpus.js';
import { sessionsApart } from '../../src/protocols/mcp/client/sessions.js';
import { referenceServer } from '../../src/protocols/mcp/server/peer-reference.js';
import { loadValidators, methodTable } from '../../src/schemas/index.js';
import { definitionsOf } from '../../src/watch/definitions.js';
import { createWatch } from '../../src/watch/watch.js';
import { removeBundles } from '../../src/wire/fixtures/bundle.js';
import { type PlayedClient, playClient, roleOfTest } from '../testing/clients.js';
import { bundledPeer } from '../testing/peers.js';

const role = roleOfTest('mcp', (config) => referenceServer(config), [{ notify: 'notifications/initialized' }]);
const client = await bundledPeer('mcp-client.mjs');
afterAll(removeBundles);
const OVER = {
  http: ['${node}', client, '--url', '${peer.url}'],
  stdio: ['${node}', client, '--', '${peer.command}'],
};

/** The official client does what its flags say, over a transport. */
function told(transport: 'http' | 'stdio', flags: string[], steps: string, more = ''): Promise<PlayedClient> {
  const [node, file, ...rest] = OVER[transport];
  const command = [node!, file!, ...flags, ...rest];
  return playClient({ ...role, transport, command, outcome: { stdout: 'json' }, more }, steps);
}

const passed = (played: PlayedClient, ...requirements: string[]) => {
  expect(played.ending).toMatchObject({ outcome: { kind: 'held' } });
  expect(played.judged).toEqual(requirements.map((id) => `${id} pass`));
};

/** Calls a tool, closes the connection of the call before it cancels it, and calls again. */
const HANGS_UP = `
const url = process.argv[1];
const post = (message, signal) =>
  fetch(url, {
    method: 'POST',
    signal,
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...session },
    body: JSON.stringify({ jsonrpc: '2.0', ...message }),
  });
let session = {};
const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'hangs-up', version: '1' } };
const opened = await post({ id: 1, method: 'initialize', params });
await opened.text();
session = { 'mcp-session-id': opened.headers.get('mcp-session-id'), 'mcp-protocol-version': '2025-11-25' };
await post({ method: 'notifications/initialized' });
const hangUp = new AbortController();
const call = post({ id: 2, method: 'tools/call', params: { name: 'echo', arguments: {} } }, hangUp.signal).catch(() => {});
setTimeout(async () => {
  hangUp.abort();
  await call;
  await new Promise((done) => setTimeout(done, 200));
  await post({ method: 'notifications/cancelled', params: { requestId: 2 } });
  await (await post({ id: 3, method: 'ping' })).text();
  console.log('{"ok":true}');
}, 300);
`;

it('a late answer is left out where the client has closed the exchange of the call, and what is proved says so', async () => {
  const command = ['${node}', '--input-type=module', '-e', HANGS_UP, '${peer.url}'];
  const played = await playClient(
    { ...role, transport: 'http', command, outcome: { stdout: 'json' } },
    `
      - expect: { request: tools/call, as: call }
      - expect: { notify: notifications/cancelled }
      - send: { reply: call, result: { content: [] } }
        on: call
        if_open: nobody waits for it
      - expect: { outcome: true, is: { ok: true } }
        check: T-1
`,
  );
  passed(played, 'T-1');
  expect(played.notes).toEqual(['nobody waits for it']);
});

describe.each(['http', 'stdio'] as const)('the official MCP client over %s', (transport) => {
  it('is served by the reference, and judged by what it sent and by its outcome', async () => {
    const done = await told(
      transport,
      ['--list'],
      `
      - expect: { notify: notifications/initialized }
        check: T-1
      - expect: { outcome: true, is: { ok: true, value: { server: proctor-reference, tools: { $has: echo } } } }
        check: T-2
      - assert: { seen: { request: initialize }, at: /params/clientInfo/name, is: [test-client] }
        check: T-3
      - assert: { seen: { request: tools/list }, is: { $len: { $gte: 1 } } }
        check: T-4
`,
    );
    passed(done, 'T-1', 'T-2', 'T-3', 'T-4');
  });

  it('is answered by the steps where they claim a request', async () => {
    const done = await told(
      transport,
      ['--list'],
      `
      - expect: { request: initialize, as: init, params: { protocolVersion: "2025-11-25" } }
        check: T-1
      - send: { reply: init, result: { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo: { name: of-the-case, version: "1" } } }
      - expect: { request: tools/list, as: list }
        check: T-2
      - send: { reply: list, result: { tools: [{ name: only, inputSchema: { type: object } }] } }
      - expect: { outcome: true, is: { ok: true, value: { server: of-the-case, tools: [only] } } }
        check: T-3
`,
    );
    passed(done, 'T-1', 'T-2', 'T-3');
  });

  it('is asked something in the course of its own request', async () => {
    const done = await told(
      transport,
      ['--call', 'echo'],
      `
      - expect: { request: tools/call, as: call, params: { name: echo } }
      - call:
          request: sampling/createMessage
          params: { messages: [], maxTokens: 5 }
          result: { model: of-the-test, content: { text: said by the client } }
        on: call
        check: T-1
      - send: { reply: call, result: { content: [{ type: text, text: done }] } }
      - expect: { outcome: true, is: { ok: true, value: { content: [{ text: done }] } } }
        check: T-2
`,
    );
    passed(done, 'T-1', 'T-2');
  });

  it('meets a server that the case configures, and its faults', async () => {
    const done = await told(
      transport,
      ['--list'],
      `
      - expect: { outcome: true, is: { ok: true, value: { tools: [renamed] } } }
        check: T-1
`,
      `    peer: { tools: [echo], faults: [{ sends: { reply: tools/list }, do: [{ set: { /result/tools/0/name: renamed } }] }] }\n`,
    );
    expect(done.judged).toEqual(['T-1 pass']);
    const changed = done.records.filter(({ deliberate }) => deliberate);
    expect(changed.map(({ from, method }) => [from, method])).toEqual([['kit', 'tools/list']]);
  });
});

describe('the wire rules', () => {
  it.each([
    ['http', ['--list', '--call', 'echo', '--wait', 'notifications/tools/list_changed']],
    ['stdio', ['--list', '--call', 'echo']],
  ] as const)('watch a client over %s, and accuse neither side', async (transport, flags) => {
    const done = await told(
      transport,
      [...flags],
      `
      - expect: { request: tools/call, as: call }
      - call: { request: sampling/createMessage, params: { messages: [], maxTokens: 5 }, result: { role: assistant } }
        on: call
      - send: { reply: call, result: { content: [] } }
      ${transport === 'http' ? '- send: { notify: notifications/tools/list_changed }' : ''}
      - expect: { outcome: true, is: { ok: true } }
        check: T-1
`,
    );
    passed(done, 'T-1');
    const { corpus } = await loadCorpus(resolve('.'), { compiled: resolve('dist/corpus') });
    const watch = createWatch({
      rules: corpus.wire.filter(({ protocol, roles }) => protocol === 'mcp' && !roles),
      role: 'mcp/client',
      transport,
      machines: Object.fromEntries(corpus.machines),
      definitions: definitionsOf(methodTable('mcp', '2025-11-25'), await loadValidators('mcp', '2025-11-25'), 'client'),
    });
    const sessionOf = sessionsApart();
    for (const record of done.records) watch.observe(`session ${sessionOf(record)}`, record);
    expect(watch.findings()).toEqual([]);
    expect(watch.messages()).toBeGreaterThan(8);
    expect(Object.values(watch.judged()).filter((times) => times > 0).length).toBeGreaterThan(4);
  });
});

describe('over HTTP', () => {
  it('what the client sends and gets is seen with its heads and streams', async () => {
    const done = await told(
      'http',
      ['--list'],
      `
      - expect: { notify: notifications/initialized, http: { headers: { mcp-protocol-version: "2025-11-25" } } }
        check: T-1
      - expect: { http: { method: GET, headers: { accept: text/event-stream, mcp-session-id: { $len: 43 } } }, as: stream }
        check: T-2
      - expect: { http: { method: DELETE, path: /mcp } }
        check: T-3
      - expect: { outcome: true, is: { ok: true } }
      - assert: { seen: { request: tools/list, http: { method: POST } }, at: /http/headers/content-type, is: [application/json] }
        check: T-4
`,
    );
    passed(done, 'T-1', 'T-2', 'T-3', 'T-4');
    const answers = done.records.filter(({ from, method }) => from === 'kit' && method === 'initialize');
    expect(answers).toMatchObject([
      { http: { status: 200, headers: { 'content-type': 'application/json', 'mcp-session-id': expect.any(String) } } },
    ]);
  });

  it('a step asks and tells on the stream that the client has opened, and on no other', async () => {
    const done = await told(
      'http',
      ['--wait', 'notifications/tools/list_changed'],
      `
      - call: { request: sampling/createMessage, as: ask, params: { messages: [], maxTokens: 5 }, result: { role: assistant } }
        check: T-1
      - send: { notify: notifications/tools/list_changed }
      - expect: { outcome: true, is: { ok: true } }
        check: T-2
`,
    );
    passed(done, 'T-1', 'T-2');
    const stream = done.records.find(({ http, kind }) => kind === 'http' && http?.method === 'GET')?.channel;
    const heard = done.records.filter(({ from, channel }) => from === 'kit' && channel === stream);
    expect(heard.map(({ kind, message }) => (message as { method?: string })?.method ?? kind)).toEqual(
      expect.arrayContaining(['http', 'sampling/createMessage', 'notifications/tools/list_changed']),
    );
    expect(heard.find(({ as }) => as === 'ask')).toMatchObject({
      sse: { id: expect.any(String) },
      http: { status: 200 },
    });
  });

  it('a step overrides status, headers and events, and the session goes on', async () => {
    const done = await told(
      'http',
      ['--list'],
      `
      - expect: { request: initialize, as: init }
      - send: { reply: init, result: "\${peer.initialize}", http: { headers: { mcp-session-id: null, x-kit: "yes" } }, sse: { id: mine } }
      - expect: { notify: notifications/initialized, http: { headers: { mcp-session-id: { $absent: true } } } }
        check: T-1
      - expect: { outcome: true, is: { ok: false } }
        check: T-2
`,
    );
    passed(done, 'T-1', 'T-2');
    const reply = done.records.find(({ from, as }) => from === 'kit' && as === 'init');
    expect(reply).toMatchObject({ sse: { id: 'mine' }, http: { headers: { 'x-kit': 'yes' } } });
    expect(reply?.http?.headers).not.toHaveProperty('mcp-session-id');
  });

  it.each([
    ['a status', '- send: { http: { status: 500 } }\n        on: list', 'Error POSTing to endpoint'],
    ['bytes', '- send: { raw: "{\\"jsonrpc" }\n        on: list', 'JSON'],
    ['a body', '- send: { body: busy, http: { status: 503 } }\n        on: list', 'busy'],
    ['a reset', '- { close: reset, on: list }', 'fetch failed'],
    ['an end without an answer', '- { close: end, on: list }', 'fetch failed'],
  ])('%s takes the place of an answer', async (_, step, error) => {
    const done = await told(
      'http',
      ['--list'],
      `
      - expect: { request: tools/list, as: list }
      ${step}
      - expect: { outcome: true, is: { ok: false, error: { $has: ${JSON.stringify(error)} } } }
        within: 5s
        check: T-1
`,
    );
    passed(done, 'T-1');
  });

  it('a literal message goes where the step says', async () => {
    const done = await told(
      'http',
      ['--list'],
      `
      - expect: { request: tools/list, as: list }
      - send: { message: { jsonrpc: "2.0", id: 99, result: {} } }
        on: list
      - assert: { seen: { from: kit, where: { id: 99 } }, at: /http/status, is: [200] }
        check: T-1
`,
    );
    passed(done, 'T-1');
    expect(done.records.find(({ deliberate }) => deliberate)?.channel).toBe(
      done.records.find(({ as }) => as === 'list')?.channel,
    );
  });

  it('a client comes back to a stream that was cut, and gets the answer there', async () => {
    const done = await told(
      'http',
      ['--call', 'echo'],
      `
      - expect: { request: tools/call, as: call }
      - send: { notify: notifications/message, params: { level: info, data: begun } }
        on: call
      - send: { sse: { retry: 30 } }
        on: call
      - { close: end, on: call }
      - expect: { http: { method: GET, headers: { last-event-id: { $type: string } } }, where: { http: { headers: { last-event-id: { $any: true } } } }, as: again }
        check: T-1
      - send: { reply: call, result: { content: [{ type: text, text: late }] } }
      - expect: { outcome: true, is: { ok: true, value: { content: [{ text: late }] } } }
        check: T-2
      - assert: { value: "\${again.http.method}", is: GET }
`,
    );
    passed(done, 'T-1', 'T-2');
    const answer = done.records.find(({ from, as }) => from === 'kit' && as === 'call');
    expect(answer?.channel).toBe(done.records.find(({ as }) => as === 'again')?.channel);
  });

  it('a client reads where the kit is from a file that its target file writes', async () => {
    const behaviors = { plain: { files: { 'kit.json': '{"url": ${peer.url:json}, "for": "${with.who}"}' } } };
    const command = ['${node}', client, '--config', '${dir}/kit.json'];
    const done = await playClient(
      { ...role, transport: 'http', command, behaviors, outcome: { stdout: 'json' } },
      `
      - start: { behavior: plain, with: { who: me } }
      - expect: { request: initialize, as: init, http: { path: /mcp } }
      - send: { reply: init, result: "\${peer.initialize}" }
      - expect: { outcome: true, is: { ok: true } }
        check: T-1
      - assert: { file: kit.json, is: { $re: '^[{]"url": "http://127[.]0[.]0[.]1:[0-9]+/mcp", "for": "me"[}]$' } }
        check: T-2
`,
    );
    passed(done, 'T-1', 'T-2');
  });

  it('a client that never comes is told by how it ended', async () => {
    const command = ['${node}', '-e', 'console.error("no such host"); process.exit(3)'];
    const done = await playClient(
      { ...role, transport: 'http', command },
      '      - expect: { request: initialize }\n        check: T-1\n',
    );
    expect(done.ending).toMatchObject({
      outcome: { kind: 'ended' },
      message: 'the target exited with code 3 before request initialize came',
    });
    expect(done.stderr).toContain('no such host');
  });

  it('nothing can be asked of a client that opened no stream', async () => {
    const done = await told(
      'http',
      [],
      `
      - expect: { request: initialize, as: init }
      - send: { reply: init, result: "\${peer.initialize}" }
      - expect: { http: { method: DELETE } }
      - expect: { outcome: true, is: { ok: true } }
      - send: { request: ping }
`,
      '    peer: { permissive: [no-get] }\n',
    );
    expect(done.ending).toMatchObject({
      outcome: { kind: 'unmet' },
      blamed: [],
      message: expect.stringContaining('nothing was sent'),
    });
  });

  it('what the peer can not be is a mistake of the case', async () => {
    const wrong = await told('http', [], '      - expect: { request: initialize }\n', '    peer: { toools: [] }\n');
    expect(wrong.ending).toMatchObject({ outcome: { kind: 'defect' }, message: expect.stringContaining('toools') });
    const faulty = await told(
      'http',
      [],
      '      - expect: { request: initialize }\n',
      '    peer: { faults: [{ do: [] }] }\n',
    );
    expect(faulty.ending).toMatchObject({
      outcome: { kind: 'defect' },
      message: expect.stringContaining('peer.faults/0'),
    });
  });
});
