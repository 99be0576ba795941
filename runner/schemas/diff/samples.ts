import type { Json, JsonObject } from '../../../src/json/json.js';
import type { Expansion } from './expand.js';
import { FORMATS, typeOf } from './keywords.js';
import { textsFor } from './pattern-text.js';
import { type Conjunction, patternFits, type Shape } from './shape.js';

/** How deep values are made up; below this only what has to be there is. */
const DEEPEST = 12;
/** Most values that are made of one schema. */
const MOST = 40;

/** Makes values of the schemas of a bundle: small ones, and those at the bounds. The caller checks them. */
export class Samples {
  private readonly open = new Set<string>();
  private readonly smallest = new Map<string, Json | undefined>();

  constructor(private readonly expansion: Expansion) {}

  /** The smallest value that fits; undefined if none was found. */
  smallestOf(conjunction: Conjunction): Json | undefined {
    const key = this.expansion.keyOf(conjunction);
    if (this.smallest.has(key)) return this.smallest.get(key);
    if (this.open.has(key) || this.open.size > DEEPEST) return undefined;
    this.open.add(key);
    try {
      const inOrder = [...this.expansion.shapesOf(conjunction)].sort((a, b) => rank(a) - rank(b));
      for (const shape of inOrder) {
        const value = this.smallestIn(shape);
        if (value === undefined) continue;
        // Under an open definition less can be found than elsewhere, so only a find is kept.
        this.smallest.set(key, value);
        return value;
      }
      return undefined;
    } finally {
      this.open.delete(key);
    }
  }

  /** The smallest value of a shape. */
  smallestIn(shape: Shape): Json | undefined {
    const { values } = shape;
    if (values) return values[0];
    switch (shape.type) {
      case 'string':
        return this.textsIn(shape)[0];
      case 'number':
        return numbersIn(shape)[0];
      case 'array':
        return this.arrayWith(shape);
      default:
        return this.objectWith(shape);
    }
  }

  /** Some values of a shape, the plain ones first. */
  of(shape: Shape): Json[] {
    if (shape.values) return [...shape.values];
    const given = shape
      .all('examples')
      .flat()
      .filter((one) => typeOf(one) === shape.type);
    if (shape.type === 'string') return [...given, ...this.textsIn(shape)];
    if (shape.type === 'number') return [...given, ...numbersIn(shape)];
    const made = shape.type === 'array' ? this.arraysOf(shape) : this.objectsOf(shape);
    return [...given, ...made].slice(0, MOST);
  }

  /** Some values that fit. */
  ofAny(conjunction: Conjunction): Json[] {
    return this.expansion
      .shapesOf(conjunction)
      .flatMap((shape) => (shape.values || isScalar(shape) ? this.of(shape) : [this.smallestIn(shape)]))
      .filter((one) => one !== undefined)
      .slice(0, MOST);
  }

  /** An object of a shape with one more member; undefined if there is none. */
  objectWith(shape: Shape, name?: string, value?: Json): JsonObject | undefined {
    const made: JsonObject = {};
    const set = (member: string, one: Json) =>
      Object.defineProperty(made, member, { value: one, enumerable: true, writable: true, configurable: true });
    for (const member of shape.required) {
      if (member === name) continue;
      const one = this.smallestOf(shape.childOf(member));
      if (one === undefined) return undefined;
      set(member, one);
    }
    if (name !== undefined) set(name, value!);
    const least = shape.bound('minProperties') ?? 0;
    for (const member of [...shape.declared, ...Array.from({ length: least }, (_, index) => `member${index}`)]) {
      if (Object.keys(made).length >= least) break;
      const one = Object.hasOwn(made, member) ? undefined : this.smallestOf(shape.childOf(member));
      if (one !== undefined) set(member, one);
    }
    return made;
  }

