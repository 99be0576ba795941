import type { ClientRegistration, Tokens } from './store.js';

/** What the refusal of a request says of a login. */
export interface Challenged {
  /** Where the metadata of the resource are. */
  metadata: string | undefined;
  scopes: readonly string[] | undefined;
  error: string | undefined;
}

/** What a resource says of who may use it (RFC 9728, section 2), as far as a login needs it. */
export interface ProtectedResource {
  resource: string;
  /** The authorization server that the client signs in at. */
  issuer: string;
  /** All that it names. */
  issuers: readonly string[];
  scopes: readonly string[] | undefined;
}

/** What an authorization server says of itself (RFC 8414, section 2), as far as a login needs it. */
export interface DiscoveredServer {
  issuer: string;
  authorization_endpoint: string;
  token_endpoint: string;
  registration_endpoint: string | undefined;
  /** Takes the address of a client's metadata as its id (Client ID Metadata Document). */
  takesDocuments: boolean;
  /** Says that its answers have `iss` (RFC 9207). */
  namesIssuer: boolean;
  /** Ways to authenticate at the token endpoint. */
  methods: readonly string[];
  scopes: readonly string[] | undefined;
}

/** One authorization: what was kept when its page was opened. */
export interface Authorization {
  server: DiscoveredServer;
  registration: ClientRegistration;
  /** Where the page sends its user back to. */
  redirect: string;
  resource: string;
  scopes: readonly string[];
  state: string;
  verifier: string;
}

/** What a refusal leads to. */
export type Consequence = 'sign-in' | 'step-up';

/** When the metadata of a server are asked for. */
export type Occasion = 'login' | 'refresh';

/** A form that is sent to a token endpoint or taken along by a page. */
export type Form = { readonly [name: string]: string };

/** What a token endpoint gave. */
export type Given = Pick<Tokens, 'refreshToken' | 'expiresAt'> & { accessToken: string };

/** Who a client is. */
export interface ClientIdentity {
  /** Its name, for registrations. */
  name: string;
  /** The URL of its metadata document, if it has published one. */
  document?: string | undefined;
  /** The id that an authorization server gave it beforehand, with its secret if it has one. */
  configured?: { id: string; secret?: string } | undefined;
}
