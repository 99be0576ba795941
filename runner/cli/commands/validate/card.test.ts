import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Clock, realClock } from '../../../../src/wire/clock/clock.js';
import { ran } from '../../support/testing.js';
import { download } from './download.js';
import { validate } from './validate.js';

const dir = mkdtempSync(join(tmpdir(), 'proctor-card-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const URL_ = 'https://agent.example/';
const card = {
  protocolVersion: '0.3.0',
  name: 'Waiter',
  description: 'Books tables.',
  url: URL_,
  preferredTransport: 'JSONRPC',
  version: '1',
  capabilities: {},
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [{ id: 'book', name: 'Book', description: 'Books a table.', tags: [] }],
};
const [skill] = card.skills;
const rest = { url: 'https://agent.example/v1', transport: 'HTTP+JSON' };

const run = (what: string, options = { json: false }) =>
  ran((context) => validate('a2a/card', [what], options, context));

function file(content: object | string, name = 'card.json'): string {
  const path = join(dir, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
  return path;
}

/** What is said of a card: `error` or `warning`, the requirement, and the pointer. */
async function said(content: object): Promise<string[]> {
  const { out, exit } = await run(file(content), { json: true });
  const { problems } = JSON.parse(out) as {
    problems: { warning?: boolean; requirement?: string; path: string }[];
  };
  expect(exit).toBe(problems.some(({ warning }) => !warning) ? 1 : 0);
  return problems.map(({ warning, requirement, path }) =>
    [warning ? 'warning' : 'error', requirement, path].filter((one) => one !== undefined).join(' '),
  );
}

const header = (value: object | string) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const flows = (of: object, oauth2MetadataUrl?: string) => ({
  ...card,
  securitySchemes: {
    sso: { type: 'oauth2', flows: of, ...(oauth2MetadataUrl !== undefined && { oauth2MetadataUrl }) },
  },
});
const signed = (protectedHeader: string, signature = 'c2ln') => ({
  ...card,
  signatures: [{ protected: protectedHeader, signature }],
});

describe('validate a2a/card', () => {
  it('accepts a card, also one of a server here, over http', async () => {
    const path = file(card);
    expect(await run(path)).toEqual({ exit: 0, out: `${path}: agent card of A2A 0.3.0: valid\n` });
    for (const host of ['127.0.0.1:4100', 'localhost', '[::1]:80', 'a.localhost'])
      expect(await said({ ...card, url: `http://${host}/a2a` })).toEqual([]);
  });

  it('says where in the file something is wrong, and warns without failing', async () => {
    const { name: _, ...nameless } = card;
    const wrong = file({ ...nameless, capabilities: { streaming: 'yes' } });
    expect(await run(wrong)).toEqual({
      exit: 1,
      out: [
        `${wrong}:1:1  lacks \`name\` (A2A-CARD-003)`,
        '    1 | {',
        '      | ^',
        `${wrong}:8:18  /capabilities/streaming expected a boolean, got a string (A2A-CARD-003)`,
        '    8 |     "streaming": "yes"',
        '      |                  ^^^^^',
        `${wrong}: agent card of A2A 0.3.0: 2 problems`,
        '',
      ].join('\n'),
    });
    const { preferredTransport: __, ...silent } = card;
    const { out, exit } = await run(file(silent));
    expect(out).toContain('card.json:1:1  warning: lacks `preferredTransport`');
    expect(out).toContain(': valid, 1 warning\n');
    expect(exit).toBe(0);
  });

  it('says where a file is not JSON', async () => {
    const { out, exit } = await run(file('{\n  "name": \n'));
    expect(out).toMatch(/card\.json:\d+:\d+ {2}/);
    expect(exit).toBe(1);
  });

  it.each<[string, object, string[]]>([
    ['no object', [], ['error A2A-CARD-003 ']],
    ['an older version', { ...card, protocolVersion: '0.2.9' }, ['warning /protocolVersion']],
    ['a patch of the version', { ...card, protocolVersion: '0.3.1' }, []],
    ['an address that is none', { ...card, url: 'agent.example' }, ['error A2A-CARD-004 /url']],
    ['an address of files', { ...card, url: 'file:///etc/agent' }, ['error A2A-CARD-004 /url']],
    ['plain http elsewhere', { ...card, url: 'http://agent.example/' }, ['warning A2A-CARD-017 /url']],
    ['gRPC by host and port', { ...card, url: 'agent.example:443', preferredTransport: 'GRPC' }, []],
    ['a transport of its own', { ...card, preferredTransport: 'CARRIER-PIGEON' }, []],
    [
      'a transport misspelled',
      { ...card, preferredTransport: 'json-rpc' },
      ['warning A2A-CARD-004 /preferredTransport'],
    ],
    [
      'all interfaces',
      { ...card, additionalInterfaces: [{ url: 'https://AGENT.example', transport: 'JSONRPC' }, rest] },
      [],
    ],
    ['all but the main one', { ...card, additionalInterfaces: [rest] }, ['warning A2A-CARD-007 /additionalInterfaces']],
    [
      'two transports at one address',
      {
        ...card,
        additionalInterfaces: [
          { url: URL_, transport: 'JSONRPC' },
          { url: URL_, transport: 'HTTP+JSON' },
        ],
      },
      ['warning A2A-CARD-008 /additionalInterfaces/1/transport'],
    ],
    ['a scheme that is not defined', { ...card, security: [{ key: [] }] }, ['warning A2A-CARD-012 /security/0/key']],
    [
      'a scheme that is defined, for a skill',
      {
        ...card,
        securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'X-Key' } },
        skills: [{ ...skill, security: [{ apiKey: ['read'] }] }],
      },
      [],
    ],
    [
      'OAuth flows',
      flows({
        authorizationCode: { authorizationUrl: 'https://a.example/', tokenUrl: 'http://localhost:1/', scopes: {} },
        clientCredentials: { tokenUrl: 'http://a.example/token', scopes: {} },
      }),
      [],
    ],
    [
      'OAuth flows without addresses or TLS',
      flows(
        {
          authorizationCode: {
            authorizationUrl: 'https://a',
            tokenUrl: 'http://a.example',
            refreshUrl: 'a',
            scopes: {},
          },
          implicit: { authorizationUrl: '/agree', scopes: {} },
        },
        'http://a.example/metadata',
      ),
      [
        'error A2A-CARD-028 /securitySchemes/sso/flows/authorizationCode/tokenUrl',
        'error A2A-CARD-028 /securitySchemes/sso/flows/authorizationCode/refreshUrl',
        'error A2A-CARD-028 /securitySchemes/sso/flows/implicit/authorizationUrl',
        'error A2A-CARD-028 /securitySchemes/sso/oauth2MetadataUrl',
      ],
    ],
    ['older security', { ...card, authentication: { schemes: ['Bearer'] } }, ['warning /authentication']],
    [
      'an extended card for nobody',
      { ...card, supportsAuthenticatedExtendedCard: true },
      ['warning A2A-XCARD-001 /supportsAuthenticatedExtendedCard'],
    ],
    ['a skill twice', { ...card, skills: [skill, skill] }, ['warning A2A-CARD-027 /skills/1/id']],
    ['a skill without an id', { ...card, skills: [{ ...skill, id: '' }] }, ['warning /skills/0/id']],
    ['a signature', signed(header({ alg: 'ES256', kid: 'k' })), []],
    ['a symmetric signature', signed(header({ alg: 'HS256' })), ['warning /signatures/0/protected']],
    ['a signature by none', signed(header({ alg: 'none' })), ['warning A2A-CARD-013 /signatures/0/protected']],
    ['a header without alg', signed(header({})), ['warning A2A-CARD-013 /signatures/0/protected']],
    ['a header that is not JSON', signed(header('alg')), ['warning A2A-CARD-013 /signatures/0/protected']],
    ['a header in base64', signed('eyJhbGc+/w=='), ['warning A2A-CARD-013 /signatures/0/protected']],
    [
      'a signature in hex with dots',
      signed(header({ alg: 'ES256' }), 'a.b'),
      ['warning A2A-CARD-013 /signatures/0/signature'],
    ],
    [
      'a secret in an extension',
      { ...card, capabilities: { extensions: [{ uri: 'urn:x', params: { client_secret: 's3cr3t' } }] } },
      ['warning A2A-CARD-011 /capabilities/extensions/0/params/client_secret'],
    ],
    [
      'scopes named like secrets',
      {
        ...card,
        securitySchemes: {
          o: { type: 'oauth2', flows: { password: { tokenUrl: 'https://x', scopes: { token: 'x' } } } },
        },
      },
      [],
    ],
  ])('finds what is wrong with %s', async (_what, content, wanted) => {
    expect(await said(content)).toEqual(wanted);
  });

  it('is found by a name that is nearly right', async () => {
    await expect(ran((context) => validate('a2a/crad', ['x'], { json: false }, context))).rejects.toThrow(
      'did you mean `a2a/card`?',
    );
  });
});

describe('a card by its address', () => {
  const asked: string[] = [];
  let server: Server;
  let base: string;
  const answers: { [path: string]: (response: ServerResponse, request: IncomingMessage) => void } = {
    '/.well-known/agent-card.json': (response) => json(response, card),
    '/events': (response) => response.writeHead(200, { 'content-type': 'text/event-stream' }).end('data: {}\n\n'),
    '/plain': (response) => response.writeHead(200, { 'content-type': 'text/plain' }).end(JSON.stringify(card)),
    '/html': (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>hello</html>'),
    '/broken': (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"name": }'),
    '/moved': (response) => response.writeHead(301, { location: '/elsewhere' }).end(),
    '/large': (response) => json(response, { ...card, description: 'x'.repeat(2 * 1024 * 1024) }),
    '/cut': (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
      response.write('{', () => response.destroy());
    },
  };

  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      const answer = answers[request.url ?? ''];
      if (answer) answer(response, request);
      else response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  function json(response: ServerResponse, value: object) {
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(value));
  }

  it('is asked at its well-known place where the address names only a server', async () => {
    const place = `${base}/.well-known/agent-card.json`;
    for (const address of [base, `${base}/`, place])
      expect(await run(address)).toEqual({ exit: 0, out: `${place}: agent card of A2A 0.3.0: valid\n` });
    expect(asked).toEqual(Array(3).fill('GET /.well-known/agent-card.json'));
  });

  it('may come under another type, as long as it is JSON', async () => {
    expect(await run(`${base}/plain`)).toMatchObject({ exit: 0 });
    await expect(run(`${base}/html`)).rejects.toThrow('/html answers with text/html and not with JSON');
    expect(await run(`${base}/broken`)).toMatchObject({ exit: 1, out: expect.stringContaining('/broken:1:') });
  });

  it.each([
    ['/missing', 'answers 404'],
    ['/moved', 'answers 301 and leads to /elsewhere; redirects are not followed'],
    ['/large', 'a body of more than 1048576 bytes'],
    ['/cut', "can't be read"],
    ['/events', 'answers with no document'],
  ])('%s is not judged: %s', async (path, why) => {
    await expect(run(`${base}${path}`)).rejects.toThrow(why);
  });

  it('is not judged where nobody is, or where the address is none', async () => {
    const port = await new Promise<number>((resolve) => {
      const gone = createServer().listen(0, '127.0.0.1', () => {
        const { port } = gone.address() as AddressInfo;
        gone.close(() => resolve(port));
      });
    });
    await expect(run(`http://127.0.0.1:${port}`)).rejects.toThrow('connection refused');
    await expect(run('http://')).rejects.toThrow('http:// is not an address');
  });

  it('is given up after ten seconds, also when it comes bit by bit', async () => {
    const timers: { ms: number; fire: () => void }[] = [];
    const after: Clock['after'] = (ms, fire) => {
      timers.push({ ms, fire });
      return () => {};
    };
    let served = () => {};
    const begun = new Promise<void>((resolve) => {
      served = resolve;
    });
    answers['/slow'] = (response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('{', () => served());
    };
    const reading = download(`${base}/slow`, '/', { clock: { ...realClock, after } });
    await begun;
    // The first one is that of the whole exchange.
    const [whole] = timers;
    expect(whole?.ms).toBe(10_000);
    whole?.fire();
    await expect(reading).rejects.toThrow('did not answer in full within 10 s');
  });
});
