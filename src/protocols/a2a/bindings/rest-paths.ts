import { type Json, type JsonObject, stringifyJson } from '../../../json/json.js';

/** A method of the protocol as a path and a verb say it (A2A 0.3.0, 3.5.3). */
interface Route {
  method: string;
  verb: 'GET' | 'POST' | 'DELETE';
  /** The path, with a name in braces for each param that stands in it. */
  path: string;
  /** Params that stand in the query, and how they are read. */
  query?: { [param: string]: (text: string) => Json };
  /** Whether the params are the body, or under which name they stand in it. */
  body?: true | string;
}

const whole = (text: string): Json => (/^-?\d+$/.test(text) ? Number(text) : text);

const TASK = '/v1/tasks/{id}';
const HOOKS = `${TASK}/pushNotificationConfigs`;

const ROUTES: readonly Route[] = [
  { method: 'message/send', verb: 'POST', path: '/v1/message:send', body: true },
  { method: 'message/stream', verb: 'POST', path: '/v1/message:stream', body: true },
  { method: 'tasks/list', verb: 'GET', path: '/v1/tasks' },
  { method: 'tasks/get', verb: 'GET', path: TASK, query: { historyLength: whole } },
  { method: 'tasks/cancel', verb: 'POST', path: `${TASK}:cancel` },
  { method: 'tasks/resubscribe', verb: 'POST', path: `${TASK}:subscribe` },
  { method: 'tasks/resubscribe', verb: 'GET', path: `${TASK}:subscribe` },
  { method: 'tasks/pushNotificationConfig/set', verb: 'POST', path: HOOKS.replace('{id}', '{taskId}'), body: 'config' },
  { method: 'tasks/pushNotificationConfig/list', verb: 'GET', path: HOOKS },
  { method: 'tasks/pushNotificationConfig/get', verb: 'GET', path: `${HOOKS}/{pushNotificationConfigId}` },
  { method: 'tasks/pushNotificationConfig/delete', verb: 'DELETE', path: `${HOOKS}/{pushNotificationConfigId}` },
  { method: 'agent/getAuthenticatedExtendedCard', verb: 'GET', path: '/v1/card' },
];

/** Each path as a regular expression whose groups are the params in it. */
const PATTERNS = ROUTES.map((route) => ({
  route,
  pattern: new RegExp(`^${route.path.replace(/\{(\w+)\}/g, '(?<$1>[^/:]+)')}$`),
}));

/** What a path and a verb ask for: the method, and the params that they say. */
interface Asked extends Pick<Route, 'method' | 'body'> {
  params: JsonObject;
}

/** Reads path and verb; undefined where no method has them. */
export function readRoute(verb: string, target: string): Asked | undefined {
  const [path = '', search] = target.split('?', 2);
  const queried = new URLSearchParams(search);
  for (const { route, pattern } of PATTERNS) {
    const groups = route.verb === verb ? pattern.exec(path) : null;
    if (!groups) continue;
    const named = Object.entries(groups.groups ?? {}).map(([name, text]) => [name, decoded(text)]);
    const asked = Object.entries(route.query ?? {}).flatMap(([name, read]) => {
      const text = queried.get(name);
      return text === null ? [] : [[name, read(text)]];
    });
    const { method, body } = route;
    return { method, params: Object.fromEntries([...named, ...asked]), ...(body ? { body } : {}) };
  }
  return undefined;
}

/** Writes a method and its params as verb, path and body. A method that REST does not have goes to a path of its own name. */
export function writeRoute(method: string, params: JsonObject): { verb: string; path: string; body?: JsonObject } {
  const route = ROUTES.find((one) => one.method === method);
  if (!route) return { verb: 'POST', path: `/v1/${method}`, body: params };
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(textOf(params[name])));
  const query = new URLSearchParams();
  for (const name of Object.keys(route.query ?? {}))
    if (params[name] !== undefined) query.set(name, textOf(params[name]));
  const body = route.body === true ? params : route.body && { [route.body]: params };
  return { verb: route.verb, path: query.size > 0 ? `${path}?${query}` : path, ...(body ? { body } : {}) };
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
