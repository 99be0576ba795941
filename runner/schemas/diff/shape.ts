import { isFoundIn } from '../../../src/bounded/expression.js';
import { Refused } from '../../../src/bounded/refused.js';
import { equal } from '../../../src/json/equal.js';
import type { Json } from '../../../src/json/json.js';
import type { JsonSchema } from '../../../src/schemas/json-schema.js';
import { type AnySchema, canonical, FORMATS, literalsOf, type TypeName, typeOf } from './keywords.js';

/** Schemas that a value has to fit all. */
export type Conjunction = readonly JsonSchema[];

/** Bounds by the keyword that sets them: of several the tightest. */
const LOWER = ['minLength', 'minItems', 'minProperties', 'minimum', 'exclusiveMinimum'] as const;
const UPPER = ['maxLength', 'maxItems', 'maxProperties', 'maximum', 'exclusiveMaximum'] as const;
export type Bound = (typeof LOWER)[number] | (typeof UPPER)[number];

/** The type that a residue is about, if it is about one alone. */
const ABOUT: { readonly [keyword: string]: TypeName } = { contains: 'array' };

/** What is left of a schema once it is known which of its alternatives holds: keywords about one type, all of which hold. */
export class Shape {
  readonly residues: readonly Residue[];
  /** Whether numbers must be whole. */
  readonly integer: boolean;
  /** The only values, if they are listed. */
  readonly values: readonly Json[] | undefined;
  private readonly narrowed = new Map<string, Shape>();
  private readonly children = new Map<string, Conjunction>();

  /**
   * @param parts schemas without `$ref` and keywords that combine schemas
   * @param all what could not be taken apart, that about other types too
   * @param names the definitions and titles on the way to this alternative, the outermost first
   */
  constructor(
    readonly type: TypeName,
    readonly parts: readonly AnySchema[],
    all: readonly Residue[],
    readonly names: readonly string[],
  ) {
    this.residues = all.filter(({ keyword }) => (ABOUT[keyword] ?? type) === type);
    this.integer = type === 'number' && parts.some(wantsWhole);
    this.values = this.listed();
  }

  /** Values that are refused whatever else holds. */
  get excluded(): readonly Json[] {
    return this.parts.flatMap((part) => part['~excludes'] ?? []);
  }

  /** Whether no value can be of this shape, as far as its own keywords show it. */
  get isVoid(): boolean {
    if (this.values?.length === 0) return true;
    const over = (low: Bound, high: Bound) => (this.bound(low) ?? -Infinity) > (this.bound(high) ?? Infinity);
    if (this.type === 'string') return over('minLength', 'maxLength');
    if (this.type === 'array') return over('minItems', 'maxItems');
    if (this.type === 'number') return over('minimum', 'maximum');
    if (this.type !== 'object') return false;
    return over('minProperties', 'maxProperties') || this.required.some((name) => this.childOf(name).includes(false));
  }

  bound(name: Bound): number | undefined {
    const all = this.parts.flatMap((part) => (part[name] === undefined ? [] : [part[name] as number]));
    if (all.length === 0) return undefined;
    return (LOWER as readonly string[]).includes(name) ? Math.max(...all) : Math.min(...all);
  }

  /** What each part says under a keyword. */
  all<Name extends keyof AnySchema>(name: Name): NonNullable<AnySchema[Name]>[] {
    return this.parts.flatMap((part) => (part[name] === undefined ? [] : [part[name]!]));
  }

  /** Patterns that are no lists of texts. */
  get patterns(): string[] {
    return this.all('pattern').filter((one) => literalsOf(one) === undefined);
  }

  /** Formats that a reader may check. */
  get formats(): string[] {
    return this.all('format').filter((one) => Object.hasOwn(FORMATS, one));
  }

  get required(): string[] {
    return [...new Set(this.all('required').flat())];
  }

  /** Names of members that a part declares. */
  get declared(): string[] {
    return [...new Set(this.parts.flatMap((part) => [...Object.keys(part.properties ?? {}), ...literalNames(part)]))];
  }

  declares(name: string): boolean {
    return this.parts.some((part) => Object.hasOwn(part.properties ?? {}, name) || literalNames(part).includes(name));
  }

  /** Patterns of names, but those that are lists of names. */
  get namePatterns(): string[] {
    return [...new Set(this.parts.flatMap(namePatternsOf))];
  }

  /** What a member of this name has to fit for sure. */
  childOf(name: string): Conjunction {
    return this.remember(`.${name}`, (part) => {
      const { named, fitting, unknown } = schemasFor(part, name);
      if (named.length + fitting.length + unknown.length > 0) return [...named, ...fitting];
      return part.additionalProperties === undefined ? [] : [part.additionalProperties];
    });
  }

  /** All that a member of this name may have to fit: more than `childOf` says, if a pattern can't be tried. */
  childAtMost(name: string): Conjunction {
    return this.remember(`.?${name}`, (part) => {
      const { named, fitting, unknown } = schemasFor(part, name);
      const rest = named.length + fitting.length === 0 ? [part.additionalProperties ?? true] : [];
      return [...named, ...fitting, ...unknown, ...rest];
    });
  }

  /** What a member has to fit that nobody declares and no pattern names. */
  get otherMembers(): Conjunction {
    return this.remember('*', ({ additionalProperties }) =>
      additionalProperties === undefined ? [] : [additionalProperties],
    );
  }

  /** What a member of an undeclared name has to fit at most, if it fits none of `but`: another pattern may be the one that holds. */
  otherMembersAtMost(but: readonly string[]): Conjunction {
    return this.remember(`*?${but.join(' ')}`, (part) => {
      const patterns = namePatternsOf(part).filter((one) => !but.includes(one));
      const rest = part.additionalProperties ?? true;
      return patterns.length === 0
        ? [rest]
        : [{ anyOf: [rest, ...patterns.map((one) => part.patternProperties![one]!)] }];
    });
  }

