import type { Json } from '../../../src/json/json.js';
import type { Expansion } from './expand.js';
import { canonical, typeOf } from './keywords.js';
import type { Shape } from './shape.js';

/** Most values of a member by which a shape is split. */
const MOST_VALUES = 60;

/** Matches the alternatives of two unions by members with few values, such as `type`. */
export class Variants {
  private readonly known = new WeakMap<Shape, ReadonlyMap<string, readonly Json[]>>();

  constructor(
    private readonly from: Expansion,
    private readonly to: Expansion,
  ) {}

  /** The alternatives, those most like this one first. */
  inOrder(a: Shape, candidates: readonly Shape[]): Shape[] {
    if (candidates.length < 2) return [...candidates];
    const scores = new Map(candidates.map((one) => [one, this.likeness(a, one)]));
    return [...candidates].sort((one, other) => scores.get(other)! - scores.get(one)!);
  }

  /** Whether two shapes are alternatives that were never meant to be the same. */
  areOthers(a: Shape, b: Shape, inUnion: boolean): boolean {
    const [mine, theirs] = [this.marks(a, this.from), this.marks(b, this.to)];
    for (const [name, values] of mine) {
      const others = theirs.get(name);
      if (others && areDisjoint(values, others)) return values.length === 1 && (inUnion || a.names[0] !== b.names[0]);
    }
    // One for all values of a member that no other alternative has.
    const rest = [...theirs].some(
      ([name, values]) =>
        a.required.includes(name) &&
        this.from
          .shapesOf(a.childOf(name))
          .every((one) => values.every((value) => one.type !== typeOf(value) || one.refusesScalar(value))),
    );
    if (inUnion && rest) return true;
    return inUnion && a.names[0] !== undefined && b.names[0] !== undefined && !b.names.includes(a.names[0]);
  }

  /** Splits a shape by a member whose values distinguish the candidates: one shape for each value. */
  split(a: Shape, candidates: readonly Shape[]): Shape[] | undefined {
    if (a.type !== 'object' || candidates.length < 2) return undefined;
    for (const [name, values] of this.marks(a, this.from)) {
      const isDistinct = candidates.some((one) => this.marks(one, this.to).has(name));
      if (!isDistinct || values.length < 2 || values.length > MOST_VALUES) continue;
      const pieces = values.map((value) => a.with({ required: [name], properties: { [name]: { const: value } } }));
      return a.required.includes(name) ? pieces : [...pieces, a.with({ properties: { [name]: false } })];
    }
    // A member that may be absent, of which candidates ask that it is there or that it is not.
    const absent = a.declared.find(
      (name) => !a.required.includes(name) && candidates.some((one) => one.childAtMost(name).includes(false)),
    );
    if (absent === undefined || a.childOf(absent).includes(false)) return undefined;
    return [a.with({ properties: { [absent]: false } }), a.with({ required: [absent] })];
  }

  /** The name of an alternative: its definition, else the value of a member that no other alternative has. */
  nameOf(shape: Shape): string {
    const single = [...this.marks(shape, this.from)].find(
      ([name, values]) => values.length === 1 && shape.required.includes(name),
    );
    const mark = single && `${single[0]}: ${JSON.stringify(single[1][0])}`;
    return shape.names[0] ?? mark ?? shape.type;
  }

  private likeness(a: Shape, b: Shape): number {
    const [mine, theirs] = [this.marks(a, this.from), this.marks(b, this.to)];
    let score = a.names[0] !== undefined && b.names.includes(a.names[0]) ? 40 : 0;
    for (const [name, values] of mine) {
      const others = theirs.get(name);
      if (others) score += areDisjoint(values, others) ? -100 : 20;
    }
    const names = new Set(b.declared);
    const shared = a.declared.filter((name) => names.has(name)).length;
    const lacked = b.required.filter((name) => !a.declares(name)).length;
    return score + shared - lacked;
  }

  /** Members of which a shape lists the values. */
  private marks(shape: Shape, expansion: Expansion): ReadonlyMap<string, readonly Json[]> {
    const known = this.known.get(shape);
    if (known) return known;
    const marks = new Map<string, readonly Json[]>();
    if (shape.type === 'object')
      for (const name of shape.declared) {
        const shapes = expansion.shapesOf(shape.childOf(name));
        if (shapes.length > 0 && shapes.every(({ type, values }) => values && type !== 'null' && type !== 'boolean'))
          marks.set(
            name,
            shapes.flatMap(({ values }) => values!),
          );
      }
    this.known.set(shape, marks);
    return marks;
  }
}

function areDisjoint(some: readonly Json[], others: readonly Json[]): boolean {
  const texts = new Set(others.map(canonical));
  return !some.some((one) => texts.has(canonical(one)));
}
