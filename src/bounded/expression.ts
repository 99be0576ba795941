import { AskedThread } from './asked-thread.js';
import { stepsOf } from './backtracking.js';
import { BoundedMap } from './bounded-map.js';
import { Refused } from './refused.js';

/** ms of CPU that a search may take. */
const PATIENCE = 1_000;
/** How many steps are done at once, some milliseconds; what may take more is done in a thread that can be ended. */
const AT_ONCE = 1_000_000;
/** Longest expression, and longest text that one is tried on, in characters. */
const LONGEST_SOURCE = 10_000;
const LONGEST_TEXT = 16 * 1024 * 1024;

/** The whole of what was found, and its groups; null where nothing was. */
type Found = readonly (string | undefined)[] | null;

interface Search {
  source: string;
  flags: string;
  texts: readonly string[];
}

const thread = new AskedThread(() => ({
  code: `({ source, flags, texts }) => {
    const expression = new RegExp(source, flags);
    return texts.map((text) => {
      const found = expression.exec(text);
      return found === null ? null : [...found];
    });
  }`,
}));

const costs = new BoundedMap<string, (length: number) => number>(500);

/**
 * What a regular expression finds in each of these texts, whoever wrote them or it: the whole and its groups, or null. An expression that
 * may take long, because it backtracks, is tried in a thread, which is ended if it does.
 *
 * @param expression without the flags g and y
 * Throws Refused: `slow` if all together take more than a second of CPU, `large` if the expression or a text is very long.
 */
export function searchIn(expression: RegExp, texts: readonly string[]): Found[] {
  const { source, flags } = expression;
  const longest = texts.reduce((most, { length }) => Math.max(most, length), 0);
  if (source.length > LONGEST_SOURCE)
    throw new Refused('large', `a regular expression of ${source.length} characters is too long`);
  if (longest > LONGEST_TEXT) throw new Refused('large', `a text of ${longest} characters is too long`);
  const steps = costs.obtain(`${flags}/${source}`, () => stepsOf(source, flags));
  const all = texts.reduce((sum, { length }) => sum + steps(length), 0);
  if (all <= AT_ONCE) {
    return texts.map((text) => {
      const found = expression.exec(text);
      return found && [...found];
    });
  }
  try {
    return thread.ask({ source, flags, texts } satisfies Search, PATIENCE) as Found[];
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    throw new Refused(error.reason, `/${shortened(source)}/ on ${longest} characters: ${error.message}`);
  }
}

/** Whether a regular expression fits a text somewhere. Throws Refused, as `searchIn` does. */
export const isFoundIn = (expression: RegExp, text: string): boolean => searchIn(expression, [text])[0] !== null;

const shortened = (source: string) => (source.length > 60 ? `${source.slice(0, 59)}…` : source);
