import { kindOf, showValue } from '../../json/display.js';
import type { Json } from '../../json/json.js';
import { isObject } from '../../json/json.js';
import { orNearest } from '../../json/nearest.js';
import { nounOf, withArticle } from '../../json/noun.js';
import type { JsonSchema, SchemaObject } from '../json-schema.js';
import type { AjvError } from './reporting.js';
import type { SchemaError } from './schema-error.js';

/** Longest list of allowed values that a sentence spells out. */
const SPELLED_OUT = 12;

/** What is said of a value: the sentence, the pattern that would have fitted, and the member that is missing. */
export type Wording = Pick<SchemaError, 'message' | 'expected' | 'missing'>;

/**
 * What an error says of the value that it is about, in one sentence. Unions are not for it.
 *
 * @param schema the schema that has the keyword
 */
export function wordingOf(error: AjvError, schema: SchemaObject, value: Json | undefined): Wording {
  const { params } = error;
  const number = (name: string) => Number(params[name]);
  const name = (of: string) => quote(String(params[of]));
  switch (error.keyword) {
    case 'false schema':
      return { message: 'is not allowed here' };
    case 'type':
      return wrongType([schema.type ?? []].flat(), value, schema.type);
    case 'const':
      return {
        message: `expected ${showValue(schema.const)}, got ${showValue(value)}`,
        ...(schema.const === undefined ? {} : { expected: schema.const }),
      };
    case 'enum':
      return notAmong(schema.enum ?? [], value);
    case 'pattern':
      return { message: `${showValue(value)} ${unlike(schema)}`, expected: { $re: schema.pattern ?? '' } };
    case 'minLength':
    case 'maxLength':
      return counted('characters', [...String(value)].length, error.keyword, number('limit'));
    case 'minItems':
    case 'maxItems':
      return sized('items', Array.isArray(value) ? value.length : 0, error.keyword, number('limit'));
    case 'minProperties':
    case 'maxProperties':
      return sized('members', isObject(value) ? Object.keys(value).length : 0, error.keyword, number('limit'));
    case 'items':
    case 'additionalItems':
    case 'unevaluatedItems':
      return sized('items', Array.isArray(value) ? value.length : 0, 'maxItems', Number(params.limit ?? params.len));
    case 'minimum':
      return {
        message: `expected at least ${params.limit}, got ${showValue(value)}`,
        expected: { $gte: number('limit') },
      };
    case 'maximum':
      return {
        message: `expected at most ${params.limit}, got ${showValue(value)}`,
        expected: { $lte: number('limit') },
      };
    case 'exclusiveMinimum':
      return { message: `expected more than ${params.limit}, got ${showValue(value)}` };
    case 'exclusiveMaximum':
      return { message: `expected less than ${params.limit}, got ${showValue(value)}` };
    case 'multipleOf':
      return { message: `expected a multiple of ${params.multipleOf}, got ${showValue(value)}` };
    case 'uniqueItems':
      return { message: 'has an item twice', expected: { $unique: true } };
    case 'required':
      return { message: `lacks ${name('missingProperty')}`, missing: String(params.missingProperty) };
    case 'dependentRequired':
    case 'dependencies':
      return { message: `${name('property')} needs ${name('missingProperty')} beside it` };
    case 'additionalProperties': {
      const known = Object.keys(schema.properties ?? {});
      const near = orNearest(String(params.additionalProperty), known);
      return { message: `unknown member ${name('additionalProperty')}${near}` };
    }
    case 'unevaluatedProperties':
      return { message: `unknown member ${name('unevaluatedProperty')}` };
    case 'propertyNames':
      return { message: `${name('propertyName')} is not a name that is allowed here` };
    case 'not':
      return { message: excluded(schema.not ?? true, value) };
    default:
      return { message: error.message ?? `does not fit \`${error.keyword}\`` };
  }
}

/** What to say of a value of another type than those that are wanted. */
export function wrongType(types: readonly string[], value: Json | undefined, type: Json | undefined): Wording {
  const message = `expected ${typeWords(types)}, got ${kindOf(value)}`;
  return { message, expected: { $type: type ?? [...new Set(types)] } };
}

/** The names of types as a sentence has them: "a string or an integer". */
function typeWords(types: Iterable<string>): string {
  const words = [...new Set(types)].map((type) => {
    if (type === 'null') return 'null';
    if (type === 'array') return 'a list';
    return `${/^[aeio]/.test(type) ? 'an' : 'a'} ${type}`;
  });
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

/** What to say of a value that is none of those that are allowed. */
export function notAmong(allowed: readonly Json[], value: Json | undefined): Wording {
  const texts = allowed.filter((one) => typeof one === 'string');
  const near = typeof value === 'string' ? orNearest(value, texts) : '';
  const spelled = allowed.slice(0, SPELLED_OUT).map(showValue).join(', ');
  const wanted = allowed.length === 1 ? spelled : `one of ${spelled}${allowed.length > SPELLED_OUT ? ', …' : ''}`;
  return { message: `expected ${wanted}, got ${showValue(value)}${near}`, expected: { $in: [...allowed] } };
}

function sized(noun: string, count: number, keyword: string, limit: number): Wording {
  return {
    ...counted(noun, count, keyword, limit),
    expected: { $len: keyword.startsWith('min') ? { $gte: limit } : { $lte: limit } },
  };
}

function counted(noun: string, count: number, keyword: string, limit: number): Wording {
  const isShort = keyword.startsWith('min');
  if (isShort && count === 0) return { message: 'is empty' };
  return { message: `has ${count} ${noun}, expected at ${isShort ? 'least' : 'most'} ${limit}` };
}

/** How a string that breaks its pattern departs from it. */
function unlike(schema: SchemaObject): string {
  if (schema.title === undefined) return `does not match ${schema.pattern}`;
  const [example] = schema.examples ?? [];
  return `is not ${withArticle(nounOf(schema.title))}${example === undefined ? '' : `, such as ${showValue(example)}`}`;
}

function excluded(schema: JsonSchema, value: Json | undefined): string {
  const names = requiredOnly(schema);
  if (names.length === 1) return `${quote(names[0] as string)} is not allowed here`;
  if (names.length > 1) return `${names.map(quote).join(' and ')} exclude each other`;
  return `${showValue(value)} is not allowed here`;
}

/** The names that a schema demands which says nothing else; none for any other. */
export function requiredOnly(schema: JsonSchema): string[] {
  if (typeof schema !== 'object' || Object.keys(schema).some((key) => key !== 'required')) return [];
  return schema.required ?? [];
}

/** The name of a member in a sentence, cut where it is long. */
export const quote = (name: string) => `\`${name.length > 60 ? `${name.slice(0, 59)}…` : name}\``;
