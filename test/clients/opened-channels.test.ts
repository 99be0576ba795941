import { describe, expect, it } from 'vitest';
import type { PeerReference } from '../../src/conversation/peer/peer-reference.js';
import { playClient, roleOfTest } from '../testing/clients.js';

/** The peer answers `who` with a number of its own, so that it shows which of several peers was asked. */
function countedSides() {
  let made = 0;
  return roleOfTest('demo', (): PeerReference => {
    const number = ++made;
    return { values: {}, requests: { who: () => ({ number }) }, notifications: {} };
  });
}

/** Asks the listener for the paths that are its arguments, one after the other, and tells what came. */
const ASKING = `
const [url, ...expected] = process.argv.slice(1);
const value = [];
for (const one of expected) {
  const [method, path, body] = one.split(' ');
  const isForm = body && !body.startsWith('{');
  const headers = { 'x-kind': 'asked', ...(isForm ? { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' } : {}) };
  const response = await fetch(url + path, { method, redirect: 'manual', ...(body ? { body, headers } : {}) });
  const seen = response.headers.get('x-seen') ?? response.headers.get('location') ?? '-';
  value.push(response.status + ' ' + seen + ' ' + (await response.text()));
}
console.log(JSON.stringify({ ok: true, value }));
`;

/** Connects to tcp://HOST:PORT, sends a line, and says what comes back within a moment. */
const TELLING = `
const { hostname, port } = new URL(process.argv[1]);
const connection = (await import('node:net')).connect(Number(port), hostname);
let heard = '';
connection.on('data', (chunk) => (heard += chunk));
connection.write('{"jsonrpc":"2.0","id":1,"method":"who"}\\n{"type":"odd"}\\n');
connection.on('end', () => {
  console.log(JSON.stringify({ ok: true, value: heard }));
  process.exit();
});
`;

