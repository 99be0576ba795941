import { describe, expect } from 'vitest';
import { SdkLogin, sdkClient } from '../testing/mcp-login.js';
import { it, PROCTOR, type Sandbox } from '../testing/program.js';

const AUTH = `
scopes: [use]
tools: { echo: [echo] }
server: { lifetime: 600 }
faults:
  - { id: html, sends: { message: { jwks_uri: { $any: true } } }, nth: 9, do: [{ bytes: <html> }] }
`;

/** A protected mock that runs, what a person types to it, and what it answers. */
async function mockOf(sandbox: Sandbox, ...more: string[]) {
  sandbox.file('auth.yaml', AUTH);
  const options = [
    '--auth=auth.yaml',
    '--log=log.ndjson',
    '--judge',
    '--reporter',
    'json=judged.json',
    '--reporter',
    'pretty',
  ];
  const mock = sandbox.launch([process.execPath, PROCTOR, 'mock', 'mcp/server', ...options, ...more], {}, 'pipe');
  const ready = mock.line((line) => line.startsWith('Without a login'));
  const url = (await mock.firstLine()).replace('listening on ', '').trim();
  await ready;
  const type = async (line: string): Promise<string> => {
    const answer = mock.firstLine();
    mock.child.stdin!.write(`${line}\n`);
    return answer;
  };
  return { mock, url, type };
}

const POST = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'hand', version: '1' } },
};

describe('a protected mock', () => {
  it.for([
    ['2025-11-25', {}],
    ['2026-07-28', { versionNegotiation: { mode: { pin: '2026-07-28' } } }],
  ] as const)(
    'lets a client of the MCP SDK log in, by %s, and shows no secret',
    async ([version, options], { sandbox }) => {
      const { mock, url, type } = await mockOf(sandbox, '--version', version);
      const login = new SdkLogin();
      const { client, withLogin } = await sdkClient(url, login, options);
      expect((await client.listTools()).tools.length).toBeGreaterThan(0);
      const echo = () => client.callTool({ name: 'echo', arguments: { message: 'hello' } });
      expect(await withLogin(echo)).toMatchObject({ content: [{ text: expect.stringContaining('hello') }] });
      expect(login.pages.map(({ searchParams }) => searchParams.get('scope'))).toEqual(['use', 'use echo']);
      const before = login.tokens()!.access_token;
      expect(await type('expire')).toBe('every access token so far has expired');
      await echo();
      expect(login.tokens()!.access_token, 'it was refreshed').not.toBe(before);
      const token = await type('issue');
      const asked = (bearer: string, id: number) =>
        fetch(url, {
          method: 'POST',
          headers: { ...POST, authorization: `Bearer ${bearer}` },
          body: JSON.stringify({ ...INITIALIZE, id }),
        });
      expect(version === '2025-11-25' ? 200 : 400).toBe((await asked(token, 1001)).status);
      await type(`revoke ${token}`);
      expect((await asked(token, 1002)).status).toBe(401);
      await client.close();
      mock.signal('SIGTERM');
      const { exit, stdout, stderr } = await mock.done;
      expect([exit, stderr]).toEqual([
        0,
        expect.stringContaining('the fault html of the authorization server was never applied'),
      ]);
      const shown = [stderr, sandbox.read('log.ndjson'), sandbox.read('judged.json'), stdout.replace(token, '')];
      expect(shown[1]).toContain('"tools/call"');
      for (const secret of [...login.secrets, token])
        for (const text of shown) expect(text.includes(secret), `${secret} in ${text}`).toBe(false);
    },
  );

  it('does what is typed, a line for each line, and goes on when nobody types any more', async ({ sandbox }) => {
    const { mock, url, type } = await mockOf(sandbox);
    expect(await type('isue')).toMatch(
      /^error: unknown command "isue": there are issue, revoke, .*; did you mean issue\?$/,
    );
    expect(await type('set refresh: never')).toMatch(/^error: .*"rotate", "reuse"/);
    expect(await type('refuse register invalid_client_metadata')).toBe(
      'register is refused with invalid_client_metadata',
    );
    await expect(sdkClient(url, new SdkLogin())).rejects.toThrow(/invalid_client_metadata|refuses/);
    expect(await type('reset')).toBe('it behaves as at its start');
    mock.child.stdin!.end();
    const { client } = await sdkClient(url, new SdkLogin());
    await client.close();
    mock.signal('SIGTERM');
    expect((await mock.done).exit).toBe(0);
  });

  it.for([
    [['--auth=wrong.yaml'], 'wrong.yaml:2:'],
    [['--auth=switch.yaml'], 'switch.yaml:2:'],
    [['--auth', '--transport', 'stdio'], 'leave out --transport stdio'],
    [['--auth', '--token'], '--token hides the URL'],
    [['--auth', '--auth-issuer', 'http://a'], 'give one of them'],
    [['--auth-jwks', 'http://a', '--transport', 'http'], '--auth-issuer is missing'],
    [['--auth-issuer', 'http://a'], 'needs --auth-jwks or --auth-introspection'],
  ] as const)('says what is wrong with %j', async ([options, message], { sandbox }) => {
    sandbox.file('wrong.yaml', 'scopes: [use]\nserver: { refresh: never }\n');
    sandbox.file('switch.yaml', 'faults:\n  - { switch: any-thing }\n');
    const { exit, stderr } = await sandbox.run(['mock', 'mcp/server', ...options]);
    expect([exit, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});