  /** What a member whose name fits this pattern has to fit, for sure. */
  patternSurely(pattern: string): Conjunction {
    return this.remember(`~${pattern}`, (part) => {
      const patterns = namePatternsOf(part);
      if (patterns.includes(pattern)) return [part.patternProperties![pattern]!];
      return patterns.length === 0 && part.additionalProperties !== undefined ? [part.additionalProperties] : [];
    });
  }

  /** All that a member whose name fits this pattern may have to fit. */
  patternAtMost(pattern: string): Conjunction {
    return this.remember(`~~${pattern}`, (part) => {
      const patterns = namePatternsOf(part);
      const all = patterns.map((one) => part.patternProperties![one]!);
      if (patterns.includes(pattern) || part.additionalProperties === undefined) return all;
      return [...all, part.additionalProperties];
    });
  }

  /** How many items have a schema of their own. */
  get prefix(): number {
    return Math.max(0, ...this.parts.map((part) => part.prefixItems?.length ?? 0));
  }

  itemAt(index: number): Conjunction {
    return this.remember(`[${index}`, ({ prefixItems = [], items }) => {
      if (index < prefixItems.length) return [prefixItems[index]!];
      return items === undefined ? [] : [items];
    });
  }

  /** The shape, of which one more schema holds. */
  with(part: AnySchema): Shape {
    const key = canonical(part);
    const known = this.narrowed.get(key);
    if (known) return known;
    const made = new Shape(this.type, [...this.parts, part], this.residues, this.names);
    this.narrowed.set(key, made);
    return made;
  }

  /** The children are the same objects each time, so that pairs of them are known again. */
  private remember(key: string, of: (part: AnySchema) => JsonSchema[]): Conjunction {
    const known = this.children.get(key);
    if (known) return known;
    const made = this.parts.flatMap(of);
    this.children.set(key, made);
    return made;
  }

  private listed(): readonly Json[] | undefined {
    let values: readonly Json[] | undefined;
    if (this.type === 'null') values = [null];
    if (this.type === 'boolean') values = [false, true];
    for (const part of this.parts) {
      const lists: Json[][] = [];
      if (part.const !== undefined) lists.push([part.const]);
      if (part.enum !== undefined) lists.push(part.enum);
      const literals = this.type === 'string' && part.pattern !== undefined ? literalsOf(part.pattern) : undefined;
      if (literals) lists.push(literals);
      for (const list of lists) {
        const texts = new Set(list.map(canonical));
        values = values ? values.filter((one) => texts.has(canonical(one))) : list;
      }
    }
    return values?.filter((one) => typeOf(one) === this.type && !this.refusesScalar(one));
  }

  /** Whether a value of the type breaks one of the keywords about numbers and texts; patterns are not tried. */
  refusesScalar(value: Json): boolean {
    if (this.excluded.some((one) => equal(one, value))) return true;
    const outside = (size: number, low: Bound, high: Bound) =>
      size < (this.bound(low) ?? -Infinity) || size > (this.bound(high) ?? Infinity);
    if (typeof value === 'string') return outside([...value].length, 'minLength', 'maxLength');
    if (typeof value !== 'number') return false;
    if (this.integer && !Number.isInteger(value)) return true;
    if (outside(value, 'minimum', 'maximum')) return true;
    return (
      value <= (this.bound('exclusiveMinimum') ?? -Infinity) ||
      value >= (this.bound('exclusiveMaximum') ?? Infinity) ||
      this.all('multipleOf').some((step) => !isMultiple(value, step))
    );
  }
}

/** A part of a schema that could not be taken apart. */
export interface Residue {
  keyword: string;
  /** The same for schemas of the same meaning. */
  key: string;
}

export const isMultiple = (value: number, step: number) => {
  const quotient = value / step;
  return Math.abs(quotient - Math.round(quotient)) < 1e-9;
};

const wantsWhole = ({ type }: AnySchema) => {
  const types = type === undefined ? undefined : [type].flat();
  return types?.includes('integer') && !types.includes('number');
};

const namePatternsOf = (part: AnySchema) =>
  part.patternProperties === undefined
    ? []
    : Object.keys(part.patternProperties).filter((one) => literalsOf(one) === undefined);

const literalNames = (part: AnySchema): string[] =>
  part.patternProperties === undefined
    ? []
    : Object.keys(part.patternProperties).flatMap((pattern) => literalsOf(pattern) ?? []);

/** The schemas of a part for a member: those under its name, those of patterns that fit, and those of patterns that can't be tried. */
function schemasFor(
  part: AnySchema,
  name: string,
): { named: JsonSchema[]; fitting: JsonSchema[]; unknown: JsonSchema[] } {
  const named = Object.hasOwn(part.properties ?? {}, name) ? [part.properties![name]!] : [];
  const fitting = literalNames(part).includes(name) ? [part.patternProperties![literalKey(part, name)]!] : [];
  const unknown: JsonSchema[] = [];
  for (const pattern of namePatternsOf(part)) {
    const fits = patternFits(pattern, name);
    if (fits !== false) (fits ? fitting : unknown).push(part.patternProperties![pattern]!);
  }
  return { named, fitting, unknown };
}

/** Whether a pattern fits a text; undefined for one that is no pattern, or takes too long. */
export function patternFits(pattern: string, text: string): boolean | undefined {
  try {
    return isFoundIn(new RegExp(pattern, 'u'), text);
  } catch (error) {
    if (error instanceof Refused || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const literalKey = (part: AnySchema, name: string): string =>
  Object.keys(part.patternProperties!).find((pattern) => literalsOf(pattern)?.includes(name))!;
