// Forms of JSON Schema that validators and generators of others handle badly. Each has another form with the same verdicts.
import { posix } from 'node:path';
import { placeOf } from './inspect.js';
import { memberAt, type Problem } from './problems.js';
import { isObject } from './read-files.js';
import type { Loose } from './types.js';

/** The formats that JSON Schema 2020-12 defines: Ajv refuses to compile a schema with another one. */
const FORMATS = [
  ...[
    'date',
    'date-time',
    'time',
    'duration',
    'email',
    'idn-email',
    'hostname',
    'idn-hostname',
    'ipv4',
    'ipv6',
    'uuid',
  ],
  ...['uri', 'uri-reference', 'iri', 'iri-reference', 'uri-template', 'json-pointer', 'relative-json-pointer', 'regex'],
];

/** What RE2, the engine of Go and Rust, has no words for: a look ahead or behind, and a reference back to a group. */
const NOT_IN_RE2 = /^(?:[^\\]|\\[^1-9k])*?(?:\(\?<?[=!]|\\[1-9k])/s;

/** Where one of these stands beside `type: object`, it says what is in the object. */
const CONTENT = [
  ...['properties', 'patternProperties', 'additionalProperties', 'unevaluatedProperties'],
  ...['$ref', 'allOf', 'anyOf', 'oneOf'],
];

/**
 * The forms in all definitions that are to be replaced, with what to put there. What a revision takes over as it is, is reported for the
 * revision that it comes from. All references lead to a definition.
 */
export function awkwardForms({
  schemas,
  origins,
}: {
  schemas: Map<string, Loose>;
  origins: Map<string, string>;
}): Problem[] {
  const follow: Follow = (from, ref) => followed(schemas, from, ref);
  const found = new Map([...schemas].map(([id, schema]) => [id, [...formsIn(id, schema, '', follow)]]));
  return [...found].flatMap(([id, forms]) => {
    const known = new Set((found.get(origins.get(id) ?? '') ?? []).map(keyOf));
    const own = forms.filter((one) => !known.has(keyOf(one)));
    const name = posix.basename(id, '.json');
    return own.map(({ pointer, message }) => ({
      ...placeOf(id, pointer, origins),
      message: origins.has(id) ? `${name}${pointer} ${message}` : message,
    }));
  });
}

interface Form {
  pointer: string;
  message: string;
}

/** Leads from a file to the schema that a reference means, and the file that it is in. */
type Follow = (from: string, ref: string) => { file: string; schema: unknown };

const keyOf = ({ pointer, message }: Form) => `${pointer} ${message}`;

function followed(schemas: Map<string, Loose>, from: string, ref: string): ReturnType<Follow> {
  const [path = '', fragment = ''] = ref.split('#');
  const file = path === '' ? from : posix.normalize(posix.join(posix.dirname(from), path));
  const [, name] = /^\/\$defs\/([^/]+)$/.exec(fragment) ?? [];
  const schema = schemas.get(file);
  return { file, schema: name === undefined ? schema : (schema?.$defs as Loose | undefined)?.[name] };
}

/** What is below these is no schema. */
const VALUES = ['examples', 'const', 'enum', 'default'];
/** What is in these are schemas by name. */
const BY_NAME = ['properties', '$defs', 'dependentSchemas', 'patternProperties'];

function* formsIn(id: string, schema: unknown, pointer: string, follow: Follow): Generator<Form> {
  if (Array.isArray(schema)) {
    for (const [index, item] of schema.entries()) yield* formsIn(id, item, `${pointer}/${index}`, follow);
    return;
  }
  if (!isObject(schema)) return;
  for (const [member, message] of badForms(id, schema, follow)) yield { pointer: memberAt(pointer, member), message };
  for (const [name, value] of Object.entries(schema)) {
    const at = memberAt(pointer, name);
    if (BY_NAME.includes(name) && isObject(value))
      for (const [key, inner] of Object.entries(value)) yield* formsIn(id, inner, memberAt(at, key), follow);
    else if (!VALUES.includes(name)) yield* formsIn(id, value, at, follow);
  }
}

/** The keywords of one schema that are to be replaced, each with what to put there. */
function* badForms(id: string, schema: Loose, follow: Follow): Generator<[member: string, message: string]> {
  const { type, format, pattern } = schema;
  if ('const' in schema && type === undefined)
    yield ['const', `lacks \`"type": "${typeOf(schema.const)}"\` beside it: generators take its type from there`];
  if (([type].flat() as unknown[]).includes('object') && !CONTENT.some((word) => word in schema))
    yield ['type', 'leaves open what is in the object: say `"additionalProperties": true` if anything may be'];
  if (typeof format === 'string' && !FORMATS.includes(format)) yield ['format', FORMAT_ADVICE(format)];
  const patterns = Object.keys(isObject(schema.patternProperties) ? schema.patternProperties : {});
  for (const [member, text] of [
    ['pattern', pattern] as const,
    ...patterns.map((one) => ['patternProperties', one] as const),
  ])
    if (typeof text === 'string' && NOT_IN_RE2.test(text))
      yield [member, 'looks ahead or behind, or back to a group, which RE2 refuses: write it without'];
  const tag = taggedBy(id, schema.anyOf, follow);
  if (tag !== undefined) yield ['anyOf', `has branches that \`${tag}\` tells apart: say \`oneOf\``];
}

const FORMAT_ADVICE = (format: string) =>
  format === 'byte'
    ? 'byte is not a format of JSON Schema: say `"contentEncoding": "base64"`'
    : `${format} is not a format of JSON Schema: leave it out, and say \`minimum\`, \`maximum\` or \`pattern\` where it limits the value`;

/** The JSON type of a value, integers apart from other numbers. */
function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

/**
 * The member that tells the branches of a union apart, if no value fits two of them; undefined if one may. `id` is the file that the union is in. */
function taggedBy(id: string, branches: unknown, follow: Follow): string | undefined {
  if (!Array.isArray(branches)) return undefined;
  let tag: string | undefined;
  const shapes = branches.map((branch) => shapesOf(id, branch, follow));
  for (const [index, some] of shapes.entries())
    for (const others of shapes.slice(index + 1))
      for (const one of some)
        for (const other of others) {
          if (haveOtherTypes(one, other)) continue;
          const name = tagBetween(one, other);
          if (name === undefined) return undefined;
          tag = name;
        }
  return tag;
}

/** What a value has to be to fit a schema, as far as it matters here: one shape, or one for each branch of a union. */
interface Shape {
  /** Unset if it may have any. */
  types: Set<string> | undefined;
  required: Set<string>;
  /** Members that have one of a few values. */
  fixed: Map<string, unknown[]>;
}

const MOST_SHAPES = 200;

function shapesOf(id: string, schema: unknown, follow: Follow, depth = 0): Shape[] {
  const any: Shape[] = [{ types: undefined, required: new Set(), fixed: new Map() }];
  if (!isObject(schema) || depth > 10) return any;
  let shapes = [ownShape(id, schema, follow)];
  const parts: [file: string, part: unknown][] = (Array.isArray(schema.allOf) ? schema.allOf : []).map((part) => [
    id,
    part,
  ]);
  if (typeof schema.$ref === 'string') {
    const { file, schema: there } = follow(id, schema.$ref);
    parts.push([file, there]);
  }
  for (const [from, part] of parts) shapes = both(shapes, shapesOf(from, part, follow, depth + 1));
  for (const union of [schema.anyOf, schema.oneOf])
    if (Array.isArray(union))
      shapes = both(
        shapes,
        union.flatMap((branch) => shapesOf(id, branch, follow, depth + 1)),
      );
  return shapes.length > MOST_SHAPES ? any : shapes;
}

function ownShape(id: string, { type, required, properties, ...rest }: Loose, follow: Follow): Shape {
  const fixed = new Map<string, unknown[]>();
  for (const [name, member] of Object.entries(isObject(properties) ? properties : {})) {
    const values = valuesOf(id, member, follow);
    if (values !== undefined) fixed.set(name, values);
  }
  const values = valuesOf(id, rest, follow);
  const types = type === undefined ? values?.map(typeOf) : ([type].flat() as string[]);
  return { types: types && new Set(types), required: new Set(Array.isArray(required) ? required : []), fixed };
}

/** The few values that a schema allows, if it lists them. */
function valuesOf(id: string, schema: unknown, follow: Follow, depth = 0): unknown[] | undefined {
  if (!isObject(schema) || depth > 10) return undefined;
  if ('const' in schema) return [schema.const];
  if (Array.isArray(schema.enum)) return schema.enum;
  if (typeof schema.$ref !== 'string') return undefined;
  const { file, schema: there } = follow(id, schema.$ref);
  return valuesOf(file, there, follow, depth + 1);
}

/** Each shape of one list with each of the other: of values that fit both. */
function both(some: readonly Shape[], others: readonly Shape[]): Shape[] {
  return some.flatMap((one) =>
    others.map((other) => ({
      types:
        one.types && other.types
          ? new Set([...one.types].filter((type) => other.types!.has(type)))
          : (one.types ?? other.types),
      required: new Set([...one.required, ...other.required]),
      fixed: bothFixed(one.fixed, other.fixed),
    })),
  );
}

function bothFixed(one: Shape['fixed'], other: Shape['fixed']): Shape['fixed'] {
  const fixed = new Map([...one, ...other]);
  for (const [name, values] of one) if (other.has(name)) fixed.set(name, values.filter(isAmong(other.get(name)!)));
  return fixed;
}

const isAmong = (values: readonly unknown[]) => {
  const texts = new Set(values.map((value) => JSON.stringify(value)));
  return (value: unknown) => texts.has(JSON.stringify(value));
};

function haveOtherTypes(one: Shape, other: Shape): boolean {
  if (one.types === undefined || other.types === undefined) return false;
  const wide = (types: Set<string>) => new Set([...types, ...(types.has('number') ? ['integer'] : [])]);
  const theirs = wide(other.types);
  return ![...wide(one.types)].some((type) => theirs.has(type));
}

/** A member that has other values in two shapes of objects, and that one of them must have. */
function tagBetween(one: Shape, other: Shape): string | undefined {
  const isOfObjects = ({ types }: Shape) => types?.size === 1 && types.has('object');
  if (!isOfObjects(one) && !isOfObjects(other)) return undefined;
  for (const [name, values] of one.fixed) {
    const theirs = other.fixed.get(name);
    if (theirs === undefined || (!one.required.has(name) && !other.required.has(name))) continue;
    if (!values.some(isAmong(theirs))) return name;
  }
  return undefined;
}
