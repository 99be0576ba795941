import { describe, expect } from 'vitest';
import { freePort } from '../../runner/targets/free-port.js';
import { SdkLogin, sdkClient } from '../testing/mcp-login.js';
import { it, PROCTOR, type Sandbox } from '../testing/program.js';

/** A protected mock and a proxy before it. `ports` are theirs. */
async function proxied(sandbox: Sandbox, ports: { mock: number; proxy: number }, auth: string) {
  const start = (args: string[]) => sandbox.launch([process.execPath, PROCTOR, ...args]);
  const mock = start(['mock', 'mcp/server', auth, '--port', String(ports.mock)]);
  const server = (await mock.firstLine()).replace('listening on ', '');
  const options = [
    '--role',
    'mcp/server',
    '--url',
    server,
    '--port',
    String(ports.proxy),
    '--record',
    'session.ndjson',
  ];
  const proxy = start(['proxy', ...options]);
  const url = (await proxy.firstLine()).replace('listening on ', '');
  const end = async () => {
    proxy.signal('SIGTERM');
    const { exit, stderr } = await proxy.done;
    mock.signal('SIGTERM');
    await mock.done;
    return { exit, stderr };
  };
  return { server, url, end };
}

describe('a login through the proxy', () => {
  it('is refused by the SDK if the server names its own URL, and the proxy says why, once', async ({ sandbox }) => {
    const { server, url, end } = await proxied(sandbox, { mock: 0, proxy: 0 }, '--auth');
    for (const _ of [1, 2]) await expect(sdkClient(url, new SdkLogin())).rejects.toThrow('does not match expected');
    const metadata = await fetch(new URL('/.well-known/oauth-protected-resource/mcp', url));
    expect(await metadata.json()).toMatchObject({ resource: server });
    const { exit, stderr } = await end();
    const why = `proctor: a 401 leads clients past the proxy, to ${new URL(server).origin}: `;
    expect([exit, stderr.split('proctor: ').length, stderr]).toEqual([0, 2, expect.stringContaining(why)]);
    expect(stderr).toContain(`unless the metadata there name ${url} as the resource`);
  });

  it('says so of metadata, too', async ({ sandbox }) => {
    const { url, end } = await proxied(sandbox, { mock: 0, proxy: 0 }, '--auth');
    await (await fetch(new URL('/.well-known/oauth-protected-resource/mcp', url))).text();
    expect((await end()).stderr).toMatch(
      /metadata name a resource at http:\/\/127\.0\.0\.1:\d+, not http:.*: clients refuse to log in/,
    );
  });

  it('works if the server names the proxy, and no secret is recorded', async ({ sandbox }) => {
    const ports = { mock: await freePort(), proxy: await freePort() };
    const at = (port: number) => JSON.stringify(`http://127.0.0.1:${port}/mcp`);
    sandbox.file('auth.yaml', `metadata: { resource: ${at(ports.proxy)} }\nserver: { audience: ${at(ports.mock)} }\n`);
    const { url, end } = await proxied(sandbox, ports, '--auth=auth.yaml');
    const login = new SdkLogin();
    const { client } = await sdkClient(url, login);
    const echoed = await client.callTool({ name: 'echo', arguments: { message: 'through' } });
    expect(echoed).toMatchObject({ content: [{ text: expect.stringContaining('through') }] });
    await client.close();
    expect((await end()).exit).toBe(0);
    const recorded = sandbox.read('session.ndjson');
    expect(recorded).toContain('"tools/call"');
    for (const secret of login.secrets) expect(recorded).not.toContain(secret);
  });
});
