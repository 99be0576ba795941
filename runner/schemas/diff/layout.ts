import type { Json, JsonObject } from '../../../src/json/json.js';
import { isObject } from '../../../src/json/json.js';
import { escapeToken, getPointer } from '../../../src/json/pointer.js';
import type { Bundle, JsonSchema } from '../../../src/schemas/json-schema.js';
import { withoutBigints } from '../../../src/schemas/numbers.js';

/** A document that holds no schemas, or whose references lead out of it. */
export class LayoutError extends Error {}

/** Keywords whose value is a schema, a list of schemas, or schemas by name. */
const ONE = ['not', 'if', 'then', 'else', 'contains', 'propertyNames', 'additionalProperties', 'unevaluatedProperties'];
const ONE_ITEM = ['items', 'additionalItems', 'unevaluatedItems', 'contentSchema'];
const LISTS = ['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items'];
const MAPS = ['properties', 'patternProperties', 'dependentSchemas', 'dependencies'];
const DEFINITIONS = ['$defs', 'definitions'];

/** The name of the definition that a document is, if it is a schema itself. */
export const ROOT = '#';

/**
 * The definitions of a document in the layout of our bundles: JSON Schema 2020-12 under `$defs`, whose references all are
 * `#/$defs/NAME`. Takes drafts 04 to 2020-12, `definitions`, `components.schemas`, anchors, ids, and pointers into a
 * definition, whose part becomes a definition too. Throws LayoutError.
 *
 * @param isSchema whether the document is a schema itself, whatever definitions it has
 */
export function bundleOf(document: Json, isSchema = false): Bundle {
  const plain = withoutBigints(document);
  if (!isObject(plain)) throw new LayoutError('it is not a JSON object, so it holds no schemas');
  return new Layout(plain, isSchema).bundle();
}

class Layout {
  private readonly $defs: { [name: string]: JsonSchema } = Object.create(null);
  /** Where the definitions stand: pointers to names. */
  private readonly places = new Map<string, string>();
  /** What ids and anchors name, as pointers. */
  private readonly ids = new Map<string, string>();
  private readonly isOld: boolean;

  constructor(
    private readonly root: JsonObject,
    private readonly isSchema: boolean,
  ) {
    this.isOld = /draft-0[3467]|2019-09/.test(String(root.$schema ?? ''));
  }

  bundle(): Bundle {
    const holders = ['/$defs', '/definitions', '/components/schemas'].filter((one) =>
      isObject(getPointer(this.root, one)),
    );
    for (const holder of holders)
      for (const name of Object.keys(getPointer(this.root, holder) as JsonObject))
        this.places.set(`${holder}/${escapeToken(name)}`, name);
    this.collectIds(this.root, '', 0);
    if (this.isSchema || holders.length === 0 || ['type', 'properties'].some((one) => one in this.root))
      this.places.set('', ROOT);
    if (!this.isSchema && holders.length === 0 && !hasKeyword(this.root))
      throw new LayoutError('it has no definitions: neither $defs, definitions nor components.schemas');
    for (const [pointer, name] of [...this.places]) this.define(pointer, name);
    return { $defs: this.$defs };
  }

  private define(pointer: string, name: string): void {
    const schema = getPointer(this.root, pointer) as Json;
    if (typeof schema !== 'boolean' && !isObject(schema))
      throw new LayoutError(`the definition ${name} is not a schema`);
    this.$defs[name] = true;
    this.$defs[name] = this.converted(schema, 0);
  }

  private collectIds(schema: Json | undefined, pointer: string, depth: number): void {
    if (depth > DEEPEST || typeof schema !== 'object' || schema === null) return;
    if (isObject(schema)) {
      for (const key of ['$id', 'id']) if (typeof schema[key] === 'string') this.ids.set(schema[key], pointer);
      for (const key of ['$anchor', '$dynamicAnchor'])
        if (typeof schema[key] === 'string') this.ids.set(`#${schema[key]}`, pointer);
    }
    for (const [key, value] of Object.entries(schema))
      if (!['const', 'enum', 'examples', 'default'].includes(key))
        this.collectIds(value, `${pointer}/${escapeToken(key)}`, depth + 1);
  }

