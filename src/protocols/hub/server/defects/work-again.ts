import type { JsonObject } from '../../../../json/json.js';
import { idKey } from '../../../../jsonrpc/ledger.js';
import type { Link } from '../../../../jsonrpc/link.js';
import { type Id, shapeOf } from '../../../../jsonrpc/messages.js';
import { rewritten } from '../../../../jsonrpc/rewriting.js';

/** A link to an agent on which the turns that run while a session is loaded are done again before they are answered. */
export const workingAgain = (link: Link): Link =>
  rewritten(link, [
    ({ send }) => {
      /** Prompts without an answer, by id. */
      const running = new Map<string, { prompt: JsonObject; isDue: boolean }>();
      return {
        sends: (message, pass) => {
          const isRequest = shapeOf(message) === 'request';
          if (isRequest && message.method === 'session/prompt')
            running.set(idKey(message.id as Id), { prompt: message, isDue: false });
          if (isRequest && message.method === 'session/load') for (const turn of running.values()) turn.isDue = true;
          pass(message);
        },
        hears: (message, pass) => {
          const turn = shapeOf(message) === 'response' ? running.get(idKey(message.id as Id)) : undefined;
          if (!turn?.isDue) {
            if (turn) running.delete(idKey(message.id as Id));
            pass(message);
            return;
          }
          turn.isDue = false;
          send(turn.prompt);
        },
      };
    },
  ]);
