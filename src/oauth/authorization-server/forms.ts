import type { Headers } from '../../wire/carried.js';
import { mediaType } from '../../wire/http/headers.js';
import { OAuthError } from './answer.js';

/** Most parameters of one request. */
const MOST = 100;

/** The parameters of a request: of those that may come several times all, of others the only one. */
export interface Parameters {
  get(name: string): string | undefined;
  all(name: string): string[];
}

/** Reads a query or a form. Throws OAuthError if there are too many, or if one that must not came twice (RFC 6749, section 3.1). */
export function parametersOf(text: string): Parameters {
  const search = new URLSearchParams(text);
  if (search.size > MOST) throw new OAuthError('invalid_request', 'Too many parameters');
  const names = [...search.keys()];
  const twice = names.find((name, index) => name !== 'resource' && names.indexOf(name) !== index);
  if (twice !== undefined) throw new OAuthError('invalid_request', 'A parameter came twice', { about: twice });
  // One without a value counts as left out.
  return {
    get: (name) => search.get(name) || undefined,
    all: (name) => search.getAll(name).filter((one) => one !== ''),
  };
}

/** Reads a form. Throws OAuthError for a body of another type. */
export function formOf(headers: Headers, body: string): Parameters {
  if (mediaType(headers) !== 'application/x-www-form-urlencoded')
    throw new OAuthError('invalid_request', 'The body must be application/x-www-form-urlencoded', {
      about: 'content-type',
    });
  return parametersOf(body);
}

/** The client and the secret that a request brings. */
export interface Credentials {
  id: string | undefined;
  secret: string | undefined;
  method: 'none' | 'client_secret_basic' | 'client_secret_post';
}

/** Reads the credentials of a client in the header or the form (RFC 6749, section 2.3.1). Throws OAuthError if they are in both, or can't be read. */
export function credentialsOf({ authorization }: Headers, form: Parameters): Credentials {
  const [id, secret] = [form.get('client_id'), form.get('client_secret')];
  const basic = /^basic +([A-Za-z0-9+/]+=*) *$/i.exec(authorization ?? '')?.[1];
  if (basic === undefined) return { id, secret, method: secret === undefined ? 'none' : 'client_secret_post' };
  if (secret !== undefined) throw new OAuthError('invalid_request', 'The client authenticates in two ways');
  const [, user, password] = /^([^:]*):(.*)$/s.exec(Buffer.from(basic, 'base64').toString()) ?? [];
  if (user === undefined || password === undefined)
    throw new OAuthError('invalid_request', 'The credentials can not be read');
  const named = decoded(user);
  if (id !== undefined && id !== named) throw new OAuthError('invalid_request', 'The request is of two clients');
  return { id: named, secret: decoded(password), method: 'client_secret_basic' };
}

/** Both halves are encoded as in a form before they are joined. Who sends them raw is understood if they have no percent sign. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
