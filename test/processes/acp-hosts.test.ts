import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, expect } from 'vitest';
import { removeBundles } from '../../src/wire/fixtures/bundle.js';
import { bundledPeer, peer } from '../testing/peers.js';
import { it, type Sandbox } from '../testing/program.js';

const root = resolve(import.meta.dirname, '../..');
afterAll(removeBundles);
/** With PROCTOR_TEST_WHOLE=1 every case is played, not only a part. */
const whole = process.env.PROCTOR_TEST_WHOLE === '1';
const part = (shard: string) => (whole ? [] : ['--shard', shard]);

/** What a host broke: `requirement level` with the cases, without what its target file lists. */
async function broken(sandbox: Sandbox, args: readonly string[]) {
  const { report } = await sandbox.report(args);
  const others = report.cases.filter(({ verdict }) => !['pass', 'fail', 'skipped'].includes(verdict));
  const surprises = others.filter(({ standing }) => standing !== 'listed-untestable');
  expect(surprises.map(({ id, verdict, reason }) => `${id}: ${verdict}: ${reason}`)).toEqual([]);
  expect(report.summary).toMatchObject({ error: 0, flaky: 0, notRun: 0 });
  const found: { [requirement: string]: string[] } = {};
  for (const { id, checks } of report.cases)
    for (const { requirement, level, status } of checks)
      if (status === 'fail') found[`${requirement} ${level}`] = [...(found[`${requirement} ${level}`] ?? []), id];
  return { report, found };
}

const target = (name: string, stdio: object, behaviors: object, protocol: 'acp' | 'harn' = 'acp') =>
  JSON.stringify({
    name,
    role: `${protocol}/client`,
    transports: { stdio },
    behaviors,
    untestable: [{ case: `${protocol}.client.*`, reason: 'it shows what is mapped above and nothing else' }],
  });

it('a host on the official SDK keeps every must', { timeout: 600_000 }, async ({ sandbox }) => {
  const command = ['${node}', await bundledPeer('acp-host.mjs'), '--', '${peer.command}'];
  const behaviors = {
    'client-prompt': {},
    'client-allow': {},
    'client-reject': { args: ['--reject'] },
    'client-cancel': { args: ['--cancel'] },
    'client-two-prompts': { args: ['--twice'] },
  };
  const file = sandbox.file('host.yaml', target('sdk-host', { command, cwd: '${dir}' }, behaviors));
  const { report, found } = await broken(sandbox, ['--target', file, ...part('2/4')]);
  expect(report.summary.fail).toBe(0);
  expect(report.summary.pass).toBeGreaterThan(whole ? 200 : 40);
  // A batch, or a list in the place of a message, ends the SDK; where files lie is its user's business.
  const tolerated = ['ACP-J-06 should', 'ACP-J-08 derived', 'ACP-F-03 should'];
  expect(Object.keys(found).filter((one) => !tolerated.includes(one))).toEqual([]);
});

it('a host on the official SDK bears an agent of Harn', { timeout: 600_000 }, async ({ sandbox }) => {
  const command = ['${node}', await bundledPeer('acp-host.mjs'), '--', '${peer.command}'];
  const behaviors = { 'client-prompt': {}, 'client-two-prompts': { args: ['--twice'] } };
  const file = sandbox.file('host.yaml', target('sdk-host', { command, cwd: '${dir}' }, behaviors, 'harn'));
  const { report, found } = await broken(sandbox, ['--target', file, ...part('2/3')]);
  expect(found).toEqual({});
  expect(report.summary.pass).toBeGreaterThan(whole ? 95 : 25);
});

it('the example client of the official SDK fails by its mock of files alone', { timeout: 600_000 }, async ({
  sandbox,
}) => {
  const example = resolve(root, 'node_modules/@agentclientprotocol/sdk/dist/examples/client.js');
  // As it is shipped it starts its agent by npx.
  const env = { KIT_AGENT: '${peer.command:sh}', PATH: `${peer('npx')}:${process.env.PATH}` };
  const stdio = { command: ['${node}', example], cwd: '${dir}', env };
  const file = sandbox.file('example.yaml', target('sdk-example', stdio, { 'client-prompt': {} }));
  const { report, found } = await broken(sandbox, ['--target', file, ...part('3/4')]);
  expect(report.summary.pass).toBeGreaterThan(whole ? 150 : 30);
  const musts = Object.entries(found).filter(([requirement]) => requirement.endsWith('must'));
  expect(musts.map(([requirement]) => requirement).sort()).toEqual(['ACP-F-01 must', 'ACP-F-02 must']);
  expect(musts.flatMap(([, ids]) => ids).filter((id) => !id.startsWith('acp.client.files.'))).toEqual([]);
});

it('acpx keeps every must', { timeout: 900_000 }, async ({ sandbox, skip }) => {
  if (!existsSync(resolve(root, 'targets/peers/node_modules/acpx'))) skip('acpx is not installed: npm run peers');
  const { report, found } = await broken(sandbox, ['--target', resolve(root, 'targets/acpx.yaml'), ...part('4/6')]);
  expect(report.summary.fail).toBe(0);
  expect(report.summary.pass).toBeGreaterThan(whole ? 230 : 35);
  // It follows links out of the folder, and talks on with agents of other versions.
  expect(Object.keys(found).filter((one) => !['ACP-F-03 should', 'ACP-I-12 should'].includes(one))).toEqual([]);
});
