import { showValue } from '../json/display.js';
import type { Json, JsonObject } from '../json/json.js';
import { isObject } from '../json/json.js';
import { orNearest } from '../json/nearest.js';
import { escapeToken } from '../json/pointer.js';
import { limits, unlike } from './basics.js';
import type { Bundle, JsonSchema, SchemaObject } from './json-schema.js';
import { nearestBranch, type Tried } from './unions.js';

/** One place where a value departs from a definition. */
export interface SchemaError {
  /** JSON Pointer from the root of the value. */
  path: string;
  /** A short sentence in plain words, such as "wanted a string, got null". */
  message: string;
  /** The keyword of JSON Schema that does not hold. */
  keyword: string;
  /** JSON Pointer, from the root of the bundle, to that keyword. */
  schemaPath: string;
  /** What was wanted, as a pattern of the case language, where one says it. */
  expected?: Json;
  /** What stands there; unset where nothing does. */
  actual?: Json;
  /** The value names a variant of a union that the definition does not have. Nothing else is judged there. */
  unknownVariant?: boolean;
}

/** How many errors of one value are worth telling: after these, the rest follows from the first. */
const MOST = 50;

/**
 * Why a value does not fit a definition of a bundle, in words for people. Of a union only the branch is told that was
 * meant. The verdict itself is the business of the compiled validators; this agrees with them for the keywords of
 * `SchemaObject`, and is only asked after they said no.
 *
 * @param name a definition, or undefined for the root of the bundle
 * @throws RangeError where the value nests too deep for its definition
 */
export function explain(bundle: Bundle, name: string | undefined, value: Json): SchemaError[] {
  const schema = name === undefined ? bundle : bundle.$defs[name];
  if (schema === undefined) throw new Error(`no definition ${name}`);
  const schemaPath = name === undefined ? '' : `/$defs/${escapeToken(name)}`;
  return new Explainer(bundle).check({ schema, schemaPath }, value, '');
}

/** A schema and where it stands in the bundle. */
export interface Spot {
  schema: JsonSchema;
  schemaPath: string;
}

class Explainer {
  constructor(private readonly bundle: Bundle) {}

  check(spot: Spot, value: Json, path: string): SchemaError[] {
    const { schema, schemaPath } = spot;
    if (schema === true) return [];
    if (schema === false)
      return [{ path, message: 'is not allowed here', keyword: 'false schema', schemaPath, actual: value }];
    const found: SchemaError[] = [];
    if (schema.$ref !== undefined) found.push(...this.check(this.target(schema.$ref), value, path));
    found.push(...unlike(schema, schemaPath, value, path));
    // Below a value of the wrong type nothing else is worth saying.
    if (found.length > 0) return found;
    found.push(...limits(schema, schemaPath, value, path));
    if (Array.isArray(value)) this.items(spot, value, path, found);
    else if (isObject(value)) this.members(schema, schemaPath, value, path, found);
    this.combinations(schema, schemaPath, value, path, found);
    return found.slice(0, MOST);
  }

  private holds(schema: JsonSchema, value: Json): boolean {
    return this.check({ schema, schemaPath: '' }, value, '').length === 0;
  }

  private target(ref: string): Spot {
    const name = ref.replace('#/$defs/', '');
    const schema = this.bundle.$defs[name];
    if (schema === undefined) throw new Error(`no definition ${ref}`);
    return { schema, schemaPath: `/$defs/${escapeToken(name)}` };
  }

  private items({ schema, schemaPath }: Spot, value: Json[], path: string, found: SchemaError[]): void {
    const { items } = schema as SchemaObject;
    if (items === undefined) return;
    for (const [index, item] of value.entries()) {
      if (found.length >= MOST) return;
      found.push(...this.check({ schema: items, schemaPath: `${schemaPath}/items` }, item, `${path}/${index}`));
    }
  }

