import type { JsonObject } from '../../json/json.js';
import type { Headers } from '../../wire/carried.js';
import type { OAuthWeb, WebAnswer } from '../web.js';
import type { Browser } from './browser.js';
import type { WantedScopes } from './scopes.js';
import type { ClientRegistration, TokenKey, TokenStore, Tokens } from './store.js';
import type {
  Authorization,
  Challenged,
  ClientIdentity,
  Consequence,
  DiscoveredServer,
  Form,
  Given,
  Occasion,
  ProtectedResource,
} from './terms.js';

/** What a client of OAuth decides and says, each part for itself. `HONEST_PARTS` is what the specifications ask for. */
export interface OAuthParts {
  // --- refusals
  /** Reads `WWW-Authenticate`. */
  challenged(field: string | undefined): Challenged;
  /** What a refusal leads to; undefined if nothing. */
  consequence(status: number, challenged: Challenged): Consequence | undefined;
  /** How often in a row it shows a page before it gives up. */
  mostLogins: number;
  /** How often it shows a page because the same scopes are missing. */
  mostStepUps: number;
  /** Whether requests that are refused together wait for one login or refresh. */
  together: boolean;
  /** Whether a login that failed is the last, until the user wants another one. */
  givesUp: boolean;

  // --- discovery
  resourcePlaces(server: string, challenged: Challenged): readonly string[];
  issuerPlaces(issuer: string): readonly string[];
  /** The headers of a request for metadata; `credential` is what requests to the resource have. */
  metadataHeaders(credential: Headers): Headers;
  /** Where the document is if this answer says that it is elsewhere; undefined if that is not followed. */
  moved(answer: WebAnswer, place: string): string | undefined;
  /** Whether an answer is the document. */
  isThere(answer: WebAnswer): boolean;
  /** What stands for the metadata of a resource that has none. Throws if nothing does. */
  withoutResource(server: string, error: Error): JsonObject;
  /** What stands for the metadata of an issuer that has none. Throws if nothing does. */
  withoutServer(issuer: string, error: Error): JsonObject;
  /** Whether metadata that name this resource are those of the server. */
  isResource(named: string, server: string): boolean;
  /** The authorization servers that the metadata of a resource name. Throws if there are none. */
  issuersOf(metadata: JsonObject, server: string): readonly string[];
  /** Which of them it signs in at. */
  choose(issuers: readonly string[]): string;
  /** The resource that its tokens are for. */
  indicator(named: string, server: string): string;
  isIssuer(named: string, issuer: string, occasion: Occasion): boolean;
  takesS256(metadata: JsonObject): boolean;
  /** Whether an endpoint may be used. */
  isSafe(endpoint: string): boolean;
  /** The server as the client uses it. */
  server(discovered: DiscoveredServer, resource: ProtectedResource): DiscoveredServer | Promise<DiscoveredServer>;

  // --- who the client is
  identity(given: ClientIdentity): ClientIdentity;
  keyOf(resource: ProtectedResource, identity: ClientIdentity): TokenKey;
  store(inner: TokenStore): TokenStore;
  /** How the server knows it already; undefined if it has to register. */
  known(
    server: DiscoveredServer,
    identity: ClientIdentity,
    redirect: string,
    kept: ClientRegistration | undefined,
  ): ClientRegistration | undefined;
  /** Where it registers. Throws if nowhere. */
  registrationPlace(server: DiscoveredServer, resource: ProtectedResource): string;
  registration(identity: ClientIdentity, redirect: string, server: DiscoveredServer): JsonObject;
  /** How the server knows it by the answer to a registration. Throws if that is a refusal. */
  registered(answer: WebAnswer, server: DiscoveredServer, redirect: string): ClientRegistration;
  /** How often it tries to register. */
  mostRegistrations: number;
  redirect(real: string): string;

  // --- the page
  scopes(wanted: WantedScopes): readonly string[];
  random(what: 'state' | 'verifier'): string;
  /** What a page is asked for, as its query. */
  request(authorization: Authorization): Form;
  page(endpoint: string, request: Form): URL;
  browser(inner: Browser): Browser;
  /** Whether it asked for this answer. */
  isAnswerTo(brought: URLSearchParams, authorization: Authorization): boolean;
  /** Whether the authorization server that was asked gave this answer. */
  isFrom(brought: URLSearchParams, authorization: Authorization): boolean | Promise<boolean>;
  /** Throws if there is none. */
  codeOf(brought: URLSearchParams): string;

  // --- tokens
  tokenEndpoint(server: DiscoveredServer): string | Promise<string>;
  redemption(authorization: Authorization, code: string): Form;
  refreshment(tokens: Tokens, resource: ProtectedResource): Form;
  authentication(registration: ClientRegistration, server: DiscoveredServer): { headers: Headers; form: Form };
  send(web: OAuthWeb, endpoint: string, form: Form, headers: Headers): Promise<WebAnswer>;
  /** Throws for an answer without a token that can be used. */
  given(answer: WebAnswer, now: number): Given;
  /** The refresh token after a refresh. */
  rotated(before: string, given: Given): string;
  /** The tokens once their refresh token was refused. */
  unrefreshed(tokens: Tokens): Tokens;
  /** Whether a token that was refused is refreshed. */
  refreshes(tokens: Tokens): boolean;
  /** Whether it refreshes a token before that is refused. */
  isOld(tokens: Tokens, now: number): boolean;
  /** What a request to the resource has. */
  credential(accessToken: string): Headers;
}