  /** An array of a shape with a value at an index, and at least `length` items. */
  arrayWith(shape: Shape, index?: number, value?: Json, length = 0): Json[] | undefined {
    const least = Math.max(shape.bound('minItems') ?? 0, length, index === undefined ? 0 : index + 1);
    if (least > 10_000) return undefined;
    const made: Json[] = [];
    for (let at = 0; at < least; at += 1) {
      const one = at === index ? value : this.itemFor(shape, at, made);
      if (one === undefined) return undefined;
      made.push(one);
    }
    return made;
  }

  private itemFor(shape: Shape, at: number, before: readonly Json[]): Json | undefined {
    if (!shape.all('uniqueItems').includes(true)) return this.smallestOf(shape.itemAt(at));
    const texts = new Set(before.map((one) => JSON.stringify(one)));
    return this.ofAny(shape.itemAt(at)).find((one) => !texts.has(JSON.stringify(one)));
  }

  /** Texts within the bounds of a shape. */
  textsIn(shape: Shape, aim?: number): string[] {
    const least = shape.bound('minLength') ?? 0;
    const most = shape.bound('maxLength') ?? Infinity;
    const { patterns } = shape;
    const made = patterns.length > 0 ? patterns.flatMap(textsFor) : shape.formats.map((one) => FORMATS[one]!);
    const lengths = [aim, least, 1, least + 1, Math.min(most, 20)].filter(
      (one) => one !== undefined && one >= 0 && one <= 100_000,
    );
    const plain = made.length > 0 ? [] : ['', 'a', '1', 'text', ...lengths.map((one) => 'a'.repeat(one!))];
    const all = [...new Set([...made, ...plain])].filter(
      (one) => !shape.refusesScalar(one) && patterns.every((pattern) => patternFits(pattern, one) !== false),
    );
    return aim === undefined ? all : all.filter((one) => [...one].length === aim);
  }

  private arraysOf(shape: Shape): Json[] {
    const made: (Json[] | undefined)[] = [this.arrayWith(shape), this.arrayWith(shape, undefined, undefined, 1)];
    made.push(this.arrayWith(shape, undefined, undefined, 2));
    for (const item of this.ofAny(shape.itemAt(0)).slice(0, MOST / 2)) made.push([item]);
    return made.filter((one) => one !== undefined);
  }

  private objectsOf(shape: Shape): Json[] {
    const made: (JsonObject | undefined)[] = [this.objectWith(shape)];
    const whole = this.objectWith(shape);
    for (const name of shape.declared) {
      for (const value of this.ofAny(shape.childOf(name)).slice(0, 4)) {
        made.push(this.objectWith(shape, name, value));
        if (whole) Object.defineProperty(whole, name, { value, enumerable: true, writable: true, configurable: true });
      }
    }
    made.push(whole, this.objectWith(shape, 'anyOther', 'text'));
    return made.filter((one) => one !== undefined);
  }
}

const isScalar = ({ type }: Shape) => type === 'string' || type === 'number';

/** Plain values come before those that take more words. */
const rank = ({ type, values }: Shape) => (values ? 0 : ['string', 'number', 'array', 'object'].indexOf(type) + 1);

/** Numbers within the bounds of a shape, those at the bounds among them. */
export function numbersIn(shape: Shape): number[] {
  const step = Math.max(shape.integer ? 1 : 0, ...shape.all('multipleOf')) || 1;
  const [least, most] = [shape.bound('minimum'), shape.bound('maximum')];
  const [above, below] = [shape.bound('exclusiveMinimum'), shape.bound('exclusiveMaximum')];
  const near = [least, most, above, below].flatMap((one) => (one === undefined ? [] : [one, one + step, one - step]));
  const onStep = near.flatMap((one) => [one, Math.ceil(one / step) * step, Math.floor(one / step) * step]);
  const between = above !== undefined && below !== undefined ? [(above + below) / 2] : [];
  const all = [0, 1, -1, ...near, ...onStep, ...between, step, 0.5, 1e9].filter(Number.isFinite);
  return [...new Set(all)].filter((one) => !shape.refusesScalar(one));
}
