/** What a protocol says of its methods, as generated from its method table: params, and for requests the result. */
export type MethodTypes<T> = { [M in keyof T]: { params?: unknown; result?: unknown } };

/** The params of a method; an empty object where the message may leave them out. */
export type ParamsOf<T extends MethodTypes<T>, M extends keyof T> = NonNullable<T[M]['params']>;

/** The result of a method. */
export type ResultOf<T extends MethodTypes<T>, M extends keyof T> = T[M]['result'];

/**
 * Handlers of requests, each typed by its method: what it takes and what it must return. A handler that says its return type
 * may not add members either.
 */
export type RequestHandlers<T extends MethodTypes<T>, Context> = {
  [M in keyof T]?: (params: ParamsOf<T, M>, context: Context) => ResultOf<T, M> | Promise<ResultOf<T, M>>;
};

/** The arguments behind a method's name: its params, which may be left out where the message may. */
export type ParamsArgument<T extends MethodTypes<T>, M extends keyof T> = undefined extends T[M]['params']
  ? [params?: T[M]['params']]
  : [params: T[M]['params']];

/** Sends requests and notifications that are typed by their methods. */
export interface TypedSender<Requests extends MethodTypes<Requests>, Notifications extends MethodTypes<Notifications>> {
  request<M extends keyof Requests & string>(
    method: M,
    ...params: ParamsArgument<Requests, M>
  ): Promise<ResultOf<Requests, M>>;
  notify<M extends keyof Notifications & string>(method: M, ...params: ParamsArgument<Notifications, M>): void;
}
