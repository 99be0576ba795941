import { randomBytes } from '../../json/crypto.js';
import { decodeUtf8, type Json, type JsonObject, parseJson } from '../../json/json.js';
import type { Secrets } from '../../json/secrets/redact.js';
import { loadValidators } from '../../schemas/index.js';
import type { Border, Carried } from '../../wire/carried.js';
import { type Clock, sleep } from '../../wire/clock/clock.js';
import { AddressGuard } from '../../wire/http/address-guard.js';
import type { Admission } from '../../wire/http/admission.js';
import { isJsonType, mediaType } from '../../wire/http/headers.js';
import { listenHttp, type ServerExchange } from '../../wire/http/server.js';
import type { Limits } from '../../wire/limits.js';
import type { TokenVerifier } from '../tokens/access.js';
import type { TokenOrder } from '../tokens/jwt.js';
import { KeyRing } from '../tokens/keys.js';
import { introspectionVerifier } from '../tokens/verifiers.js';
import { OAuthWeb, webLimits } from '../web.js';
import { type Answer, OAuthError, send, UntrustedRequest } from './answer.js';
import { Clients } from './clients.js';
import { Endpoints, type Heard } from './endpoints.js';
import { Grants } from './grants.js';
import { errorPage } from './page.js';
import type { AuthorizationScript, ScriptChanges } from './script.js';
import { type AuthorizationSwitch, Settings } from './settings.js';
import { TokenMaker } from './token-maker.js';

export interface AuthorizationServerOptions {
  script: AuthorizationScript;
  /** Where faults act on requests and answers. */
  border: Border;
  clock: Clock;
  limits: Limits;
  /** Gets whatever is issued before it leaves. */
  secrets: Secrets;
  /** Defects that no message shows. Default: none. */
  switches?: ReadonlySet<AuthorizationSwitch>;
  /** 0, the default, lets the machine choose. */
  port?: number;
  /** Told of errors of the server itself. Default: nobody. */
  failed?: (error: unknown) => void;
  /** Sees each request before the server does, and says whether it has answered it. Default: nobody. */
  first?: (exchange: ServerExchange) => boolean;
  /** Sees each answer of the server itself before it leaves. Default: nobody. */
  answered?: (heard: Heard, answer: Answer) => void;
  /** Who may come besides this machine and those of the script. */
  admission?: Admission;
}

/** An authorization server that runs. */
export interface AuthorizationServer {
  /** Its issuer: a URL with a path, unless the script says otherwise, and without a slash at its end. */
  issuer: string;
  /** Its endpoints, by their names in the metadata. */
  endpoints: { readonly [name: string]: string };
  /** The keys that it signs with. */
  keys: KeyRing;
  /** Issues an access token with these claims in place of its own; null leaves one out. It may be signed by another key, or not at all. */
  issue(claims: JsonObject, how?: Omit<TokenOrder, 'claims'>): Promise<string>;
  /** The same at once. */
  make(claims: JsonObject, how?: Omit<TokenOrder, 'claims'>): string;
  /** Ends all that came of a login, by one of its refresh tokens or the id of the grant; or an access token alone. */
  revoke(grant: string): void;
  /** Makes introspection call all access tokens so far expired. A JWT says by its claims alone when it ends. */
  expire(): void;
  /** Signs with a new key from now on. */
  rotateKeys(): void;
  /** Ends all that came of every login so far, and every other token. */
  revokeAll(): void;
  /** Puts members in place of those of its script; undefined takes one away. Throws RangeError for what can't be changed, or is wrong. */
  set(changes: ScriptChanges): void;
  /** Says whether a token was issued here and is valid, as introspection does, without HTTP. */
  verifier: TokenVerifier;
  close(): Promise<void>;
}

/** Bytes of one request: a registration has some thousand. */
const REQUEST = 64 * 1024;

const capped = (limits: Limits, message: number): Limits => ({ ...limits, message: Math.min(limits.message, message) });

/**
 * Starts an authorization server (OAuth 2.1 with PKCE; RFC 7009, 7591, 7662, 8414, 8707 and 9207; client ID metadata documents) at a port
 * of loopback. Rejects with RangeError for a script that can't be used, and with PortError if the port can't be had.
 */
