import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { describe, expect } from 'vitest';
import { it, type Report } from '../testing/program.js';
import { follow, hosted } from './person.js';

const CLIENT = resolve(import.meta.dirname, '../../examples/mcp-client/client-2.mjs');
const LISTED = 'mcp.client.calls.results.text';

const FILE = `name: my-client
role: mcp/client
versions: ["2025-11-25", "2026-07-28"]
transports:
  http: { command: [none, "\${peer.url}"] }
untestable:
  - { case: mcp.client.calls.results.text, reason: it shows no text }
`;

describe('proctor host --target', () => {
  it('takes role, versions, transport and lists of the file, and starts nothing', async ({ sandbox }) => {
    sandbox.file('proctor.yaml', FILE);
    sandbox.file('known.yaml', 'known: []\n');
    const words = ['--target', 'proctor.yaml', '--reporter', 'json=report.json', 'mcp.client.calls.results'];
    const host = await hosted(sandbox, words);
    const run = await host.read();
    expect(run).toMatchObject({ role: 'mcp/client', versions: ['2025-11-25', '2026-07-28'], transport: 'http' });
    // A client that connects, and calls nothing.
    await follow(host, ({ behavior, title }, { url = '' }) => {
      if (behavior !== 'client-connect') return undefined;
      const version = run.versions.find((one) => title.endsWith(one)) ?? run.versions[0]!;
      const client = spawn(process.execPath, [CLIENT, '--version', version, '--url', url], { stdio: 'ignore' });
      return new Promise((settle) => client.on('close', (code) => settle(code === 0)));
    });
    host.control.close();
    await host.running.done;
    const { cases, target, rerun } = JSON.parse(sandbox.read('report.json')) as Report;
    expect(target.name).toBe('my-client');
    expect(rerun).toBe('npx proctor host --target proctor.yaml mcp.client.calls.results');
    const found = cases.filter(({ id }) => id === LISTED);
    expect(found.map(({ version }) => version)).toEqual(run.versions);
    for (const { verdict, reason } of found)
      expect([verdict, reason]).toEqual(['untestable', expect.stringContaining('it shows no text')]);
  });

  it.for([
    [[], 'no client: name its role, such as --role mcp/client, or a file by --target'],
    [['--target', 'gone.yaml'], 'gone.yaml  does not exist'],
    [['--target', 'proctor.yaml', '--role', 'acp/client'], 'describes a target of mcp/client, not of acp/client'],
    [['--target', 'server.yaml'], "a person can't start mcp/server"],
    [['--target', 'proctor.yaml', '--version', '1'], 'there is no version "1"'],
  ] as const)('refuses %j', async ([words, said], { sandbox }) => {
    sandbox.file('proctor.yaml', FILE);
    sandbox.file('server.yaml', 'name: s\nrole: mcp/server\ntransports: { stdio: { command: [none] } }\n');
    const { exit, stdout, stderr } = await sandbox.run(['host', ...words]);
    expect([exit, stdout, stderr]).toEqual([2, '', expect.stringContaining(said)]);
  });
});
