import type { Headers } from '../../wire/carried.js';
import type { Clock } from '../../wire/clock/clock.js';
import type { OAuthWeb } from '../web.js';
import type { Browser } from './browser.js';
import { discoverResource, discoverServer } from './discovery.js';
import { HONEST_PARTS } from './honest-parts.js';
import type { OAuthParts } from './parts.js';
import { registrationFor } from './registration.js';
import { type ClientState, States } from './states.js';
import type { ClientRegistration, TokenKey, TokenStore, Tokens } from './store.js';
import type {
  Authorization,
  Challenged,
  ClientIdentity,
  DiscoveredServer,
  Form,
  Given,
  Occasion,
  ProtectedResource,
} from './terms.js';

export interface OAuthClientOptions {
  /** The resource that it signs in to, as it calls it. */
  resource: string;
  web: OAuthWeb;
  browser: Browser;
  /** Where the browser is sent back to. */
  redirect: string | (() => Promise<string>);
  identity: ClientIdentity;
  store: TokenStore;
  clock: Clock;
  /** Asks the resource for something without a token; resolves with the headers of its refusal. Default: only well-known places are asked. */
  provoke?: (() => Promise<Headers>) | undefined;
  /** Scopes that the user has set, which are asked for in place of any others. */
  scopes?: readonly string[] | undefined;
  /** What it decides and says. Default: as the specifications have it. */
  parts?: OAuthParts;
  /** Told of each state. Default: nobody. */
  changed?(state: ClientState): void;
}

/** One login that holds. */
interface Session {
  key: TokenKey;
  resource: ProtectedResource;
  tokens: Tokens & { accessToken: string };
}

/** How a login begins. */
interface LoginOptions {
  /** Whether tokens that are kept will do. */
  keptWillDo: boolean;
  /** Default: what the resource answers without a token. */
  challenged?: Challenged;
  /** Scopes of the login before, which are kept when more are needed. */
  before: readonly string[];
}

/**
 * A client of OAuth 2.1 that signs a user in to a resource: discovery, registration, a code with PKCE, refresh, and step-up. Everything it
 * learns belongs to one issuer: a resource that names another one later is a new login with a new registration.
 */
export class OAuthClient {
  readonly #parts: OAuthParts;
  readonly #store: TokenStore;
  readonly #states: States;
  #session: Session | undefined;
  /** What is under way, so that requests that are refused together cause one login or refresh. */
  #pending: Promise<void> | undefined;
  /** Pages since a request was accepted. */
  #logins = 0;
  /** The token was refreshed, and no request was accepted since: another refresh would not help. */
  #isFresh = false;
  /** How often which scopes were missing. */
  readonly #stepUps = new Map<string, number>();
  /** Why the login failed. */
  #failure: unknown;

  constructor(private readonly options: OAuthClientOptions) {
    this.#parts = options.parts ?? HONEST_PARTS;
    this.#store = this.#parts.store(options.store);
    this.#states = new States(options.changed);
  }

  get state(): ClientState {
    return this.#states.current;
  }

  /** What goes with each request to the resource; nothing before the login. */
  credential(): Headers {
    return this.#session ? this.#parts.credential(this.#session.tokens.accessToken) : {};
  }

  /** A request was accepted: the next refusal may lead to logins again. */
  accepted(): void {
    this.#logins = 0;
    this.#isFresh = false;
  }

  /** Whether its token should be renewed before the next request. */
  get isOld(): boolean {
    return this.#session !== undefined && this.#parts.isOld(this.#session.tokens, this.options.clock.date());
  }

  /** Signs in, or takes the tokens that are kept. Rejects if the client does not get a token, or must not want one. */
  signIn(): Promise<void> {
    this.#failure = undefined;
    return this.#once(() => this.#login({ keptWillDo: true, before: [] }));
  }

  /** Gets another token for one that is still taken. Rejects if there is none. */
  renew(): Promise<void> {
    return this.#once(() => this.#refresh());
  }

  /**
   * What comes of a refusal. A token that was refused is refreshed, or there is a new login; missing scopes lead to a login that asks for
   * them, too. Resolves with whether the request should be sent again. Rejects if that failed, and after too many logins in a row. After a
   * login that failed no other one begins before `signIn`.
   *
   * @param used the credential that the request had: if there is another one by now, nothing is done
   */
  async refused(status: number, headers: Headers, used: Headers = this.credential()): Promise<boolean> {
    const parts = this.#parts;
    const challenged = parts.challenged(headers['www-authenticate']);
    const consequence = parts.consequence(status, challenged);
    if (consequence === undefined) return false;
    if (this.#failure !== undefined && parts.givesUp) throw this.#failure;
    await this.#once(async () => {
      if (this.#session && used.authorization !== this.credential().authorization) return;
      if (consequence === 'step-up') await this.#stepUp(challenged);
      else await this.#signInAgain(challenged);
    });
    return true;
  }

  /** Ends what is under way. */
  close(): Promise<void> {
    return this.options.web.close();
  }

