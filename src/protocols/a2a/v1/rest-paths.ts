import { isObject, type Json, type JsonObject } from '../../../json/json.js';
import { pathOf, type Route, routeReader, whole, withQuery } from '../bindings/routes.js';

const text = (value: string): Json => value;
const bool = (value: string): Json => (value === 'true' ? true : value === 'false' ? false : value);

const TASK = '/tasks/{id}';
const HOOKS = '/tasks/{taskId}/pushNotificationConfigs';

const FILTERS: Route['query'] = {
  contextId: text,
  status: text,
  pageSize: whole,
  pageToken: text,
  historyLength: whole,
  statusTimestampAfter: text,
  includeArtifacts: bool,
};

/** The paths of HTTP+JSON (A2A 1.0.1, 5.3 and 11.3). The text subscribes by POST, the proto file by GET: both are read, and POST is written. */
const ROUTES: readonly Route[] = [
  { method: 'SendMessage', verb: 'POST', path: '/message:send', body: true },
  { method: 'SendStreamingMessage', verb: 'POST', path: '/message:stream', body: true },
  { method: 'GetTask', verb: 'GET', path: TASK, query: { historyLength: whole } },
  { method: 'ListTasks', verb: 'GET', path: '/tasks', query: FILTERS },
  { method: 'CancelTask', verb: 'POST', path: `${TASK}:cancel`, body: true },
  { method: 'SubscribeToTask', verb: 'POST', path: `${TASK}:subscribe`, body: true },
  { method: 'SubscribeToTask', verb: 'GET', path: `${TASK}:subscribe` },
  { method: 'CreateTaskPushNotificationConfig', verb: 'POST', path: HOOKS, body: true },
  {
    method: 'ListTaskPushNotificationConfigs',
    verb: 'GET',
    path: HOOKS,
    query: { pageSize: whole, pageToken: text },
  },
  { method: 'GetTaskPushNotificationConfig', verb: 'GET', path: `${HOOKS}/{id}` },
  { method: 'DeleteTaskPushNotificationConfig', verb: 'DELETE', path: `${HOOKS}/{id}` },
  { method: 'GetExtendedAgentCard', verb: 'GET', path: '/extendedAgentCard' },
];

/** The routes with the tenant in the query of those without a body, which is where a param goes that is not in the path (11.5). */
const READ = ROUTES.map((route) => (route.body ? route : { ...route, query: { ...route.query, tenant: text } }));

/** Reads path and verb; undefined where no method has them. */
export const readRoute = routeReader(READ);

/** The same, with the paths that begin with a tenant (the proto file): as a server reads it, which knows where its paths begin. */
export const readRouteOfTenant = routeReader([
  ...READ,
  ...READ.map((route) => ({ ...route, path: `/{tenant}${route.path}` })),
]);

/**
 * Writes a method and its params as verb, path and body: what is not in the path is the body of a POST, and the query of other verbs
 * (11.5). A method that HTTP+JSON does not have goes to a path of its own name.
 *
 * @param inside whether a tenant is a param like others. Default: it begins the path, as the proto file has it
 */
export function writeRoute(
  method: string,
  params: JsonObject,
  inside = false,
): { verb: string; path: string; body?: JsonObject } {
  const route = ROUTES.find((one) => one.method === method) ?? { verb: 'POST', path: `/${method}` };
  const { tenant, ...others } = params;
  const given = inside ? params : others;
  const base = !inside && typeof tenant === 'string' && tenant !== '' ? `/${encodeURIComponent(tenant)}` : '';
  const path = base + pathOf(route.path, given);
  const rest = Object.fromEntries(Object.entries(given).filter(([name]) => !route.path.includes(`{${name}}`)));
  if (route.verb === 'POST') return { verb: 'POST', path, body: rest };
  return { verb: route.verb, path: withQuery(path, rest, Object.keys(rest)) };
}

/** The params of a request: what its path and query say goes before what its body says. What is no object is refused as params are. */
export const paramsOf = (said: JsonObject, body: Json | undefined): Json =>
  body === undefined ? said : isObject(body) ? { ...body, ...said } : body;
