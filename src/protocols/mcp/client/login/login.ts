import { browserOf } from '../../../../oauth/client/browser.js';
import { OAuthClient } from '../../../../oauth/client/client.js';
import { memoryStore } from '../../../../oauth/client/store.js';
import { OAuthWeb } from '../../../../oauth/web.js';
import type { Border, Headers } from '../../../../wire/carried.js';
import type { Clock } from '../../../../wire/clock/clock.js';

export interface LoginOptions {
  /** The server of MCP that it signs in to. */
  server: string;
  /** Where the client has published its metadata. */
  document: string | undefined;
  border: Border;
  clock: Clock;
  manner: LoginManner;
}

/** How it signs in. */
export interface LoginManner {
  /** Whether the issuer of metadata is looked at before a login, and before a token is refreshed. */
  checks: { login: boolean; refresh: boolean };
  /** Whether it looks for metadata where OpenID has them first, names scopes, and does not ask its server before. */
  openIdFirst: boolean;
}

export const LOGIN_MANNER: LoginManner = { checks: { login: true, refresh: true }, openIdFirst: false };

/** Where the browser is sent back to (RFC 8252, section 7.3). The client is its own browser, so that nobody needs to listen there. */
const REDIRECT = 'http://127.0.0.1/callback';

/** A request that any server of MCP knows, and that one which wants a token refuses. */
const PING = '{"jsonrpc":"2.0","id":"login","method":"ping"}';
const PING_HEADERS: Headers = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };

/** The login of the reference client to a server over HTTP (MCP 2025-11-25, Authorization). */
export function loginTo({ server, document, border, clock, manner }: LoginOptions): OAuthClient {
  const { checks, openIdFirst } = manner;
  const web = new OAuthWeb({ border });
  return new OAuthClient({
    resource: server,
    web,
    browser: browserOf(web),
    redirect: REDIRECT,
    identity: { name: 'Reference client', document },
    store: memoryStore(),
    clock,
    checks,
    openIdFirst,
    ...(openIdFirst
      ? { scopes: ['openid', 'offline_access'] }
      : { provoke: async () => (await web.post(server, PING_HEADERS, PING)).headers }),
  });
}
