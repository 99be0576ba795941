import { equal } from '../../../../../json/equal.js';
import type { Json, JsonObject } from '../../../../../json/json.js';
import { isObject } from '../../../../../json/json.js';
import { judgeForTarget, SchemaRefused } from '../../../../../schemas/index.js';

/** Numbers that say how long something takes: short, but long enough to be seen. By what their names end in. */
const TIMES: readonly { named: RegExp; value: number; whole: number }[] = [
  { named: /(ms|millis|milliseconds)$/i, value: 400, whole: 400 },
  { named: /(duration|seconds|secs|delay|wait|sleep|timeout)$/i, value: 0.4, whole: 1 },
];

/** Numbers that say how often something is done, or in how many pieces. */
const COUNTS =
  /(steps?|counts?|iterations?|times|rounds|ticks|repeats?|repetitions|chunks|items|total|limit|n|number)$/i;
/** How often, if one time is not enough to see anything; fewer where a schema allows no more. */
const OFTEN = [5, 3, 2];
/** How much longer something may take that was over too soon. */
const LONGER = [5, 3, 2];

/** How many values arguments are made of at most, and characters of one text: a schema may demand lists of lists without end. */
const MOST_VALUES = 1_000;
const MOST_CHARACTERS = 1_000;
/** How many properties of a schema are tried one after the other, and values of a choice. */
const MOST_TRIED = 20;

/** What a string may be by its format. */
const FORMATS = new Map([
  ['uri', 'https://example.com/'],
  ['url', 'https://example.com/'],
  ['email', 'kit@example.com'],
  ['date', '2025-11-25'],
  ['date-time', '2025-11-25T00:00:00Z'],
  ['time', '00:00:00Z'],
  ['uuid', '8f14e45f-ceea-467a-9575-6f0f0f0f0f0f'],
]);

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
  const properties = propertiesOf(inputSchema);
  const required = new Set(namesIn(inputSchema.required));
  const budget: Budget = { values: MOST_VALUES };
  const values = properties.flatMap(([name, schema]): [string, Json][] => {
    const time = timeOf(name, schema);
    if (time !== undefined) return [[name, time]];
    if (!required.has(name)) return [];
    const text = isObject(schema) ? textFor(name, schema) : undefined;
    return [[name, simplest(schema, budget, text)]];
  });
  const args = Object.fromEntries(values);
  return budget.values >= 0 && fits(args, inputSchema) ? args : undefined;
}

/**
 * The arguments with a longer time and a higher count, for a tool that was over too soon to be seen at work. Undefined where it has neither,
 * or no other value fits.
 */
export function patientArguments(inputSchema: JsonObject, args: JsonObject): JsonObject | undefined {
  const patient = { ...args };
  for (const [name, schema] of propertiesOf(inputSchema).slice(0, MOST_TRIED)) {
    if (!isObject(schema) || (schema.type !== 'number' && schema.type !== 'integer')) continue;
    const time = timeOf(name, schema);
    const values = time === undefined ? (COUNTS.test(name) ? OFTEN : []) : LONGER.map((factor) => time * factor);
    const value = values.find((one) => fits({ ...patient, [name]: one }, inputSchema));
    if (value !== undefined) patient[name] = value;
  }
  return equal(patient, args) ? undefined : patient;
}

/** The properties of a schema, in their order. */
const propertiesOf = ({ properties }: JsonObject) => Object.entries(isObject(properties) ? properties : {});

/** Names of switches that nobody turns on to see what they do, and choices that nobody makes. */
const DARING = /force|delete|remove|overwrite|reset|confirm|skip|unsafe|danger/i;
const DARING_CHOICE = /force|delete|remove|overwrite|reset|unsafe|danger|destroy|purge|wipe/i;

/**
 * The arguments with one other each: a switch that is on, or another value of a choice, whether it need be given or not. At most `most`,
 * those first whose name of a switch, or value, is like `first`.
 */
export function variedArguments(inputSchema: JsonObject, args: JsonObject, most: number, first?: RegExp): JsonObject[] {
  const varied = propertiesOf(inputSchema).flatMap(([name, schema]) => {
    if (DARING.test(name) || !isObject(schema)) return [];
    return choicesOf(schema)
      .slice(0, MOST_TRIED)
      .filter(
        (value) => !(Object.hasOwn(args, name) && equal(value, args[name]!)) && !DARING_CHOICE.test(String(value)),
      )
      .map((value) => ({
        args: { ...args, [name]: value },
        says: value === true ? name : String(value),
      }));
  });
  const isFirst = ({ says }: { says: string }) => Number(first?.test(says) ?? false);
  return varied
    .sort((a, b) => isFirst(b) - isFirst(a))
    .slice(0, MOST_TRIED)
    .map((one) => one.args)
    .filter((one) => fits(one, inputSchema))
    .slice(0, most);
}

/** What a switch may be but off, and what a choice may be. */
function choicesOf(schema: JsonObject): Json[] {
  if (schema.type === 'boolean') return [true];
  if (Array.isArray(schema.enum)) return schema.enum;
  const choices = [schema.anyOf, schema.oneOf].find((list) => Array.isArray(list));
  return (choices ?? []).flatMap((one) => (isObject(one) && one.const !== undefined ? [one.const] : []));
}

