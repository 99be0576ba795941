import type { Json, JsonObject } from '../../json/json.js';
import type { RequestContext } from '../../jsonrpc/connection.js';
import type { MethodTypes, RequestHandlers } from '../../jsonrpc/typed.js';
import type { paramsChecker } from '../../schemas/index.js';

/** A handler whose params and result are any JSON. */
type Handler<Context> = (params: Json | undefined, context: Context) => Promise<Json>;

/** Handlers by method, as a connection takes them. Tables of several protocols can be joined to one. */
export type HandlerTable<Context = RequestContext> = { [method: string]: Handler<Context> };

/** What is told of each request whose params fit, before its handler runs. What it throws is the answer. */
type Before = (method: string, params: JsonObject) => void;

/**
 * A table out of typed handlers: each gets the params that its method has by the schemas, because `check` refuses all others.
 *
 * @param check the check of the protocol whose methods these are
 */
export function checkedHandlers<T extends MethodTypes<T>, Context = RequestContext>(
  check: ReturnType<typeof paramsChecker>,
  handlers: RequestHandlers<T, Context>,
  before: Before = () => {},
): HandlerTable<Context> {
  const table: HandlerTable<Context> = {};
  for (const method of Object.keys(handlers)) {
    // The schemas have judged what the type says, on both sides of the handler.
    const handler = handlers[method as keyof T] as unknown as (params: JsonObject, context: Context) => Json;
    table[method] = async (params, context) => {
      const judged = check(method, params);
      const checked = judged instanceof Promise ? await judged : judged;
      before(method, checked);
      return handler(checked, context);
    };
  }
  return table;
}
