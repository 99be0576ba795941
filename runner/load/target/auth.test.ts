import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Behavior } from '../../types.js';
import { formatProblem } from '../files/problems.js';
import { protectedByHeader } from './auth.js';
import { loadTarget } from './target.js';
import { targetFromUrl } from './target-argv.js';

const folder = mkdtempSync(join(tmpdir(), 'target-auth-'));
afterAll(() => rmSync(folder, { recursive: true }));
const path = join(folder, 't.yaml');
const env = { TOKEN: 't0ken-of-mine' };
const place = { file: 'x', line: 1, col: 1 };
const mapped: Behavior = {
  name: 'auth-token',
  protocol: 'mcp',
  roles: ['mcp/server'],
  text: 't',
  part: 'auth.tokens.good',
  with: {},
  gives: {},
  place,
};

const HEAD =
  'name: x\nrole: mcp/server\ntransports:\n  http: { command: [node, s.js], url: "http://127.0.0.1:1/mcp" }\n';

async function load(text: string, head = HEAD) {
  writeFileSync(path, head + text);
  const behaviors = () => new Map([['auth-token', mapped]]);
  const { target, problems } = await loadTarget(path, { env, behaviors });
  return { target, lines: problems.map((one) => formatProblem(one).split('\n')[0]?.replace(path, 't.yaml')) };
}

/** The names of the behaviors that a text maps; each with the token that it gives, if it gives one. */
async function shown(text: string, head?: string) {
  const { target, lines } = await load(text, head);
  expect(lines).toEqual([]);
  return [...target!.behaviors].map(([name, { gives }]) => (gives.token ? `${name} ${gives.token}` : name));
}

describe('the part auth of a target file', () => {
  it('maps what the target can be tested with', async () => {
    expect(await shown('auth: {}\n')).toEqual(['auth-protected']);
    expect(await shown('auth: { tokens: { good: "${env.TOKEN}", expired: "${env.TOKEN}-old" } }\n')).toEqual([
      'auth-protected t0ken-of-mine',
      'auth-token',
      'auth-expired t0ken-of-mine-old',
    ]);
    expect(
      await shown(
        'auth: { issuer: { args: [--issuer, "${auth.issuer}"] }, scoped: { name: a, scopes: [b], broader: c } }\n',
      ),
    ).toEqual([
      ...['auth-protected', 'auth-token', 'auth-other-audience', 'auth-expired', 'auth-other-user', 'auth-scoped'],
      ...['auth-low-scope', 'auth-broader', 'auth-issuer', 'auth-jwt'],
    ]);
    expect(await shown('auth: { own: { args: [--login], scopes: [a] } }\n')).toEqual(['auth-protected', 'auth-own']);
    expect(await shown('auth: { issuer: { tokens: opaque, users: false, cache: 30s } }\n')).toEqual([
      ...['auth-protected', 'auth-token', 'auth-other-audience', 'auth-expired', 'auth-issuer', 'auth-opaque'],
    ]);
  });

  it('takes the token of the header as the good one', async () => {
    const head = HEAD.replace('url:', 'headers: { Authorization: "Bearer ${env.TOKEN}" }, url:');
    expect(await shown('auth: {}\n', head)).toEqual(['auth-protected t0ken-of-mine', 'auth-token']);
  });

  it('starts the target with what the issuer says, and keeps tokens secret', async () => {
    const { target } = await load(
      'auth: { protected: { name: echo }, issuer: { args: [a], env: { KEY: "${env.TOKEN}" }, scopes: [x, y] } }\n',
    );
    expect(target!.behaviors.get('auth-protected')).toMatchObject({
      args: ['a'],
      env: { KEY: 't0ken-of-mine' },
      gives: { method: 'tools/call', params: { name: 'echo', arguments: {} }, named: true, scopes: 'x y' },
    });
    expect(target!.behaviors.get('auth-issuer')).toMatchObject({ args: [] });
    expect([...target!.secrets.values()]).toContain('t0ken-of-mine');
    const { target: other } = await load('auth: { tokens: { good: plainly-written } }\n');
    expect([...other!.secrets.values()]).toContain('plainly-written');
  });

  it.each<[text: string, line: string]>([
    ['auth: { tokens: { good: "${env.NONE}" } }', 't.yaml:5:25  the environment variable `NONE` is not set'],
    ['auth: { tokens: { bad: x } }', 't.yaml:5:19  unknown key `bad`'],
    ['auth: { resource: mcp.example }', 't.yaml:5:19  mcp.example is not an http URL'],
    ['auth: { servers: ["https://a.example/x"] }', 't.yaml:5:19  https://a.example/x is not an origin'],
    [
      'auth: { tokens: { good: x }, issuer: {} }',
      't.yaml:5:9  `tokens` and `issuer` exclude each other: with `issuer` Proctor makes the tokens',
    ],
    ['auth: { issuer: { cache: 5s } }', 't.yaml:5:19  only answers of introspection are believed for a while'],
    ['auth: { issuer: { args: ["${ath.issuer}"] } }', 't.yaml:5:26  nothing fills in `${ath}`'],
    [
      'auth: { scoped: { name: a, scopes: [b], broader: b } }',
      't.yaml:5:50  `b` is one of `scopes`, and no broader one',
    ],
    ['auth: { tokens: { low_scope: x } }', 't.yaml:5:19  nothing says what this token is too weak for'],
    ['behaviors: { auth-token: {} }', 't.yaml:5:14  `auth-token` is mapped by `auth.tokens.good` of the file'],
  ])('%s is refused', async (text, line) => {
    const { lines } = await load(`${text}\n`);
    expect(lines).toEqual([expect.stringContaining(line)]);
  });

  it('is for servers of MCP that are reached over http', async () => {
    const stdio = 'name: x\nrole: mcp/server\ntransports:\n  stdio: { command: [node, s.js] }\n';
    expect((await load('auth: {}\n', stdio)).lines).toEqual([
      't.yaml:5:1  only a server that is reached over http asks for tokens; give `transports.http`',
    ]);
    const agent = HEAD.replace('mcp/server', 'a2a/server');
    expect((await load('auth: {}\n', agent)).lines).toEqual([
      't.yaml:5:1  `auth` describes servers of MCP, and this is a2a/server',
    ]);
    const running = HEAD.replace('command: [node, s.js], ', '');
    expect((await load('auth: { issuer: {} }\n', running)).lines).toEqual([
      expect.stringContaining('t.yaml:5:9  Proctor starts a server that is to trust it'),
    ]);
    expect((await load('auth: { upstream: { name: a } }\n', running)).lines).toEqual([
      't.yaml:5:9  Proctor starts a server that is to ask its API; give `transports.http.command`',
    ]);
  });
});

describe('a target without a file', () => {
  const at = (authorization: string | undefined) => {
    const target = targetFromUrl('mcp/server', 'http://127.0.0.1:1/mcp', '/');
    if ('message' in target) throw new Error(target.message);
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
    const http = { ...target.transports.http!, headers };
    return [...protectedByHeader({ ...target, transports: { http } }).behaviors.keys()];
  };

  it('counts as protected if its requests have a token', () => {
    expect(at('Bearer abc')).toEqual(['auth-protected', 'auth-token']);
    expect(at('Basic abc')).toEqual([]);
    expect(at(undefined)).toEqual([]);
  });
});
