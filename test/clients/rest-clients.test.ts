import { expect, it } from 'vitest';
import { pathCodec } from '../../src/conversation/fixtures/path-codec.js';
import { playClient, roleOfTest } from '../testing/clients.js';

/** A role of clients over REST, whose peer answers `double`. */
function clientsOverRest() {
  const { entry, role } = roleOfTest('demo', () => ({
    values: {},
    requests: { double: (params) => ({ twice: Number((params as { number: number }).number) * 2 }) },
    notifications: {},
  }));
  return { entry: { ...entry, bindings: { rest: { codec: pathCodec } } }, role, transport: 'rest' };
}

/** Sends its requests to the peer, one after the other, and tells the status and body of each response. */
const CLIENT = `
const [url, ...expected] = process.argv.slice(1);
const value = [];
for (const one of expected) {
  const [method, path, body] = one.split(' ');
  const response = await fetch(url + path, { method, ...(body ? { body } : {}) });
  value.push(response.status + ' ' + (await response.text()));
}
console.log(JSON.stringify({ ok: true, value }));
`;

const client = (...wanted: string[]) => ({
  ...clientsOverRest(),
  command: [process.execPath, '--input-type=module', '-e', CLIENT, '${peer.url}', ...wanted],
  outcome: { stdout: 'json' as const },
});

it('answers a client over REST with the peer, and with the steps where they claim the method', async () => {
  const done = await playClient(
    client('POST /double {"number":4}', 'POST /pick {"of":[1,2]}', 'POST /pick {"of":[3]}'),
    `
      - start: {}
      - expect: { request: pick, as: first, params: { of: [1, 2] } }
        check: T-1
      - send: { reply: first, result: { picked: 2 } }
      - expect: { request: pick, as: second }
      - send: { reply: second, error: { code: -32602, message: no } }
      - expect: { outcome: true, is: { ok: true, value: ['200 {"twice":8}', '200 {"picked":2}', '400 {"code":-32602,"message":"no"}'] } }
        check: T-2
`,
  );
  expect(done.judged).toEqual(['T-1 pass', 'T-2 pass']);
});

it('shows what is not a request of the protocol, and refuses it', async () => {
  const done = await playClient(
    client('POST /double {"number":', 'GET /double', 'POST /double {"number":1}'),
    `
      - start: {}
      - expect: { http: { method: GET, path: /double } }
        check: T-1
      - expect: { outcome: true, is: { ok: true, value: ['400 ', '404 ', '200 {"twice":2}'] } }
        check: T-2
`,
  );
  expect(done.judged).toEqual(['T-1 pass', 'T-2 pass']);
  const [broken, odd] = done.records.filter(({ from }) => from === 'target');
  expect(broken).toMatchObject({ kind: 'bytes', problem: 'the body is not JSON', http: { method: 'POST' } });
  expect(odd).toMatchObject({ kind: 'http', http: { method: 'GET', path: '/double' } });
});

/** Asks as Java's client does with its default settings: the first request of a connection offers h2c. */
const JAVA = `
import { request } from 'node:http';
const headers = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAEAAEAAAAIAAAABAAMAAABk' };
const asked = request(process.argv[1] + '/pick', { method: 'POST', headers }, async (response) => {
  let text = '';
  for await (const chunk of response) text += chunk;
  console.log(JSON.stringify({ ok: true, value: response.statusCode + ' ' + text }));
});
asked.end('{"of":[1]}');
`;

it('serves a client that offers h2c as if it did not', async () => {
  const done = await playClient(
    { ...client(), command: [process.execPath, '--input-type=module', '-e', JAVA, '${peer.url}'] },
    `
      - start: {}
      - expect: { request: pick, as: first, params: { of: [1] }, http: { headers: { upgrade: h2c } } }
        check: T-1
      - send: { reply: first, result: { picked: 1 } }
      - expect: { outcome: true, is: { ok: true, value: '200 {"picked":1}' } }
        check: T-2
`,
  );
  expect(done.judged).toEqual(['T-1 pass', 'T-2 pass']);
});
