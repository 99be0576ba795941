import { crypto } from '../../json/crypto.js';
import { isObject, type Json, type JsonObject } from '../../json/json.js';
import { secretsInMembers } from '../../json/secrets/credentials.js';
import type { Secrets } from '../../json/secrets/redact.js';
import type { Headers } from '../../wire/carried.js';
import { formatChallenge } from '../challenge.js';
import { withChanges } from '../changes.js';
import { issuerPlaces } from '../metadata.js';
import type { KeyRing } from '../tokens/keys.js';
import { type Answer, OAuthError, redirectTo, UntrustedRequest } from './answer.js';
import { type Clients, type KnownClient, METHODS, redirectFor } from './clients.js';
import { credentialsOf, formOf, type Parameters, parametersOf } from './forms.js';
import type { Grants, Pending } from './grants.js';
import { consentPage } from './page.js';
import type { Settings } from './settings.js';
import type { TokenMaker } from './token-maker.js';

/** A request as it was heard at the border. */
export interface Heard {
  method: string;
  path: string;
  headers: Headers;
  /** The body if it is JSON. */
  json: Json | undefined;
  /** The body if it is something else. */
  text: string;
}

export interface EndpointsOptions {
  issuer: string;
  settings: Settings;
  clients: Clients;
  grants: Grants;
  maker: TokenMaker;
  ring: KeyRing;
  secrets: Secrets;
  /** Seconds since 1970. */
  now(): number;
  /** A value that nobody guesses and that is a secret from here on. */
  random(prefix: string): string;
}

