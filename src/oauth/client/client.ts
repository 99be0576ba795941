import { crypto } from '../../json/crypto.js';
import type { Headers } from '../../wire/carried.js';
import type { Clock } from '../../wire/clock/clock.js';
import { type OAuthWeb, objectOf } from '../web.js';
import type { Browser } from './browser.js';
import {
  type Challenged,
  challengedBy,
  type DiscoveredServer,
  discoverResource,
  discoverServer,
  type ProtectedResource,
} from './discovery.js';
import { authenticationOf, type ClientIdentity, nameOf, registrationFor } from './registration.js';
import { type ClientState, States } from './states.js';
import type { ClientRegistration, TokenKey, TokenStore, Tokens } from './store.js';

export interface OAuthClientOptions {
  /** The resource that it signs in to, as it calls it. */
  resource: string;
  web: OAuthWeb;
  browser: Browser;
  /** Where the browser is sent back to. */
  redirect: string;
  identity: ClientIdentity;
  store: TokenStore;
  clock: Clock;
  /** Asks the resource for something without a token; resolves with the headers of its refusal. Default: only well-known places are asked. */
  provoke?: (() => Promise<Headers>) | undefined;
  /** Scopes that the user has set, which are asked for in place of any others. */
  scopes?: readonly string[] | undefined;
  /** Asks for metadata of OpenID Connect first. Default: last. */
  openIdFirst?: boolean;
  /** Whether the issuer of metadata is looked at before a login, and before a refresh. Default: both. */
  checks?: { login: boolean; refresh: boolean };
  /** Told of each state. Default: nobody. */
  changed?(state: ClientState): void;
}

/** Logins in a row without a request that was accepted, after which the client gives up. */
const MOST_LOGINS = 3;

/** One login that holds. */
interface Session {
  key: TokenKey;
  resource: ProtectedResource;
  tokens: Tokens;
}

/** The redirect URI of an authorization, and what was kept when its page was opened. */
interface Authorization {
  server: DiscoveredServer;
  registration: ClientRegistration;
  resource: string;
  scopes: readonly string[];
  state: string;
  verifier: string;
}

/**
 * A client of OAuth 2.1 that signs a user in to a resource: discovery, registration, a code with PKCE, refresh, and step-up. Everything it
 * learns belongs to one issuer: a resource that names another one later is a new login with a new registration.
 */
export class OAuthClient {
  readonly #states: States;
  #session: Session | undefined;
  /** What is under way, so that requests that are refused together cause one login or refresh. */
  #pending: Promise<void> | undefined;
  #logins = 0;

  constructor(private readonly options: OAuthClientOptions) {
    this.#states = new States(options.changed);
  }

  get state(): ClientState {
    return this.#states.current;
  }

  /** What goes with each request to the resource; nothing before the login. */
  credential(): Headers {
    return this.#session ? { authorization: `Bearer ${this.#session.tokens.accessToken}` } : {};
  }

  /** A request was accepted: the next refusal may lead to logins again. */
  accepted(): void {
    this.#logins = 0;
  }

  /** Signs in, or takes the tokens that are kept. Rejects if the client does not get a token, or must not want one. */
  signIn(): Promise<void> {
    return this.#once(() => this.#login({ isNew: false, asked: [] }));
  }

  /** Gets another token for one that was refused. Rejects if there is none. */
  renew(): Promise<void> {
    return this.#once(() => this.#refresh());
  }

  /**
   * What comes of a refusal. A token that was refused is refreshed, or there is a new login; missing scopes lead to a login that asks for
   * them, too. Resolves with whether the request should be sent again. Rejects if that failed, or after too many logins in a row.
   *
   * @param used the credential that the request had: if there is another one by now, nothing is done
   */
  async refused(status: number, headers: Headers, used: Headers = this.credential()): Promise<boolean> {
    const challenged = challengedBy(headers['www-authenticate']);
    const lacksScopes = status === 403 && challenged.error === 'insufficient_scope';
    if (status !== 401 && !lacksScopes) return false;
    await this.#once(async () => {
      if (this.#session && used.authorization !== this.credential().authorization) return;
      if (status === 401 && this.#session?.tokens.refreshToken !== undefined && (await this.#isRefreshed())) return;
      const asked = this.#session?.tokens.scopes ?? [];
      await this.#login({ isNew: true, challenged, asked: lacksScopes ? asked : [] });
    });
    return true;
  }

  /** Ends what is under way. */
  close(): Promise<void> {
    return this.options.web.close();
  }

