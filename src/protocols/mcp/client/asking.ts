import type { JsonObject } from '../../../json/json.js';
import { isObject } from '../../../json/json.js';
import type { Connection } from '../../../jsonrpc/connection.js';
import type { Id } from '../../../jsonrpc/messages.js';
import { RequestTimeout } from '../../../jsonrpc/rpc-error.js';
import type { AskOptions } from './conversation.js';

/** How a request is asked. */
export interface Asking extends AskOptions {
  /** ms */
  timeout: number | undefined;
}

/**
 * Asks the server. A request that stays unanswered for too long, or that the user takes back, is cancelled. Rejects as
 * `Connection.request` does; a result that is no object is an empty one.
 */
export async function askOrCancel(
  connection: Connection,
  method: string,
  params: JsonObject,
  { timeout, signal, sent }: Asking,
): Promise<JsonObject> {
  let id: Id | undefined;
  try {
    const result = await connection.request(method, params, {
      ...(timeout !== undefined && { timeout }),
      ...(signal && { signal }),
      sent: (own) => {
        id = own;
        sent?.(own);
      },
    });
    return isObject(result) ? result : {};
  } catch (error) {
    const reason = error instanceof RequestTimeout ? 'It took too long' : 'The user does not want it any more';
    const isOurs = error instanceof RequestTimeout || signal?.aborted === true;
    // initialize is never cancelled (MCP 2025-11-25, Cancellation, Behavior Requirements).
    if (isOurs && id !== undefined && method !== 'initialize')
      connection.notify('notifications/cancelled', { requestId: id, reason });
    throw error;
  }
}
