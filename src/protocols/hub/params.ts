import type {
  ClientNotifications,
  ClientRequests,
  ServerNotifications,
  ServerRequests,
} from '../../generated/methods/hub-v1.js';
import type { RequestContext, RequestHandler } from '../../jsonrpc/connection.js';
import type { ParamsOf, RequestHandlers, ResultOf } from '../../jsonrpc/typed.js';
import { checkingHandlers, paramsChecker } from '../../schemas/index.js';
import { VERSION } from './version.js';

type Requests = ClientRequests & ServerRequests;
type Notifications = ClientNotifications & ServerNotifications;

/** The params of a method, as its schema has them. */
export type Params<Method extends keyof Requests | keyof Notifications> = ParamsOf<Requests & Notifications, Method>;

/** The result of a method, as its schema has it. */
export type Result<Method extends keyof Requests> = ResultOf<Requests, Method>;

/** Handlers of these requests: each takes the params of its method and returns a result that its schema allows. */
export type Handlers<Method extends keyof Requests> = Required<RequestHandlers<Pick<Requests, Method>, RequestContext>>;

/** The params of a request as an object. Rejects with RpcError -32602 where they do not fit the schema of the method. */
export const checkedParams = paramsChecker('hub', VERSION);

/** The handlers as a connection takes them: params that do not fit are answered with -32602 before a handler sees them. */
export function checkingParams<Method extends keyof Requests>(
  handlers: Handlers<Method>,
): { [method: string]: RequestHandler } {
  return checkingHandlers(checkedParams, handlers);
}
