import { isObject, type JsonObject } from '../../../json/json.js';
import type { Exchange } from '../../../recording/exchanges.js';
import { type CoreMethod, coreMethodOf } from './names.js';
import { requestToCore, resultToCore } from './to-core.js';

/** A recorded exchange of A2A 1.0 in the core form; one of 0.3.0 as it is. */
export function exchangeInCore(exchange: Exchange): Exchange {
  const { method: name, request, steps, after } = exchange;
  const method = coreMethodOf(name);
  if (method === undefined) return exchange;
  const params = requestToCore(name, isObject(request.params) ? request.params : {})?.params;
  const said = (step: Exchange['steps'][number]) => ({ ...step, message: replyInCore(step.message, method) });
  return {
    ...exchange,
    method,
    request: { ...request, method, ...(params === undefined ? {} : { params }) },
    steps: steps.map(said),
    after: after.map(said),
  };
}

const replyInCore = (message: JsonObject, method: CoreMethod): JsonObject =>
  message.result === undefined ? message : { ...message, result: resultToCore(method, message.result) };
