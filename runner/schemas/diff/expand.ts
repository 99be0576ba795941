import type { Bundle, JsonSchema } from '../../../src/schemas/json-schema.js';
import { type AnySchema, assertionsOf, canonical, isAssertion, TYPES, type TypeName } from './keywords.js';
import { negated } from './negate.js';
import { type Conjunction, type Residue, Shape } from './shape.js';

/** One alternative of a schema: schemas that all hold, none of which combines others. */
interface Alternative {
  parts: AnySchema[];
  residues: Residue[];
  names: string[];
}

/** Most alternatives of one schema; one that has more is not taken apart. */
const MOST = 400;
/** Most schemas of which it is looked whether one excludes the others. */
const MOST_DISJOINT = 100;
class TooMany extends Error {}

/** Keywords that combine schemas about one value, or that are taken apart like those. */
const COMBINING = [
  '$ref',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  'dependentSchemas',
  'dependentRequired',
];
/** Keywords of which only their texts are compared. */
const OPAQUE = ['contains', 'minContains', 'maxContains', 'unevaluatedProperties', 'unevaluatedItems'];
/** Keywords whose members are names, not keywords. */
const NAMED = ['properties', 'patternProperties', 'dependentSchemas', 'dependentRequired'];

/**
 * One bundle, whose schemas are taken apart. `atLeast` makes shapes that together take every value of a schema, and maybe more;
 * `atMost` those that take nothing else, and maybe less, as long as their residues hold.
 */
export class Expansion {
  private readonly shapes = new Map<string, readonly Shape[]>();
  private readonly ids = new WeakMap<object, number>();
  private count = 0;
  private readonly closures = new Map<string, string>();
  private readonly made = new Map<string, WeakMap<object, JsonSchema | null>>();
  private readonly disjoint = new WeakMap<readonly JsonSchema[], boolean>();
  private outer: Expansion | undefined;

  constructor(
    readonly bundle: Bundle,
    private readonly mode: 'atLeast' | 'atMost',
  ) {}

  /** The definition that a conjunction refers to, if it does nothing else. */
  referenceIn(conjunction: Conjunction): string | undefined {
    const [only, ...others] = conjunction.filter((one) => one !== true).map((one) => unwrapped(one));
    if (others.length > 0 || typeof only !== 'object' || only.$ref === undefined) return undefined;
    return assertionsOf(only).length === 1 ? nameIn(only.$ref) : undefined;
  }

  /** The schemas of a union, if a conjunction is nothing else. */
  branchesOf(conjunction: Conjunction): readonly JsonSchema[] | undefined {
    const [only, ...others] = conjunction.filter((one) => one !== true).map((one) => unwrapped(one));
    if (others.length > 0 || typeof only !== 'object') return undefined;
    const [keyword, ...more] = assertionsOf(only);
    if (more.length > 0) return undefined;
    if (keyword === 'anyOf') return only.anyOf;
    if (keyword === 'oneOf' && this.isDisjoint(only.oneOf!)) return only.oneOf;
    return undefined;
  }

  resolve(reference: string): JsonSchema {
    return this.bundle.$defs[nameIn(reference)] ?? true;
  }

  /** A text that is the same for the same schemas. */
  keyOf(conjunction: Conjunction): string {
    const keys = new Set(conjunction.map((one) => this.schemaKey(unwrapped(one))));
    keys.delete('true');
    return [...keys].sort().join('&');
  }

  /** The shapes of the values that fit all of these schemas. */
  shapesOf(conjunction: Conjunction): readonly Shape[] {
    const key = this.keyOf(conjunction);
    const known = this.shapes.get(key);
    if (known) return known;
    let alternatives: Alternative[];
    try {
      alternatives = conjunction.reduce<Alternative[]>((all, one) => this.narrowed(all, one, []), [NOTHING_SAID]);
    } catch (error) {
      if (!(error instanceof TooMany)) throw error;
      alternatives = [{ parts: [], residues: conjunction.map((one) => this.residue('anyOf', one)), names: [] }];
    }
    const made = alternatives.flatMap(shapesFrom).filter((shape) => !shape.isVoid);
    this.shapes.set(key, made);
    return made;
  }

