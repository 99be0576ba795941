import type { Difference } from '../../../json/difference.js';
import { kindOf, showBoth, showValue } from '../../../json/display.js';
import { keyOf, unlike } from '../../../json/equal.js';
import type { Json, JsonObject } from '../../../json/json.js';
import { isObject } from '../../../json/json.js';
import { orNearest } from '../../../json/nearest.js';
import { nearestAlternative } from '../nearest.js';
import { differs, type Matcher, onlyTrue, PatternError, type Spot, wanted } from './matcher.js';

const TYPES = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];
const TYPE_WORDS: { readonly [type: string]: string } = {
  string: 'a string',
  number: 'a number',
  integer: 'an integer',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'null',
};

/** Present, whatever it is. */
export const any: Matcher = {
  check: onlyTrue('$any'),
  apply: (_, actual, spot) => (actual === undefined ? wanted(spot, { $any: true }, actual, memberAt(spot.path)) : []),
};

/** Not there (true), or there (false). */
export const absent: Matcher = {
  check: (operand) => (typeof operand === 'boolean' ? undefined : '$absent takes true or false'),
  apply(operand, actual, spot) {
    if ((actual === undefined) === operand) return [];
    return wanted(spot, { $absent: operand }, actual, operand ? 'nothing here' : 'something here');
  },
};

/** One of the JSON types; an integer is a number without fraction. */
export const type: Matcher = {
  check(operand, open) {
    const names = Array.isArray(operand) ? operand : [operand];
    const wrong = names.find((name) => !open(name) && !(typeof name === 'string' && TYPES.includes(name)));
    if (names.length === 0) return '$type takes a type or a list of types';
    if (wrong === undefined) return undefined;
    const near = typeof wrong === 'string' ? orNearest(wrong, TYPES) : '';
    return `$type knows ${TYPES.join(', ')}, not ${showValue(wrong)}${near}`;
  },
  apply(operand, actual, spot) {
    const names = (Array.isArray(operand) ? operand : [operand]) as string[];
    if (names.some((name) => isOfType(actual, name))) return [];
    const words = names.map((name) => TYPE_WORDS[name]).join(' or ');
    return differs(spot, { $type: operand }, actual, `expected ${words}, got ${kindOf(actual)}`);
  },
};

function isOfType(actual: unknown, name: string): boolean {
  switch (name) {
    case 'null':
      return actual === null;
    case 'array':
      return Array.isArray(actual);
    case 'object':
      return isObject(actual);
    case 'integer':
      return typeof actual === 'bigint' || Number.isInteger(actual);
    case 'number':
      return typeof actual === 'bigint' || typeof actual === 'number';
    default:
      return typeof actual === name;
  }
}

/** One of several patterns; a list that a target left empty has none. Where none fits, the differences of the one that was most likely meant. */
export const oneOf: Matcher = {
  check(operand, open) {
    return open(operand) || Array.isArray(operand) ? undefined : '$in takes a list of patterns';
  },
  patterns: (operand) => (Array.isArray(operand) ? operand.map((item, at) => [`/${at}`, item]) : []),
  apply(operand, actual, spot) {
    if ((operand as Json[]).some((branch) => spot.holds(branch, actual))) return [];
    const branches = distinct(operand as Json[]);
    const plain = branches.every((branch) => typeof branch !== 'object' || branch === null);
    if (plain) {
      const words = branches.map(showValue).join(', ');
      const these = branches.length === 0 ? 'one of an empty list' : `one of ${words}`;
      return wanted(spot, { $in: branches }, actual, branches.length === 1 ? words : these);
    }
    const tries = branches.map((pattern) => ({ pattern, differences: spot.compare(pattern, actual) }));
    const { differences } = tries[nearestAlternative(tries, actual)]!;
    if (branches.length === 1) return differences;
    const which = `(the nearest of ${branches.length} alternatives)`;
    return differences.map((one) => ({ ...one, message: `${one.message} ${which}` }));
  },
};

/** Each pattern once: values that a target or a version fills in may make two of them the same. */
function distinct(patterns: readonly Json[]): Json[] {
  return [...new Map(patterns.map((pattern) => [keyOf(pattern), pattern])).values()];
}

/** Anything that the pattern does not fit, also nothing at all. */
export const not: Matcher = {
  check: () => undefined,
  patterns: (operand) => [['', operand]],
  apply(operand, actual, spot) {
    if (!spot.holds(operand, actual)) return [];
    return differs(
      spot,
      { $not: operand },
      actual,
      `expected anything but ${showValue(operand)}, got ${showValue(actual)}`,
    );
  },
};