const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;
const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/;
const SCOPE = /^[\x21\x23-\x5B\x5D-\x7E]+(?: [\x21\x23-\x5B\x5D-\x7E]+)*$/;
const RESOURCE = /^[A-Za-z][A-Za-z0-9+.-]*:[^\s#]+$/;

/** The endpoints of an authorization server. */
export class Endpoints {
  /** Their URLs by their names in the metadata. */
  readonly urls: { readonly [name: string]: string };
  readonly #routes: ReadonlyMap<string, (heard: Heard) => Answer | Promise<Answer>>;

  constructor(private readonly options: EndpointsOptions) {
    const { issuer } = options;
    this.urls = {
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      registration_endpoint: `${issuer}/register`,
      jwks_uri: `${issuer}/jwks`,
      introspection_endpoint: `${issuer}/introspect`,
      revocation_endpoint: `${issuer}/revoke`,
    };
    const { pathname } = new URL(`${issuer}/`);
    const at = (name: string, answer: (heard: Heard) => Answer | Promise<Answer>) =>
      [`${pathname}${name}`, answer] as const;
    this.#routes = new Map([
      ...issuerPlaces(issuer).map(({ url }) => [new URL(url).pathname, get(() => this.#metadata())] as const),
      at(
        'jwks',
        get(() => ({ status: 200, json: options.ring.published() as unknown as JsonObject })),
      ),
      at(
        'authorize',
        get((heard) => this.#authorize(heard)),
      ),
      at(
        'consent',
        post((heard) => this.#decide(heard)),
      ),
      at(
        'token',
        post((heard) => this.#token(heard)),
      ),
      at(
        'register',
        post((heard) => this.#register(heard)),
      ),
      at(
        'introspect',
        post((heard) => this.#introspect(heard)),
      ),
      at(
        'revoke',
        post((heard) => this.#revoke(heard)),
      ),
    ]);
  }

  /** Rejects with OAuthError and UntrustedRequest. */
  async answer(heard: Heard): Promise<Answer> {
    const route = this.#routes.get(heard.path.split('?', 1)[0]!);
    return route ? route(heard) : { status: 404 };
  }

  #metadata(): Answer {
    const { issuer, settings } = this.options;
    const { script } = settings;
    const { registration_endpoint: place, ...urls } = this.urls;
    const usual: JsonObject = {
      issuer,
      ...urls,
      ...(script.registration !== false && { registration_endpoint: place! }),
      ...(script.scopes && { scopes_supported: [...script.scopes] }),
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', ...(script.refresh === 'none' ? [] : ['refresh_token'])],
      token_endpoint_auth_methods_supported: [...METHODS],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: script.iss !== false,
      client_id_metadata_document_supported: script.documents !== 'refuse',
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256', 'ES256'],
    };
    return { status: 200, json: withChanges(usual, script.metadata) };
  }

  /** The page (RFC 6749, section 4.1.1). What can't be trusted is answered here, everything else at the client. */
  async #authorize({ path }: Heard): Promise<Answer> {
    const { settings, clients, grants, issuer, random } = this.options;
    const asked = trusted(() => parametersOf(path.slice(path.indexOf('?') + 1)));
    const id = asked.get('client_id');
    const client = id === undefined ? undefined : await clients.find(id, settings.script.documents);
    if (!client) throw new UntrustedRequest('The client is unknown.', 'client_id');
    const given = asked.get('redirect_uri');
    const redirect = settings.has('any-redirect') && given !== undefined ? given : redirectFor(client, given);
    if (redirect === undefined) throw new UntrustedRequest('The redirect URI is none of the client.', 'redirect_uri');
    const state = asked.get('state');
    try {
      const request = this.#requested(asked, client, redirect, state);
      const { consent = 'approve' } = settings.script;
      if (consent !== 'ask') return this.#decided(request, consent);
      const page = random('page');
      grants.pages.set(page, request);
      const { client: name, scopes, resources } = request.grant;
      const about = { client: name, scopes, resources, redirect, action: `${issuer}/consent`, request: page };
      return { status: 200, page: consentPage(about) };
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error;
      const { code, description, refusal } = error;
      return { ...this.#back({ redirect, state }, { error: code, error_description: description }), refusal };
    }
  }

  #requested(asked: Parameters, client: KnownClient, redirect: string, state: string | undefined): Pending {
    const { settings, grants, random } = this.options;
    const { refuses = {}, grants: granted } = settings.script;
    if (refuses.authorize !== undefined) throw new OAuthError(refuses.authorize, 'The script refuses it');
    if (asked.get('response_type') !== 'code')
      throw new OAuthError('unsupported_response_type', 'There are codes alone', { about: 'response_type' });
    const challenge = asked.get('code_challenge');
    if (asked.get('code_challenge_method') !== 'S256' || !CHALLENGE.test(challenge ?? ''))
      throw new OAuthError('invalid_request', 'PKCE with S256 is required', { about: 'code_challenge' });
    const scope = asked.get('scope');
    if (scope !== undefined && !SCOPE.test(scope))
      throw new OAuthError('invalid_scope', 'The scope is malformed', { about: 'scope' });
    const resources = resourcesOf(asked);
    const scopes = granted ?? scope?.split(' ') ?? [];
    const grant = grants.begin(random('grant'), { client: client.id, scopes, resources });
    return { grant, challenge: challenge!, redirect, state };
  }

  /** The decision of a person (the form of the page). Each page is good for one. */
  #decide({ headers, text }: Heard): Answer {
    const { grants } = this.options;
    const form = trusted(() => formOf(headers, text));
    const page = form.get('request') ?? '';
    const request = grants.pages.get(page);
    if (!request?.grant || request.grant.revoked)
      throw new UntrustedRequest('There is no such request, or it was decided before.');
    grants.pages.set(page, { ...request, grant: { ...request.grant, revoked: true } });
    const decision = form.get('decision');
    if (decision === 'wrong-state') return this.#decided({ ...request, state: `not-${request.state}` }, 'approve');
    return this.#decided(request, decision === 'approve' ? 'approve' : 'deny');
  }

  #decided(request: Pending, decision: 'approve' | 'deny'): Answer {
    const { settings, grants, now, random } = this.options;
    const { grant, challenge, redirect } = request;
    if (decision === 'deny')
      return this.#back(request, { error: 'access_denied', error_description: 'The user denied it' });
    const code = random('code');
    const { codeLifetime = 60 } = settings.script;
    grants.codes.set(code, { grant, challenge, redirect, expires: now() + codeLifetime, used: false });
    return this.#back(request, { code });
  }

  /** The way back to the client (RFC 9207: with the issuer, errors too). */
  #back({ redirect, state }: Pick<Pending, 'redirect' | 'state'>, answer: { [name: string]: string }): Answer {
    const { settings, issuer } = this.options;
    return redirectTo(redirect, { ...answer, state, iss: settings.namedIssuer(issuer) });
  }

  async #token({ headers, text }: Heard): Promise<Answer> {
    const { refuses = {} } = this.options.settings.script;
    const form = formOf(headers, text);
    this.options.secrets.add(secretsInMembers(new URLSearchParams(text)));
    if (refuses.token !== undefined) throw new OAuthError(refuses.token, 'The script refuses it');
    const client = await this.#authenticated(headers, form);
    const kind = form.get('grant_type');
    if (kind === 'authorization_code') return { status: 200, json: this.#redeemed(form, client) };
    if (kind === 'refresh_token') return { status: 200, json: this.#refreshed(form, client) };
    throw new OAuthError('unsupported_grant_type', 'There are authorization_code and refresh_token', {
      about: 'grant_type',
    });
  }

  async #authenticated(headers: Headers, form: Parameters): Promise<KnownClient> {
    const { clients, settings } = this.options;
    const { id, secret, method } = credentialsOf(headers, form);
    const client = id === undefined ? undefined : await clients.find(id, settings.script.documents);
    const wanted = client?.method ?? (client?.secret === undefined ? 'none' : method);
    const isRight =
      client !== undefined && wanted === method && (client.secret === undefined || same(client.secret, secret ?? ''));
    if (isRight) return client;
    throw new OAuthError('invalid_client', 'The client is unknown, or does not authenticate as it must', {
      about: client === undefined ? 'client_id' : 'client_secret',
      status: 401,
      headers: { 'www-authenticate': formatChallenge('Basic', { realm: 'clients' }) },
    });
  }

  /** Tokens for a code (RFC 6749, section 4.1.3). A code that comes twice ends what came of it (section 4.1.2). */
  #redeemed(form: Parameters, client: KnownClient): JsonObject {
    const { settings, grants, now } = this.options;
    const code = grants.codes.get(form.get('code') ?? '');
    if (!code || (code.grant.client !== client.id && !settings.has('any-client')))
      throw new OAuthError('invalid_grant', 'The code is unknown', { about: 'code' });
    if (code.used && !settings.has('codes-twice')) {
      code.grant.revoked = true;
      throw new OAuthError('invalid_grant', 'The code was used before', { about: 'code' });
    }
    if (code.expires <= now() || code.grant.revoked)
      throw new OAuthError('invalid_grant', 'The code has expired', { about: 'code' });
    // First, so that a request that is refused for anything else in it is known to have the right one.
    const verifier = form.get('code_verifier') ?? '';
    if (!settings.has('any-verifier') && (!VERIFIER.test(verifier) || challengeOf(verifier) !== code.challenge))
      throw new OAuthError('invalid_grant', 'The verifier does not fit', { about: 'code_verifier' });
    const redirect = form.get('redirect_uri');
    // OAuth 2.1 leaves it out.
    if (redirect !== undefined && redirect !== code.redirect)
      throw new OAuthError('invalid_grant', 'The redirect URI is another one', { about: 'redirect_uri' });
    const resources = narrowed(resourcesOf(form), code.grant.resources);
    code.used = true;
    return this.options.maker.response(code.grant, code.grant.scopes, resources, this.#refreshToken(code.grant));
  }

  /** Another access token (RFC 6749, section 6). A refresh token that was replaced ends the whole grant. */
  #refreshed(form: Parameters, client: KnownClient): JsonObject {
    const { settings, grants } = this.options;
    const { refresh = 'rotate' } = settings.script;
    const token = grants.refreshTokens.get(form.get('refresh_token') ?? '');
    if (!token || token.grant.client !== client.id || refresh === 'refuse' || refresh === 'none')
      throw new OAuthError('invalid_grant', 'The refresh token is unknown', { about: 'refresh_token' });
    if (token.replaced && refresh === 'rotate') token.grant.revoked = true;
    if (token.grant.revoked)
      throw new OAuthError('invalid_grant', 'The refresh token is not valid any more', { about: 'refresh_token' });
    const asked = form.get('scope')?.split(' ') ?? token.grant.scopes;
    if (!asked.every((one) => token.grant.scopes.includes(one)))
      throw new OAuthError('invalid_scope', 'More than was granted', { about: 'scope' });
    const resources = narrowed(resourcesOf(form), token.grant.resources);
    token.replaced = refresh === 'rotate';
    const next = refresh === 'rotate' ? this.#refreshToken(token.grant) : undefined;
    return this.options.maker.response(token.grant, asked, resources, next);
  }

  #refreshToken(grant: Pending['grant']): string | undefined {
    const { settings, grants, random } = this.options;
    if (settings.script.refresh === 'none') return undefined;
    const token = random('refresh');
    grants.refreshTokens.set(token, { grant, replaced: false });
    return token;
  }

  async #register({ json }: Heard): Promise<Answer> {
    const { settings, clients, now, random } = this.options;
    const { refuses = {}, registration = true } = settings.script;
    if (!registration) return { status: 404 };
    if (refuses.register !== undefined) throw new OAuthError(refuses.register, 'The script refuses it');
    if (!isObject(json)) throw new OAuthError('invalid_client_metadata', 'The body must be a JSON object');
    const id = `client-${crypto().randomBytes(9).toString('base64url')}`;
    const made = await clients.register(json, id, random('secret'), Math.floor(now()));
    if ('error' in made) throw new OAuthError(made.error, made.description);
    return { status: 201, json: made.response };
  }

  /** Anybody on this machine may ask: those that do differ in whether they authenticate. */
  #introspect({ headers, text }: Heard): Answer {
    const token = formOf(headers, text).get('token');
    if (token === undefined) throw new OAuthError('invalid_request', 'There is no token', { about: 'token' });
    return { status: 200, json: this.options.maker.introspect(token) };
  }

  /** Gives a token back (RFC 7009). One that is unknown is gone already. */
  async #revoke({ headers, text }: Heard): Promise<Answer> {
    const { grants } = this.options;
    const form = formOf(headers, text);
    const client = await this.#authenticated(headers, form);
    const token = form.get('token');
    if (token === undefined) throw new OAuthError('invalid_request', 'There is no token', { about: 'token' });
    const owner = grants.clientOf(token);
    if (owner !== undefined && owner !== client.id)
      throw new OAuthError('invalid_grant', 'The token is of another client', { about: 'token' });
    grants.revoke(token);
    return { status: 200 };
  }
}

