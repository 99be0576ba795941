import { type Difference, withoutCredential } from '../../json/difference.js';
import { kindOf, showBoth, showValue } from '../../json/display.js';
import { type Actual, sameScalar } from '../../json/equal.js';
import type { Json, JsonObject } from '../../json/json.js';
import { isObject } from '../../json/json.js';
import { orNearest } from '../../json/nearest.js';
import { escapeToken } from '../../json/pointer.js';
import { isValueFunction } from '../values/functions.js';
import { isOpen, type Problem } from '../values/names.js';
import { MATCHERS } from './matchers/index.js';
import { differs, type MatchContext, PatternError, type Spot } from './matchers/matcher.js';
import { inWords } from './matchers/says.js';

export type { Actual } from '../../json/equal.js';
export { type MatchContext, PatternError, type Violation } from './matchers/matcher.js';

/** How many differences one comparison reports. */
const MOST = 50;
/** Deepest nesting that is compared, so that no peer can exhaust the stack. Messages that are read nest at most so deep. */
const DEEPEST = 1000;

/**
 * Compares a value with a resolved pattern and returns where they differ, at most 50 places; empty where it fits.
 *
 * Objects are subsets: every member of the pattern must fit, others are free. Arrays are exact in length and order, scalars
 * exact; numbers are compared by value, whichever type holds them. null and absent differ. An object whose member names all
 * begin with `$` is a matcher, or several that must all hold. `$$x` is a plain member `$x`.
 *
 * What differs at a member that is named like a credential is not shown.
 *
 * @param path where the value stands in the record (JSON Pointer); the paths of the differences begin with it.
 * Throws PatternError for a pattern that can't be used, such as an unknown matcher.
 */
export function match(pattern: Json, actual: Actual, context: MatchContext = {}, path = ''): Difference[] {
  return new Comparison(path, 0, MOST, context).compare(pattern, actual).slice(0, MOST).map(withoutCredential);
}

/** Whether a value fits a resolved pattern. Throws PatternError. */
export function holds(pattern: Json, actual: Actual, context: MatchContext = {}): boolean {
  return new Comparison('', 0, 1, context).compare(pattern, actual).length === 0;
}

/**
 * What is wrong with a pattern as it stands in a file: unknown matchers, operands that can't be used, value functions in the
 * wrong company. Operands that only a run knows are passed over.
 */
export function checkPattern(pattern: Json, path = ''): Problem[] {
  if (Array.isArray(pattern)) return pattern.flatMap((item, at) => checkPattern(item, `${path}/${at}`));
  if (!isObject(pattern)) return [];
  const kind = kindOfPattern(pattern);
  if ('problem' in kind) return [{ path: `${path}/${escapeToken(kind.at)}`, message: kind.problem }];
  const entries = Object.entries(pattern);
  return entries.flatMap(([name, operand]) => {
    const below = `${path}/${escapeToken(name)}`;
    if (!kind.matchers) return checkPattern(operand, below);
    const matcher = MATCHERS[name];
    if (!matcher) return [];
    const message = matcher.check(operand, isOpen);
    if (message !== undefined) return [{ path: below, message }];
    return (matcher.patterns?.(operand) ?? []).flatMap(([inner, one]) => checkPattern(one, below + inner));
  });
}

