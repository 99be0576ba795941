import type { Json } from '../../json/json.js';
import { isObject } from '../../json/json.js';

/** An argument of a tool that a header repeats: the name behind `Mcp-Param-`, and where the argument stands. */
export interface ParamHeader {
  name: string;
  path: readonly string[];
}

/** A name of a header field (RFC 9110, section 5.1). */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** A value of one of these types may stand in a header. */
const TYPES = ['string', 'integer', 'boolean'];

/** Keywords with schemas inside that say nothing of one property: no header can repeat what they are about. */
const ELSEWHERE = [
  'items',
  'prefixItems',
  'contains',
  'additionalProperties',
  'patternProperties',
  'dependentSchemas',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  '$defs',
  'definitions',
];

/**
 * The arguments that headers repeat: properties with `x-mcp-header`, reached by `properties` alone. Undefined where an annotation
 * breaks the rules, so that a client must leave the tool out (MCP 2026-07-28, Transports, Custom Headers).
 */
export function paramHeadersOf(inputSchema: Json | undefined): ParamHeader[] | undefined {
  const found: ParamHeader[] = [];
  let isLegal = true;
  const walk = (schema: Json | undefined, path: readonly string[]): void => {
    if (!isObject(schema)) return;
    const name = schema['x-mcp-header'];
    if (name !== undefined) {
      const isNamed = typeof name === 'string' && TOKEN.test(name);
      if (isNamed && path.length > 0 && TYPES.includes(String(schema.type))) found.push({ name, path });
      else isLegal = false;
    }
    for (const [key, inner] of Object.entries(isObject(schema.properties) ? schema.properties : {}))
      walk(inner, [...path, key]);
    if (ELSEWHERE.some((keyword) => isAnnotated(schema[keyword]))) isLegal = false;
  };
  walk(inputSchema, []);
  const names = found.map(({ name }) => name.toLowerCase());
  return isLegal && new Set(names).size === names.length ? found : undefined;
}

/** Whether a schema, or one inside it, has an annotation; of lists and objects of schemas whether one of them has. Needs no stack. */
function isAnnotated(schema: Json | undefined): boolean {
  const open = [schema];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next !== 'object' || next === null) continue;
    if (!Array.isArray(next) && next['x-mcp-header'] !== undefined) return true;
    for (const [name, inner] of Object.entries(next)) if (Array.isArray(next) || !DATA.has(name)) open.push(inner);
  }
  return false;
}

/** Keywords whose values are data. */
const DATA = new Set(['const', 'enum', 'default', 'examples']);

/** The argument at a path, or undefined where there is none. */
export function argumentAt(args: Json | undefined, path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>((value, key) => (isObject(value) ? value[key] : undefined), args);
}

/** Printable ASCII with no space at an edge, and nothing that looks like an encoded value. */
const PLAIN = /^(?! )[\x20-\x7e]+(?<! )$/;
/** What says that a value is encoded: both marks, as they are written here. */
const MARKED = /^=\?base64\?(.*)\?=$/;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** A value as a header has it: text that a header can't hold as it is goes as base64 of its UTF-8. */
export function headerText(value: string | number | bigint | boolean): string {
  const text = String(value);
  if (PLAIN.test(text) && !MARKED.test(text)) return text;
  return `=?base64?${Buffer.from(text).toString('base64')}?=`;
}

/** What a header may hold as it is. */
const HEADER = /^[\t\x20-\x7e]*$/;

/** What a header says; undefined where its encoding is broken, or it has characters that no header may have. */
export function readHeaderText(text: string): string | undefined {
  const encoded = MARKED.exec(text)?.[1];
  if (encoded === undefined) return HEADER.test(text) ? text : undefined;
  if (!BASE64.test(encoded)) return undefined;
  const bytes = Buffer.from(encoded, 'base64');
  return bytes.toString('base64') === encoded ? bytes.toString() : undefined;
}

/** The headers that repeat these arguments; what is absent, null, or no plain value has none. */
export function paramHeaders(headers: readonly ParamHeader[], args: Json | undefined): [name: string, text: string][] {
  return headers.flatMap(({ name, path }): [string, string][] => {
    const value = argumentAt(args, path);
    const isPlain = ['string', 'number', 'bigint', 'boolean'].includes(typeof value);
    return isPlain ? [[name, headerText(value as string | number | bigint | boolean)]] : [];
  });
}

/** Whether a header says the same as an argument; numbers are compared as numbers. */
export function saysSame(text: string, value: Json): boolean {
  const read = readHeaderText(text);
  if (read === undefined) return false;
  if (typeof value === 'number' || typeof value === 'bigint')
    return /^-?\d+(\.0+)?$/.test(read) && Number(read) === Number(value);
  return typeof value === 'boolean' ? read === String(value) : read === value;
}