/** Choices and switches that sound as if a call then fails, or asks. */
export const ENDS_OTHERWISE =
  /fail|error|crash|throw|break|broke|abort|reject|ask|input|form|elicit|clarif|ambig|question|interact/i;

/** What of a tool's arguments is a URI, by its name. */
const URI_NAMED = /ur[il]$/i;

/** The simplest arguments with a URI in place of each one that is for one; none where the tool takes no URI or not this one. */
export function argumentsWithUri(inputSchema: JsonObject, uri: string): JsonObject[] {
  const names = propertiesOf(inputSchema)
    .filter(([name, schema]) => isObject(schema) && schema.type === 'string' && isForUri(name, schema))
    .map(([name]) => name)
    .slice(0, MOST_TRIED);
  if (names.length === 0) return [];
  const required = namesIn(inputSchema.required);
  const others = { ...inputSchema, required: required.filter((name) => !names.includes(name)) };
  const args = argumentsWith(others, () => undefined);
  return names.map((name) => ({ ...args, [name]: uri })).filter((one) => args && fits(one, inputSchema));
}

const isForUri = (name: string, { format }: JsonObject) => format === 'uri' || URI_NAMED.test(name);

/** Arguments that the input schema refuses because one of them is of another type; undefined where it takes any. */
export function refusedArguments(inputSchema: JsonObject, args: JsonObject): JsonObject | undefined {
  const tried = propertiesOf(inputSchema).flatMap(([name, schema]) => {
    const types = isObject(schema) ? [schema.type].flat() : [];
    const wrong: Json = types.includes('string') ? 5 : 'text';
    return types.length === 0 || types.includes(undefined as never) ? [] : [{ ...args, [name]: wrong }];
  });
  return tried.slice(0, MOST_TRIED).find((one) => refuses(inputSchema, one));
}

/** The arguments with a text in place of the value of their first property that takes any string. */
export function withText(inputSchema: JsonObject, args: JsonObject, text: string): JsonObject | undefined {
  const names = propertiesOf(inputSchema)
    .filter(([, schema]) => isObject(schema) && schema.type === 'string' && schema.enum === undefined)
    .map(([name]) => name)
    .slice(0, MOST_TRIED);
  return names.map((name) => ({ ...args, [name]: text })).find((one) => fits(one, inputSchema));
}

/** Whether a value fits a schema of the target. Any fits one that is no JSON Schema, none one that costs too much. */
export const fits = (value: Json, schema: JsonObject): boolean => judged(value, schema) === 'fits';

/** Whether a schema refuses a value; not if nothing can be said. */
const refuses = (schema: JsonObject, value: Json): boolean => judged(value, schema) === 'misfits';

/** Why values can't be judged by a schema of the target, in words; undefined if they can, or if it is no JSON Schema at all. */
export function whyRefused(schema: JsonObject, value: Json = {}): string | undefined {
  const verdict = judged(value, schema);
  return verdict instanceof SchemaRefused ? `${verdict.reason}: ${verdict.message}` : undefined;
}

function judged(value: Json, schema: JsonObject): 'fits' | 'misfits' | SchemaRefused {
  try {
    return judgeForTarget(schema, value).length === 0 ? 'fits' : 'misfits';
  } catch (error) {
    if (!(error instanceof SchemaRefused)) throw error;
    return error.reason === 'invalid' ? 'fits' : error;
  }
}

/** How many more values may be made; below 0 once that was not enough. */
interface Budget {
  values: number;
}

function timeOf(name: string, schema: Json): number | undefined {
  if (!isObject(schema) || (schema.type !== 'number' && schema.type !== 'integer')) return undefined;
  const time = TIMES.find(({ named }) => named.test(name));
  const value = time && (schema.type === 'integer' ? time.whole : time.value);
  return value !== undefined && fits(value, schema) ? value : undefined;
}

/**
 * @param budget what is left; if that is not enough, anything is returned
 * @param text what a string is that may be any
 */
function simplest(schema: Json, budget: Budget, text?: string): Json {
  budget.values -= 1;
  if (budget.values < 0) return null;
  if (!isObject(schema)) return text ?? 'hi';
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  for (const list of [schema.examples, schema.enum]) if (Array.isArray(list) && list.length > 0) return list[0]!;
  const choice = [schema.anyOf, schema.oneOf].find((list) => Array.isArray(list) && list.length > 0) as
    | Json[]
    | undefined;
  if (choice) return simplest(choice[0]!, budget, text);
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
      return Array.from({ length: Math.min(10, Number(schema.minItems ?? 0)) || 0 }, () =>
        simplest(schema.items ?? {}, budget, text),
      );
    case 'object': {
      const properties = new Map(propertiesOf(schema));
      const names = namesIn(schema.required).slice(0, MOST_VALUES);
      return Object.fromEntries(names.map((name) => [name, simplest(properties.get(name) ?? {}, budget)]));
    }
    default:
      return (
        text ??
        FORMATS.get(String(schema.format)) ??
        'hi'.padEnd(Math.min(MOST_CHARACTERS, Number(schema.minLength ?? 0)) || 0, '.')
      );
  }
}

function namesIn(list: Json | undefined): string[] {
  return Array.isArray(list) ? list.filter((name) => typeof name === 'string') : [];
}
