import type { ClientRequests, ServerNotifications, ServerRequests } from '../../generated/methods/mcp-2025-11-25.js';
import type { CreateTaskResult } from '../../generated/types/mcp-2025-11-25.js';
import type { Json } from '../../json/json.js';
import type { ParamsArgument, ResultOf } from '../../jsonrpc/typed.js';

export type { ClientRequests, ServerNotifications, ServerRequests };

/**
 * What answers the requests of a server, by method. Their params are what the server wrote, right or wrong: the wire rules
 * judge them, and the answer does not depend on that.
 */
export type ClientHandlers = { [M in keyof ServerRequests]?: (params: Json | undefined) => ClientAnswer<M> };

/** What a client answers a request of the server with. Nothing here asks for a task, so nobody may answer with one. */
export type ClientAnswer<M extends keyof ServerRequests> = Exclude<ResultOf<ServerRequests, M>, CreateTaskResult>;

/** The argument behind the name of a notification of the server: its params, which may be left out where it may. */
export type NotificationParams<M extends keyof ServerNotifications> = ParamsArgument<ServerNotifications, M>;

/** The argument behind the name of a request of the server: its params, which may be left out where it may. */
export type RequestParams<M extends keyof ServerRequests> = ParamsArgument<ServerRequests, M>;
