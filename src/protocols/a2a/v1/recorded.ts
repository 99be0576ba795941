import type { Exchange } from '../../../recording/exchanges.js';
import { coreMethodOf } from './names.js';
import { messageToCore, replyToCore } from './to-core.js';

/** A recorded exchange of A2A 1.0 in the core form; one of 0.3.0 as it is. */
export function exchangeInCore(exchange: Exchange): Exchange {
  const method = coreMethodOf(exchange.method);
  if (method === undefined) return exchange;
  const said = (step: Exchange['steps'][number]) => ({ ...step, message: replyToCore(step.message, method) });
  const { request, steps, after } = exchange;
  return { ...exchange, method, request: messageToCore(request), steps: steps.map(said), after: after.map(said) };
}
