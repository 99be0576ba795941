import { equal } from '../../../src/json/equal.js';
import type { Json } from '../../../src/json/json.js';
import { isObject } from '../../../src/json/json.js';
import type { Bundle } from '../../../src/schemas/json-schema.js';
import { containerFindings } from './containers.js';
import { Expansion } from './expand.js';
import { DIFFERENCE, type Finding, refused, through } from './finding.js';
import { canonical, typeOf } from './keywords.js';
import { Samples } from './samples.js';
import { numberFindings, textFindings } from './scalars.js';
import { type Conjunction, patternFits, type Residue, type Shape } from './shape.js';
import { Variants } from './variants.js';

/** Most pairs of schemas that are looked at; beyond it whatever is left counts as different. */
const MOST_PAIRS = 50_000;
/** How deep pairs are looked at. */
const DEEPEST = 120;
/** Most values of a list that are looked at one by one. */
const MOST_VALUES = 2_000;

/**
 * Whether all values of the schemas of one bundle fit those of another, and if not, why. What is said to fit fits for sure; what is
 * said not to is not certain before a value shows it.
 */
export class Comparison {
  readonly from: Expansion;
  readonly to: Expansion;
  readonly samples: Samples;
  private readonly variants: Variants;
  /** Pairs that hold, those that are being looked at among them, in order; if one fails, so does what was based on it. */
  private readonly assumed = new Set<string>();
  private readonly trail: string[] = [];
  private readonly different = new Set<string>();
  private readonly explaining = new Set<string>();
  private pairs = 0;
  private depth = 0;

  constructor(from: Bundle, to: Bundle) {
    this.from = new Expansion(from, 'atLeast');
    this.to = new Expansion(to, 'atMost');
    this.samples = new Samples(this.from);
    this.variants = new Variants(this.from, this.to);
  }

  /** Whether each value that fits the first schemas fits the second ones, for sure. */
  fits(a: Conjunction, b: Conjunction): boolean {
    const key = `${this.from.keyOf(a)} < ${this.to.keyOf(b)}`;
    if (this.assumed.has(key)) return true;
    if (this.different.has(key)) return false;
    this.pairs += 1;
    if (this.pairs > MOST_PAIRS || this.depth > DEEPEST) return false;
    const mark = this.trail.length;
    this.trail.push(key);
    this.assumed.add(key);
    this.depth += 1;
    const holds = !refusesSomething(this.findings(a, b, false));
    this.depth -= 1;
    if (holds || this.isSame(a, b)) return true;
    for (const one of this.trail.splice(mark)) this.assumed.delete(one);
    this.different.add(key);
    return false;
  }

  /** Where values of the first schemas may be refused by the second ones, and what else a person wants to know of the two. */
  *explain(a: Conjunction, b: Conjunction): Generator<Finding> {
    const [name, other] = [this.from.referenceIn(a), this.to.referenceIn(b)];
    if (name !== undefined && name === other) {
      yield through(name);
      return;
    }
    const key = `${this.from.keyOf(a)} < ${this.to.keyOf(b)}`;
    if (this.explaining.has(key) || this.explaining.size > DEEPEST) return;
    this.explaining.add(key);
    try {
      const found = [...this.findings(a, b, true)];
      if (!found.some(({ kind }) => kind === 'refused') || !this.isSame(a, b)) yield* found;
    } finally {
      this.explaining.delete(key);
    }
  }

  /** Whether both are the same schemas, with all that they refer to. Asked only of those that could not be shown to fit. */
  private isSame(a: Conjunction, b: Conjunction): boolean {
    const text = (expansion: Expansion, all: Conjunction) =>
      all
        .map((one) => expansion.closure(one))
        .sort()
        .join('\n');
    return text(this.from, a) === text(this.to, b);
  }

  /** What is to be said of a part; whoever wants to know no more than whether it fits is answered from memory. */
  *part(a: Conjunction, b: Conjunction, inFull: boolean): Generator<Finding> {
    if (inFull) yield* this.explain(a, b);
    else if (!this.fits(a, b)) yield DIFFERENCE;
  }

