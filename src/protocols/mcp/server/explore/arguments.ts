import { equal } from '../../../../json/equal.js';
import type { Json, JsonObject } from '../../../../json/json.js';
import { isObject } from '../../../../json/json.js';
import { own, setOwn } from '../../../../json/own.js';
import { compileSchema } from '../../../../schemas/index.js';

/** Numbers that say how long something takes: short, but long enough to be seen. By what their names end in. */
const TIMES: readonly { named: RegExp; value: number; whole: number }[] = [
  { named: /(ms|millis|milliseconds)$/i, value: 400, whole: 400 },
  { named: /(duration|seconds|secs|delay|wait|sleep|timeout)$/i, value: 0.4, whole: 1 },
];

/** What a string may be by its format. */
const FORMATS: { readonly [format: string]: string } = {
  uri: 'https://example.com/',
  url: 'https://example.com/',
  email: 'kit@example.com',
  date: '2025-11-25',
  'date-time': '2025-11-25T00:00:00Z',
  time: '00:00:00Z',
  uuid: '8f14e45f-ceea-467a-9575-6f0f0f0f0f0f',
};

/** What a string may be by what its name ends in. */
const NAMED: readonly { named: RegExp; value: string }[] = [
  { named: /(path|dir|directory|folder|cwd)$/i, value: '.' },
  { named: /(time_?zone|tz)$/i, value: 'UTC' },
];

/**
 * The simplest arguments that fit the input schema of a tool: what is required, and how long it takes where that can be said.
 * Undefined where no simple ones fit.
 */
export function simplestArguments(inputSchema: JsonObject): JsonObject | undefined {
  return argumentsWith(inputSchema, () => undefined);
}

/**
 * The same with texts that are more likely to be taken: what their description has for an example, or what their name says. Undefined
 * where that is no other.
 */
export function likelyArguments(inputSchema: JsonObject): JsonObject | undefined {
  const likely = argumentsWith(inputSchema, likelyText);
  return likely === undefined || equal(likely, simplestArguments(inputSchema) ?? null) ? undefined : likely;
}

