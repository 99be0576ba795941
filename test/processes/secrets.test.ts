import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { REPORTERS } from '../../reports/index.js';

const proctor = new URL('../../dist/bin/proctor.mjs', import.meta.url).pathname;
const dir = mkdtempSync(join(tmpdir(), 'proctor-secrets-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Secrets by the way in which Proctor gets them. */
const PLANTED = {
  declared: 'planted-declared-"1',
  command: 'planted-of-command-2',
  variable: 'planted-of-variable-3',
  option: 'planted-of-option-4',
  literal: 'planted-literal-5',
  argument: 'planted-argument-6',
  header: 'planted-header-7',
  password: 'planted-password-8',
  query: 'planted-query-9',
};

/** A server of MCP that says what it was given wherever it can say anything, in several writings. */
const SERVER = `
const told = [...Object.entries(process.env).filter(([, value]) => value.includes('planted')).map(([, value]) => value), ...process.argv.slice(2)];
const forms = told.flatMap((one) => [one, encodeURIComponent(one), JSON.stringify(one), Buffer.from('user:' + one).toString('base64')]);
process.stderr.write(forms.join('\\n') + '\\n' + told.map((one) => one.slice(0, 9) + '\\n  ' + one.slice(9)).join('\\n') + '\\n');
require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const reply = method === 'initialize'
    ? { result: { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: forms.join(' '), version: '1' } } }
    : { error: { code: 'x', message: forms.join(' '), data: Object.fromEntries(forms.map((one) => [one, { authorization: 'Bearer ' + one }])) } };
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, ...reply }) + '\\n');
});
`;
writeFileSync(join(dir, 'server.cjs'), SERVER);
const { declared, command, variable, option, literal, argument } = PLANTED;
const ENV = { DECLARED: declared, OF_COMMAND: command, OF_VARIABLE: variable };

function run(
  args: string[],
  folder: string,
  env: NodeJS.ProcessEnv = {},
): Promise<{ code: number | null; output: string }> {
  mkdirSync(join(dir, folder), { recursive: true });
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [proctor, ...args], {
      cwd: join(dir, folder),
      env: { ...process.env, ...ENV, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    child.on('close', (code) => resolve({ code, output }));
  });
}

/** Everything that a command left: its output, and all files of its folder but those that were put there. */
function leftIn(folder: string, output: string, but: readonly string[] = []): string {
  const files = readdirSync(join(dir, folder), { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  const texts = files
    .filter(({ name }) => !but.includes(name))
    .map((one) => readFileSync(join(one.parentPath, one.name), 'utf8'));
  return [output, ...texts].join('\n');
}

/** Which planted secrets a text shows, in any writing, cut or whole. */
function seenIn(text: string): string[] {
  const joined = text.replace(/\\?[\\n\s"]+/g, '');
  return Object.values(PLANTED).filter((secret) => {
    const base = Buffer.from(`user:${secret}`).toString('base64').slice(8, -4);
    return [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1), base, secret.slice(0, 12)].some(
      (form) => text.includes(form) || joined.includes(form.replace(/[\s"\\]/g, '')),
    );
  });
}

const TARGET = `
name: leaky
role: mcp/server
transports:
  stdio:
    command: [${JSON.stringify(process.execPath)}, ../server.cjs, "--at=\${env.OF_COMMAND}", --api-key, ${argument}]
    env: { GIVEN: "\${env.OF_VARIABLE}", MY_TOKEN: ${literal} }
secrets:
  token: { env: DECLARED }
`;

it.concurrent('a run shows no secret, on its streams and in its reports', async () => {
  mkdirSync(join(dir, 'run'));
  writeFileSync(join(dir, 'run', 'proctor.yaml'), TARGET);
  const files = REPORTERS.filter((name) => name !== 'pretty').map((name) => `--reporter=${name}=r.${name}`);
  const given = ['--env', `ANY=${option}`, '--trace', 'all'];
  const { code, output } = await run(['run', ...given, '--reporter=pretty', ...files, 'mcp.server.tools'], 'run');
  expect(code, output).toBe(1);
  const left = leftIn('run', output, ['proctor.yaml']);
  expect(left).toContain('[redacted]');
  expect(seenIn(left)).toEqual([]);
});

it.concurrent('a run with all reports in files shows none of what it says beside them', async () => {
  const line = ['--role', 'mcp/server', '--env', `ANY=${option}`, '--', process.execPath, '-e'];
  const dying = `process.stderr.write(process.env.ANY + '\\x1b[2J\\n::error::x\\n'); process.exit(1)`;
  const { code, output } = await run(['run', '--reporter=json=r.json', ...line, dying], 'unseen', { CI: 'true' });
  expect(code, output).toBe(3);
  expect(seenIn(leftIn('unseen', output))).toEqual([]);
  expect(output).toContain('\\x1b[2J');
  expect(output).not.toMatch(/\p{Cc}(?<!\n)|^\s*::/mu);
});

it.concurrent('mistakes show no secret', async () => {
  const url = `http://me:${PLANTED.password}@127.0.0.1:1/?token=${PLANTED.query}`;
  const header = `x-api-key: ${PLANTED.header}`;
  mkdirSync(join(dir, 'mistakes'));
  writeFileSync(join(dir, 'mistakes', 'bad.yaml'), `role: 5\nheaders: { authorization: "Bearer ${literal}" }\n`);
  const lines = [
    ['run', '--role', 'mcp/server', '--url', url, '--header', header, 'mcp.server.ping'],
    ['run', '--role', 'mcp/server', '--url', url, '--header', header, '--target', 'bad.yaml'],
    ['run', '--target', 'bad.yaml'],
    ['validate', 'target', 'bad.yaml'],
    ['mock', 'mcp/client', '--url', url, '--judge', '--log'],
    ['run', '--header', header, '--nonsense', `--token=${literal}`],
  ];
  const done = await Promise.all(lines.map((line) => run(line, 'mistakes')));
  for (const { code } of done) expect(code).toBeGreaterThan(0);
  expect(seenIn(leftIn('mistakes', done.map(({ output }) => output).join('\n'), ['bad.yaml']))).toEqual([]);
});

it.concurrent('a mock shows no secret in its log, its report, and what it passes on', async () => {
  const program = [process.execPath, join(dir, 'server.cjs'), '--api-key', argument];
  for (const log of ['--log', '--log=log.ndjson']) {
    const { output } = await run(
      ['mock', 'mcp/client', log, '--judge', '--reporter', 'json=r.json', '--', ...program],
      'mock',
      {
        ...{ DECLARED: '', OF_COMMAND: '', OF_VARIABLE: '', MY_TOKEN: literal },
      },
    );
    expect(seenIn(leftIn('mock', output))).toEqual([]);
  }
});

it.concurrent('init writes no secret, and what it writes runs', { timeout: 240_000 }, async () => {
  const config = {
    mcpServers: { a: { command: process.execPath, args: [proctor, 'mock', 'mcp/server'], env: { API_KEY: literal } } },
  };
  mkdirSync(join(dir, 'init'));
  writeFileSync(join(dir, 'init', '.mcp.json'), JSON.stringify(config));
  const asked = await run(['init'], 'init');
  expect(asked.output).toContain('--env API_KEY=[redacted]');
  const written = await run(['init', '--yes', '--env', `MY_PASSWORD=${option}`], 'init');
  expect(written.code, written.output).toBe(0);
  const left = leftIn('init', asked.output + written.output, ['.mcp.json']);
  expect(seenIn(left)).toEqual([]);
  expect(left).toContain('API_KEY: "${env.API_KEY}"');
  expect(left).toContain('MY_PASSWORD: "${env.MY_PASSWORD}"');
  const again = await run(['run', 'mcp.server.ping'], 'init', { API_KEY: literal, MY_PASSWORD: option });
  expect(again.code, again.output).toBe(0);
});
