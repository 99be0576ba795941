import type { CancelRequestNotification } from '../../../generated/types/acp-1.21.0.js';
import type { Json } from '../../../json/json.js';
import { idKey } from '../../../jsonrpc/ledger.js';
import { requestCancelled } from '../errors.js';
import type { HandlerTable } from '../handlers.js';
import { unchecked } from '../unchecked.js';

/** Requests that wait for a user or a command. The others are over as soon as they can be. */
const WAITING = ['session/request_permission', 'terminal/wait_for_exit', 'elicitation/create'];

/** Answers requests that wait with -32800 when `$/cancel_request` names them (ACP, Cancellation). */
export class Cancels {
  private readonly open = new Map<string, () => void>();

  /** The same handlers, of which those that wait can be cancelled. */
  among(table: HandlerTable): HandlerTable {
    const waiting = WAITING.flatMap((method) => {
      const handler = table[method];
      return handler ? [[method, this.cancellable(handler)] as const] : [];
    });
    return { ...table, ...Object.fromEntries(waiting) };
  }

  /** Takes the params of `$/cancel_request`. A request that is not open is left alone. */
  cancel(params: Json | undefined): void {
    this.open.get(idKey(unchecked<CancelRequestNotification>(params).requestId))?.();
  }

  private cancellable(handler: HandlerTable[string]): HandlerTable[string] {
    return async (params, context) => {
      const key = idKey(context.id);
      const cancelled = new Promise<never>((_, reject) => this.open.set(key, () => reject(requestCancelled())));
      try {
        return await Promise.race([handler(params, context), cancelled]);
      } finally {
        this.open.delete(key);
      }
    };
  }
}
