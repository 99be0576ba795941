import { afterEach, describe, expect, it } from 'vitest';
import { createBorder, type FaultRule } from '../../conversation/faults/faults.js';
import { realClock } from '../../wire/clock/clock.js';
import { closeAll } from '../../wire/fixtures/http.js';
import { issuerPlaces } from '../metadata.js';
import { started } from './testing.js';

afterEach(closeAll);

/** An authorization server with these fault rules at its border. */
const withFaults = (...rules: Omit<FaultRule, 'id'>[]) => {
  const named = rules.map((rule, index) => ({ id: `rule-${index}`, ...rule }));
  return started({}, { border: createBorder(named, { clock: realClock }) });
};

describe('a fault at the border of an authorization server', () => {
  it('names another issuer in its metadata, at one of the places', async () => {
    const { server, fetched } = await withFaults({
      sends: { message: { token_endpoint: { $any: true } } },
      nth: 2,
      do: [{ set: { '/issuer': 'https://elsewhere.example' } }],
    });
    const places = issuerPlaces(server.issuer).map(({ url }) => url);
    const issuers: unknown[] = [];
    for (const place of places) issuers.push((await fetched(place)).json.issuer);
    expect(issuers).toEqual([server.issuer, 'https://elsewhere.example', server.issuer]);
  });

  it('sends a user elsewhere', async () => {
    const location = 'http://127.0.0.1/callback?code=other&state=other';
    const { authorize } = await withFaults({
      sends: { http: { status: 302 } },
      do: [{ set: { '/http/headers/location': location } }],
    });
    expect((await authorize()).location).toBe(location);
  });

  it('tells requests apart by their form, and counts them', async () => {
    const { login, refresh } = await withFaults({
      hears: { http: { method: 'POST' }, where: { body: { $re: 'grant_type=refresh_token' } } },
      nth: 2,
      do: [{ set: { '/body': 'grant_type=refresh_token&refresh_token=another&client_id=desk' } }],
    });
    const first = await login();
    const second = await refresh(first.refresh_token);
    expect(second.status).toBe(200);
    expect((await refresh(second.json.refresh_token)).json.error).toBe('invalid_grant');
  });

  it('answers with 5xx, with HTML, late, or never', async () => {
    const { fetched, url, login } = await withFaults(
      { sends: { message: { keys: { $any: true } } }, nth: 1, do: [{ set: { '/http/status': 503 } }] },
      { sends: { message: { keys: { $any: true } } }, nth: 2, do: [{ bytes: '<html>' }] },
      // It does not see the one that is no message any more.
      { sends: { message: { keys: { $any: true } } }, nth: 2, do: ['drop'] },
      {
        sends: { message: { access_token: { $any: true } } },
        do: [{ set: { '/token_type': 'mac' } }, { delay: '20ms' }],
      },
    );
    const keys = url('jwks_uri');
    expect((await fetched(keys)).status).toBe(503);
    expect((await fetched(keys)).text).toBe('<html>');
    await expect(fetched(keys, { signal: AbortSignal.timeout(100) })).rejects.toThrow('timeout');
    expect((await fetched(keys)).status).toBe(200);
    expect(await login()).toMatchObject({ token_type: 'mac' });
  });
});
