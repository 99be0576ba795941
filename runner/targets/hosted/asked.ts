import { expandText } from '../../../src/conversation/case/expand.js';
import type { Case } from '../../../src/language/case.js';
import { startedIn } from '../../../src/language/steps.js';
import type { Behavior } from '../../types.js';

/** What a person is asked for, in words. */
export interface Words {
  /** What to do first, and a text to give to the client. */
  do?: string;
  say?: string;
  /** What to do after that, one part each. */
  after: string[];
}

/** The behaviors that a case begins with: those of its first start, else those that it needs, else the base of its role. */
export function behaviorsOf({ steps, needs }: Case, base: string): readonly string[] {
  const [first] = startedIn(steps);
  if (first !== undefined) return [first];
  return needs.behavior.length > 0 ? needs.behavior : [base];
}

/** The title of what a person does for these behaviors: that of the last one, which says the most. */
export const titleOf = (names: readonly string[], behaviors: ReadonlyMap<string, Behavior>): string =>
  names.map((name) => behaviors.get(name)?.ask?.title ?? name).at(-1) ?? '';

/**
 * What a person is asked for. `do` and `say` are those of the base, unless a behavior has its own.
 *
 * @param values of the texts: what the case passes
 */
export function wordsOf(
  names: readonly string[],
  behaviors: ReadonlyMap<string, Behavior>,
  {
    base,
    servers,
    values,
  }: { base: string; servers: readonly string[]; values: { [name: string]: string | string[] } },
): Words {
  const asks = names.flatMap((name) => behaviors.get(name)?.ask ?? []);
  const first = asks.find((ask) => ask.do !== undefined) ?? behaviors.get(base)?.ask;
  const filled = (text: string) => expandText(text, { ...values, servers: listed(servers) });
  return {
    ...(first?.do === undefined ? {} : { do: filled(first.do) }),
    ...(first?.say === undefined ? {} : { say: filled(first.say) }),
    after: [...new Set([first, ...asks].flatMap((ask) => (ask?.after === undefined ? [] : [filled(ask.after)])))],
  };
}

/** Such as "a, b and c". */
export function listed(names: readonly string[], word: 'and' | 'or' = 'and'): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} ${word} ${last}`;
}
