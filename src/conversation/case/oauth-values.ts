import type { Json, JsonObject } from '../../json/json.js';
import { isObject } from '../../json/json.js';
import { challengesOf, parameterOf, parseChallenges } from '../../oauth/challenge.js';
import { issuerPlaces, resourcePlaces } from '../../oauth/metadata.js';
import { StageError } from '../stage.js';

/**
 * What `$challenges` reads out of a `WWW-Authenticate` field: `schemes` in lower case, the parameters of the first Bearer challenge as
 * `bearer`, by their names in lower case, its `scopes`, sorted, and `problems` with the grammar. Throws StageError for an operand that is no text.
 */
export function challengesIn(operand: Json): JsonObject {
  if (typeof operand !== 'string') throw new StageError('defect', '$challenges takes the text of WWW-Authenticate');
  const read = parseChallenges(operand);
  const [bearer] = challengesOf(read, 'bearer');
  // Of a name that comes twice the first counts.
  const parameters = bearer?.parameters.toReversed().map(({ name, value }) => [name.toLowerCase(), value]);
  return {
    schemes: read.challenges.map(({ scheme }) => scheme.toLowerCase()),
    ...(parameters && { bearer: Object.fromEntries(parameters) }),
    scopes: (parameterOf(bearer, 'scope') ?? '')
      .split(' ')
      .filter((one) => one !== '')
      .sort(),
    problems: read.problems.map(({ message, offset }) => `${message} (at character ${offset})`),
  };
}

/**
 * What `$places` lists: the URLs where clients look for the metadata of `{ resource: URL }` or `{ issuer: URL }`, in their order, or the
 * resources that clients take for that one, `{ near: URL }`. Throws StageError for an operand that is none of them.
 */
export function placesOf(operand: Json): string[] {
  const [[kind, url] = [], ...more] = Object.entries(isObject(operand) ? operand : {});
  if (typeof url === 'string' && URL.canParse(url) && more.length === 0) {
    if (kind === 'resource') return resourcePlaces(url).map((place) => place.url);
    if (kind === 'issuer') return issuerPlaces(url).map((place) => place.url);
    if (kind === 'near') return nearTo(url);
  }
  throw new StageError('defect', '$places takes { resource: URL }, { issuer: URL } or { near: URL }');
}

/** The same URL with a slash more or less at its end, and its parents with and without one, the nearest first. */
function nearTo(url: string): string[] {
  const { origin, pathname } = new URL(url);
  const segments = pathname.split('/').filter((one) => one !== '');
  const parents = segments.flatMap((_, index) => {
    const path = segments
      .slice(0, segments.length - 1 - index)
      .map((one) => `/${one}`)
      .join('');
    return [`${origin}${path}`, `${origin}${path}/`];
  });
  return [url.endsWith('/') ? url.slice(0, -1) : `${url}/`, ...parents];
}

/** What `$query` reads out of a URL: the parameters of its query, the first if one comes twice. Throws StageError for what is no URL. */
export function queryOf(operand: Json): JsonObject {
  if (typeof operand !== 'string' || !URL.canParse(operand)) throw new StageError('defect', '$query takes a URL');
  return Object.fromEntries([...new URL(operand).searchParams].toReversed());
}