  private *findings(a: Conjunction, b: Conjunction, inFull: boolean): Generator<Finding> {
    if (this.to.keyOf(b) === '') return;
    const branches = this.from.branchesOf(a)?.map((one): Conjunction => [one]) ?? [a];
    const isBranch = branches.length > 1;
    const theirs = this.to.branchesOf(b)?.map((one): Conjunction => [one]) ?? [b];
    const others = new Map(theirs.map((one) => [this.to.referenceIn(one), one]));
    for (const branch of branches) {
      const name = this.from.referenceIn(branch);
      const same = name === undefined || (branch === a && theirs[0] === b) ? undefined : others.get(name);
      if (same && this.fits(branch, same)) {
        if (inFull) yield through(name!);
        continue;
      }
      const found: Finding[] = [];
      for (const shape of this.from.shapesOf(branch)) {
        for (const finding of this.shapeFindings(shape, b, { inFull, isBranch, splits: 0 })) {
          found.push(finding);
          if (!inFull) break;
        }
      }
      if (same && inFull && found.some(({ kind }) => kind === 'refused')) yield through(name!);
      else for (const one of found) yield this.isDeclaredElsewhere(one, a) ? { ...one, elsewhere: true } : one;
    }
  }

  /** Whether a member that one alternative does not declare is one of another alternative. */
  private isDeclaredElsewhere({ kind, path: [name, ...rest] }: Finding, union: Conjunction): boolean {
    if (kind !== 'declared' || rest.length > 0) return false;
    return this.from
      .shapesOf(union)
      .some((shape) => shape.type === 'object' && shape.declares(name!) && !shape.childOf(name!).includes(false));
  }

  private *shapeFindings(a: Shape, b: Conjunction, how: How): Generator<Finding> {
    const { inFull, splits, isBranch = false } = how;
    if (this.isEmpty(a)) return;
    const all = this.to.shapesOf(b);
    if (a.values) {
      yield* this.valueFindings(a, all);
      return;
    }
    const candidates = this.variants.inOrder(
      a,
      all.filter(({ type }) => type === a.type),
    );
    const fitting = candidates.find((one) => !refusesSomething(this.pairFindings(a, one, false)));
    if (fitting) {
      if (inFull) yield* this.pairFindings(a, fitting, true);
      return;
    }
    const [best] = candidates;
    const pieces = best && splits < 2 ? this.variants.split(a, candidates) : undefined;
    if (pieces) {
      for (const piece of pieces) yield* this.shapeFindings(piece, b, { ...how, splits: splits + 1 });
      return;
    }
    if (!best) yield this.wrongType(a, all);
    else if (candidates.every(({ values }) => values)) yield this.notListed(a, candidates);
    else if (this.variants.areOthers(a, best, isBranch || candidates.length > 1)) yield this.newVariant(a);
    else yield* this.pairFindings(a, best, inFull);
  }

  private *valueFindings(a: Shape, all: readonly Shape[]): Generator<Finding> {
    const lost = a
      .values!.slice(0, MOST_VALUES)
      .filter((one) => !all.some((shape) => this.admits(shape, one, a.residues)));
    const some = a.values!.length > MOST_VALUES ? [...lost, ...a.values!.slice(MOST_VALUES)] : lost;
    if (some.length === 0) return;
    const theirs = all.filter(({ type }) => type === a.type).flatMap(({ values }) => values ?? []);
    if (!all.some(({ type }) => type === a.type)) yield this.wrongType(a, all);
    else yield refused(theirs.length === 1 ? 'const' : 'enum', () => some.slice(0, 20), { lost: some, theirs });
  }

  private notListed(a: Shape, candidates: readonly Shape[]): Finding {
    const theirs = candidates.flatMap(({ values }) => values!);
    return refused(theirs.length === 1 ? 'const' : 'enum', () => this.samples.of(a), { theirs });
  }

