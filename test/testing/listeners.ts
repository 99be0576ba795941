import { connect } from 'node:net';
import { Channel } from '../../src/conversation/channel.js';
import { ClockServer } from '../../src/conversation/clock/clock-server.js';
import { CasePeers } from '../../src/conversation/peer/case-peers.js';
import { Claims } from '../../src/conversation/peer/claims.js';
import { ShimServer } from '../../src/conversation/peer/shim-server.js';
import type { TransportName } from '../../src/language/target.js';
import { roleEntry, roles } from '../../src/protocols/index.js';
import { openBorder } from '../../src/wire/carried.js';
import { realClock } from '../../src/wire/clock/clock.js';
import { VirtualClock } from '../../src/wire/clock/virtual-clock.js';
import { listenHttp } from '../../src/wire/http/server.js';
import { defaultLimits } from '../../src/wire/limits.js';
import { listenTcp } from '../../src/wire/tcp.js';

/** A listener of ours in this process. */
export interface Listener {
  url: string;
  close(): unknown;
  /** Sends what it serves, and says what comes back. */
  ask(): Promise<string>;
  /** What comes back. */
  answers: RegExp;
}

/** What comes back for bytes that are sent to a port. */
function sent(port: number, bytes: string, enough: RegExp): Promise<string> {
  return new Promise((resolve) => {
    let back = '';
    const socket = connect({ port, host: '127.0.0.1' }, () => socket.write(bytes));
    socket.on('data', (chunk) => {
      back += chunk;
      if (enough.test(back)) socket.destroy();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(back));
  });
}

/** A listener that speaks HTTP. */
function overHttp(url: string, close: () => unknown): Listener {
  const { host, port } = new URL(url);
  const answers = /^HTTP\/1\.1 \d{3} /;
  return { url, close, answers, ask: () => sent(Number(port), `GET /any HTTP/1.1\r\nHost: ${host}\r\n\r\n`, answers) };
}

/** What a reference throws is an error that nobody handled. */
const failed = (error: unknown) => {
  throw error;
};

async function mock(role: string, transport: TransportName, version: string): Promise<Listener> {
  const entry = (await roleEntry(role))!;
  const options = { transport, version, port: 0, clock: realClock, border: openBorder, switches: new Set<string>() };
  const running = await entry.mock({ ...options, permissive: false, warn: () => undefined, failed });
  return overHttp(running.url!, () => running.close());
}

async function peer(role: string, transport: TransportName, version: string): Promise<Listener> {
  const entry = (await roleEntry(role))!;
  const channels = new Map<string, Channel>();
  const channel = (name: string) => channels.get(name) ?? channels.set(name, new Channel(name)).get(name)!;
  const main = channel('main');
  const peers = new CasePeers(
    {
      ...{
        entry,
        targets: { transport },
        config: {},
        version: { name: version },
        versions: [],
        proctor: 'test',
        limits: defaultLimits,
      },
      ...{ clock: realClock, claims: new Claims([]), select: {}, dir: () => '.', root: () => '.', local: () => true },
    },
    { main, channel, laneHost: () => ({ main, channel, record: () => {}, wake: () => {} }), wake: () => {} },
  );
  await peers.prepare();
  return overHttp(String(peers.told['peer.url']), () => peers.end(false, new AbortController().signal));
}

async function shims(): Promise<Listener> {
  let spawned = 0;
  const server = await ShimServer.listen(defaultLimits, () => {
    spawned += 1;
  });
  const [address = '', token] = server.command.slice(-2);
  const hello = Buffer.from(JSON.stringify({ args: [], cwd: '.' }));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(hello.length);
  const ask = async () => {
    void sent(Number(address.split(':')[1]), `${token}\nh${length.toString('latin1')}${hello}`, /never/);
    while (spawned === 0) await new Promise(setImmediate);
    return `${spawned} spawned`;
  };
  return { url: `tcp://${address}?token=${token}`, close: () => server.close(), ask, answers: /^1 spawned$/ };
}

async function clockPort(): Promise<Listener> {
  const server = await ClockServer.listen(realClock);
  const ask = async () => {
    const clock = await VirtualClock.connect(server.url, { heard: () => 0, said: () => 0 });
    clock.start();
    await server.timeOf({ sent: () => 0, received: () => 0 }).sleep(100, new AbortController().signal);
    return `moved to ${clock.now()}`;
  };
  return { url: server.url, close: () => server.close(), ask, answers: /^moved to 100$/ };
}

async function tcp(): Promise<Listener> {
  const server = await listenTcp({ onPeer: (one) => one.listen((carried) => one.send(carried)) });
  return { ...server, ask: () => sent(server.port, '{"echo":1}\n', /\n/), answers: /^\{"echo":1\}\n$/ };
}

/** One that answers late: the connection may be gone by then. */
async function late(): Promise<Listener> {
  const server = await listenHttp({
    onExchange: async (exchange) => {
      for (let event = 0; event < 3; event++) {
        exchange.event({ id: String(event) }, 'x'.repeat(100_000));
        await new Promise((next) => setImmediate(next));
      }
      exchange.end();
    },
  });
  return overHttp(server.url, () => server.close());
}

/** Every listener of ours by its name: what a role brings in all its versions over all its transports, and those of the runner. */
export async function listeners(): Promise<[name: string, open: () => Promise<Listener>][]> {
  const all: [string, () => Promise<Listener>][] = [
    ['the port of shims', shims],
    ['the port of a clock', clockPort],
    ['a TCP listener of a case', tcp],
    ['an HTTP listener that answers late', late],
  ];
  for (const role of Object.keys(roles)) {
    const { bindings, opens, versions } = (await roleEntry(role))!;
    for (const transport of (Object.keys(bindings) as TransportName[]).filter((one) => one !== 'stdio')) {
      const open = opens === 'kit' ? mock : peer;
      const what = opens === 'kit' ? 'the mock' : 'the peer';
      for (const version of versions)
        all.push([`${what} of ${role} over ${transport}, ${version}`, () => open(role, transport, version)]);
    }
  }
  return all;
}
