import type { JsonObject } from '../../json/json.js';
import type { Headers, HttpHead } from '../../wire/carried.js';
import type { Clock } from '../../wire/clock/clock.js';
import type { ScriptChanges } from '../authorization-server/script.js';
import type { AuthorizationSwitch } from '../authorization-server/settings.js';
import { withChanges } from '../changes.js';
import { resourcePlaces } from '../metadata.js';
import { type Accepted, checkAccessToken, isRefusal, type Refusal, type ResourceRules } from '../tokens/access.js';

/** A whole answer over HTTP. */
export interface HttpReply {
  status: number;
  headers: Headers;
  body?: JsonObject;
}

export interface ResourceServerOptions
  extends Pick<ResourceRules, 'verifier' | 'issuers' | 'audience' | 'implied' | 'typed' | 'endless' | 'leeway'> {
  /** The URL by which clients reach it, which names it. */
  resource: string;
  /** Issuers of its authorization servers, the first of which is the usual one. Their tokens are taken unless `issuers` says otherwise. */
  authorizationServers: readonly string[];
  /** The scopes that its metadata name. Default: none. */
  scopes?: readonly string[];
  /** Scopes that an operation needs, by its name. Default: all of `scopes`, whatever the operation. */
  needs?(operation: string | undefined): readonly string[];
  /** Members of its metadata that are otherwise; null leaves one out. */
  metadata?: JsonObject;
  /** Whether its metadata are at the root of its host, too, where clients of MCP look next. Default: no. */
  atRoot?: boolean;
  /** The authorization server that belongs to it. Default: it is another one's. */
  own?: OwnAuthorization;
  /** An API of somebody else that is asked about each operation before it goes on. Default: none. */
  upstream?: Upstream;
  clock: Clock;
}

/** An API behind a resource. */
export interface Upstream {
  url: string;
  /** The headers of a request to it, made for one to the resource. */
  headers(head: HttpHead): Headers;
}

/** What may be changed of an authorization server that belongs to a resource. */
export interface OwnAuthorization {
  /** Defects that no message shows. */
  switches: Set<AuthorizationSwitch>;
  /** Puts members in place of those of its script. */
  change(changes: ScriptChanges): void;
}

/** A protected resource over HTTP (RFC 9728; RFC 6750): it publishes its metadata, and lets in who brings a token for it. */
export class ResourceServer {
  /** Where its metadata are, which its challenges say. */
  readonly metadataUrl: string;
  readonly #paths: readonly string[];

  constructor(private readonly options: ResourceServerOptions) {
    const places = resourcePlaces(options.resource).map(({ url }) => new URL(url));
    this.metadataUrl = places[0]!.href;
    this.#paths = places.slice(0, options.atRoot ? 2 : 1).map(({ pathname, search }) => pathname + search);
  }

  /** What it says of itself. */
  metadata(): JsonObject {
    const { resource, authorizationServers, scopes = [], metadata } = this.options;
    const usual: JsonObject = {
      resource,
      authorization_servers: [...authorizationServers],
      ...(scopes.length > 0 && { scopes_supported: [...scopes] }),
      bearer_methods_supported: ['header'],
    };
    return withChanges(usual, metadata);
  }

  /** The answer to a request for its metadata, which needs no token; undefined if the request is for something else. */
  document({ method, path = '' }: HttpHead): HttpReply | undefined {
    if (!this.#paths.includes(path)) return undefined;
    if (method !== 'GET' && method !== 'HEAD') return { status: 405, headers: { allow: 'GET, HEAD' } };
    // Pages of other sites may read it: it is no secret, and clients in browsers need it.
    const headers = { 'cache-control': 'no-store', 'access-control-allow-origin': '*' };
    return { status: 200, headers, body: this.metadata() };
  }

  /**
   * Whether a request may go on; otherwise what it is answered with. Ask before anything else is done for it. Never rejects.
   *
   * @param operation what it asks for, as `needs` knows it
   */
  async check({ headers }: HttpHead, operation?: string): Promise<Accepted | HttpReply> {
    const { authorizationServers, resource, needs, scopes, clock, ...rules } = this.options;
    const result = await checkAccessToken(bearerToken(headers), {
      issuers: authorizationServers,
      audience: [resource],
      ...rules,
      scopes: needs?.(operation) ?? scopes ?? [],
      metadata: this.metadataUrl,
      now: () => clock.date() / 1_000,
    });
    return isRefusal(result) ? replyOf(result) : result;
  }
}

/** The token that a request brings, whatever it looks like; undefined if it brings none, or credentials of another scheme. */
export function bearerToken({ authorization }: Headers): string | undefined {
  return /^bearer(?: +|$)(.*)$/is.exec(authorization?.trim() ?? '')?.[1];
}

/** A refusal over HTTP. */
function replyOf({ status, error, description, challenge }: Refusal): HttpReply {
  return {
    status,
    headers: { 'cache-control': 'no-store', ...(challenge !== undefined && { 'www-authenticate': challenge }) },
    ...(error && { body: { error, error_description: description } }),
  };
}

/** Whether a check ended in an answer. */
export const isReply = (result: Accepted | HttpReply): result is HttpReply => 'status' in result;
