import { expect, it } from 'vitest';
import type { Link } from '../../jsonrpc/link.js';
import { realClock } from '../../wire/clock/clock.js';
import { defaultLimits } from '../../wire/limits.js';
import { Channel } from '../channel.js';
import type { Lane } from '../lane.js';
import type { RoleEntry } from '../role-entry.js';
import { CasePeers } from './case-peers.js';
import { Claims } from './claims.js';

it('what the peer still has to say to a target that was started again is not said to the new one', async () => {
  const links: Link[] = [];
  const entry = {
    opens: 'kit',
    peerReference: () => ({ values: {}, requests: {}, notifications: {}, serve: (link: Link) => links.push(link) }),
  } as unknown as RoleEntry;
  const options = { config: {}, version: {}, proctor: 'test', targets: { transport: 'stdio' }, limits: defaultLimits };
  const main = new Channel('main');
  const peers = new CasePeers(
    {
      ...options,
      entry,
      clock: realClock,
      claims: new Claims([]),
      select: {},
      dir: () => '.',
      root: () => '.',
      versions: [],
      local: () => true,
    },
    {
      main,
      channel: (name) => new Channel(name),
      laneHost: () => ({ main, channel: () => main, record: () => undefined, wake: () => undefined }),
      wake: () => undefined,
    },
  );
  const said: unknown[] = [];
  const lane = (): Lane => ({
    send: async (out) => void said.push(...out.map(({ message }) => message)),
    close: async () => undefined,
    canAnswer: () => true,
    traffic: { sent: () => 0, received: () => 0 },
    end: async () => undefined,
  });
  const reply = (id: number) => ({ jsonrpc: '2.0', id, result: {} });
  peers.opened(lane());
  links[0]!.send(reply(1));
  await peers.parted();
  peers.opened(lane());
  links[0]!.send(reply(2));
  links[1]!.send(reply(3));
  await new Promise(setImmediate);
  expect(said).toEqual([reply(1), reply(3)]);
});

it('a target that only asks on its first lane speaks on main by its next one', async () => {
  const entry = {
    opens: 'target',
    discovery: 'server/discover',
    bindings: { stdio: {} },
    peerReference: () => ({ values: {}, requests: {}, notifications: {}, serve: () => undefined }),
  } as unknown as RoleEntry;
  const heard: string[] = [];
  const channels = new Map([['main', new Channel('main')]]);
  const channel = (name: string) => channels.get(name) ?? channels.set(name, new Channel(name)).get(name)!;
  const options = { config: {}, version: {}, proctor: 'test', targets: { transport: 'stdio' }, limits: defaultLimits };
  const peers = new CasePeers(
    {
      ...options,
      entry,
      clock: realClock,
      claims: new Claims([]),
      select: {},
      dir: () => '.',
      root: () => '.',
      versions: [],
      local: () => true,
    },
    {
      main: channel('main'),
      channel,
      laneHost: (main) => ({
        main,
        channel,
        record: (_, [on], { kind, message }) =>
          void heard.push(`${kind === 'message' ? (message as { method: string }).method : kind} on ${on?.name}`),
        wake: () => undefined,
      }),
      wake: () => undefined,
    },
  );
  await peers.prepare();
  const speaks = async (...methods: string[]) => {
    const { pipes } = await peers.spawn!(peers.told['peer.command'] as string[], '.');
    for (const method of methods) {
      pipes.write(Buffer.from(`${JSON.stringify({ jsonrpc: '2.0', id: method, method })}\n`));
      while (!heard.some((one) => one.startsWith(method))) await new Promise(setImmediate);
    }
    return pipes;
  };
  (await speaks('server/discover')).end();
  while (heard.length < 2) await new Promise(setImmediate);
  await speaks('tools/list');
  await speaks('tools/call');
  await peers.end(false, new AbortController().signal);
  expect(heard.slice(0, 4)).toEqual([
    'server/discover on main',
    'closed on discovery-1',
    'tools/list on main',
    'tools/call on peer-2',
  ]);
});