  private wrongType(a: Shape, all: readonly Shape[]): Finding {
    const types = [...new Set(all.map((one) => typeText(one)))];
    return refused('type', () => this.samples.of(a), { lost: [typeText(a)], theirs: types });
  }

  private newVariant(a: Shape): Finding {
    return refused('anyOf', () => this.samples.of(a), { variant: this.variants.nameOf(a) });
  }

  /** What of the values of one shape another of the same type refuses. */
  private *pairFindings(a: Shape, b: Shape, inFull: boolean): Generator<Finding> {
    for (const { keyword, key } of b.residues)
      if (!a.residues.some((one) => one.key === key)) yield refused(keyword, () => this.samples.of(a));
    if (b.values) {
      yield refused(b.values.length === 1 ? 'const' : 'enum', () => this.samples.of(a), { theirs: [...b.values] });
      return;
    }
    for (const value of b.excluded)
      if (typeOf(value) === a.type && !a.refusesScalar(value)) yield refused('not', () => [value]);
    if (a.type === 'string') yield* textFindings(a, b, this.samples);
    else if (a.type === 'number') yield* numberFindings(a, b);
    else yield* containerFindings(this, a, b, inFull);
  }

  /** Whether no value can be of a shape, as far as a look at its members shows it. */
  private isEmpty(shape: Shape, depth = 0): boolean {
    if (shape.isVoid) return true;
    if (depth > 3) return false;
    const isNone = (conjunction: Conjunction) =>
      this.from.shapesOf(conjunction).every((one) => this.isEmpty(one, depth + 1));
    if (shape.type === 'object') return shape.required.some((name) => isNone(shape.childOf(name)));
    return shape.type === 'array' && (shape.bound('minItems') ?? 0) > 0 && isNone(shape.itemAt(0));
  }

  /** Whether a value fits a shape of the second bundle, for sure. It is known to fit the residues of the first one. */
  private admits(shape: Shape, value: Json, kept: readonly Residue[], depth = 0): boolean {
    if (depth > DEEPEST || typeOf(value) !== shape.type) return false;
    if (!shape.residues.every(({ key }) => kept.some((one) => one.key === key))) return false;
    if (shape.values && !shape.values.some((one) => equal(one, value))) return false;
    if (shape.refusesScalar(value)) return false;
    const all = (conjunction: Conjunction, one: Json) =>
      this.to.shapesOf(conjunction).some((other) => this.admits(other, one, [], depth + 1));
    const isWithin = (size: number, least: number | undefined, most: number | undefined) =>
      size >= (least ?? 0) && size <= (most ?? Infinity);
    if (typeof value === 'string')
      // Whether a text has a format nobody here can say, but what is listed was meant.
      return (
        shape.patterns.every((one) => patternFits(one, value) === true) &&
        (shape.values !== undefined || shape.formats.length === 0)
      );
    if (Array.isArray(value)) {
      const isUnique = !shape.all('uniqueItems').includes(true) || new Set(value.map(canonical)).size === value.length;
      const fits = value.every((one, index) => all(shape.itemAt(index), one));
      return isUnique && fits && isWithin(value.length, shape.bound('minItems'), shape.bound('maxItems'));
    }
    if (!isObject(value)) return true;
    const names = Object.keys(value);
    return (
      shape.required.every((name) => Object.hasOwn(value, name)) &&
      isWithin(names.length, shape.bound('minProperties'), shape.bound('maxProperties')) &&
      names.every((name) => all([...shape.all('propertyNames')], name) && all(shape.childAtMost(name), value[name]!))
    );
  }
}

/** How a shape is looked at. */
interface How {
  inFull: boolean;
  /** Whether it is an alternative of a union. */
  isBranch?: boolean;
  /** How often it was taken apart. */
  splits: number;
}

function refusesSomething(findings: Generator<Finding>): boolean {
  for (const { kind } of findings) if (kind === 'refused') return true;
  return false;
}

const typeText = ({ type, integer }: Shape): string => (integer ? 'integer' : type);