/** Whether an object is a matcher, a plain object or a mistake. Value functions pass as matchers: they are gone once resolved. */
function kindOfPattern(pattern: JsonObject): { matchers: boolean } | { problem: string; at: string } {
  const names = Object.keys(pattern);
  const special = names.filter((name) => /^\$[^${]/.test(name));
  if (special.length === 0) return { matchers: false };
  const known = (name: string) => Object.hasOwn(MATCHERS, name);
  const made = (name: string) => isValueFunction(name) && !known(name);
  if (special.length < names.length) {
    // `$schema` beside plain members is what every JSON Schema begins with.
    const stray = special.find((name) => (known(name) && name !== '$schema') || made(name));
    if (stray === undefined) return { matchers: false };
    return {
      at: stray,
      problem: `${stray} stands beside plain members; $$${stray.slice(1)} is a plain member ${stray}`,
    };
  }
  const unknown = special.find((name) => !known(name) && !(made(name) && special.length === 1));
  if (unknown === undefined && names.length === 1 && names[0] === '$says')
    return { at: '$says', problem: '$says stands alone, and puts the matchers beside it into words' };
  if (unknown === undefined) return { matchers: true };
  const near = orNearest(unknown, Object.keys(MATCHERS));
  return {
    at: unknown,
    problem: `no matcher is called ${unknown}${near}; $$${unknown.slice(1)} is a plain member ${unknown}`,
  };
}

class Comparison implements Spot {
  constructor(
    readonly path: string,
    readonly depth: number,
    readonly max: number,
    readonly context: MatchContext,
  ) {}

  compare(pattern: Json, actual: Actual, token?: string | number): Difference[] {
    const path = token === undefined ? this.path : `${this.path}/${escapeToken(String(token))}`;
    return new Comparison(path, this.depth + 1, this.max, this.context).judge(pattern, actual);
  }

  holds(pattern: Json, actual: Actual): boolean {
    return new Comparison('', this.depth + 1, 1, this.context).judge(pattern, actual).length === 0;
  }

  private judge(pattern: Json, actual: Actual): Difference[] {
    if (this.depth > DEEPEST)
      return differs(this, null, undefined, `nested deeper than ${DEEPEST} levels, not compared any further`);
    if (Array.isArray(pattern)) return this.list(pattern, actual);
    if (!isObject(pattern)) {
      if (sameScalar(pattern, actual)) return [];
      const [expected, came] = showBoth(pattern, actual);
      return differs(this, pattern, actual, `expected ${expected}, got ${came}`);
    }
    const kind = kindOfPattern(pattern);
    if ('problem' in kind) throw new PatternError(kind.problem);
    return kind.matchers ? this.matchers(pattern, actual) : this.object(pattern, actual);
  }

  private object(pattern: JsonObject, actual: Actual): Difference[] {
    if (!isObject(actual)) return differs(this, pattern, actual, `expected an object, got ${described(actual)}`);
    const differences: Difference[] = [];
    for (const [written, member] of Object.entries(pattern)) {
      if (differences.length >= this.max) break;
      const name = written.startsWith('$$') ? written.slice(1) : written;
      const value = Object.hasOwn(actual, name) ? actual[name] : undefined;
      differences.push(...this.compare(member, value, name));
    }
    return differences;
  }

  private list(pattern: Json[], actual: Actual): Difference[] {
    if (!Array.isArray(actual)) return differs(this, pattern, actual, `expected a list, got ${described(actual)}`);
    const differences: Difference[] = [];
    if (pattern.length !== actual.length) {
      const size = pattern.length === 1 ? '1 element' : `${pattern.length} elements`;
      differences.push(
        ...differs(this, pattern, actual, `expected ${size}, got ${actual.length === 0 ? 'none' : actual.length}`),
      );
    }
    for (const [at, item] of pattern.entries()) {
      if (differences.length >= this.max || at >= actual.length) break;
      differences.push(...this.compare(item, actual[at], at));
    }
    return differences;
  }

  private matchers(pattern: JsonObject, actual: Actual): Difference[] {
    const differences: Difference[] = [];
    for (const [name, operand] of Object.entries(pattern)) {
      const matcher = MATCHERS[name];
      if (!matcher) throw new PatternError(`${name} makes a value and is not a matcher`);
      const wrong = matcher.check(operand, () => false);
      if (wrong !== undefined) throw new PatternError(wrong);
      for (const one of matcher.apply(operand, actual, this)) {
        // Several matchers on a value of the wrong kind say the same.
        if (!differences.some(({ path, message }) => path === one.path && message === one.message))
          differences.push(one);
      }
    }
    return typeof pattern.$says === 'string' ? inWords(pattern.$says, differences, this.path, actual) : differences;
  }
}

/** A value of the wrong kind: a scalar itself, of containers only the kind. */
function described(actual: Actual): string {
  return typeof actual === 'object' && actual !== null ? kindOf(actual) : showValue(actual);
}