export async function startAuthorizationServer(options: AuthorizationServerOptions): Promise<AuthorizationServer> {
  const {
    border,
    clock,
    limits,
    secrets,
    switches = new Set(),
    failed,
    first,
    answered,
    admission,
    port = 0,
  } = options;
  const validators = await loadValidators('oauth-script', 'v1');
  const settings = new Settings(options.script, switches, (script) => validators.validate('oauth-script', script));
  const { path = '/tenant', clients = [], origins = [], hosts = [] } = settings.script;
  secrets.add(clients.flatMap(({ secret }) => secret ?? []));
  // A name of this machine need not lead to it: the address decides.
  const web = new OAuthWeb({ clock, limits: capped(limits, webLimits.message), guard: new AddressGuard() });
  const ring = new KeyRing();
  const grants = new Grants();
  const now = () => clock.date() / 1_000;
  const random = (prefix: string): string => {
    const made = `${prefix}-${Buffer.from(randomBytes(24)).toString('base64url')}`;
    secrets.add([made]);
    return made;
  };
  let endpoints: Endpoints | undefined;
  const answerTo = async (heard: Heard): Promise<Answer> => {
    try {
      return await endpoints!.answer(heard);
    } catch (error) {
      if (error instanceof OAuthError) return error.answer();
      if (error instanceof UntrustedRequest)
        return { status: 400, page: errorPage(error.message), refusal: error.refusal };
      throw error;
    }
  };
  const take = (exchange: ServerExchange): Promise<void> =>
    new Promise((resolve, reject) => {
      // A request that the border keeps is answered by nobody.
      void exchange.closed.then(() => resolve());
      border.hears(carriedOf(exchange), (carried) => {
        const heard = heardOf(carried, exchange);
        const sent = answerTo(heard).then(async (answer) => {
          const { delayMs = 0 } = settings.script;
          if (delayMs > 0) await sleep(clock, delayMs);
          answered?.(heard, answer);
          send(exchange, border, answer);
        });
        sent.then(resolve, reject);
      });
    });
  const listener = await listenHttp({
    port,
    limits: capped(limits, REQUEST),
    admission: {
      origins: [...(admission?.origins ?? []), ...origins],
      hosts: [...(admission?.hosts ?? []), ...hosts],
    },
    ...(failed && { failed }),
    onExchange: (exchange) => (first?.(exchange) ? undefined : take(exchange)),
  });
  const issuer = `${listener.url}${path}`;
  const shared = { issuer, settings, ring, grants, secrets, now, random };
  const maker = new TokenMaker(shared);
  endpoints = new Endpoints({ ...shared, maker, clients: new Clients(clients, web) });
  return {
    issuer,
    endpoints: endpoints.urls,
    keys: ring,
    issue: async (claims, how) => maker.order(claims, how),
    make: (claims, how) => maker.order(claims, how),
    revoke: (grant) => grants.revoke(grant),
    expire: () => grants.expire(),
    revokeAll: () => grants.revokeAll(),
    rotateKeys: () => ring.rotate(),
    set: (changes) => settings.change(changes),
    verifier: introspectionVerifier(async (token) => maker.introspect(token)),
    close: async () => {
      await Promise.all([listener.close(), web.close()]);
    },
  };
}

/** A request as the border hears it: JSON is a message, anything else the body of a head. */
function carriedOf({ method, path, headers, body, stream }: ServerExchange): Carried {
  const http = { method, path, headers };
  const json = isJsonType(mediaType(headers)) ? jsonOf(body) : undefined;
  if (json !== undefined) return { kind: 'message', message: json, http, stream };
  const text = Buffer.from(body).toString();
  return { kind: 'http', http, ...(text !== '' && { body: text }), stream };
}

function heardOf({ http, message, body }: Carried, exchange: ServerExchange): Heard {
  const { method = exchange.method, path = exchange.path, headers = exchange.headers } = http ?? {};
  return { method, path, headers, json: message, text: typeof body === 'string' ? body : '' };
}

function jsonOf(body: Uint8Array): Json | undefined {
  try {
    return parseJson(decodeUtf8(body));
  } catch {
    return undefined;
  }
}
