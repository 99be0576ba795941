import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openChannel } from '../../src/conversation/case/open.js';
import { Channel } from '../../src/conversation/channel.js';
import { Claims } from '../../src/conversation/peer/claims.js';
import { openPeerEndpoint } from '../../src/conversation/peer/peer-endpoint.js';
import type { RoleEntry } from '../../src/conversation/role-entry.js';
import type { JsonObject } from '../../src/json/json.js';
import { Secrets } from '../../src/json/secrets/redact.js';
import type { TransportName } from '../../src/language/target.js';
import { startAuthorizationServer } from '../../src/oauth/authorization-server/server.js';
import { roleEntry, roles } from '../../src/protocols/index.js';
import { openBorder } from '../../src/wire/carried.js';
import { realClock } from '../../src/wire/clock/clock.js';
import { defaultLimits } from '../../src/wire/limits.js';

/** A server of ours, or the peer that a target comes to, or what a case opens: whoever listens. */
interface Listener {
  name: string;
  ws: boolean;
  /** Starts it with these origins and hosts listed; returns its URL. */
  listen(listed?: Listed): Promise<string>;
  /** The same with a token in its URL, if it can have one. */
  withToken?(token: string): Promise<string>;
}
interface Listed {
  origins?: string[];
  hosts?: string[];
}

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** Where the script of a role lists who may come. */
const scriptOf = (role: string, { ...listed }: Listed): JsonObject =>
  /^(acp|harn)\//.test(role) ? { webSocket: listed } : listed;

const all: Listener[] = (
  await Promise.all(
    Object.keys(roles).map(async (role) => {
      const entry = (await roleEntry(role))!;
      const transports = Object.keys(entry.bindings).filter((one) => one !== 'stdio') as TransportName[];
      const kinds = transports.flatMap((transport) =>
        // Two families in one process are a server of their own.
        [...entry.versions, ...(role === 'mcp/server' ? ['both'] : [])].map((version) => ({ transport, version })),
      );
      return kinds.map(({ transport, version }) =>
        (entry.opens === 'kit' ? server : peer)(role, entry, transport, version),
      );
    }),
  )
).flat();

function server(role: string, entry: RoleEntry, transport: TransportName, version: string): Listener {
  const start = async (listed: Listed, token?: string) => {
    const script = scriptOf(role, listed);
    const running = await entry.mock({
      ...{ transport, port: 0, clock: realClock, border: openBorder, permissive: false, switches: new Set() },
      ...(version === 'both' ? { script: { ...script, protocolVersions: [...entry.versions] } } : { version, script }),
      ...(token === undefined ? {} : { token }),
      warn: () => undefined,
    });
    closers.push(() => running.close());
    return running.url!;
  };
  return {
    name: `${role} ${version} over ${transport}`,
    ws: transport === 'ws',
    listen: (listed = {}) => start(listed),
    withToken: (token) => start({}, token),
  };
}

function peer(role: string, entry: RoleEntry, transport: TransportName, version: string): Listener {
  const listen = async (listed: Listed = {}) => {
    const context = { dir: '.', root: '.', proctor: 'test', transport, versions: [], local: true };
    const reference = entry.peerReference({ ...listed }, { name: version }, context);
    const main = new Channel('main');
    const { codec } = entry.bindings[transport] ?? {};
    const endpoint = await openPeerEndpoint(transport, {
      ...{ reference, limits: defaultLimits, clock: realClock, claims: new Claims([]), faults: openBorder },
      ...(codec ? { codec } : {}),
      main: { main, channel: (name) => new Channel(name), record: () => undefined, wake: () => undefined },
      joined: () => undefined,
    });
    closers.push(() => endpoint.close());
    return String(endpoint.values['peer.url']);
  };
  return { name: `the peer of ${role} ${version} over ${transport}`, ws: transport === 'ws', listen };
}

