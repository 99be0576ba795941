import { isObject, type Json } from '../../../../src/json/json.js';
import type { Tap } from '../../../../src/proxy/proxy.js';
import type { Carried } from '../../../../src/wire/carried.js';

/** What to do about it. */
const ADVICE = 'have it named there, or give the client a token';

/**
 * Says once that clients which log in refuse to, since the server names its own URL: in its metadata, or by a 401 that leads past the proxy to
 * them. Clients compare the resource that is named there with the URL that they were given (RFC 9728, 3.3), and the proxy changes no byte.
 */
export function hintAtLogins(tap: Tap, proxy: () => string | undefined, say: (line: string) => void): Tap {
  let isSaid = false;
  return (carried, from, ...more) => {
    tap(carried, from, ...more);
    const own = proxy();
    if (isSaid || from !== 'server' || own === undefined) return;
    const line = hintAt(carried, own);
    if (line === undefined) return;
    isSaid = true;
    say(line);
  };
}

function hintAt({ http, body }: Carried, own: string): string | undefined {
  const challenge = http?.status === 401 ? (http.headers['www-authenticate'] ?? '') : '';
  const metadata = elsewhere(/\bresource_metadata\s*=\s*"([^"]{1,2000})"/i.exec(challenge)?.[1], own);
  if (metadata !== undefined)
    return `a 401 leads clients past the proxy, to ${metadata}: unless the metadata there name ${own} as the resource, they refuse to log in; ${ADVICE}`;
  if (!isObject(body) || !Array.isArray(body.authorization_servers)) return undefined;
  const resource = elsewhere(body.resource, own);
  if (resource === undefined) return undefined;
  return `the server's metadata name a resource at ${resource}, not ${own}: clients refuse to log in; ${ADVICE}`;
}

/** The origin of a URL, if that is not the proxy's. */
function elsewhere(url: Json | undefined, own: string): string | undefined {
  if (typeof url !== 'string' || !URL.canParse(url)) return undefined;
  const { origin } = new URL(url);
  return origin === new URL(own).origin ? undefined : origin;
}