describe('a channel that a case opens', () => {
  it('has no peer where it speaks other JSON', async () => {
    const client = {
      ...countedSides(),
      transport: 'ws',
      command: [process.execPath, '--input-type=module', '-e', TELLING, '${with.url}'],
      outcome: { stdout: 'json' as const },
      behaviors: { tell: { args: [] } },
    };
    const done = await playClient(
      client,
      `
      - open: { as: control, listen: tcp, speaks: json }
      - start: { behavior: tell, with: { url: "\${control.url}" } }
      - expect: { message: { $any: true } }
        on: control
      - send: { message: { id: 1, ok: true } }
        on: control
      - close: end
        on: control
      - expect: { outcome: true, is: { ok: true, value: "{\\"id\\":1,\\"ok\\":true}\\n" } }
        check: T-1
`,
    );
    expect(done.ending).toMatchObject({ outcome: { kind: 'held' } });
    expect(done.judged).toEqual(['T-1 pass']);
  });

  it('has a peer of its own, which answers there what no step claims', async () => {
    const done = await playClient(
      { ...countedSides(), transport: 'ws' },
      `
      - open: { as: near, listen: ws }
      - open: { as: far, ws: "\${near.url}" }
      - call: { request: who, result: { number: { $in: [2, 3] } } }
        on: far
        save: { there: /result/number }
        check: T-1
      - call: { request: who, result: { number: { $in: [2, 3] } } }
        on: near
        save: { here: /result/number }
        check: T-2
      - assert: { value: ["\${there}", "\${here}"], is: { $unique: true } }
        check: T-3
`,
    );
    expect(done.ending).toMatchObject({ outcome: { kind: 'held' } });
    expect(done.judged).toEqual(['T-1 pass', 'T-2 pass', 'T-3 pass']);
  });

  it('leaves to the steps what they claim', async () => {
    const done = await playClient(
      { ...countedSides(), transport: 'ws' },
      `
      - open: { as: near, listen: ws }
      - open: { as: far, ws: "\${near.url}" }
      - send: { request: who, as: asked }
        on: far
      - expect: { request: who, as: heard }
        on: near
      - send: { reply: heard, result: { number: 9 } }
        on: near
      - expect: { reply: asked, result: { number: 9 } }
        on: far
        check: T-1
`,
    );
    expect(done.judged).toEqual(['T-1 pass']);
  });

  it('leaves to the steps what they claim on it, and to the peers of other channels what comes there', async () => {
    const done = await playClient(
      { ...countedSides(), transport: 'ws' },
      `
      - open: { as: near, listen: ws }
      - open: { as: far, ws: "\${near.url}" }
      - send: { request: who, as: asked }
        on: far
      - expect: { request: who, as: heard }
        on: near
      - call: { request: who, result: { number: { $type: integer } } }
        on: near
        check: T-1
      - send: { reply: heard, result: { number: 9 } }
        on: near
      - expect: { reply: asked, result: { number: 9 } }
        on: far
        check: T-2
`,
    );
    expect(done.judged).toEqual(['T-1 pass', 'T-2 pass']);
  });

  it('answers by the message that came', async () => {
    const client = {
      ...countedSides(),
      transport: 'stdio',
      command: [process.execPath, '--input-type=module', '-e', ASKING, '${with.url}', '${with.expected}'],
      outcome: { stdout: 'json' as const },
      behaviors: { ask: {} },
    };
    const asking = (answers: unknown, wanted: string[], value: unknown[]) =>
      playClient(
        { ...client, command: [...client.command.slice(0, -1), ...wanted] },
        `
      - open: { as: server, listen: http, answers: ${JSON.stringify(answers)} }
      - start: { behavior: ask, with: { url: "\${server.url}" } }
      - expect: { outcome: true, is: ${JSON.stringify({ ok: true, value })} }
        check: T-1
`,
      );
    const chosen = await asking(
      [
        {
          when: { path: '/token', body: { code: { $type: 'string' } } },
          status: 200,
          headers: { 'x-seen': '${received.headers.x-kind}' },
          body: { for: '${received.body.code}' },
        },
        { when: { method: 'GET', path: '/once' }, times: 1, status: 201, body: 'first' },
        { when: { method: 'GET', path: '/once' }, status: 409 },
        { when: { path: '/broken' }, status: 200, body: '${received.body.nothing}' },
      ],
      ['POST /token {"code":"abc"}', 'GET /once', 'GET /once', 'GET /elsewhere', 'POST /broken {}'],
      [
        '200 asked {"for":"abc"}',
        '201 - first',
        '409 - ',
        '404 - no answer of the case is for this request',
        { $re: "^500 - the case's answer can't be given" },
      ],
    );
    expect(chosen.judged).toEqual(['T-1 pass']);
    const location = { $url: ['${received.query.redirect_uri}', { state: { $maybe: '${received.query.state}' } }] };
    const named = await asking(
      [
        { when: { query: { to: ['a', 'b'] } }, status: 200, body: 'two' },
        { when: { query: { redirect_uri: { $type: 'string' } } }, status: 302, headers: { location } },
        { when: { form: { $absent: true } }, after: { form: { code: 'a b+' } }, status: 200, body: 'later' },
        {
          when: { form: { code: 'a b+' } },
          status: 200,
          body: { code: '${received.form.code}', as: '${received.body}' },
        },
      ],
      [
        'GET /?to=a&to=b',
        'GET /x?state=%2B+1&redirect_uri=http%3A%2F%2Fa%2F%3Fy',
        'GET /?redirect_uri=/b',
        'GET /',
      ].concat(['POST / code=a+b%2B', 'GET /', 'POST / x=1']),
      [
        '200 - two',
        '302 http://a/?y=&state=%2B+1 ',
        { $re: '^500 - .*[$]url takes' },
        '404 - no answer of the case is for this request',
        '200 - {"code":"a b+","as":"code=a+b%2B"}',
        '200 - later',
        '404 - no answer of the case is for this request',
      ],
    );
    expect(named.judged).toEqual(['T-1 pass']);
    const standing = await asking(
      { status: 202, body: 'taken' },
      ['GET /', 'POST /x {}'],
      ['202 - taken', '202 - taken'],
    );
    expect(standing.judged).toEqual(['T-1 pass']);
  });
});
