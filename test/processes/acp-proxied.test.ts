import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect } from 'vitest';
import { peer } from '../testing/peers.js';
import { it, PROCTOR, type Report, type Sandbox } from '../testing/program.js';

/** A session of a host and an agent that others wrote, through the proxy: as it was, recorded, and a case of it. */
const root = resolve(import.meta.dirname, '../..');
const node = process.execPath;
const examples = resolve(root, 'node_modules/@agentclientprotocol/sdk/dist/examples');
const acpx = resolve(root, 'targets/peers/node_modules/acpx/dist/cli.js');
/** It makes no difference between prompts, asks for one permission, and takes five seconds. */
const agent = [node, join(examples, 'agent.js')];

const hosts = [
  {
    name: 'the example client of the SDK',
    start: (sandbox: Sandbox, command: string) => {
      // As it is shipped it starts its agent by npx, and asks the person at the keyboard for the permission.
      const env = { KIT_AGENT: command, PATH: `${peer('npx')}:${process.env.PATH}` };
      const running = sandbox.launch([node, join(examples, 'client.js')], env, 'pipe');
      running.child.stdin?.write('1\n');
      return running.done;
    },
  },
  {
    name: 'acpx',
    start: (sandbox: Sandbox, command: string) => {
      const args = ['--agent', command, '--cwd', sandbox.folder, '--approve-all', 'exec', 'hello'];
      return sandbox.launch([node, acpx, ...args], { HOME: join(sandbox.folder, '.home') }).done;
    },
    lacks: () => (existsSync(acpx) ? undefined : 'acpx is not installed: npm run peers'),
  },
];

it.for(hosts)(
  '$name and the example agent of the SDK talk through the proxy byte for byte, and a case of it passes',
  { timeout: 180_000 },
  async ({ start, lacks }, { sandbox, skip }) => {
    const reason = lacks?.();
    if (reason !== undefined) skip(reason);
    const tee = (name: string) => [node, peer('tee.mjs'), join(sandbox.folder, name)];
    const proxy = [node, PROCTOR, 'proxy', '--role', 'acp/agent', '--record', join(sandbox.folder, 'session.ndjson')];
    const command = [...tee('outer'), ...proxy, '--fail-on', 'must', '--', ...tee('inner'), ...agent];
    const { exit, stdout } = await start(sandbox, command.map((word) => `'${word}'`).join(' '));
    expect([exit, stdout]).toEqual([0, expect.stringContaining("Perfect! I've successfully updated")]);

    const bytes = (name: string) => readFileSync(join(sandbox.folder, name));
    for (const way of ['in', 'out']) {
      expect(bytes(`outer.${way}`).equals(bytes(`inner.${way}`)), way).toBe(true);
      expect(bytes(`inner.${way}`).length, way).toBeGreaterThan(400);
    }
    const judged = await sandbox.run(['validate', 'acp/agent', 'session.ndjson']);
    expect([judged.exit, judged.stdout]).toEqual([0, expect.stringMatching(/1\d messages of .*: valid\n$/)]);

    const made = await sandbox.run(['record', 'to-case', 'session.ndjson', '--id', 'my.session.first']);
    expect([made.exit, made.stdout]).toEqual([0, expect.stringContaining('wrote conformance/session.yaml')]);
    expect(sandbox.read('conformance/session.yaml')).toContain('request: session/request_permission');
    const options = ['--role', 'acp/agent', '--cases', 'conformance', '--reporter', 'json=report.json'];
    await sandbox.run(['run', 'my.session.first', ...options, '--', ...agent]);
    const { cases, exit: code } = JSON.parse(sandbox.read('report.json')) as Report;
    const played = cases.find(({ id }) => id === 'my.session.first');
    expect([played?.verdict, played?.reason, code]).toEqual(['pass', undefined, 0]);
  },
);
