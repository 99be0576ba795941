import type { JsonObject } from '../../../json/json.js';
import { pathOf, type Route, routeReader, whole, withQuery } from './routes.js';

/* The paths of REST (A2A 0.3.0, 3.5.3). */

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

/** Reads path and verb; undefined where no method has them. */
export const readRoute = routeReader(ROUTES);

/** Writes a method and its params as verb, path and body. A method that REST does not have goes to a path of its own name. */
export function writeRoute(method: string, params: JsonObject): { verb: string; path: string; body?: JsonObject } {
  const route = ROUTES.find((one) => one.method === method);
  if (!route) return { verb: 'POST', path: `/v1/${method}`, body: params };
  const path = withQuery(pathOf(route.path, params), params, Object.keys(route.query ?? {}));
  const body = route.body === true ? params : route.body && { [route.body]: params };
  return { verb: route.verb, path, ...(body ? { body } : {}) };
}