/** An example in a description, in quotes. A URL is none: what is there depends on a network. */
const EXAMPLE = /\b(?:e\.g\.|for example|example)[,:]?\s*(['"`])([^'"`\n]{1,80})\1/i;

function likelyText(name: string, { description }: JsonObject): string | undefined {
  const example = EXAMPLE.exec(String(description ?? ''))?.[2];
  if (example !== undefined && !example.includes('://')) return example;
  return NAMED.find(({ named }) => named.test(name))?.value;
}

function argumentsWith(
  inputSchema: JsonObject,
  textFor: (name: string, schema: JsonObject) => string | undefined,
): JsonObject | undefined {
  const properties = isObject(inputSchema.properties) ? inputSchema.properties : {};
  const required = namesIn(inputSchema.required);
  const values: JsonObject = {};
  for (const [name, schema] of Object.entries(properties)) {
    const time = timeOf(name, schema);
    if (time !== undefined) setOwn(values, name, time);
    else if (required.includes(name))
      setOwn(values, name, simplest(schema, isObject(schema) ? textFor(name, schema) : undefined));
  }
  return fits(values, inputSchema) ? values : undefined;
}

/** Names of switches that nobody turns on to see what they do, and choices that nobody makes. */
const DARING = /force|delete|remove|overwrite|reset|confirm|skip|unsafe|danger/i;
const DARING_CHOICE = /force|delete|remove|overwrite|reset|unsafe|danger|destroy|purge|wipe/i;

/**
 * The arguments with one other each: a switch that is on, or another value of a choice, whether it need be given or not. At most `most`,
 * those first whose name of a switch, or value, is like `first`.
 */
export function variedArguments(inputSchema: JsonObject, args: JsonObject, most: number, first?: RegExp): JsonObject[] {
  const properties = isObject(inputSchema.properties) ? inputSchema.properties : {};
  const varied = Object.entries(properties).flatMap(([name, schema]) => {
    if (DARING.test(name) || !isObject(schema)) return [];
    return choicesOf(schema)
      .filter(
        (value) => !(Object.hasOwn(args, name) && equal(value, args[name]!)) && !DARING_CHOICE.test(String(value)),
      )
      .map((value) => ({
        args: { ...args, [name]: value } as JsonObject,
        says: value === true ? name : String(value),
      }));
  });
  const isFirst = ({ says }: { says: string }) => Number(first?.test(says) ?? false);
  return varied
    .sort((a, b) => isFirst(b) - isFirst(a))
    .map((one) => one.args)
    .filter((one) => fits(one, inputSchema))
    .slice(0, most);
}

/** What a switch may be but off, and what a choice may be. */
function choicesOf(schema: JsonObject): Json[] {
  if (schema.type === 'boolean') return [true];
  if (Array.isArray(schema.enum)) return schema.enum;
  const choices = [schema.anyOf, schema.oneOf].find((list) => Array.isArray(list)) as Json[] | undefined;
  return (choices ?? []).flatMap((one) => (isObject(one) && one.const !== undefined ? [one.const] : []));
}

/** Choices and switches that sound as if a call then fails, or asks. */
export const ENDS_OTHERWISE =
  /fail|error|crash|throw|break|broke|abort|reject|ask|input|form|elicit|clarif|ambig|question|interact/i;

/** What of a tool's arguments is a URI, by its name. */
const URI_NAMED = /ur[il]$/i;

/** The simplest arguments with a URI in place of each one that is for one; none where the tool takes no URI or not this one. */
export function argumentsWithUri(inputSchema: JsonObject, uri: string): JsonObject[] {
  const properties = isObject(inputSchema.properties) ? inputSchema.properties : {};
  const names = Object.entries(properties)
    .filter(([name, schema]) => isObject(schema) && schema.type === 'string' && isForUri(name, schema))
    .map(([name]) => name);
  const required = namesIn(inputSchema.required);
  const others = { ...inputSchema, required: required.filter((name) => !names.includes(name)) };
  const args = argumentsWith(others, () => undefined);
  return names.map((name) => ({ ...args, [name]: uri })).filter((one) => args && fits(one, inputSchema));
}

const isForUri = (name: string, { format }: JsonObject) => format === 'uri' || URI_NAMED.test(name);

/** Arguments that the input schema refuses because one of them is of another type; undefined where it takes any. */
export function refusedArguments(inputSchema: JsonObject, args: JsonObject): JsonObject | undefined {
  const properties = isObject(inputSchema.properties) ? inputSchema.properties : {};
  const tried = Object.entries(properties).flatMap(([name, schema]) => {
    const types = isObject(schema) ? [schema.type].flat() : [];
    const wrong: Json = types.includes('string') ? 5 : 'text';
    return types.length === 0 || types.includes(undefined as never) ? [] : [{ ...args, [name]: wrong }];
  });
  return tried.find((one) => !fits(one, inputSchema));
}

/** The arguments with a text in place of the value of their first property that takes any string. */
export function withText(inputSchema: JsonObject, args: JsonObject, text: string): JsonObject | undefined {
  const properties = isObject(inputSchema.properties) ? inputSchema.properties : {};
  const names = Object.entries(properties)
    .filter(([, schema]) => isObject(schema) && schema.type === 'string' && schema.enum === undefined)
    .map(([name]) => name);
  return names.map((name) => ({ ...args, [name]: text })).find((one) => fits(one, inputSchema));
}

/** Whether a value fits a schema of the target. One that is no JSON Schema refuses nothing. */
export function fits(value: Json, schema: JsonObject): boolean {
  try {
    return compileSchema(schema)(value).length === 0;
  } catch {
    return true;
  }
}

function timeOf(name: string, schema: Json): number | undefined {
  if (!isObject(schema) || (schema.type !== 'number' && schema.type !== 'integer')) return undefined;
  const time = TIMES.find(({ named }) => named.test(name));
  const value = time && (schema.type === 'integer' ? time.whole : time.value);
  return value !== undefined && fits(value, schema) ? value : undefined;
}

/** @param text what a string is that may be any */
function simplest(schema: Json, text?: string): Json {
  if (!isObject(schema)) return text ?? 'hi';
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  for (const list of [schema.examples, schema.enum]) if (Array.isArray(list) && list.length > 0) return list[0]!;
  const choice = [schema.anyOf, schema.oneOf].find((list) => Array.isArray(list) && list.length > 0) as
    | Json[]
    | undefined;
  if (choice) return simplest(choice[0]!, text);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  const least = typeof schema.minimum === 'number' ? schema.minimum : 1;
  switch (type) {
    case 'number':
    case 'integer':
      return typeof schema.maximum === 'number' ? Math.min(least, schema.maximum) : least;
    case 'boolean':
      return false;
    case 'null':
      return null;
    case 'array':
      return Array.from({ length: Math.min(10, Number(schema.minItems ?? 0)) }, () =>
        simplest(schema.items ?? {}, text),
      );
    case 'object': {
      const properties = isObject(schema.properties) ? schema.properties : {};
      return Object.fromEntries(namesIn(schema.required).map((name) => [name, simplest(own(properties, name) ?? {})]));
    }
    default:
      return (
        text ?? own(FORMATS, String(schema.format)) ?? 'hi'.padEnd(Math.min(1000, Number(schema.minLength ?? 0)), '.')
      );
  }
}

function namesIn(list: Json | undefined): string[] {
  return Array.isArray(list) ? list.filter((name) => typeof name === 'string') : [];
}
