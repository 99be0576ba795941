import type {
  ClientNotifications,
  ClientRequests,
  ServerNotifications,
  ServerRequests,
} from '../../generated/methods/bridge-v1.js';
import type { RequestContext, RequestHandler } from '../../jsonrpc/connection.js';
import type { ParamsOf, RequestHandlers } from '../../jsonrpc/typed.js';
import { checkingHandlers, paramsChecker } from '../../schemas/index.js';
import { VERSION } from './version.js';

/** Every request of the bridge, whoever sends it. */
type Requests = ClientRequests & ServerRequests;

/** Every notification of the bridge, whoever sends it. */
type Notifications = ClientNotifications & ServerNotifications;

/** The params of a method of the bridge, as its schema has them. */
export type Params<Method extends keyof Requests | keyof Notifications> = ParamsOf<Requests & Notifications, Method>;

/** Handlers of these requests: each takes the params of its method and returns a result that its schema allows. */
export type Handlers<Method extends keyof Requests> = Required<RequestHandlers<Pick<Requests, Method>, RequestContext>>;

const checkedParams = paramsChecker('bridge', VERSION);

/**
 * The handlers as a connection takes them. Params are checked against their schema before a handler sees them; those that do
 * not fit are answered with -32602.
 */
export function checkingParams<Method extends keyof Requests>(
  handlers: Handlers<Method>,
): { [method: string]: RequestHandler } {
  return checkingHandlers(checkedParams, handlers);
}