  /** The schema with its references and older keywords as our bundles have them. */
  private converted(schema: Json, depth: number): JsonSchema {
    if (typeof schema === 'boolean') return schema;
    if (!isObject(schema)) throw new LayoutError(`${JSON.stringify(schema)?.slice(0, 60)} stands in place of a schema`);
    if (depth > DEEPEST) throw new LayoutError(`a schema nests deeper than ${DEEPEST} levels`);
    const reference = schema.$ref ?? schema.$dynamicRef ?? schema.$recursiveRef;
    // Up to draft 07, whatever stands beside a reference is ignored.
    if (typeof reference === 'string' && this.isOld && !/2019-09/.test(String(this.root.$schema)))
      return { $ref: this.reference(reference) };
    const made: { [key: string]: unknown } = {};
    for (const [key, value] of Object.entries(schema)) {
      if (['$ref', '$dynamicRef', '$recursiveRef', '$id', 'id', '$anchor', '$dynamicAnchor', '$schema'].includes(key)) {
        if (key.endsWith('ef') && typeof value === 'string') made.$ref = this.reference(value);
      } else if (LISTS.includes(key) && Array.isArray(value))
        made[key] = value.map((one) => this.converted(one, depth + 1));
      else if (ONE.includes(key) || ONE_ITEM.includes(key))
        made[key] = typeof value === 'object' ? this.converted(value, depth + 1) : value;
      else if (MAPS.includes(key) && isObject(value))
        made[key] = Object.fromEntries(
          Object.entries(value).map(([name, one]) => [name, Array.isArray(one) ? one : this.converted(one, depth + 1)]),
        );
      else if (!DEFINITIONS.includes(key) && key !== '__proto__') made[key] = value;
    }
    return modern(made as JsonObject) as JsonSchema;
  }

  private reference(text: string): string {
    const pointer = this.pointerOf(text);
    const known = this.places.get(pointer);
    if (known !== undefined) return `#/$defs/${escapeToken(known)}`;
    if (getPointer(this.root, pointer) === undefined)
      throw new LayoutError(`the reference ${text} leads out of the file, or nowhere`);
    const name = pointer === '' ? ROOT : pointer.replace(/^\/(\$defs|definitions)\//, '');
    this.places.set(pointer, name);
    this.define(pointer, name);
    return `#/$defs/${escapeToken(name)}`;
  }

  private pointerOf(text: string): string {
    const byId = this.ids.get(text);
    if (byId !== undefined) return byId;
    const [id = '', fragment = ''] = text.split('#');
    const base = id === '' ? '' : (this.ids.get(id) ?? this.byName(id));
    if (base === undefined) throw new LayoutError(`the reference ${text} leads out of the file`);
    if (fragment === '' || fragment === '/') return base;
    if (!fragment.startsWith('/')) throw new LayoutError(`there is no anchor ${fragment} for the reference ${text}`);
    return base + decoded(fragment);
  }

  /** A reference by the end of an id, as files that were put together have them. */
  private byName(id: string): string | undefined {
    const ends = [...this.ids].filter(([one]) => one.endsWith(`/${id}`));
    return ends.length === 1 ? ends[0]![1] : undefined;
  }
}

/** What nests deeper is no schema of a person. */
const DEEPEST = 500;

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

const hasKeyword = (schema: JsonObject) =>
  ['type', 'properties', 'anyOf', 'oneOf', 'allOf', 'enum', 'const', '$ref', 'items', 'not'].some(
    (one) => one in schema,
  );

/** Keywords of older drafts, and of OpenAPI, as 2020-12 has them. */
function modern(schema: JsonObject): JsonObject {
  const { items, additionalItems, dependencies, exclusiveMinimum, exclusiveMaximum, nullable, ...rest } = schema;
  const made: JsonObject = { ...rest };
  if (Array.isArray(items)) {
    made.prefixItems = items;
    if (additionalItems !== undefined) made.items = additionalItems;
  } else if (items !== undefined) made.items = items;
  if (isObject(dependencies)) {
    const [names, schemas]: [JsonObject, JsonObject] = [{}, {}];
    for (const [name, one] of Object.entries(dependencies)) (Array.isArray(one) ? names : schemas)[name] = one;
    made.dependentRequired = { ...(made.dependentRequired as JsonObject | undefined), ...names };
    made.dependentSchemas = { ...(made.dependentSchemas as JsonObject | undefined), ...schemas };
  }
  bound(made, 'minimum', 'exclusiveMinimum', exclusiveMinimum);
  bound(made, 'maximum', 'exclusiveMaximum', exclusiveMaximum);
  if (nullable === true && made.type !== undefined) made.type = [made.type, 'null'].flat() as string[];
  return made;
}

/** In draft 04 an exclusive bound is a flag beside the bound. */
function bound(schema: JsonObject, name: string, exclusive: string, value: Json | undefined): void {
  if (typeof value === 'number') schema[exclusive] = value;
  if (value !== true || schema[name] === undefined) return;
  schema[exclusive] = schema[name];
  delete schema[name];
}