  private schemaKey(schema: JsonSchema): string {
    if (typeof schema === 'boolean') return String(schema);
    if (schema.$ref !== undefined && assertionsOf(schema).length === 1) return `ref:${schema.$ref}`;
    const known = this.ids.get(schema);
    if (known !== undefined) return String(known);
    this.count += 1;
    this.ids.set(schema, this.count);
    return String(this.count);
  }

  /** These alternatives, each with what one more schema says; those that nothing can be are left out at once. */
  private narrowed(base: readonly Alternative[], schema: JsonSchema, open: readonly string[]): Alternative[] {
    if (schema === true) return [...base];
    if (schema === false) return [];
    const { unevaluatedProperties, unevaluatedItems } = schema as AnySchema;
    if ((unevaluatedProperties ?? unevaluatedItems) === undefined) return this.narrowedBy(base, schema, open);
    const own = this.withUnevaluated(schema, this.narrowedBy([NOTHING_SAID], schema, open));
    return few(base.flatMap((one) => own.map((other) => both(one, other))));
  }

  private narrowedBy(base: readonly Alternative[], schema: AnySchema, open: readonly string[]): Alternative[] {
    const by = (all: readonly Alternative[], one: JsonSchema) => this.narrowed(all, one, open);
    const own = this.ownPart(schema);
    let all = few(base.map((one) => both(one, own)));
    if (schema.$ref !== undefined) all = this.referred(all, schema.$ref, open);
    for (const one of schema.allOf ?? []) all = by(all, one);
    if (schema.not !== undefined) all = this.negative(all, schema.not, by);
    for (const [name, others] of Object.entries(schema.dependentRequired ?? {}))
      all = by(all, this.dependent(schema, name, { required: [name, ...others] }));
    for (const [name, other] of Object.entries(schema.dependentSchemas ?? {}))
      all = by(all, this.dependent(schema, name, { required: [name], allOf: [other] }));
    if (schema.if !== undefined) all = this.conditional(all, schema, by);
    const either = (some: readonly JsonSchema[]) => few(some.flatMap((one) => by(all, one)));
    if (schema.anyOf) all = either(schema.anyOf);
    if (schema.oneOf) {
      const { oneOf } = schema;
      all = this.isDisjoint(oneOf) ? either(oneOf) : this.marked(either(oneOf), 'oneOf', { oneOf });
    }
    return all;
  }

  /** What a schema says itself. */
  private ownPart(schema: AnySchema): Alternative {
    const own: AnySchema = {};
    const residues: Residue[] = [];
    for (const [keyword, value] of Object.entries(schema)) {
      if (COMBINING.includes(keyword) || OPAQUE.includes(keyword)) continue;
      if (isAssertion(keyword) || keyword === 'examples' || keyword === 'default')
        (own as { [keyword: string]: unknown })[keyword] = value;
    }
    if (schema.contains !== undefined) {
      const { contains, minContains, maxContains } = schema;
      residues.push(this.residue('contains', { contains, minContains, maxContains } as JsonSchema));
    }
    return { parts: [own], residues, names: typeof schema.title === 'string' ? [schema.title] : [] };
  }

  private referred(base: readonly Alternative[], reference: string, open: readonly string[]): Alternative[] {
    const name = nameIn(reference);
    // A definition that is itself, without a value in between, says nothing.
    if (open.includes(name)) return [...base];
    const named = base.map((one) => ({ ...one, names: [...one.names, name] }));
    return this.narrowed(named, this.resolve(reference), [...open, name]);
  }

  private negative(base: readonly Alternative[], not: JsonSchema, by: Narrow): Alternative[] {
    const opposite = this.remembered('not', not, () => negated(not, (one) => this.resolve(one)) ?? null);
    return opposite === null ? this.marked(base, 'not', { not }) : silently(base, by(base, opposite));
  }

  private conditional(base: readonly Alternative[], schema: AnySchema, by: Narrow): Alternative[] {
    const { if: test = true, then = true, else: other = true } = schema;
    const opposite = this.remembered('if', test, () => negated(test, (one) => this.resolve(one)) ?? null);
    const fitting = by(by(base, test), then);
    if (opposite !== null) return few([...fitting, ...by(silently(base, by(base, opposite)), other)]);
    if (this.mode === 'atMost') return few([...fitting, ...by(by(base, then), other)]);
    return this.marked(few([...fitting, ...by(base, other)]), 'if', { if: test, then, else: other });
  }

