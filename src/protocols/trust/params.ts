import type { ClientRequests } from '../../generated/methods/trust-v1.js';
import type { ParamsOf, ResultOf } from '../../jsonrpc/typed.js';

/** The methods of the Agent API. */
export type Method = keyof ClientRequests;

/** The params of a method, as its schema has them. */
export type Params<M extends Method> = ParamsOf<ClientRequests, M>;

/** The result of a method, as its schema has it. */
export type Result<M extends Method> = ResultOf<ClientRequests, M>;

/** What answers each method: takes params that fit its schema, and throws RpcError. */
export type Handlers = { [M in Method]: (params: Params<M>) => Result<M> | Promise<Result<M>> };
