import { type Json, type JsonObject, stringifyJson } from '../../../json/json.js';

/** A method of the protocol as a path and a verb say it. */
export interface Route {
  method: string;
  verb: 'GET' | 'POST' | 'DELETE';
  /** The path, with a name in braces for each param that stands in it. */
  path: string;
  /** Params that stand in the query, and how they are read. */
  query?: { readonly [param: string]: (text: string) => Json };
  /** Whether the params are the body, or under which name they stand in it. */
  body?: true | string;
}

/** A text of a query as a whole number; what is none stays as it is, for the schema to judge. */
export const whole = (text: string): Json => (/^-?\d+$/.test(text) ? Number(text) : text);

/** What a path and a verb ask for: the method, and the params that they say. */
export interface Asked extends Pick<Route, 'method' | 'body'> {
  params: JsonObject;
}

/** Makes what reads path and verb by these routes; it returns undefined where no method has them. */
export function routeReader(routes: readonly Route[]): (verb: string, target: string) => Asked | undefined {
  const patterns = routes.map((route) => ({
    route,
    pattern: new RegExp(`^${route.path.replace(/\{(\w+)\}/g, '(?<$1>[^/:]+)')}$`),
  }));
  return (verb, target) => {
    const [path = '', search] = target.split('?', 2);
    const queried = new URLSearchParams(search);
    for (const { route, pattern } of patterns) {
      const groups = route.verb === verb ? pattern.exec(path) : null;
      if (!groups) continue;
      const named = Object.entries(groups.groups ?? {}).map(([name, text]) => [name, decoded(text)]);
      const asked = Object.entries(route.query ?? {}).flatMap(([name, read]) => {
        const text = queried.get(name);
        return text === null ? [] : [[name, read(text)]];
      });
      const { method, body } = route;
      return { method, params: Object.fromEntries([...asked, ...named]), ...(body ? { body } : {}) };
    }
    return undefined;
  };
}

/** A path with the params in it. */
export const pathOf = (path: string, params: JsonObject): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(textOf(params[name])));

/** A path with these params in its query, as far as they are there. */
export function withQuery(path: string, params: JsonObject, names: readonly string[]): string {
  const query = new URLSearchParams();
  for (const name of names) if (params[name] !== undefined) query.set(name, textOf(params[name]));
  return query.size > 0 ? `${path}?${query}` : path;
}

const textOf = (value: Json | undefined): string =>
  typeof value === 'string' ? value : value === undefined ? '' : stringifyJson(value);

/** What is encoded wrongly stays as it came: no task has such an id. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
