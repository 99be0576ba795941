import { resolve } from 'node:path';
import type { LoginScript } from '../../../../generated/types/mcp-client-script-v1.js';
import { type Browser, browserOf } from '../../../../oauth/client/browser.js';
import { OAuthClient } from '../../../../oauth/client/client.js';
import { fileStore } from '../../../../oauth/client/file-store.js';
import { HONEST_PARTS } from '../../../../oauth/client/honest-parts.js';
import { keychainStore } from '../../../../oauth/client/keychain.js';
import { outsideBrowser } from '../../../../oauth/client/opener.js';
import type { OAuthParts } from '../../../../oauth/client/parts.js';
import { opensBy } from '../../../../oauth/client/program.js';
import { memoryStore, type TokenStore } from '../../../../oauth/client/store.js';
import { OAuthWeb, type OAuthWebOptions } from '../../../../oauth/web.js';
import type { Border, Headers } from '../../../../wire/carried.js';
import { type Clock, during, realClock } from '../../../../wire/clock/clock.js';
import type { LinkLogin } from '../http/link.js';
import { revisionParts } from './revisions.js';

export interface LoginOptions {
  /** The server of MCP that it signs in to. */
  server: string;
  script: LoginScript;
  /** The newest revision that the client speaks. */
  revision: string;
  store: TokenStore;
  border: Border;
  clock: Clock;
  /** Working directory. */
  cwd: string;
  warn(text: string): void;
  manner: LoginManner;
}

/** How it signs in. */
export interface LoginManner {
  /** Whether it signs in before it speaks with its server, and not once that wants it. */
  first: boolean;
  /** Scopes that it asks for if the user has set none. */
  scopes: readonly string[] | undefined;
  web: OAuthWebOptions;
  /** What it decides and says, of what its revision asks for. `web` reaches other servers. */
  parts(usual: OAuthParts, web: OAuthWeb): OAuthParts;
  /** The login as a link sees it. */
  link(login: LinkLogin): LinkLogin;
  /** Opens a page by a program. */
  opens: typeof opensBy;
  /** Told of each token that it has. */
  tells(headers: Headers, warn: (text: string) => void): void;
}

export const LOGIN_MANNER: LoginManner = {
  first: false,
  scopes: undefined,
  // A document that hangs fails the login while somebody still waits for it.
  web: { within: 8_000 },
  parts: (usual) => usual,
  link: (login) => login,
  opens: opensBy,
  tells: () => undefined,
};

/** A login to one server. */
export interface Login {
  /** What goes with each request. */
  credential(): Headers;
  link: LinkLogin;
  signIn(): Promise<void>;
  close(): Promise<void>;
}

/** Where the browser is sent back to (RFC 8252, section 7.3) if the client is its own browser, so that nobody needs to listen there. */
const REDIRECT = 'http://127.0.0.1/callback';

/** Where tokens are kept: in a folder, in the keychain of the system, or as long as the client runs. */
export function storeOf({ store, keychain }: LoginScript, cwd: string): TokenStore {
  if (store !== undefined) return fileStore(resolve(cwd, store));
  return keychain === undefined ? memoryStore() : keychainStore(keychain);
}

/** The login of the reference client to a server over HTTP (MCP 2025-11-25, Authorization). */
export function loginTo(options: LoginOptions): Login {
  const { server, script, revision, store, border, clock, warn, manner } = options;
  const web = new OAuthWeb({ border, ...manner.web });
  const { browser, redirect, close } = browserFor(options, web);
  const client = new OAuthClient({
    resource: server,
    web,
    browser,
    redirect,
    identity: { name: 'Reference client', document: script.document, configured: configuredBy(script) },
    store,
    clock,
    scopes: script.scopes?.split(' ') ?? manner.scopes,
    parts: manner.parts({ ...HONEST_PARTS, ...revisionParts(revision) }, web),
    changed: (state) => {
      if (state === 'signed-in') queueMicrotask(() => manner.tells(client.credential(), warn));
    },
  });
  return {
    credential: () => client.credential(),
    link: manner.link({
      ready: async () => {
        // A token that can't be renewed early is taken until it is refused.
        if (client.isOld) await during(clock, client.renew()).catch(() => undefined);
      },
      refused: (status, headers, used) => during(clock, client.refused(status, headers, used)),
      accepted: () => client.accepted(),
    }),
    signIn: () => during(clock, client.signIn()),
    close: async () => {
      await Promise.all([client.close(), close()]);
    },
  };
}

/** The id that the client was given beforehand; an empty secret is none. */
function configuredBy({ client }: LoginScript): { id: string; secret?: string } | undefined {
  if (!client) return undefined;
  const { id, secret = '' } = client;
  return secret === '' ? { id } : { id, secret };
}

interface BrowserUsed {
  browser: Browser;
  redirect: string | (() => Promise<string>);
  close(): Promise<void>;
}

/** The browser of the script: the client itself, a program, or whoever reads the address. */
function browserFor({ script: { opens }, cwd, warn, manner }: LoginOptions, web: OAuthWeb): BrowserUsed {
  if (opens === undefined || opens === 'itself')
    return { browser: browserOf(web), redirect: REDIRECT, close: async () => undefined };
  const open = opens === 'printed' ? async (page: string) => warn(`Sign in at ${page}\n`) : manner.opens(opens, cwd);
  // A person takes real time.
  return outsideBrowser(open, realClock);
}
