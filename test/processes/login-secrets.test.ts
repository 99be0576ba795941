import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { REPORTERS } from '../../reports/index.js';

const proctor = new URL('../../dist/bin/proctor.mjs', import.meta.url).pathname;
const program = (name: string) => new URL(`../hostile/${name}`, import.meta.url).pathname;
const dir = mkdtempSync(join(tmpdir(), 'proctor-logins-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const TO_FILES = REPORTERS.filter((name) => name !== 'pretty').map((name) => `--reporter=${name}=r.${name}`);

function folderOf(name: string, target?: unknown): string {
  const folder = join(dir, name);
  mkdirSync(folder);
  if (target !== undefined) writeFileSync(join(folder, 'proctor.yaml'), JSON.stringify(target));
  return folder;
}

/** Starts a program; `ended` resolves with all that it printed. */
function started(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  const ended = new Promise<string>((settle) => child.on('close', () => settle(output)));
  return { child, ended, printed: () => output };
}

/** Each of these starts dozens of programs. */
const patience = { timeout: 300_000 };

/** What a run with this target printed and wrote, in one text. */
async function run(folder: string, ...patterns: string[]): Promise<string> {
  const args = ['run', '--trace', 'all', '--reporter=pretty', ...TO_FILES, ...patterns];
  const output = await started([proctor, ...args], folder).ended;
  return output + writtenIn(folder);
}

const writtenIn = (folder: string): string =>
  readdirSync(folder)
    .filter((name) => /^(r|log)[.]/.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');

/** The secrets that a program learned, and those of them that are in a text: whole, encoded, or but for their first half. */
function secretsIn(text: string, file: string): { known: string[]; seen: string[] } {
  // What a case writes itself is no secret: everybody can read it there.
  const all = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  const known = [...new Set(all)].filter((one) => !one.startsWith('kit-'));
  const forms = (secret: string) => [
    secret.slice(secret.length / 2),
    encodeURIComponent(secret),
    Buffer.from(secret).toString('base64'),
  ];
  return { known, seen: known.filter((secret) => forms(secret).some((form) => text.includes(form))) };
}

it('a run of a client that says its codes, verifiers, secrets and tokens shows none of them', patience, async () => {
  const secrets = join(dir, 'client-secrets');
  const signsIn = { args: ['--url', '${with.url}', '--tool', '${with.tool}'] };
  const folder = folderOf('client', {
    name: 'telling',
    role: 'mcp/client',
    version: '2025-11-25',
    transports: {
      http: {
        command: [process.execPath, program('telling-client.mjs'), '--url', '${peer.url}'],
        env: { SECRETS: secrets },
      },
    },
    outcome: { stdout: 'json' },
    behaviors: { 'mcp-login': signsIn, 'mcp-refresh': signsIn, 'mcp-step-up': signsIn },
  });
  const areas = ['pkce', 'refresh', 'privacy', 'token-request', 'step-up'].map((area) => `mcp.auth.client.${area}`);
  const shown = await run(folder, ...areas);
  const { known, seen } = secretsIn(shown, secrets);
  expect(known.length).toBeGreaterThan(20);
  expect(seen).toEqual([]);
  // It was heard, and the case about it warned.
  expect(shown).toContain('[redacted]');
  expect(shown).toContain('MCP-AUTH-C-91 derived');
});

it('a run of a server that says each token shows none of them', patience, async () => {
  const secrets = join(dir, 'server-secrets');
  const env = { PORT: '${port}', SECRETS: secrets, ISSUER: 'http://127.0.0.1:1' };
  const folder = folderOf('server', {
    name: 'telling',
    role: 'mcp/server',
    version: '2025-11-25',
    isolation: 'group',
    transports: {
      http: { command: [process.execPath, program('telling-server.mjs')], url: 'http://127.0.0.1:${port}/mcp', env },
    },
    auth: {
      protected: { name: 'echo', arguments: { message: 'hi' } },
      issuer: { env: { ISSUER: '${auth.issuer}' }, scopes: ['mcp:use'] },
      scoped: { name: 'echo', arguments: { message: 'hi' }, scopes: ['mcp:more'] },
    },
  });
  const areas = ['other-resource', 'no-audience', 'other-issuer'].map((name) => `mcp.auth.server.bad-tokens.${name}`);
  const shown = await run(folder, ...areas);
  const { known, seen } = secretsIn(shown, secrets);
  expect(known.length).toBeGreaterThan(10);
  expect(seen.filter((one) => one.startsWith('eyJ'))).toEqual([]);
  expect(shown).toContain('[redacted]');
  expect(shown).toMatch(/✗ mcp\.auth\.server\.bad-tokens/);
});

it(
  'a mock that asks for a login shows no code, verifier, secret or token of a client that says them',
  patience,
  async () => {
    const secrets = join(dir, 'mock-secrets');
    const folder = folderOf('mock');
    const args = ['mock', 'mcp/server', '--auth', '--judge', '--reporter', 'json=r.json', '--log=log.ndjson'];
    const mock = started([proctor, ...args], folder);
    await expect.poll(() => mock.printed(), { timeout: 30_000 }).toMatch(/^listening on \S+\n/m);
    const url = /^listening on (\S+)/m.exec(mock.printed())![1]!;
    const client = await started([program('telling-client.mjs'), '--url', url, '--tool', 'echo'], folder, {
      SECRETS: secrets,
    }).ended;
    expect(client).toContain('"ok":true');
    mock.child.kill('SIGINT');
    const shown = (await mock.ended) + writtenIn(folder);
    const { known, seen } = secretsIn(shown, secrets);
    expect(known.length).toBeGreaterThanOrEqual(4);
    expect(seen).toEqual([]);
    expect(shown).toContain('tools/call');
  },
);
