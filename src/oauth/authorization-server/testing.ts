import { createHash } from 'node:crypto';
import type { Json, JsonObject } from '../../json/json.js';
import { Secrets } from '../../json/secrets/redact.js';
import { openBorder } from '../../wire/carried.js';
import { realClock } from '../../wire/clock/clock.js';
import { closing } from '../../wire/fixtures/http.js';
import { defaultLimits } from '../../wire/limits.js';
import type { AuthorizationScript } from './script.js';
import { type AuthorizationServerOptions, startAuthorizationServer } from './server.js';

export const RESOURCE = 'http://127.0.0.1:8000/mcp';
export const REDIRECT = 'http://127.0.0.1/callback';
export const VERIFIER = 'v'.repeat(43);
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');
export const CONFIGURED = { id: 'desk', redirects: [REDIRECT] };

export type Query = { [name: string]: string | undefined };

/** An authorization server with this script, which ends with `closeAll`, and what a test asks of it. */
export async function started(script: AuthorizationScript = {}, more: Partial<AuthorizationServerOptions> = {}) {
  const secrets = new Secrets();
  let time = 1_764_000_000_000;
  const clock = { ...realClock, date: () => time };
  const server = await startAuthorizationServer({
    script: { clients: [CONFIGURED], ...script },
    border: openBorder,
    clock,
    limits: defaultLimits,
    secrets,
    ...more,
  });
  closing(() => server.close());
  const url = (name: string) => server.endpoints[name]!;
  const fetched = async (address: string, init: RequestInit = {}) => {
    const response = await fetch(address, { redirect: 'manual', ...init });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: jsonOf(text) };
  };
  const form = (name: string, values: Query, headers: Record<string, string> = {}) =>
    fetched(url(name), { method: 'POST', body: new URLSearchParams(given(values)), headers });
  /** The page, and the query that comes back from it; undefined if nobody is sent back. */
  const authorize = async (changes: Query = {}) => {
    const query = {
      response_type: 'code',
      client_id: 'desk',
      redirect_uri: REDIRECT,
      state: 's',
      scope: 'a b',
      code_challenge: CHALLENGE,
      code_challenge_method: 'S256',
      resource: RESOURCE,
    };
    const { status, headers, text } = await fetched(
      `${url('authorization_endpoint')}?${new URLSearchParams(given({ ...query, ...changes }))}`,
    );
    const location = headers.get('location');
    return {
      status,
      text,
      headers,
      location,
      back: location === null ? undefined : Object.fromEntries(new URL(location).searchParams),
    };
  };
  const redeem = (code: string | undefined, changes: Query = {}, headers: Record<string, string> = {}) =>
    form(
      'token_endpoint',
      {
        grant_type: 'authorization_code',
        code,
        redirect_uri: REDIRECT,
        client_id: 'desk',
        code_verifier: VERIFIER,
        resource: RESOURCE,
        ...changes,
      },
      headers,
    );
  const refresh = (token: Json | undefined, changes: Query = {}) =>
    form('token_endpoint', {
      grant_type: 'refresh_token',
      refresh_token: String(token),
      client_id: 'desk',
      ...changes,
    });
  const login = async () => (await redeem((await authorize()).back?.code)).json;
  const introspect = async (token: Json | undefined) =>
    (await form('introspection_endpoint', { token: String(token) })).json;
  const register = (body: Json) =>
    fetched(url('registration_endpoint'), {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });
  const pass = (seconds: number) => {
    time += seconds * 1_000;
  };
  return { server, secrets, clock, url, fetched, form, authorize, redeem, refresh, login, introspect, register, pass };
}

const given = (query: Query) =>
  Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
const jsonOf = (text: string): JsonObject => (text.startsWith('{') ? JSON.parse(text) : {});