const get = (answer: (heard: Heard) => Answer | Promise<Answer>) => by(['GET', 'HEAD'], answer);
const post = (answer: (heard: Heard) => Answer | Promise<Answer>) => by(['POST'], answer);

const by =
  (methods: readonly string[], answer: (heard: Heard) => Answer | Promise<Answer>) =>
  (heard: Heard): Answer | Promise<Answer> =>
    methods.includes(heard.method) ? answer(heard) : { status: 405, headers: { allow: methods.join(', ') } };

/** Runs what reads a request that must not lead anywhere yet. */
function trusted<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof OAuthError ? new UntrustedRequest(`${error.description}.`) : error;
  }
}

/** The resources that a request names (RFC 8707, section 2). */
function resourcesOf(asked: Parameters): string[] {
  const resources = asked.all('resource');
  if (!resources.every((one) => RESOURCE.test(one)))
    throw new OAuthError('invalid_target', 'The resource is malformed', { about: 'resource' });
  return resources;
}

/** The resources of a token request: those that it names of the ones that were granted, or all of them. */
function narrowed(asked: readonly string[], granted: readonly string[]): readonly string[] {
  if (!asked.every((one) => granted.includes(one)))
    throw new OAuthError('invalid_target', 'The resource was not granted', { about: 'resource' });
  return asked.length > 0 ? asked : granted;
}

const challengeOf = (verifier: string) => crypto().createHash('sha256').update(verifier).digest('base64url');

/** Takes as long whether they are the same. */
function same(one: string, other: string): boolean {
  const digest = (text: string) => crypto().createHash('sha256').update(text).digest();
  return crypto().timingSafeEqual(digest(one), digest(other));
}