function opened(listen: 'http' | 'ws'): Listener {
  return {
    name: `a listener for ${listen} that a case opens`,
    ws: listen === 'ws',
    listen: async (admission = {}) => {
      let url = '';
      const { signal } = new AbortController();
      const channel = await openChannel(
        { as: 'it', listen },
        {
          ...{ clock: realClock, limits: defaultLimits, signal, admission, headersTo: () => ({}) },
          answers: { value: (written) => written, fits: () => true },
          channel: (values) => {
            url = values.url!;
            return new Channel('it');
          },
          record: () => undefined,
          joined: () => undefined,
        },
      );
      closers.push(() => channel.close(signal));
      return url;
    },
  };
}

const authority: Listener = {
  name: 'an authorization server',
  ws: false,
  listen: async (script = {}) => {
    const secrets = new Secrets();
    const options = { script, border: openBorder, clock: realClock, limits: defaultLimits, secrets };
    const server = await startAuthorizationServer(options);
    closers.push(() => server.close());
    return server.issuer;
  },
};

const EVIL = 'https://evil.example';
const WEBSOCKET = {
  Connection: 'Upgrade',
  Upgrade: 'websocket',
  'Sec-WebSocket-Version': '13',
  'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
};
const POST = {
  Accept: 'application/json, text/event-stream',
  'Content-Type': 'application/json',
  'Content-Length': '2',
};
const PREFLIGHT = { 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'content-type' };

/** The ways to ask: the first line without the path, and headers. */
const asks = {
  GET: ['GET', {}],
  POST: ['POST', POST],
  OPTIONS: ['OPTIONS', PREFLIGHT],
  'h2c POST': ['POST', { ...POST, Connection: 'Upgrade, HTTP2-Settings', Upgrade: 'h2c', 'HTTP2-Settings': 'AA' }],
  WebSocket: ['GET', WEBSOCKET],
} as const satisfies { [how: string]: readonly [string, { [name: string]: string }] };
type How = keyof typeof asks;

interface Heads {
  [header: string]: string;
}

/** Headers of this machine's own programs and pages. */
const own: Heads[] = [
  {},
  { Origin: 'http://localhost:3000' },
  { Origin: 'http://127.0.0.1' },
  { Origin: 'http://[::1]:8080', Host: '[::1]:8080' },
  { Host: 'LOCALHOST' },
  { Host: '127.8.8.8:1' },
];
/** What a page of another site, or one under a name that leads here, makes a browser send. */
const foreign: Heads[] = [
  { Origin: EVIL },
  { Origin: 'null' },
  { Host: 'evil.example' },
  { Origin: 'http://localhost.evil.example' },
  { Origin: 'http://localhost, https://evil.example' },
  { Origin: 'http://evil.example:80', Host: 'evil.example:80' },
  { Host: 'localhost.evil.example:1' },
  { Host: '127.0.0.1.nip.io' },
  { Host: 'localhost@evil.example' },
  { Host: 'localhost\r\nHost: evil.example' },
  { Host: '' },
  { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors' },
];

interface Answer {
  status: number;
  text: string;
}

/** Asks with these headers over those of the way, on a connection of its own. */
function ask(url: string, how: How, headers: { [name: string]: string } = {}, target?: string): Promise<Answer> {
  const { port, host, pathname, search } = new URL(url);
  const [method, more] = asks[how];
  const all = Object.entries({ Host: host, ...more, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const body = method === 'POST' ? '{}' : '';
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(Number(port), '127.0.0.1', () => {
      socket.write(`${method} ${target ?? pathname + search} HTTP/1.1\r\n${all.join('')}\r\n${body}`);
    });
    socket.on('error', reject);
    // Some answer with a stream that goes on.
    socket.on('data', (data) => {
      text += data.toString('latin1');
      if (text.includes('\r\n\r\n')) setImmediate(() => socket.destroy());
    });
    socket.on('close', () => resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0), text }));
  });
}