/** An object with exactly these members; their values are patterns. Of other patterns it changes nothing. */
export const exact: Matcher = {
  check: () => undefined,
  patterns: (operand) => [['', operand]],
  apply(operand, actual, spot) {
    const differences = spot.compare(operand, actual);
    if (!isPlainObject(operand) || !isObject(actual)) return differences;
    const known = new Set(Object.keys(operand).map((name) => (name.startsWith('$$') ? name.slice(1) : name)));
    for (const name of Object.keys(actual)) {
      if (known.has(name)) continue;
      if (differences.length >= spot.max) break;
      const [extra] = spot.compare({ $absent: true }, actual[name], name);
      if (extra)
        differences.push({
          ...extra,
          message: `expected no member ${showValue(name)}, got ${showValue(actual[name])}`,
        });
    }
    return differences;
  },
};

const isPlainObject = (value: Json): value is JsonObject =>
  isObject(value) && !Object.keys(value).some((name) => /^\$[^$]/.test(name));

/** Exactly this value, nothing in it being a matcher. */
export const literal: Matcher = {
  check: () => undefined,
  apply(operand, actual, spot) {
    const at = unlike(operand, actual);
    if (!at) return [];
    const [expected, came] = showBoth(at.wanted, at.actual);
    const message = `expected exactly ${expected}, got ${came}`;
    const difference: Difference = { path: spot.path + at.path, expected: at.wanted ?? { $absent: true }, message };
    return [at.actual === undefined ? difference : { ...difference, actual: at.actual }];
  },
};

/** Contains: a text a text, a list an element that fits, an object itself or anything below it that fits. */
export const has: Matcher = {
  check: () => undefined,
  patterns: (operand) => [['', operand]],
  apply(operand, actual, spot) {
    const expected = { $has: operand };
    if (typeof actual === 'string') {
      if (typeof operand === 'string' ? actual.includes(operand) : spot.holds(operand, actual)) return [];
      return wanted(spot, expected, actual, `text that contains ${showValue(operand)}`);
    }
    if (Array.isArray(actual)) {
      if (actual.some((item: Json) => spot.holds(operand, item))) return [];
      const size = actual.length === 1 ? 'the only one does not' : `none of ${actual.length} does`;
      return differs(
        spot,
        expected,
        actual,
        `expected an element that fits ${showValue(operand)}; ${actual.length === 0 ? 'the list is empty' : size}`,
      );
    }
    if (!isObject(actual)) return wanted(spot, expected, actual, `something that contains ${showValue(operand)}`);
    if (below(actual, (value) => spot.holds(operand, value))) return [];
    return differs(spot, expected, actual, `expected ${showValue(operand)} somewhere inside, found it nowhere`);
  },
};

/** Whether a value or anything below it passes. Walks in breadth, without recursion. */
function below(root: Json, passes: (value: Json) => boolean): boolean {
  const open: Json[] = [root];
  for (let at = 0; at < open.length; at++) {
    const value = open[at]!;
    if (passes(value)) return true;
    if (typeof value === 'object' && value !== null) for (const child of Object.values(value)) open.push(child);
  }
  return false;
}

/** Valid against a definition of the protocol's schema, or against a JSON Schema. */
export const schema: Matcher = {
  check: (operand) =>
    typeof operand === 'string' || isObject(operand)
      ? undefined
      : '$schema takes the name of a definition or a JSON Schema',
  apply(operand, actual, spot) {
    if (actual === undefined) return wanted(spot, { $schema: operand }, actual, `a value of ${showValue(operand)}`);
    const validate = validator(operand, spot);
    return validate(actual as Json)
      .slice(0, spot.max)
      .map(({ path, message }) => ({
        path: spot.path + path,
        expected: { $schema: operand },
        actual: actual as Json,
        message,
      }));
  },
};

function validator(operand: Json, spot: Spot) {
  const validate = spot.context.schema?.(operand);
  if (!validate) throw new PatternError(`the schema has no definition ${showValue(operand)}`);
  return validate;
}

/** What stands at the end of a JSON Pointer, in words. */
function memberAt(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (path === '/error') return 'an error';
  if (path === '/result') return 'a result';
  if (name === '') return 'a value';
  return /^\d+$/.test(name) ? `an element ${name}` : `a member \`${name.replaceAll('~1', '/').replaceAll('~0', '~')}\``;
}
