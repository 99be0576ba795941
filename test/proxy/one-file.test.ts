import { describe, expect } from 'vitest';
import { freePort } from '../../runner/targets/free-port.js';
import { it, PROCTOR, type Sandbox } from '../testing/program.js';
import { proxied } from './over-http.js';

const node = process.execPath;
/** Answers every line with a reply, and goes on until its client leaves. */
const SERVER = `process.stdin.on('data', () => console.log('{"jsonrpc":"2.0","id":1,"result":{}}'))`;
const PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}\n';

/** Servers of a configuration as `wrap` writes them. */
async function wrapped(sandbox: Sandbox, options: string[]) {
  const server = { command: node, args: ['-e', SERVER] };
  sandbox.file('mcp.json', JSON.stringify({ mcpServers: { one: server, 'the other': server } }));
  expect((await sandbox.run(['proxy', 'wrap', 'mcp.json', ...options])).exit).toBe(0);
  return Object.values(JSON.parse(sandbox.read('mcp.json')).mcpServers) as { command: string; args: string[] }[];
}

describe('several proxies of one host', () => {
  it('have files of their own, at a place that does not depend on the folder of the host', async ({ sandbox }) => {
    const options = ['--record', 'r.ndjson', '--log=l.ndjson', '--reporter', 'junit=x.xml', '--reporter', 'pretty'];
    const servers = await wrapped(sandbox, options);
    const files = servers.map(({ args }) =>
      args.filter((word) => /[rl]\.ndjson|[rl]-.*ndjson|x.*xml|^pretty$/.test(word)),
    );
    const at = (name: string) => `${sandbox.folder}/${name}`;
    expect(files).toEqual(
      ['one', 'the_other'].map((name) => [
        at(`r-${name}.ndjson`),
        `--log=${at(`l-${name}.ndjson`)}`,
        `junit=${at(`x-${name}.xml`)}`,
        'pretty',
      ]),
    );
  });

  it('never write into one recording: the second goes beside it, and says where', async ({ sandbox }) => {
    const command = [node, PROCTOR, 'proxy', '--role', 'mcp/server', '--record', 'r.ndjson', '--', node, '-e', SERVER];
    const first = sandbox.launch(command, {}, 'pipe');
    first.child.stdin?.write(PING);
    await first.firstLine();
    const second = sandbox.launch(command, {}, 'pipe');
    second.child.stdin?.write(PING);
    await second.firstLine();
    for (const { child } of [first, second]) child.stdin?.end(PING);
    const [one, other] = await Promise.all([first.done, second.done]);
    expect(one.stderr).not.toContain('this recording goes');
    expect(other.stderr).toContain('another process is writing r.ndjson: this recording goes to r-2.ndjson');
    for (const file of ['r.ndjson', 'r-2.ndjson']) {
      const log = await sandbox.run(['log', file]);
      expect([log.exit, log.stderr, log.stdout]).toEqual([0, '', expect.stringContaining('ping #1')]);
    }
  });
});

describe('a server that can not be reached', () => {
  it.for([
    [[], 'http://127.0.0.1:PORT/mcp'],
    [['--fault', 'faults.yaml'], 'http://127.0.0.1:PORT/mcp'],
  ] as const)('is said so on stderr, and fails a run that gates on it (%j)', async ([options, at], { sandbox }) => {
    sandbox.file('faults.yaml', 'faults: [{ hears: { request: none }, do: drop }]\n');
    const url = at.replace('PORT', String(await freePort()));
    const words = ['--role', 'mcp/server', '--url', url, '--fail-on', 'must', ...options];
    const { running, url: here } = await proxied(sandbox, words);
    for (const _ of [1, 2]) {
      const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
      const answer = await fetch(here, { method: 'POST', headers, body: PING });
      expect([answer.status, await answer.text()]).toEqual([
        502,
        "proctor proxy: the server can't be reached: connection refused\n",
      ]);
    }
    running.signal('SIGTERM');
    const { exit, stderr } = await running.done;
    expect(stderr.split(`proctor: ${url} can't be reached: connection refused\n`)).toHaveLength(2);
    if (options.length === 0) expect(stderr).toContain('mcp/server sent nothing, so it was not judged\n');
    expect(exit).toBe(1);
  });
});
