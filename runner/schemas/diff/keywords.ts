import type { Json } from '../../../src/json/json.js';
import type { JsonSchema, SchemaObject } from '../../../src/schemas/json-schema.js';

/** A schema with the keywords that our own schemas do not use, and those of this comparison. */
export interface AnySchema extends SchemaObject {
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  multipleOf?: number;
  format?: string;
  patternProperties?: { [pattern: string]: JsonSchema };
  unevaluatedProperties?: JsonSchema;
  unevaluatedItems?: JsonSchema;
  prefixItems?: JsonSchema[];
  contains?: JsonSchema;
  minContains?: number;
  maxContains?: number;
  /** Values that it does not take. */
  '~excludes'?: Json[];
  /** Set for what a `not` says. */
  '~silent'?: true;
}

/** Keywords that say nothing of a value, or that only go with another one. */
const ANNOTATIONS = new Set([
  'title',
  'description',
  'examples',
  'default',
  'deprecated',
  'readOnly',
  'writeOnly',
  '$comment',
  'contentEncoding',
  'contentMediaType',
  'contentSchema',
  'discriminator',
  'xml',
  'externalDocs',
  'example',
]);

/** Whether a keyword says what a value must be. */
export const isAssertion = (keyword: string) => !ANNOTATIONS.has(keyword) && !keyword.startsWith('x-');

/** The keywords of a schema that say what a value must be. */
export const assertionsOf = (schema: SchemaObject): string[] => Object.keys(schema).filter(isAssertion);

/** Formats of JSON Schema, which a reader may check; others, such as int64, are annotations. */
export const FORMATS: { readonly [format: string]: string } = {
  'date-time': '2026-01-31T12:00:00Z',
  date: '2026-01-31',
  time: '12:00:00Z',
  duration: 'P1D',
  email: 'a@example.com',
  'idn-email': 'a@example.com',
  hostname: 'example.com',
  'idn-hostname': 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.com/a',
  'uri-reference': '/a',
  iri: 'https://example.com/a',
  'iri-reference': '/a',
  'uri-template': 'https://example.com/{a}',
  uuid: '123e4567-e89b-42d3-a456-426614174000',
  'json-pointer': '/a',
  'relative-json-pointer': '0/a',
  regex: '^a$',
};

export type TypeName = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object';
export const TYPES: readonly TypeName[] = ['null', 'boolean', 'number', 'string', 'array', 'object'];

/** The type of a value, as JSON Schema names it; whole numbers are numbers. */
export function typeOf(value: Json): TypeName {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'bigint' ? 'number' : (typeof value as TypeName);
}

/** The texts that a pattern such as `^(a|b)$` or `^a$` takes; undefined for any other pattern. */
export function literalsOf(pattern: string): string[] | undefined {
  const inner = /^\^(?:\(([\w|/ -]*)\)|\(\?:([\w|/ -]*)\)|([\w/ -]*))\$$/.exec(pattern);
  return inner ? (inner[1] ?? inner[2] ?? inner[3] ?? '').split('|') : undefined;
}

/** JSON as one text, with members in order. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined';
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, one]) => `${JSON.stringify(name)}:${canonical(one)}`).join(',')}}`;
}
