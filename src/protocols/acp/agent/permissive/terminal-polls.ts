import type { Json, JsonObject } from '../../../../json/json.js';
import { isObject } from '../../../../json/json.js';
import { idKey } from '../../../../jsonrpc/ledger.js';
import { shapeOf } from '../../../../jsonrpc/messages.js';
import type { MakeRewrite } from '../../../../jsonrpc/rewriting.js';
import type { Clock } from '../../../../wire/clock/clock.js';

/** ms between two looks at the output of a command that runs. */
const POLL = 20;

/** Asks for the output of a terminal until that says how the command ended, in place of waiting for the end. */
export function pollsOutput(clock: Clock): MakeRewrite {
  return ({ send }) => {
    const polls = new Map<string, JsonObject>();
    const over = new Set<Json>();
    const terminalOf = ({ params }: JsonObject) => (isObject(params) ? (params.terminalId ?? null) : null);
    return {
      sends: (message, pass) => {
        if (message.method === 'terminal/release') over.add(terminalOf(message));
        if (message.method !== 'terminal/wait_for_exit') return pass(message);
        polls.set(idKey(message.id), message);
        pass({ ...message, method: 'terminal/output' });
      },
      hears: (message, pass) => {
        const waiting = shapeOf(message) === 'response' ? polls.get(idKey(message.id)) : undefined;
        if (!waiting) return pass(message);
        polls.delete(idKey(message.id));
        const { result } = message;
        const ended = isObject(result) && isObject(result.exitStatus) ? result.exitStatus : undefined;
        if (!isObject(result)) return pass({ ...message, id: waiting.id! });
        if (ended) return pass({ jsonrpc: '2.0', id: waiting.id!, result: ended });
        clock.after(POLL, () => {
          if (over.has(terminalOf(waiting))) return;
          const id = `${JSON.stringify(message.id)} more`;
          polls.set(idKey(id), waiting);
          send({ ...waiting, id, method: 'terminal/output' });
        });
      },
    };
  };
}
