import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { bundle, removeBundles } from '../../src/wire/fixtures/bundle.js';
import { connectWebSocket } from '../../src/wire/websocket/websocket.js';
import { catalogue, hostilePeer } from '../testing/hostile.js';
import { type Cost, type Running, Sandbox } from '../testing/program.js';
import { it, WarmProgram } from '../testing/warm.js';
import { frames } from './frames.js';
import { wsAttacks } from './ws-attacks.js';

/** ms that the client waits for what does not come by itself. */
const PATIENCE = 20_000;
/** ms of CPU that a conversation may take, and MiB where a row has no ceiling of its own. */
const CEILING: Cost = { cpu: 10_000, mib: 100 };

/** A module of test/hostile, in processes of its own so that its memory can be measured. */
const entry = (name: string) => JSON.stringify(`${import.meta.dirname}/${name}.entry.js`);
let client: string;
let warm: WarmProgram;

beforeAll(async () => {
  const commands = await bundle(`export { program } from ${entry('ws-client')};`, 'commands.cjs');
  client = join(dirname(commands), 'client.mjs');
  writeFileSync(client, "import { program } from './commands.cjs';\nawait program(process.argv);\n");
  warm = new WarmProgram(client);
});
afterAll(() => {
  warm.close();
  removeBundles();
});

it('expects something of every behaviour over WebSocket', () => {
  expect(frames.map(({ name }) => name).sort()).toEqual(
    catalogue('ws')
      .map(({ name }) => name)
      .sort(),
  );
});

it.concurrent.for(frames)('a server over WebSocket: $name', async (row, { sandbox }) => {
  const peer = sandbox.launch(hostilePeer(`ws.${row.name}`, sandbox.mark));
  const url = (await peer.firstLine()).replace('listening on ', '');
  const { patience = PATIENCE, mib = CEILING.mib } = row;
  const handshake = row.ping.includes('refused') ? patience : PATIENCE;
  const call = [url, String(handshake), String(patience)];
  // A flood has a process to itself.
  const ran = row.mib === undefined ? await sandbox.warm(warm, call) : await sandbox.measured([client, ...call]);
  peer.signal('SIGKILL');
  await peer.done;
  expect([ran.exit, ran.stderr]).toEqual([0, '']);
  const came = JSON.parse(ran.stdout) as Came;
  const ping = came.ping ?? (came.hello === 'late' ? 'silent' : came.hello);
  expect(row.ping).toContain(ping);
  if (row.why && ping !== 'answered') expect(whyOf(came)).toMatch(row.why);
  expect(ran.cpu, 'ms of CPU').toBeLessThan(CEILING.cpu);
  expect(ran.mib, 'MiB').toBeLessThan(mib);
  expect(ran.mib, 'MiB').toBeGreaterThan(20);
});

interface Came {
  hello: string;
  ping?: string;
  closed: { how?: string; code?: number; reason?: string; problem?: string };
  noise?: string;
}

function whyOf({ closed: { how, code, reason = '', problem }, noise }: Came): string {
  return noise ?? problem ?? `${how} ${code} ${reason}`;
}

describe('a server of the kit over WebSocket', () => {
  let sandbox: Sandbox;
  let server: Running;
  let url: string;

  beforeAll(async () => {
    sandbox = new Sandbox();
    server = sandbox.metered([await bundle(`import ${entry('answerer')};`)]);
    url = (await server.firstLine()).replace('listening on ', '');
  });
  afterAll(() => sandbox.close());

  it.for(wsAttacks)('serves on after $name', async ({ attack, answer }) => {
    const back = await attack(Number(new URL(url).port));
    if (answer) expect(back).toMatch(answer);
    const good = await connectWebSocket({ url });
    const answered = new Promise((resolve) => good.listen(({ message }) => message !== undefined && resolve(message)));
    good.send({ kind: 'message', message: { jsonrpc: '2.0', id: 1, method: 'ping' } });
    expect(await answered).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
    await good.close('end');
  });

  it('needed no more memory than its longest message takes, and leaves nothing behind', async () => {
    server.signal('SIGTERM');
    expect(await server.done).toMatchObject({ exit: 0, stderr: '' });
    expect(sandbox.cost().mib, 'MiB').toBeLessThan(400);
    await expect(connectWebSocket({ url })).rejects.toThrow('connection refused');
    expect(sandbox.left()).toEqual([]);
  });
});
