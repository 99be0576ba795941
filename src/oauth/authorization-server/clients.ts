import { BoundedMap } from '../../bounded/bounded-map.js';
import { isObject, type Json, type JsonObject } from '../../json/json.js';
import { loadValidators } from '../../schemas/index.js';
import { metadataErrors } from '../metadata.js';
import type { OAuthWeb } from '../web.js';
import type { AuthorizationScript, ConfiguredClient } from './script.js';

/** A client, as the authorization server knows it. */
export interface KnownClient {
  id: string;
  secret?: string;
  /** How it brings its secret. Default: in either way, or not at all if it has none. */
  method?: string;
  /** Where its users may be sent back to. Unset for a client that was believed unseen: anywhere on this machine. */
  redirects?: readonly string[];
}

/** How many registered clients, and documents, are remembered. */
const MOST_CLIENTS = 1_000;
/** Characters of an id that is a URL. */
const LONGEST_URL = 2_048;
/** Most redirect URIs of one client. */
const MOST_REDIRECTS = 50;

/** The clients of an authorization server: configured, registered, or known by a document. */
export class Clients {
  readonly #configured: ReadonlyMap<string, KnownClient>;
  readonly #registered = new BoundedMap<string, KnownClient>(MOST_CLIENTS);

  constructor(
    configured: readonly ConfiguredClient[],
    private readonly web: OAuthWeb,
  ) {
    this.#configured = new Map(configured.map((one) => [one.id, one]));
  }

  /** The client of an id; undefined if there is none, or if its document is not as it must be. */
  async find(id: string, documents: AuthorizationScript['documents'] = 'fetch'): Promise<KnownClient | undefined> {
    const known = this.#configured.get(id) ?? this.#registered.get(id);
    if (known || documents === 'refuse' || !isDocumentUrl(id)) return known;
    if (documents === 'unseen' || !isOnThisMachine(new URL(id))) return { id, method: 'none' };
    return this.#fromDocument(id);
  }

  /**
   * Registers a client (RFC 7591). Returns what is answered, or the error.
   *
   * @param secret for a client that authenticates by one
   * @param issuedAt seconds since 1970
   */
  async register(
    body: Json,
    id: string,
    secret: string,
    issuedAt: number,
  ): Promise<{ response: JsonObject } | { error: string; description: string }> {
    const [wrong] = (await loadValidators('oauth', 'v1')).validate('RegistrationRequest', body);
    if (wrong) {
      const error = wrong.path.startsWith('/redirect_uris') ? 'invalid_redirect_uri' : 'invalid_client_metadata';
      return { error, description: `${wrong.path || 'The metadata'}: not as they must be` };
    }
    const metadata = body as JsonObject;
    const redirects = (metadata.redirect_uris ?? []) as string[];
    if (redirects.length > MOST_REDIRECTS || !redirects.every(isRedirect))
      return {
        error: 'invalid_redirect_uri',
        description: 'Redirect URIs are https, on this machine, or have a scheme of the client',
      };
    const method =
      typeof metadata.token_endpoint_auth_method === 'string'
        ? metadata.token_endpoint_auth_method
        : 'client_secret_basic';
    if (!METHODS.includes(method))
      return { error: 'invalid_client_metadata', description: 'The way to authenticate is unknown' };
    const hasSecret = method !== 'none';
    this.#registered.set(id, { id, method, redirects, ...(hasSecret && { secret }) });
    const usual = { grant_types: ['authorization_code'], response_types: ['code'] };
    return {
      response: {
        ...usual,
        ...metadata,
        client_id: id,
        client_id_issued_at: issuedAt,
        token_endpoint_auth_method: method,
        ...(hasSecret && { client_secret: secret, client_secret_expires_at: 0 }),
      },
    };
  }

  /** The client that a document on this machine describes (Client ID Metadata Document). It may be of plain http there. */
  async #fromDocument(id: string): Promise<KnownClient | undefined> {
    const answer = await this.web.get(id).catch(() => undefined);
    const document = answer?.status === 200 ? answer.json : undefined;
    if (!isObject(document)) return undefined;
    const { client_id, redirect_uris, token_endpoint_auth_method: method = 'none' } = document;
    const errors = await metadataErrors('ClientIdMetadataDocument', document);
    if (client_id !== id || errors.some(({ path }) => path !== '/client_id')) return undefined;
    return { id, method: String(method), redirects: redirect_uris as string[] };
  }
}

/** Ways in which clients may authenticate. */
export const METHODS: readonly string[] = ['none', 'client_secret_basic', 'client_secret_post'];

/**
 * Where a client's user is sent back to: the URI of the request if it is one of the client's, or its only one. On this machine the port may
 * be any (RFC 8252, section 7.3); everything else is compared as it stands. Undefined if it must not be used.
 */
export function redirectFor({ redirects }: KnownClient, asked: string | undefined): string | undefined {
  if (asked === undefined) return redirects?.length === 1 ? redirects[0] : undefined;
  if (!isRedirect(asked)) return undefined;
  if (!redirects) return isOnThisMachine(new URL(asked)) ? asked : undefined;
  return redirects.includes(asked) || redirects.some((one) => withoutPort(one) === withoutPort(asked))
    ? asked
    : undefined;
}

/** A URI without the port if it is one of this machine. */
function withoutPort(uri: string): string {
  if (!URL.canParse(uri) || !isOnThisMachine(new URL(uri))) return uri;
  return uri.replace(/^(http:\/\/(?:\[::1\]|[^/:?]+))(?::\d+)?(?=[/?]|$)/, '$1');
}

/** Whether users may be sent there at all: to https, to this machine, or to the scheme of a native client. */
function isRedirect(uri: string): boolean {
  if (!URL.canParse(uri) || uri.includes('#') || /[^!-~]/.test(uri)) return false;
  const { protocol, hostname } = new URL(uri);
  if (protocol === 'https:') return hostname !== '';
  return protocol === 'http:' ? isOnThisMachine(new URL(uri)) : protocol.includes('.');
}

/** Whether an id may be that of a document: https, or http on this machine. */
const isDocumentUrl = (id: string) =>
  id.length <= LONGEST_URL && URL.canParse(id) && (/^https:\/\//.test(id) || isOnThisMachine(new URL(id)));

/** Only literal addresses and the one name: other names below `localhost` need not lead here. */
const isOnThisMachine = ({ protocol, hostname }: URL) =>
  /^https?:$/.test(protocol) && /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
