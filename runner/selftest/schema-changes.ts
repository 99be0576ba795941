import type { Json, JsonObject } from '../../src/json/json.js';
import { isObject } from '../../src/json/json.js';
import { escapeToken } from '../../src/json/pointer.js';
import { type BundleJudge, judgeWithin } from '../../src/schemas/index.js';
import type { Bundle, JsonSchema, SchemaObject } from '../../src/schemas/json-schema.js';

/** One change that takes a value out of its schema. */
export interface SchemaChange {
  /** What is broken: a member is missing, a type, const, enum or limit does not hold, a list is empty. */
  what: 'absent' | 'type' | 'null' | 'const' | 'enum' | 'empty' | 'limit';
  /** JSON Pointer from the root of the value. */
  pointer: string;
  /** The same with `*` for every index, and the variant of each union on the way in brackets. */
  place: string;
  /** Unset where the member is removed. */
  value?: Json;
}

/**
 * Every change of one place of a value that its definition forbids: each required member removed, each type, const, enum and
 * limit broken, each list emptied that must not be empty. Changes that leave the value valid, because another variant of a
 * union takes it then, are left out. The definition must hold for the value.
 */
export function schemaChanges(bundle: Bundle, definition: string, value: Json): SchemaChange[] {
  const fits = judgeOf(bundle);
  const walker = new Walker(bundle, fits);
  walker.walk({ $ref: `#/$defs/${definition}` }, value, '', '');
  const key = ({ pointer, value: to }: SchemaChange) =>
    `${pointer} ${to === undefined ? 'removed' : JSON.stringify(to)}`;
  const once = new Map(walker.changes.map((change) => [key(change), change]));
  return [...once.values()].filter((change) => !fits(bundle.$defs[definition] ?? true, changed(value, change)));
}

const judges = new WeakMap<Bundle, BundleJudge>();

function judgeOf(bundle: Bundle): BundleJudge {
  const judge = judges.get(bundle) ?? judgeWithin(bundle);
  judges.set(bundle, judge);
  return judge;
}

/** The value with a change made. */
export function changed(value: Json, { pointer, value: to }: Pick<SchemaChange, 'pointer' | 'value'>): Json {
  const tokens = pointer.split('/').slice(1);
  const copy = (at: Json, [token, ...rest]: string[]): Json => {
    if (token === undefined) return to ?? null;
    if (Array.isArray(at)) return at.with(Number(token), copy(at[Number(token)]!, rest));
    const name = token.replaceAll('~1', '/').replaceAll('~0', '~');
    const { [name]: inner, ...others } = at as JsonObject;
    if (rest.length === 0 && to === undefined) return others;
    return { ...(at as JsonObject), [name]: copy(inner ?? null, rest) };
  };
  return copy(value, tokens);
}

/** Values of every kind with the types that they have, for what must not be one of them. */
const KINDS: [types: string[], value: Json][] = [
  [['string'], 'proctor-text'],
  [['integer', 'number'], 7],
  [['boolean'], true],
  [['array'], []],
  [['object'], {}],
];

class Walker {
  readonly changes: SchemaChange[] = [];

  constructor(
    private readonly bundle: Bundle,
    private readonly fits: BundleJudge,
  ) {}

  walk(schema: JsonSchema, value: Json, pointer: string, place: string): void {
    if (typeof schema === 'boolean') return;
    if (schema.$ref !== undefined) this.walk(this.target(schema.$ref), value, pointer, place);
    this.here(schema, value, pointer, place);
    if (isObject(value)) this.members(schema, value, pointer, place);
    if (Array.isArray(value)) this.items(schema, value, pointer, place);
    for (const part of schema.allOf ?? []) this.walk(part, value, pointer, place);
    for (const branch of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) {
      // Of a union the variants are meant that the value is one of.
      if (this.fits(branch, value)) this.walk(branch, value, pointer, this.named(branch, place));
    }
  }

  private here(schema: SchemaObject, value: Json, pointer: string, place: string): void {
    const add = (what: SchemaChange['what'], to: Json) => this.changes.push({ what, pointer, place, value: to });
    // A constant beside the type is wrong of any other type, too.
    const type = schema.const === undefined ? schema.type : undefined;
    if (type !== undefined) {
      const wanted = [type].flat();
      if (!wanted.includes('null')) add('null', null);
      const other = KINDS.find(([types]) => !types.some((one) => wanted.includes(one)));
      if (other) add('type', other[1]);
      if (type === 'integer') add('type', 0.5);
    }
    if (schema.const !== undefined) add('const', otherThan(schema.const));
    if (schema.enum !== undefined) add('enum', 'proctor-no-such-value');
    if (schema.minItems !== undefined && Array.isArray(value)) add('empty', []);
    if (schema.minLength !== undefined && typeof value === 'string') add('limit', '');
    if (schema.pattern !== undefined && typeof value === 'string') add('limit', '\u0000');
    if (typeof value !== 'number') return;
    if (schema.minimum !== undefined) add('limit', schema.minimum - 1);
    if (schema.maximum !== undefined) add('limit', schema.maximum + 1);
  }

  private members(schema: SchemaObject, value: JsonObject, pointer: string, place: string): void {
    const { required = [], properties = {}, additionalProperties } = schema;
    for (const name of required.filter((one) => Object.hasOwn(value, one))) {
      const token = `/${escapeToken(name)}`;
      this.changes.push({ what: 'absent', pointer: pointer + token, place: place + token });
    }
    for (const [name, member] of Object.entries(value)) {
      const token = `/${escapeToken(name)}`;
      const inner = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
      if (inner !== undefined) this.walk(inner, member, pointer + token, place + token);
    }
  }

  private items({ items }: SchemaObject, value: Json[], pointer: string, place: string): void {
    if (items === undefined) return;
    for (const [index, item] of value.entries()) this.walk(items, item, `${pointer}/${index}`, `${place}/*`);
  }

  private target(ref: string): JsonSchema {
    return this.bundle.$defs[ref.replace('#/$defs/', '')] ?? true;
  }

  private named(branch: JsonSchema, place: string): string {
    const ref = typeof branch === 'object' ? branch.$ref : undefined;
    return ref === undefined ? place : `${place}[${ref.replace('#/$defs/', '')}]`;
  }
}

function otherThan(constant: Json): Json {
  return constant === 'proctor-no-such-value' ? 'proctor-another' : 'proctor-no-such-value';
}
