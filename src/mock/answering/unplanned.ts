import { shapeOf } from '../../jsonrpc/messages.js';
import { METHOD_NOT_FOUND } from '../../jsonrpc/rpc-error.js';
import type { AnswerSource, Step } from './play.js';

/** What becomes of a request that nothing answers: an error; the reference and a line about it; the reference. */
export const UNPLANNED = ['error', 'warn', 'reference'] as const;
export type Unplanned = (typeof UNPLANNED)[number];

/** Methods that are warned of; of more nobody reads. */
const MOST_METHODS = 100;

/** The last source: what becomes of requests that no other one answers. `files` names where an answer could have been. */
export function unplannedSource(
  how: Unplanned,
  files: string,
  { warn, isExempt }: { warn(line: string): void; isExempt(method: string): boolean },
): AnswerSource {
  const warned = new Set<string>();
  return {
    answer: ({ message, method }) => {
      if (shapeOf(message) !== 'request' || how === 'reference' || isExempt(method)) return undefined;
      if (how === 'error') return { steps: refusal(method, files) };
      if (!warned.has(method) && warned.size < MOST_METHODS) {
        warned.add(method);
        warn(`${files}: no answer to ${method}, so the reference answers`);
      }
      return undefined;
    },
  };
}

function* refusal(method: string, files: string): Generator<Step, void> {
  const error = { code: METHOD_NOT_FOUND, message: `No answer to ${method} in ${files}` };
  yield { kind: 'reply', message: { error } };
}
