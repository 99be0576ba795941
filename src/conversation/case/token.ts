import type { Json, JsonObject } from '../../json/json.js';
import { isObject } from '../../json/json.js';
import { signToken, type TokenAlgorithm, type TokenOrder } from '../../oauth/tokens/jwt.js';
import { type KeyName, KeyRing } from '../../oauth/tokens/keys.js';
import { secrets } from '../../wire/output.js';
import { StageError } from '../stage.js';

/** Who issues tokens for a case. */
export interface TokenIssuer {
  make(claims: JsonObject, how: Omit<TokenOrder, 'claims'>): string;
}

/** The members that the operand of `$token` may have. */
const MEMBERS = ['from', 'claims', 'header', 'key', 'alg', 'lifetime', 'starts'];

/** Keys of a case that has opened no authorization server: nobody publishes them. */
const strangers = new KeyRing();

/**
 * What `$token` makes: an access token as an authorization server of the case would issue it, but for what the operand says. `from`
 * names the channel of the server; `lifetime` is how many seconds from now it ends, `starts` in how many it begins. Without a server it
 * is signed by a key that nobody knows. Throws StageError for an operand that can't be used.
 *
 * @param now seconds since 1970
 * @param server the one of a name; undefined where there is none
 */
export function tokenOf(operand: Json, now: number, server: (name: string) => TokenIssuer | undefined): string {
  const order = isObject(operand) ? operand : undefined;
  const unknown = Object.keys(order ?? {}).find((name) => !MEMBERS.includes(name));
  if (!order || unknown !== undefined)
    throw defect(`$token takes an object with ${MEMBERS.join(', ')}${unknown ? `, and not ${unknown}` : ''}`);
  const { from = 'auth', claims = {}, header, key, alg, lifetime, starts } = order;
  const times: JsonObject = {
    ...(typeof lifetime === 'number' && { exp: now + lifetime, iat: now + Math.min(lifetime, 0) - 60 }),
    ...(typeof starts === 'number' && { nbf: now + starts }),
  };
  const wanted = { ...times, ...(claims as JsonObject) };
  const how = {
    ...(header !== undefined && { header: header as JsonObject }),
    ...(key !== undefined && { key: key as KeyName }),
    ...(alg !== undefined && { alg: alg as TokenAlgorithm }),
  };
  const known = server(String(from));
  if (known) return known.make(wanted, how);
  if (order.from !== undefined) throw defect(`no authorization server is called ${String(from)}`);
  const token = signToken({ ...how, claims: { iat: now, exp: now + 3_600, ...wanted } }, strangers);
  secrets.add([token]);
  return token;
}

const defect = (message: string) => new StageError('defect', message);
