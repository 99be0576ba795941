import { isObject } from '../../json/json.js';
import { shapeOf } from '../../jsonrpc/messages.js';
import type { Selector } from '../../language/selector.js';
import { viewOf, type WireRecord } from '../../wire/record.js';

/** How long the waits of a case may take, by what waits for the same have come to in other cases. */
export interface Patience {
  /** ms, real time, that a wait for this may take, of the budget that it has. */
  of(awaited: string, budget: number): number;
  /** Takes note of a wait that ran out. */
  ranOut(awaited: string, budget: number): void;
  /** What to say of a wait that was shorter than its budget; empty where it was not. */
  why(awaited: string, budget: number): string;
}

/** Between the parts of what is waited for, any of which would end the wait. */
const OR = '\n';

/** What a wait is for, one part for each thing that would end it. */
export const partsOf = (awaited: string): string[] => awaited.split(OR);

/** What a wait for one of several is for. */
export const anyOf = (awaited: readonly string[]): string => [...new Set(awaited.flatMap(partsOf))].sort().join(OR);

/**
 * What a wait is for, in a text that waits of other cases share: the kind of record and its method, without what makes it the message of
 * one case. A reply is named by the methods of its requests, and apart where it must be an error.
 *
 * @param methods of the requests whose reply it is
 */
export function awaitedBy(
  { kind, method = '', variant }: Selector,
  methods: readonly string[],
  isError: boolean,
): string {
  if (kind === 'reply') return anyOf(methods.map((name) => `reply ${name}${isError ? ' error' : ''}`));
  if (kind !== 'request' && kind !== 'notify') return kind;
  return `${kind} ${method}${variant === undefined ? '' : `#${variant}`}`;
}

/** The waits that a record shows not to be in vain, by their texts. Of a variant only a wait for it knows. */
export function awaitedIn(record: WireRecord): string[] {
  if (record.from !== 'target') return [];
  const { kind, message } = record;
  const carriers = (['http', 'sse', 'frame'] as const).filter((name) => record[name] !== undefined);
  const all: string[] = [kind, ...carriers, 'any', ...(viewOf(record).outcome === undefined ? [] : ['outcome'])];
  if (!isObject(message)) return all;
  const shape = shapeOf(message);
  if (shape === 'request' || shape === 'notification') {
    const word = shape === 'request' ? 'request' : 'notify';
    return [...all, `${word} ${String(message.method)}`, `${word} *`];
  }
  if (shape !== 'response') return all;
  const names = ['*', ...(record.method === undefined ? [] : [record.method])];
  return [
    ...all,
    ...names.flatMap((name) => [`reply ${name}`, ...('error' in message ? [`reply ${name} error`] : [])]),
  ];
}
