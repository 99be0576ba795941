import { kindOf, showValue } from '../json/display.js';
import type { Json } from '../json/json.js';
import { isObject } from '../json/json.js';
import { orNearest } from '../json/nearest.js';
import type { SchemaError } from './explain.js';
import type { SchemaObject } from './json-schema.js';

/** Longest list of allowed values that a sentence spells out. */
const SPELLED_OUT = 12;

/** Whether a value has one of the types of a `type` keyword. */
export function hasType(types: string | readonly string[], value: Json): boolean {
  return [types].flat().some((type) => {
    switch (type) {
      case 'null':
        return value === null;
      case 'array':
        return Array.isArray(value);
      case 'object':
        return isObject(value);
      case 'integer':
        return typeof value === 'bigint' || Number.isInteger(value);
      case 'number':
        return typeof value === 'bigint' || Number.isFinite(value);
      default:
        return typeof value === type;
    }
  });
}

/** The names of types as a sentence has them: "a string or an integer". */
export function typeWords(types: Iterable<string>): string {
  const words = [...new Set(types)].map((type) => {
    if (type === 'null') return 'null';
    if (type === 'array') return 'a list';
    return `${/^[aeio]/.test(type) ? 'an' : 'a'} ${type}`;
  });
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

/** What `type`, `const` and `enum` say against a value. */
export function* unlike(schema: SchemaObject, at: string, value: Json, path: string): Generator<SchemaError> {
  if (schema.type !== undefined && !hasType(schema.type, value)) {
    const message = `wanted ${typeWords([schema.type].flat())}, got ${kindOf(value)}`;
    yield { path, message, keyword: 'type', schemaPath: `${at}/type`, expected: { $type: schema.type }, actual: value };
  } else if (schema.const !== undefined && !same(schema.const, value)) {
    const message = `wanted ${showValue(schema.const)}, got ${showValue(value)}`;
    yield { path, message, keyword: 'const', schemaPath: `${at}/const`, expected: schema.const, actual: value };
  } else if (schema.enum !== undefined && !schema.enum.some((one) => same(one, value))) {
    yield { ...notAmong(schema.enum, value), path, keyword: 'enum', schemaPath: `${at}/enum` };
  }
}

/** What to say of a value that is none of those that are allowed. */
export function notAmong(allowed: readonly Json[], value: Json): Pick<SchemaError, 'message' | 'expected' | 'actual'> {
  const texts = allowed.filter((one) => typeof one === 'string');
  const near = typeof value === 'string' ? orNearest(value, texts) : '';
  const spelled = allowed.slice(0, SPELLED_OUT).map(showValue).join(', ');
  const wanted = allowed.length === 1 ? spelled : `one of ${spelled}${allowed.length > SPELLED_OUT ? ', …' : ''}`;
  return {
    message: `wanted ${wanted}, got ${showValue(value)}${near}`,
    expected: { $in: [...allowed] },
    actual: value,
  };
}

/** What the keywords say that count, measure or match a value. */
export function* limits(schema: SchemaObject, at: string, value: Json, path: string): Generator<SchemaError> {
  const error = (keyword: string, message: string, expected?: Json): SchemaError => ({
    path,
    message,
    keyword,
    schemaPath: `${at}/${keyword}`,
    ...(expected === undefined ? {} : { expected }),
    actual: value,
  });
  if (typeof value === 'string') {
    const { pattern, minLength, maxLength } = schema;
    if (pattern !== undefined && !expression(pattern).test(value))
      yield error('pattern', `${showValue(value)} is no ${named(schema)}`, { $re: pattern });
    if (minLength !== undefined || maxLength !== undefined) {
      const length = [...value].length;
      if (length < (minLength ?? 0))
        yield error('minLength', length === 0 ? 'is empty' : `has ${length} characters, wanted at least ${minLength}`);
      if (length > (maxLength ?? length))
        yield error('maxLength', `has ${length} characters, wanted at most ${maxLength}`);
    }
  } else if (typeof value === 'number' || typeof value === 'bigint') {
    const { minimum, maximum } = schema;
    if (minimum !== undefined && value < minimum)
      yield error('minimum', `wanted at least ${minimum}, got ${showValue(value)}`, { $gte: minimum });
    if (maximum !== undefined && value > maximum)
      yield error('maximum', `wanted at most ${maximum}, got ${showValue(value)}`, { $lte: maximum });
  } else if (Array.isArray(value)) {
    yield* counted(error, 'Items', value.length, schema.minItems, schema.maxItems);
    if (schema.uniqueItems && new Set(value.map(canonical)).size < value.length)
      yield error('uniqueItems', 'has an item twice', { $unique: true });
  } else if (isObject(value)) {
    yield* counted(error, 'Properties', Object.keys(value).length, schema.minProperties, schema.maxProperties);
  }
}

type Make = (keyword: string, message: string, expected?: Json) => SchemaError;

function* counted(error: Make, what: 'Items' | 'Properties', count: number, least = 0, most = count) {
  const noun = what === 'Items' ? 'items' : 'members';
  if (count < least)
    yield error(`min${what}`, count === 0 ? 'is empty' : `has ${count} ${noun}, wanted at least ${least}`, {
      $len: { $gte: least },
    });
  if (count > most) yield error(`max${what}`, `has ${count} ${noun}, wanted at most ${most}`, { $len: { $lte: most } });
}

/** What a string that breaks its pattern should have been. */
function named(schema: SchemaObject): string {
  if (schema.title === undefined) return `text of the form ${schema.pattern}`;
  const [example] = schema.examples ?? [];
  return `${schema.title.charAt(0).toLowerCase()}${schema.title.slice(1)}${example === undefined ? '' : `, such as ${showValue(example)}`}`;
}

const expressions = new Map<string, RegExp>();
function expression(pattern: string): RegExp {
  const known = expressions.get(pattern) ?? new RegExp(pattern, 'u');
  expressions.set(pattern, known);
  return known;
}

/** Whether two JSON values are equal as JSON Schema has it. */
function same(wanted: Json, value: Json): boolean {
  if (typeof wanted !== 'object' || wanted === null)
    return wanted === value || (typeof value === 'bigint' && wanted === Number(value));
  return typeof value === 'object' && value !== null && canonical(wanted) === canonical(value);
}

/** JSON text with sorted members: equal values have equal texts. */
function canonical(value: Json): string {
  return JSON.stringify(value, (_, inner: Json) => {
    if (typeof inner === 'bigint') return Number(inner);
    return isObject(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner;
  });
}