  private dependent(schema: object, name: string, then: JsonSchema): JsonSchema {
    return this.remembered(`dependent ${name}`, schema as JsonSchema, () => ({
      anyOf: [{ properties: { [name]: false } }, then],
    }))!;
  }

  /** Schemas that are made up for another one are made once, so that they are known again. */
  private remembered(purpose: string, of: JsonSchema, make: () => JsonSchema | null): JsonSchema | null {
    if (typeof of === 'boolean') return make();
    const all = this.made.get(purpose) ?? new WeakMap<object, JsonSchema | null>();
    this.made.set(purpose, all);
    const known = all.get(of);
    if (known !== undefined) return known;
    const made = make();
    all.set(of, made);
    return made;
  }

  /** Alternatives that hold for sure only with what could not be taken apart. */
  private marked(alternatives: readonly Alternative[], keyword: string, schema: JsonSchema): Alternative[] {
    const residue = this.residue(keyword, schema);
    return alternatives.map((one) => ({ ...one, residues: [...one.residues, residue] }));
  }

  /** Members and items that no schema of an alternative names have to fit `unevaluated…`. */
  private withUnevaluated(schema: AnySchema, alternatives: Alternative[]): Alternative[] {
    const { unevaluatedProperties: members, unevaluatedItems: items } = schema;
    if (members === undefined && items === undefined) return alternatives;
    const everything = alternatives.flatMap(({ parts }) => parts);
    return alternatives.map((one) => {
      // Another alternative that holds too names its members as well.
      const parts = this.mode === 'atLeast' ? everything : one.parts.filter((part) => part['~silent'] !== true);
      const added: AnySchema = {};
      if (members !== undefined && !parts.some((part) => part.additionalProperties !== undefined)) {
        const named = (which: 'properties' | 'patternProperties') =>
          Object.fromEntries(parts.flatMap((part) => Object.keys(part[which] ?? {})).map((name) => [name, true]));
        added.properties = named('properties');
        added.patternProperties = named('patternProperties');
        added.additionalProperties = members;
      }
      const mayContain = this.mode === 'atLeast' && one.residues.some(({ keyword }) => keyword === 'contains');
      if (items !== undefined && !mayContain && !parts.some((part) => part.items !== undefined)) {
        const longest = Math.max(0, ...parts.map((part) => part.prefixItems?.length ?? 0));
        added.prefixItems = Array.from({ length: longest }, () => true);
        added.items = items;
      }
      return { ...one, parts: [...one.parts, added] };
    });
  }

  /** Whether no value fits two of these schemas, as far as their types and constants show it. */
  private isDisjoint(schemas: readonly JsonSchema[]): boolean {
    const known = this.disjoint.get(schemas);
    if (known !== undefined) return known;
    this.disjoint.set(schemas, false);
    if (schemas.length > MOST_DISJOINT) return false;
    const shapes = schemas.map((one) => this.outermost(one));
    const isApart = shapes.every((some, index) =>
      shapes.slice(index + 1).every((others) => some.every((a) => others.every((b) => this.areApart(a, b)))),
    );
    this.disjoint.set(schemas, isApart);
    return isApart;
  }

  /** Shapes that take at least what a schema takes. */
  private outermost(schema: JsonSchema): readonly Shape[] {
    this.outer ??= this.mode === 'atLeast' ? this : new Expansion(this.bundle, 'atLeast');
    return this.outer.shapesOf([schema]);
  }

  private areApart(a: Shape, b: Shape, depth = 0): boolean {
    if (a.type !== b.type) return true;
    const { values } = b;
    if (a.values && values) {
      const texts = new Set(a.values.map(canonical));
      return !values.some((one) => texts.has(canonical(one)));
    }
    const within = (some: Shape, list: Shape) => list.values?.every((one) => some.refusesScalar(one)) ?? false;
    if (a.type !== 'object') return within(a, b) || within(b, a);
    if (depth > 1) return false;
    return [...new Set([...a.required, ...b.required])].some((name) => {
      const [ours, theirs] = [this.children(a, name), this.children(b, name)];
      return ours.every((one) => theirs.every((other) => this.areApart(one, other, depth + 1)));
    });
  }