const hows = Object.keys(asks) as How[];
const everything = [...all, opened('http'), opened('ws'), authority];

it('covers whatever listens', () => {
  expect(everything.filter(({ ws }) => ws).length).toBeGreaterThan(4);
  expect(everything.filter(({ ws }) => !ws).length).toBeGreaterThan(12);
  const sources = ['src', 'runner'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  );
  const listening = sources.filter(
    (file) =>
      /(?<!\.test)\.ts$/.test(file) &&
      !/fixtures|testing/.test(file) &&
      /\b(createServer|http)\b.* from 'node:http2?'|new WebSocketServer/.test(
        readFileSync(file, 'utf8').replaceAll(/^import type .*$/gm, ''),
      ),
  );
  expect(listening).toEqual(['src/wire/http/server.ts', 'src/wire/websocket/websocket.ts']);
});

describe.each(everything)('$name', ({ listen, ws, withToken }) => {
  const usual = ws ? 'WebSocket' : 'POST';

  it('lets in programs and pages of this machine, and nobody else', async () => {
    const url = await listen();
    const come = (how: How, headers: Heads) => ask(url, how, headers);
    const all = [...hows.map((how) => [how, {}] as const), ...own.map((headers) => [usual, headers] as const)];
    await Promise.all(
      all.map(async ([how, headers]) => {
        const { status, text } = await come(how, headers);
        const label = `${how} ${JSON.stringify(headers)}: ${text}`;
        if (how === 'WebSocket') expect(status, label).toBe(ws ? 101 : 426);
        else expect([0, 403], label).not.toContain(status);
      }),
    );
    const others = [
      ...foreign.slice(0, 3).flatMap((headers) => hows.map((how) => [how, headers] as const)),
      ...foreign.slice(3).map((headers) => [usual, headers] as const),
    ];
    await Promise.all(
      others.map(async ([how, headers]) => {
        const { status, text } = await come(how, headers);
        const label = `${how} ${JSON.stringify(headers)}: ${text}`;
        expect(status, label).toBe(403);
        expect(text, label).toMatch(/ is not allowed: .*`(hosts|origins)`/);
        expect(text, label).not.toMatch(/access-control-allow/i);
      }),
    );
    expect(await ask(url, 'GET', {}, `http://evil.example${new URL(url).pathname}`)).toMatchObject({ status: 403 });
  });

  it('lets in who is listed', async () => {
    const listed = await listen({ origins: [EVIL], hosts: ['box.example'] });
    expect((await ask(listed, usual, { Origin: EVIL, Host: 'box.example:1' })).status).not.toBe(403);
    expect(await ask(listed, usual, { Origin: 'https://other.example' })).toMatchObject({ status: 403 });
    expect(await ask(listed, usual, { Host: 'other.example' })).toMatchObject({ status: 403 });
    const open = await listen({ origins: ['*'], hosts: ['*'] });
    for (const headers of foreign.slice(0, 3)) expect((await ask(open, usual, headers)).status).not.toBe(403);
    expect((await ask(open, usual, { Host: 'evil.example' })).status).not.toBe(403);
  });

  it.runIf(withToken)('answers with a token in its URL only those who have that', async () => {
    const url = await withToken!('t0ken-1');
    const without = url.replace('/t0ken-1', '');
    expect(without).not.toBe(url);
    const plain = await listen();
    const missing = { status: 403, text: expect.stringContaining('The token is missing or wrong') };
    await Promise.all(
      hows.map(async (how) => {
        expect((await ask(url, how)).status, how).toBe((await ask(plain, how)).status);
        expect(await ask(without, how), how).toMatchObject(missing);
      }),
    );
    for (const one of [url.replace('t0ken-1', 't0ken-2'), `${without}?token=t0ken-1`, `${without}/x/t0ken-1`])
      expect(await ask(one, usual), one).toMatchObject(missing);
    expect(await ask(url, usual, { Origin: EVIL })).toMatchObject({ status: 403 });
  });
});