  #once(work: () => Promise<void>): Promise<void> {
    if (!this.#parts.together) return work();
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

  async #signInAgain(challenged: Challenged): Promise<void> {
    const session = this.#session;
    const refreshes = session !== undefined && !this.#isFresh && this.#parts.refreshes(session.tokens);
    if (refreshes && (await this.#isOfSameIssuer(session, challenged)) && (await this.#isRefreshed())) return;
    // What an authorization server gave is of no use to another one that the resource names since.
    this.#session = undefined;
    await this.#login({ keptWillDo: session === undefined, challenged, before: [] });
  }

  async #stepUp(challenged: Challenged): Promise<void> {
    const { scopes = [] } = challenged;
    const name = [...scopes].sort().join(' ');
    const count = (this.#stepUps.get(name) ?? 0) + 1;
    if (count > this.#parts.mostStepUps)
      throw new Error(`the resource wants other scopes after ${count - 1} logins for them`);
    this.#stepUps.set(name, count);
    await this.#login({ keptWillDo: false, challenged, before: this.#session?.tokens.scopes ?? [] });
  }

  /** Whether the resource still names the issuer of the session. Without metadata it names no other one. */
  async #isOfSameIssuer({ resource }: Session, challenged: Challenged): Promise<boolean> {
    try {
      const found = await discoverResource(this.options.resource, challenged, this.#discovery());
      return found.issuers.includes(resource.issuer);
    } catch {
      return true;
    }
  }

  #discovery() {
    return { web: this.options.web, parts: this.#parts, credential: this.credential() };
  }

  async #server(resource: ProtectedResource, occasion: Occasion): Promise<DiscoveredServer> {
    const discovered = await discoverServer(resource.issuer, occasion, this.#discovery());
    return this.#parts.server(discovered, resource);
  }

  async #login({ keptWillDo, before, ...given }: LoginOptions): Promise<void> {
    const parts = this.#parts;
    const { web, redirect: at } = this.options;
    const identity = parts.identity(this.options.identity);
    this.#states.enter('discovering');
    try {
      await this.#failing(async () => {
        const challenged = given.challenged ?? parts.challenged((await this.options.provoke?.())?.['www-authenticate']);
        const resource = await discoverResource(this.options.resource, challenged, this.#discovery());
        const key = parts.keyOf(resource, identity);
        const kept = await this.#store.get(key);
        if (keptWillDo && kept?.accessToken !== undefined) {
          this.#session = { key, resource, tokens: { ...kept, accessToken: kept.accessToken } };
          this.#states.enter('signed-in');
          return;
        }
        const server = await this.#server(resource, 'login');
        if (++this.#logins > parts.mostLogins)
          throw new Error(`the resource refuses after ${parts.mostLogins} logins in a row`);
        this.#states.enter('identifying');
        const redirect = parts.redirect(typeof at === 'string' ? at : await at());
        const where = { server, resource };
        const registration = await registrationFor(web, where, identity, redirect, kept?.registration, parts);
        const scopes = parts.scopes({
          user: this.options.scopes,
          challenged: challenged.scopes,
          listed: resource.scopes,
          offered: server.scopes,
          before,
        });
        const [state, verifier] = [parts.random('state'), parts.random('verifier')];
        const asked = { server, registration, redirect, resource: resource.resource, scopes, state, verifier };
        this.#states.enter('authorizing');
        const code = await this.#code(asked);
        this.#states.enter('redeeming');
        const token = await this.#token(server, registration, parts.redemption(asked, code));
        await this.#keep({ key, resource, tokens: { ...token, scopes, registration } });
        this.#states.enter('signed-in');
      });
    } catch (error) {
      this.#failure = error;
      throw error;
    }
  }

  /** The code that the authorization page sends back. */
  async #code(authorization: Authorization): Promise<string> {
    const parts = this.#parts;
    const { server, redirect } = authorization;
    const page = parts.page(server.authorization_endpoint, parts.request(authorization));
    const { searchParams: brought } = await parts.browser(this.options.browser)(page, redirect);
    if (!parts.isAnswerTo(brought, authorization))
      throw new Error('the authorization server answered what nobody had asked');
    // Of an answer of another server nothing is shown, not even its error.
    if (!(await parts.isFrom(brought, authorization)))
      throw new Error(`the answer is not of the authorization server ${server.issuer}`);
    return parts.codeOf(brought);
  }

  /** Whether another token was had by the refresh token. One that was refused is not sent again. */
  async #isRefreshed(): Promise<boolean> {
    try {
      await this.#refresh();
      this.#isFresh = true;
      return true;
    } catch {
      const session = this.#session!;
      const tokens = this.#parts.unrefreshed(session.tokens);
      await this.#keep({ ...session, tokens: { ...tokens, accessToken: session.tokens.accessToken } });
      return false;
    }
  }

  async #refresh(): Promise<void> {
    const parts = this.#parts;
    const session = this.#session;
    if (!session || !parts.refreshes(session.tokens)) throw new Error('there is no token to refresh');
    const { resource, tokens } = session;
    const { scopes, registration } = tokens;
    this.#states.enter('refreshing');
    await this.#failing(async () => {
      const server = await this.#server(resource, 'refresh');
      const given = await this.#token(server, registration, parts.refreshment(tokens, resource));
      const refreshToken = parts.rotated(tokens.refreshToken ?? '', given);
      await this.#keep({ ...session, tokens: { ...given, refreshToken, scopes, registration } });
      this.#states.enter('signed-in');
    });
  }

  async #keep(session: Session): Promise<void> {
    this.#session = session;
    await this.#store.set(session.key, session.tokens);
  }

  async #token(server: DiscoveredServer, registration: ClientRegistration, asked: Form): Promise<Given> {
    const parts = this.#parts;
    const { headers, form } = parts.authentication(registration, server);
    const endpoint = await parts.tokenEndpoint(server);
    const answer = await parts.send(this.options.web, endpoint, { ...asked, ...form }, headers);
    return parts.given(answer, this.options.clock.date());
  }
}