  private members(schema: SchemaObject, at: string, value: JsonObject, path: string, found: SchemaError[]): void {
    const { properties = {}, additionalProperties, propertyNames } = schema;
    const put = (keyword: string, message: string, where = path, actual?: Json) =>
      found.push({
        path: where,
        message,
        keyword,
        schemaPath: `${at}/${keyword}`,
        ...(actual === undefined ? {} : { actual }),
      });
    for (const name of schema.required ?? []) {
      if (!Object.hasOwn(value, name)) put('required', `lacks ${quote(name)}`);
    }
    for (const [name, others] of Object.entries(schema.dependentRequired ?? {})) {
      if (!Object.hasOwn(value, name)) continue;
      for (const other of others.filter((one) => !Object.hasOwn(value, one)))
        put('dependentRequired', `${quote(name)} needs ${quote(other)} beside it`);
    }
    for (const name in value) {
      if (found.length >= MOST) return;
      if (!Object.hasOwn(value, name)) continue;
      const member = value[name] as Json;
      const where = `${path}/${escapeToken(name)}`;
      const isNamed = Object.hasOwn(properties, name);
      if (propertyNames !== undefined && !this.holds(propertyNames, name))
        put('propertyNames', `${quote(name)} is no name that is allowed here`, where);
      if (isNamed) {
        const schemaPath = `${at}/properties/${escapeToken(name)}`;
        found.push(...this.check({ schema: properties[name] as JsonSchema, schemaPath }, member, where));
      } else if (additionalProperties === false) {
        put(
          'additionalProperties',
          `unknown member ${quote(name)}${orNearest(name, Object.keys(properties))}`,
          where,
          member,
        );
      } else if (additionalProperties !== undefined) {
        const schemaPath = `${at}/additionalProperties`;
        found.push(...this.check({ schema: additionalProperties, schemaPath }, member, where));
      }
    }
  }

  private combinations(schema: SchemaObject, at: string, value: Json, path: string, found: SchemaError[]): void {
    for (const [index, part] of (schema.allOf ?? []).entries())
      found.push(...this.check({ schema: part, schemaPath: `${at}/allOf/${index}` }, value, path));
    for (const [name, part] of Object.entries(schema.dependentSchemas ?? {})) {
      if (isObject(value) && Object.hasOwn(value, name))
        found.push(
          ...this.check({ schema: part, schemaPath: `${at}/dependentSchemas/${escapeToken(name)}` }, value, path),
        );
    }
    if (schema.if !== undefined) {
      const keyword = this.holds(schema.if, value) ? 'then' : 'else';
      const part = schema[keyword];
      if (part !== undefined) found.push(...this.check({ schema: part, schemaPath: `${at}/${keyword}` }, value, path));
    }
    if (schema.not !== undefined && this.holds(schema.not, value))
      found.push({
        path,
        message: excluded(schema.not, value),
        keyword: 'not',
        schemaPath: `${at}/not`,
        actual: value,
      });
    if (schema.anyOf) found.push(...this.union('anyOf', schema.anyOf, at, value, path));
    if (schema.oneOf) found.push(...this.union('oneOf', schema.oneOf, at, value, path));
  }

  private union(
    keyword: 'anyOf' | 'oneOf',
    branches: JsonSchema[],
    at: string,
    value: Json,
    path: string,
  ): SchemaError[] {
    const schemaPath = `${at}/${keyword}`;
    const tried = branches.map((schema, index): Tried => {
      const spot = { schema, schemaPath: `${schemaPath}/${index}` };
      return { ...this.resolved(spot), errors: this.check(spot, value, path) };
    });
    const fitting = tried.filter(({ errors }) => errors.length === 0);
    if (fitting.length === 0) return nearestBranch(tried, value, { path, keyword, schemaPath });
    if (keyword === 'anyOf' || fitting.length === 1) return [];
    const names = fitting.map(({ schema }) => requiredOnly(schema)).filter((list) => list.length > 0);
    const message =
      names.length === fitting.length
        ? `only one of ${names.flat().map(quote).join(', ')} can stand here`
        : 'fits more than one of the forms that exclude each other';
    return [{ path, message, keyword, schemaPath, actual: value }];
  }

  /** The schema behind a reference: what a branch really demands. */
  private resolved(spot: Spot): Spot {
    let at = spot;
    while (typeof at.schema === 'object' && at.schema.$ref !== undefined) at = this.target(at.schema.$ref);
    return at;
  }
}

const quote = (name: string) => `\`${name.length > 60 ? `${name.slice(0, 59)}…` : name}\``;

const requiredOnly = (schema: JsonSchema): string[] =>
  typeof schema === 'object' && Object.keys(schema).every((key) => key === 'required') ? (schema.required ?? []) : [];

function excluded(schema: JsonSchema, value: Json): string {
  const names = requiredOnly(schema);
  if (names.length === 1) return `${quote(names[0] as string)} is not allowed here`;
  if (names.length > 1) return `${names.map(quote).join(' and ')} exclude each other`;
  return `${showValue(value)} is not allowed here`;
}
