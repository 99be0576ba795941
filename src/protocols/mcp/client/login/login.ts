import { crypto } from '../../../../json/crypto.js';
import { isObject, type Json, type JsonObject } from '../../../../json/json.js';
import type { Border, Headers } from '../../../../wire/carried.js';
import { visit } from './browser.js';
import { clientIdFor } from './client-id.js';
import { authorizationServer, type ProtectedResource, protectedResource } from './metadata.js';
import { LoginWeb } from './web.js';

export interface LoginOptions {
  /** The server of MCP that it signs in to. */
  server: string;
  /** Where the client has published its metadata. */
  document: string | undefined;
  border: Border;
  /** Whether the issuer of metadata is looked at before a login, and before a token is refreshed. */
  checks: { login: boolean; refresh: boolean };
  /** Signs in in another way that is as good, see the permissive option `openid-first`. */
  openIdFirst: boolean;
}

/** What a login is remembered by. */
interface Stored {
  token: string;
  refreshToken: string | undefined;
  clientId: string;
  resource: ProtectedResource;
}

/** Where the browser is sent back to (RFC 8252, section 7.3). The client is its own browser, so that nobody needs to listen there. */
const REDIRECT = 'http://127.0.0.1/callback';

/** The login of a client to a server over HTTP (MCP 2025-11-25, Authorization): a code with PKCE, and a token that is refreshed. */
export class Login {
  readonly #web: LoginWeb;
  #stored: Stored | undefined;

  constructor(private readonly options: LoginOptions) {
    this.#web = new LoginWeb(options.border);
  }

  /** What goes with each request to the server; nothing before the login. */
  credential(): Headers {
    return this.#stored ? { authorization: `Bearer ${this.#stored.token}` } : {};
  }

  /** Rejects where the client does not get a token, or must not want one. */
  async signIn(): Promise<void> {
    const { server, document, checks, openIdFirst } = this.options;
    const resource = await protectedResource(this.#web, new URL(server), !openIdFirst);
    const metadata = await authorizationServer(this.#web, resource.issuer, { any: !checks.login, openIdFirst });
    const clientId = await clientIdFor(this.#web, metadata, document, REDIRECT);
    const verifier = random();
    const code = await this.#code(metadata.authorization_endpoint, clientId, resource.resource, verifier);
    const token = await this.#token(metadata.token_endpoint, {
      grant_type: 'authorization_code',
      code,
      redirect_uri: REDIRECT,
      client_id: clientId,
      code_verifier: verifier,
      resource: resource.resource,
    });
    this.#stored = { ...token, clientId, resource };
  }

  /** Gets another token for one that was refused. Rejects where there is none. */
  async renew(): Promise<void> {
    if (this.#stored?.refreshToken === undefined) throw new Error('there is no token to refresh');
    const { refreshToken, clientId, resource } = this.#stored;
    const { checks, openIdFirst } = this.options;
    const metadata = await authorizationServer(this.#web, resource.issuer, { any: !checks.refresh, openIdFirst });
    const token = await this.#token(metadata.token_endpoint, {
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
      client_id: clientId,
      resource: resource.resource,
    });
    this.#stored = { clientId, resource, ...token, refreshToken: token.refreshToken ?? refreshToken };
  }

  /** Ends what is under way. */
  close(): Promise<void> {
    return this.#web.close();
  }

  /** The code that the authorization page sends back (RFC 6749, section 4.1; RFC 7636; RFC 8707). */
  async #code(endpoint: string, clientId: string, resource: string, verifier: string): Promise<string> {
    const page = new URL(endpoint);
    const state = random();
    const asked = {
      response_type: 'code',
      client_id: clientId,
      redirect_uri: REDIRECT,
      state,
      code_challenge: crypto().createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      resource,
      ...(this.options.openIdFirst && { scope: 'openid offline_access' }),
    };
    for (const [name, value] of Object.entries(asked)) page.searchParams.set(name, value);
    const { searchParams: brought } = await visit(this.#web, page, REDIRECT);
    const code = brought.get('code');
    if (brought.get('state') !== state) throw new Error('the authorization server answered what nobody had asked');
    if (code === null)
      throw new Error(`the authorization server refuses: ${brought.get('error') ?? 'without an error'}`);
    return code;
  }

  async #token(endpoint: string, form: Record<string, string>): Promise<Pick<Stored, 'token' | 'refreshToken'>> {
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const { status, json } = await this.#web.post(endpoint, type, new URLSearchParams(form).toString());
    const answer: JsonObject = isObject(json as Json) ? (json as JsonObject) : {};
    const { access_token: token, refresh_token: refreshToken, token_type: kind } = answer;
    if (status !== 200 || typeof token !== 'string' || String(kind).toLowerCase() !== 'bearer')
      throw new Error(`there is no token: ${typeof answer.error === 'string' ? answer.error : `HTTP ${status}`}`);
    return { token, refreshToken: typeof refreshToken === 'string' ? refreshToken : undefined };
  }
}

const random = () => crypto().randomBytes(32).toString('base64url');
