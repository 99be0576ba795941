import { withoutCredential } from '../../json/difference.js';
import type { Json } from '../../json/json.js';
import { isObject } from '../../json/json.js';
import { escapeToken, getPointer, parsePointer } from '../../json/pointer.js';
import type { JsonSchema, SchemaObject } from '../json-schema.js';
import type { AjvError } from './reporting.js';
import { MOST_ERRORS, type SchemaError } from './schema-error.js';
import { nearestBranch, type Tried, tooManyBranches } from './unions.js';
import { wordingOf } from './wording.js';

/** The schemas that errors are about. */
export interface Schemas {
  /** The schema that has the keyword of an error. */
  parentOf(error: AjvError): SchemaObject;
  /** JSON Pointer to the keyword of an error; to the schema itself where that is `false`. */
  pathOf(error: AjvError): string;
  /** The schema behind the references of a schema. */
  resolve(schema: JsonSchema): JsonSchema;
}

/**
 * What Ajv has against a value, in words for people: at most `MOST_ERRORS` places, in the order of the value. Of a union
 * only the branch is told that was meant; below a value of the wrong type nothing else is. Never empty unless `errors` is.
 * A value at a member that is named like a credential is not shown.
 *
 * @param value as it came, with bigints
 */
export function present(errors: readonly AjvError[], value: Json, schemas: Schemas): SchemaError[] {
  return new Presenter(value, schemas).told(errors).slice(0, MOST_ERRORS).map(withoutCredential);
}

/** Keywords that say what a value is altogether: where one is broken, the others follow from it. The first counts most. */
const WHOLE = ['false schema', 'const', 'type', 'enum'];
const isWhole = ({ keyword }: AjvError) => WHOLE.includes(keyword);

class Presenter {
  private readonly orders = new WeakMap<object, Map<string, number>>();

  constructor(
    private readonly root: Json,
    private readonly schemas: Schemas,
  ) {}

  told(errors: readonly AjvError[]): SchemaError[] {
    const found = worthTelling(errors).flatMap((error) => this.one(error));
    const once = new Map<string, SchemaError>();
    for (const error of found) {
      const key = `${error.path}\n${error.message}`;
      if (!once.has(key)) once.set(key, error);
    }
    if (once.size < 2) return [...once.values()];
    const places = [...once.values()].map((error) => ({ error, place: this.placeOf(error.path) }));
    return places.sort((a, b) => compare(a.place, b.place) || rank(a.error) - rank(b.error)).map(({ error }) => error);
  }

  private one(error: AjvError): SchemaError[] {
    const { keyword, instancePath } = error;
    const schema = this.schemas.parentOf(error);
    const value = getPointer(this.root, instancePath);
    const schemaPath = this.schemas.pathOf(error);
    if (error.params.branches !== undefined)
      return this.union(error, schema[keyword as 'anyOf' | 'oneOf'] ?? [], value ?? null, schemaPath);
    const name = memberIn(error);
    const path = name === undefined ? instancePath : `${instancePath}/${escapeToken(name)}`;
    const actual = actualOf(error, path, this.root);
    return [
      { path, ...wordingOf(error, schema, value), keyword, schemaPath, ...(actual === undefined ? {} : { actual }) },
    ];
  }

  private union(error: AjvError, branches: readonly JsonSchema[], value: Json, schemaPath: string): SchemaError[] {
    const union = { path: error.instancePath, keyword: error.keyword, schemaPath };
    const schemas = branches.map((branch) => this.schemas.resolve(branch));
    const { passing } = error.params;
    if (Array.isArray(passing)) {
      const fitting = schemas.filter((_, index) => passing.includes(index));
      return [tooManyBranches(fitting, value, union)];
    }
    const tried = schemas.map((schema, index): Tried => {
      const errors = error.params.branches?.[index] ?? [];
      const otherTypes = this.otherTypes(errors, error.instancePath, value);
      const told = onceRead(() => this.told(errors));
      return {
        schema,
        get errors() {
          return told();
        },
        ...(otherTypes && { otherTypes }),
      };
    });
    return nearestBranch(tried, value, union);
  }

  /** The types that are wanted at a place, where the value has none of them. */
  private otherTypes(errors: readonly AjvError[], path: string, value: Json): string[] | undefined {
    for (const error of errors) {
      if (error.instancePath !== path || error.propertyName !== undefined) continue;
      const types = this.typesWanted(error, path, value);
      if (types !== undefined) return types;
    }
    return undefined;
  }

  private typesWanted(error: AjvError, path: string, value: Json): string[] | undefined {
    const schema = this.schemas.parentOf(error);
    if (error.keyword === 'false schema') return [];
    if (error.keyword === 'type') return [schema.type ?? []].flat();
    if (error.keyword === 'const' || error.keyword === 'enum') {
      const types = (error.keyword === 'const' ? [schema.const ?? null] : (schema.enum ?? [])).map(typeOf);
      return types.some((type) => type === typeOf(value) || (type === 'number' && typeOf(value) === 'integer'))
        ? undefined
        : types;
    }
    const branches = error.params.branches?.map((errors) => this.otherTypes(errors, path, value));
    return branches?.every((types) => types !== undefined) ? branches.flat() : undefined;
  }

  /** Where a place stands in the value: the position at each level. What is not there comes first. */
  private placeOf(path: string): number[] {
    let at: Json | undefined = this.root;
    return parsePointer(path).map((token) => {
      const container: Json | undefined = at;
      if (Array.isArray(container)) {
        at = container[Number(token)];
        return Number(token);
      }
      if (!isObject(container)) return -1;
      at = Object.hasOwn(container, token) ? container[token] : undefined;
      return this.orderOf(container).get(token) ?? -1;
    });
  }