  #once(work: () => Promise<void>): Promise<void> {
    this.#pending ??= work().finally(() => {
      this.#pending = undefined;
    });
    return this.#pending;
  }

  /** Moves through the steps of a login; what fails in one of them is where it fails. */
  async #failing(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#states.enter('failed');
      throw error;
    }
  }

  /** @param how.asked scopes of the login before, which are kept when more are needed */
  async #login(how: { isNew: boolean; challenged?: Challenged; asked: readonly string[] }): Promise<void> {
    if (how.isNew && ++this.#logins > MOST_LOGINS)
      throw new Error(`the resource refuses after ${MOST_LOGINS} logins in a row`);
    const { web, store, identity, redirect, checks, openIdFirst = false } = this.options;
    this.#states.enter('discovering');
    await this.#failing(async () => {
      const challenged = how.challenged ?? challengedBy((await this.options.provoke?.())?.['www-authenticate']);
      const resource = await discoverResource(web, this.options.resource, challenged);
      const server = await discoverServer(web, resource.issuer, { any: checks?.login === false, openIdFirst });
      const key: TokenKey = { issuer: resource.issuer, resource: resource.resource, client: nameOf(identity) };
      const kept = await store.get(key);
      if (kept && !how.isNew) {
        this.#session = { key, resource, tokens: kept };
        this.#states.enter('signed-in');
        return;
      }
      this.#states.enter('identifying');
      const registration = await registrationFor(web, server, identity, redirect, kept?.registration);
      const scopes = scopesFor(this.options.scopes, challenged.scopes ?? resource.scopes, how.asked);
      const authorization = {
        server,
        registration,
        resource: resource.resource,
        scopes,
        state: random(),
        verifier: random(),
      };
      this.#states.enter('authorizing');
      const code = await this.#code(authorization);
      this.#states.enter('redeeming');
      const token = await this.#token(server, registration, {
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirect,
        code_verifier: authorization.verifier,
        resource: resource.resource,
      });
      await this.#keep({ key, resource, tokens: { ...token, scopes, registration } });
      this.#states.enter('signed-in');
    });
  }

  /** The code that the authorization page sends back (RFC 6749, section 4.1; RFC 7636; RFC 8707; RFC 9207). */
  async #code({ server, registration, resource, scopes, state, verifier }: Authorization): Promise<string> {
    const { browser, redirect } = this.options;
    const page = new URL(server.authorization_endpoint);
    const asked = {
      response_type: 'code',
      client_id: registration.id,
      redirect_uri: redirect,
      state,
      code_challenge: crypto().createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      resource,
      ...(scopes.length > 0 && { scope: scopes.join(' ') }),
    };
    for (const [name, value] of Object.entries(asked)) page.searchParams.set(name, value);
    const { searchParams: brought } = await browser(page, redirect);
    if (brought.get('state') !== state) throw new Error('the authorization server answered what nobody had asked');
    const iss = brought.get('iss');
    // Of an answer of another server nothing is shown, not even its error.
    if (iss === null ? server.namesIssuer : iss !== server.issuer)
      throw new Error(`the answer is not of the authorization server ${server.issuer}`);
    const code = brought.get('code');
    if (code === null)
      throw new Error(`the authorization server refuses: ${brought.get('error') ?? 'without an error'}`);
    return code;
  }

  /** Whether another token was had by the refresh token. One that was refused is not sent again. */
  async #isRefreshed(): Promise<boolean> {
    try {
      await this.#refresh();
      return true;
    } catch {
      const session = this.#session!;
      const { refreshToken: _, ...tokens } = session.tokens;
      await this.#keep({ ...session, tokens });
      return false;
    }
  }

  async #refresh(): Promise<void> {
    const { web, checks, openIdFirst = false } = this.options;
    const session = this.#session;
    if (session?.tokens.refreshToken === undefined) throw new Error('there is no token to refresh');
    const { resource, tokens } = session;
    this.#states.enter('refreshing');
    await this.#failing(async () => {
      const server = await discoverServer(web, resource.issuer, { any: checks?.refresh === false, openIdFirst });
      const token = await this.#token(server, tokens.registration, {
        grant_type: 'refresh_token',
        refresh_token: tokens.refreshToken!,
        resource: resource.resource,
      });
      const { refreshToken = tokens.refreshToken!, ...rest } = token;
      await this.#keep({
        ...session,
        tokens: { ...rest, refreshToken, scopes: tokens.scopes, registration: tokens.registration },
      });
      this.#states.enter('signed-in');
    });
  }

  async #keep(session: Session): Promise<void> {
    this.#session = session;
    await this.options.store.set(session.key, session.tokens);
  }

  async #token(
    server: DiscoveredServer,
    registration: ClientRegistration,
    asked: Record<string, string>,
  ): Promise<Omit<Tokens, 'scopes' | 'registration'>> {
    const { web, clock } = this.options;
    const { headers, form } = authenticationOf(registration);
    const answer = await web.form(server.token_endpoint, { ...asked, ...form }, headers);
    const {
      access_token: token,
      refresh_token: refreshToken,
      token_type: kind,
      expires_in: lifetime,
      error,
    } = objectOf(answer);
    if (answer.status !== 200 || typeof token !== 'string' || token === '' || String(kind).toLowerCase() !== 'bearer')
      throw new Error(`there is no token: ${typeof error === 'string' ? error : `HTTP ${answer.status}`}`);
    return {
      accessToken: token,
      ...(typeof refreshToken === 'string' && refreshToken !== '' && { refreshToken }),
      ...(typeof lifetime === 'number' && { expiresAt: clock.date() + lifetime * 1_000 }),
    };
  }
}

/**
 * The scopes that are asked for: those of the user; else those of the challenge or, without one, of the metadata of the resource; and those of
 * the login before if it had too few (MCP 2025-11-25, Scope Selection Strategy; 2026-07-28, Step-Up Authorization Flow).
 */
function scopesFor(
  user: readonly string[] | undefined,
  needed: readonly string[] | undefined,
  before: readonly string[],
): readonly string[] {
  return user ?? [...new Set([...before, ...(needed ?? [])])];
}

const random = () => crypto().randomBytes(32).toString('base64url');