  private children(shape: Shape, name: string): readonly Shape[] {
    return this.outer!.shapesOf(shape.childOf(name));
  }

  private residue(keyword: string, schema: JsonSchema): Residue {
    return { keyword, key: `${keyword} ${this.closure(schema)}` };
  }

  /** A schema and all definitions that it refers to, without what only people read. */
  closure(schema: JsonSchema): string {
    const plain = canonical(schema);
    const known = this.closures.get(plain);
    if (known !== undefined) return known;
    const seen = new Map<string, string>();
    const visit = (one: unknown): unknown => {
      if (Array.isArray(one)) return one.map(visit);
      if (typeof one !== 'object' || one === null) return one;
      const { $ref } = one as AnySchema;
      if (typeof $ref === 'string' && !seen.has($ref)) {
        seen.set($ref, '');
        seen.set($ref, canonical(visit(this.resolve($ref))));
      }
      return Object.fromEntries(
        Object.entries(one).flatMap(([name, inner]) => {
          if (name === 'const' || name === 'enum') return [[name, inner]];
          if (!NAMED.includes(name)) return isAssertion(name) ? [[name, visit(inner)]] : [];
          return [[name, Object.fromEntries(Object.entries(inner ?? {}).map(([key, part]) => [key, visit(part)]))]];
        }),
      );
    };
    const text = `${canonical(visit(schema))} ${canonical([...seen].sort(([a], [b]) => (a < b ? -1 : 1)))}`;
    this.closures.set(plain, text);
    return text;
  }
}

type Narrow = (base: readonly Alternative[], schema: JsonSchema) => Alternative[];

const NOTHING_SAID: Alternative = { parts: [], residues: [], names: [] };

const both = (one: Alternative, other: Alternative): Alternative => ({
  parts: [...one.parts, ...other.parts],
  residues: [...one.residues, ...other.residues],
  names: [...one.names, ...other.names],
});

/** Those of some alternatives that a value can be. Throws TooMany. */
function few(alternatives: readonly Alternative[]): Alternative[] {
  const possible = alternatives.filter(isPossible);
  if (possible.length > MOST) throw new TooMany();
  return possible;
}

function isPossible({ parts }: Alternative): boolean {
  const [type, ...others] = typesOf(parts);
  if (type === undefined) return false;
  if (type !== 'object' || others.length > 0) return true;
  return !parts.some(({ required = [] }) =>
    required.some((name) =>
      parts.some(({ properties = {} }) => Object.hasOwn(properties, name) && properties[name] === false),
    ),
  );
}

/** What a `not` says names no members: the parts that it added are marked. */
function silently(base: readonly Alternative[], narrowed: readonly Alternative[]): Alternative[] {
  const before = new Set(base.flatMap(({ parts }) => parts));
  return narrowed.map((one) => ({
    ...one,
    parts: one.parts.map((part) => (before.has(part) ? part : { ...part, '~silent': true as const })),
  }));
}

/** The schema inside of those that only add words. */
function unwrapped(schema: JsonSchema): JsonSchema {
  if (typeof schema === 'boolean') return schema;
  const [keyword, ...others] = assertionsOf(schema);
  if (keyword === undefined) return true;
  if (others.length > 0) return schema;
  for (const list of ['allOf', 'anyOf', 'oneOf'] as const)
    if (keyword === list && schema[list]!.length === 1) return unwrapped(schema[list]![0]!);
  return schema;
}

export const nameIn = (reference: string): string =>
  reference
    .replace(/^#\/\$defs\//, '')
    .replaceAll('~1', '/')
    .replaceAll('~0', '~');

/** The types that all of these schemas allow. */
const typesOf = (parts: readonly AnySchema[]): TypeName[] =>
  TYPES.filter((type) =>
    parts.every((part) => {
      if (part.type === undefined) return true;
      const types = [part.type].flat();
      return types.includes(type) || (type === 'number' && types.includes('integer'));
    }),
  );

const shapesFrom = ({ parts, residues, names }: Alternative): Shape[] =>
  typesOf(parts).map((type) => new Shape(type, parts, residues, names));
