import { connectLink } from '../../src/jsonrpc/connect-ws.js';
import type { TransportName } from '../../src/language/target.js';
import { roleEntry, roles } from '../../src/protocols/index.js';
import { openBorder } from '../../src/wire/carried.js';
import { type Clock, realClock } from '../../src/wire/clock/clock.js';
import { VirtualClock } from '../../src/wire/clock/virtual-clock.js';
import { HttpClient } from '../../src/wire/http/client.js';
import { connectTcp } from '../../src/wire/tcp.js';

/** Time in which nobody waits long until it tries again. */
const hasty: Clock = { ...realClock, after: (ms, fire) => realClock.after(Math.min(ms, 5), fire) };

/** Connects to a port and says something; settles once that is over. */
export type Visit = (port: number) => Promise<unknown>;

const local = (scheme: string, port: number) => `${scheme}://127.0.0.1:${port}`;

/** What each part of ours does that connects to somebody, by the name of the part. */
const own: [name: string, visit: Visit][] = [
  [
    'the HTTP client',
    async (port) => {
      const client = new HttpClient();
      await client.exchange({ method: 'POST', url: local('http', port), body: '{}', stream: '' }, () => undefined).done;
      await client.close();
    },
  ],
  [
    'a WebSocket client',
    async (port) => {
      const link = await connectLink({ url: local('ws', port) });
      link.send({ jsonrpc: '2.0', method: 'any' });
      await link.closed;
    },
  ],
  [
    'a TCP client',
    async (port) => {
      const channel = await connectTcp({ port });
      channel.send({ kind: 'message', message: 1 });
      await channel.closed;
    },
  ],
  ['the clock of a reference', (port) => VirtualClock.connect(`${local('tcp', port)}?token=none`, nothing)],
];

const nothing = { heard: () => 0, said: () => 0 };

/** Each part of ours that connects: those of the runner, and the reference of every client over every transport. */
export async function clientEnds(): Promise<[name: string, visit: Visit][]> {
  const all = [...own];
  for (const role of Object.keys(roles)) {
    const entry = (await roleEntry(role))!;
    if (entry.opens === 'kit') continue;
    for (const transport of (Object.keys(entry.bindings) as TransportName[]).filter((one) => one !== 'stdio'))
      for (const version of entry.versions) {
        const options = { transport, version, port: 0, clock: hasty, border: openBorder, permissive: false };
        const told = { print: () => undefined, warn: () => undefined, switches: new Set<string>() };
        const visit: Visit = async (port) => {
          const url = local(transport === 'ws' ? 'ws' : 'http', port);
          const running = await entry.mock({ ...options, ...told, url });
          await running.done;
        };
        all.push([`the reference of ${role} over ${transport}, ${version}`, visit]);
      }
  }
  return all;
}
