import { RequestTimeout } from '../../../../jsonrpc/rpc-error.js';
import { type Clock, sleep } from '../../../../wire/clock/clock.js';
import { askOf, type MakeConversation, otherwise } from '../permissive/conversation.js';

/** ms, longer than any case takes. */
const FOR_EVER = 600_000;

/** Goes on waiting for the answer to a request that it has cancelled after a time-out. */
export const waitingOn =
  (clock: Clock): MakeConversation =>
  (inner) => {
    const ask = askOf(inner);
    return otherwise(inner, {
      ask: async (method, params, options) => {
        try {
          return await ask(method, params, options);
        } catch (error) {
          if (error instanceof RequestTimeout) await sleep(clock, FOR_EVER);
          throw error;
        }
      },
    });
  };