  private orderOf(object: object): Map<string, number> {
    const known = this.orders.get(object);
    if (known) return known;
    const order = new Map(Object.keys(object).map((name, index) => [name, index]));
    this.orders.set(object, order);
    return order;
  }
}

/** Works a value out when it is first asked for. */
function onceRead<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Leaves out what only follows from another error of the same value. */
function worthTelling(errors: readonly AjvError[]): AjvError[] {
  const own = errors.filter(({ keyword, propertyName }) => propertyName === undefined && keyword !== 'if');
  const wrong = new Map<string, number>();
  for (const error of own.filter(isWhole)) {
    const before = wrong.get(error.instancePath) ?? WHOLE.length;
    wrong.set(error.instancePath, Math.min(before, WHOLE.indexOf(error.keyword)));
  }
  return own.filter((error) => {
    const level = wrong.get(error.instancePath);
    if (level !== undefined && WHOLE.indexOf(error.keyword) !== level) return false;
    return !above(error.instancePath).some((path) => wrong.has(path));
  });
}

/** The places that a place lies in. */
function above(path: string): string[] {
  const places: string[] = [];
  for (let end = path.lastIndexOf('/'); end >= 0; end = path.lastIndexOf('/', end - 1)) {
    places.push(path.slice(0, end));
    if (end === 0) break;
  }
  return places;
}

/** The member that an error of an object is about, where it is about its being there. */
function memberIn({ keyword, params }: AjvError): string | undefined {
  switch (keyword) {
    case 'additionalProperties':
      return String(params.additionalProperty);
    case 'unevaluatedProperties':
      return String(params.unevaluatedProperty);
    case 'propertyNames':
      return String(params.propertyName);
    default:
      return undefined;
  }
}

/** What stands at a place, where the error is about something that stands there. */
function actualOf({ keyword }: AjvError, path: string, root: Json): Json | undefined {
  if (['required', 'dependentRequired', 'dependencies', 'propertyNames'].includes(keyword)) return undefined;
  return getPointer(root, path);
}

function pointerOf({ keyword, schemaPath }: AjvError): string {
  const pointer = decodeURIComponent(schemaPath.replace(/^[^#]*#/, ''));
  return keyword === 'false schema' ? pointer.slice(0, pointer.lastIndexOf('/')) : pointer;
}

/** The JSON type of a value, integers apart from other numbers. */
function typeOf(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'bigint' || Number.isInteger(value) ? 'integer' : typeof value;
}

/** What is told first of one place. */
const RANKS: { [keyword: string]: number } = {
  propertyNames: -1,
  required: 1,
  dependentRequired: 2,
  not: 3,
  anyOf: 3,
  oneOf: 3,
};
const rank = ({ keyword }: SchemaError) => RANKS[keyword] ?? 0;

function compare(a: readonly number[], b: readonly number[]): number {
  for (const [index, position] of a.entries()) {
    const other = b[index];
    if (other === undefined) return 1;
    if (position !== other) return position - other;
  }
  return a.length - b.length;
}

/** The schemas of a bundle, whose errors say by a pointer where they come from. */
export function schemasOf(bundle: SchemaObject): Schemas {
  // The places of a bundle are few, and one broken message of a stream is followed by many like it.
  const places = new Map<string, { pointer: string; parent: SchemaObject }>();
  const placeOf = (error: AjvError) => {
    const { keyword, schemaPath } = error;
    const key = `${keyword} ${schemaPath}`;
    const known = places.get(key);
    if (known) return known;
    const pointer = pointerOf(error);
    const at = keyword === 'false schema' ? pointer : pointer.slice(0, pointer.lastIndexOf('/'));
    const place = { pointer, parent: objectAt(bundle, at) };
    places.set(key, place);
    return place;
  };
  return {
    parentOf: (error) => placeOf(error).parent,
    pathOf: (error) => placeOf(error).pointer,
    resolve: (schema) => resolved(bundle, schema),
  };
}

/** The schemas of one schema that was compiled at run time, whose errors have them with them. */
export function schemasIn(root: JsonSchema): Schemas {
  let pointers: Map<unknown, string> | undefined;
  return {
    parentOf: ({ parentSchema }) => (isObject(parentSchema) ? (parentSchema as SchemaObject) : {}),
    pathOf(error) {
      pointers ??= pointersIn(root as Json);
      const parent = pointers.get(error.parentSchema);
      return parent === undefined ? pointerOf(error) : `${parent}/${error.keyword}`;
    },
    resolve: (schema) => resolved(root, schema),
  };
}

/** JSON Pointers to all objects of a schema. */
function pointersIn(root: Json): Map<unknown, string> {
  const pointers = new Map<unknown, string>();
  const open: [value: Json, pointer: string][] = [[root, '']];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [value, pointer] = next;
    if (typeof value !== 'object' || value === null) continue;
    pointers.set(value, pointer);
    for (const [name, inner] of Object.entries(value)) open.push([inner, `${pointer}/${escapeToken(name)}`]);
  }
  return pointers;
}

/** Follows references within a schema; what leads elsewhere stays as it is. */
function resolved(root: JsonSchema, schema: JsonSchema): JsonSchema {
  let at = schema;
  for (let steps = 0; steps < 20 && typeof at === 'object' && typeof at.$ref === 'string'; steps++) {
    const { $ref } = at;
    const target = /^#(\/|$)/.test($ref) ? getPointer(root as Json, decodeURIComponent($ref.slice(1))) : undefined;
    if (!isObject(target) && typeof target !== 'boolean') return at;
    at = target as JsonSchema;
  }
  return at;
}

function objectAt(root: SchemaObject, pointer: string): SchemaObject {
  const found = getPointer(root as unknown as Json, pointer);
  return isObject(found) ? (found as SchemaObject) : {};
}
