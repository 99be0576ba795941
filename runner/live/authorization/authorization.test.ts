import { afterEach, describe, expect, it } from 'vitest';
import { Secrets } from '../../../src/json/secrets/redact.js';
import { isReply } from '../../../src/oauth/resource-server/resource-server.js';
import { realClock } from '../../../src/wire/clock/clock.js';
import { closeAll, closing } from '../../../src/wire/fixtures/http.js';
import { startMock } from '../../lib/mock.js';
import { startMockAuthorization } from './authorization.js';
import { answerCommand, COMMAND_NAMES } from './commands.js';
import { checkMockAuth, type MockAuthScript } from './script.js';

afterEach(closeAll);

const RESOURCE = 'http://127.0.0.1:1/mcp';

/** A mock's authorization server, what a line to it answers, and the status of a call of the tool `echo` with a token. */
async function started(script: MockAuthScript = {}) {
  const secrets = new Secrets();
  const started = await startMockAuthorization({ script, clock: realClock, secrets });
  closing(() => started.close());
  const { control } = started;
  const protection = started.protect(RESOURCE);
  const type = async (line: string) => (await answerCommand(control, line))?.text;
  const status = async (token: string | undefined) => {
    const result = await protection.check({ headers: { authorization: `Bearer ${token}` } }, 'echo');
    return isReply(result) ? result.status : 200;
  };
  const metadata = async () => {
    const response = await fetch(`${control.url}/.well-known/openid-configuration`);
    return (await response.json()) as { [name: string]: unknown };
  };
  return { ...started, secrets, type, status, metadata };
}

describe('the authorization server of a mock', () => {
  it('issues tokens that open all of the mock, or less', async () => {
    const { control, type, status, secrets } = await started({ scopes: ['use'], tools: { echo: ['echo'] } });
    const token = await control.issue();
    expect([await status(token), secrets.known(token)]).toEqual([200, '[redacted]']);
    expect(await status(await type('issue use'))).toBe(403);
    expect(await status(await type('issue use echo'))).toBe(200);
    expect(await status(await type('issue { lifetime: -1 }'))).toBe(401);
    expect(await status(await control.issue({ audience: 'http://127.0.0.1:1/other' }))).toBe(401);
    expect(await status(await control.issue({ claims: { iss: 'http://elsewhere.example' } }))).toBe(401);
  });

  it('issues what is set for logins without a login, too', async () => {
    const { control, type, status } = await started({ scopes: ['use'], tools: { echo: ['echo'] } });
    await type('audience http://127.0.0.1:1/other');
    expect(await status(await control.issue())).toBe(401);
    expect(await status(await type('issue use echo'))).toBe(401);
    await type('audience');
    expect(await status(await control.issue())).toBe(200);
    await type('grant use');
    expect(await status(await control.issue())).toBe(403);
    expect(await status(await control.issue({ scopes: ['use', 'echo'] }))).toBe(200);
  });

  it('ends one token, all that have expired, or everything', async () => {
    const { control, status } = await started();
    const [one, other] = [await control.issue(), await control.issue()];
    control.revoke(one);
    expect([await status(one), await status(other)]).toEqual([401, 200]);
    control.expire();
    expect(await status(other)).toBe(401);
    const last = await control.issue();
    control.revoke();
    expect(await status(last)).toBe(401);
  });

  it('lies as it was set to, and is honest again after a reset', async () => {
    const { type, metadata, control } = await started({ server: { refresh: 'none' } });
    const usual = await metadata();
    await type('issuer http://elsewhere.example');
    await type('set { refresh: rotate, iss: false }');
    expect(await metadata()).toMatchObject({
      issuer: 'http://elsewhere.example',
      grant_types_supported: ['authorization_code', 'refresh_token'],
      authorization_response_iss_parameter_supported: false,
    });
    await type('refuse register access_denied');
    const register = () => fetch(control.endpoints.registration_endpoint!, { method: 'POST', body: '{}' });
    expect(await (await register()).json()).toMatchObject({ error: 'access_denied' });
    await type('reset');
    expect(await metadata()).toEqual(usual);
    expect(await (await register()).json()).toMatchObject({ error: 'invalid_client_metadata' });
  });

  it('answers every line with one line, whatever it says', async () => {
    const { type, control } = await started();
    expect(await type('  ')).toBeUndefined();
    for (const name of [
      ...COMMAND_NAMES,
      'constructor',
      '__proto__',
      'issue {',
      'set [',
      'set x: y',
      'delay -1',
      'issue { scopes: 1 }',
      '\u001b[2J',
    ])
      expect(await type(name), name).toMatch(/^[ -~]+$/);
    expect(() => control.set({ path: '/x' })).toThrow(RangeError);
  });

  it('names the rules that were never applied', async () => {
    const { idle, metadata } = await started({
      faults: [
        { id: 'seen', sends: { message: { jwks_uri: { $any: true } } }, do: [{ set: { '/issuer': 'x' } }] },
        { id: 'never', sends: { message: { access_token: { $any: true } } }, do: 'drop' },
      ],
    });
    expect([(await metadata()).issuer, idle()]).toEqual(['x', ['never']]);
  });

  it('refuses a script with mistakes', async () => {
    const wrong = [{ scopes: ['a b'] }, { server: { lifetime: 'long' } }, { faults: [{ do: 'drop' }] }, { tool: {} }];
    for (const script of wrong) await expect(checkMockAuth(script)).rejects.toThrow('the authorization of the mock:');
    expect(await checkMockAuth({})).toEqual({});
  });
});

describe('startMock with auth', () => {
  it('protects the mock until it is closed', async () => {
    const mock = await startMock('mcp/server', { auth: { tools: { echo: ['echo'] } } });
    const { url, authorization } = mock;
    const ask = async (token?: string) =>
      (await fetch(url!, { method: 'DELETE', ...(token && { headers: { authorization: `Bearer ${token}` } }) })).status;
    expect([await ask(), await ask(await authorization!.issue())]).toEqual([401, 400]);
    await mock.close();
    await expect(fetch(authorization!.url)).rejects.toThrow();
  });

  it('is for roles that can be protected', async () => {
    await expect(startMock('acp/agent', { auth: true })).rejects.toThrow('only mcp/harn-server and mcp/server can ask');
    await expect(startMock('mcp/server', { auth: true, token: true })).rejects.toThrow('`token` hides the URL');
  });
});
