import type { Json } from '../../../src/json/json.js';
import type { Expansion } from './expand.js';
import { DIFFERENCE, declared, type Finding, inside, refused } from './finding.js';
import { textsFor } from './pattern-text.js';
import type { Samples } from './samples.js';
import { bounds } from './scalars.js';
import type { Conjunction, Shape } from './shape.js';

/** What is asked of the comparison that a pair of shapes is a part of. */
interface Parts {
  readonly from: Expansion;
  readonly samples: Samples;
  fits(a: Conjunction, b: Conjunction): boolean;
  /** What is to be said of a part of the pair. */
  part(a: Conjunction, b: Conjunction, inFull: boolean): Generator<Finding>;
}

/** A name that no schema declares. */
const OTHER = 'anyOther';

/** What of the arrays or objects of one shape another refuses. */
export function* containerFindings(comparison: Parts, a: Shape, b: Shape, inFull: boolean): Generator<Finding> {
  if (a.type === 'array') yield* arrayFindings(comparison, a, b, inFull);
  else yield* objectFindings(comparison, a, b, inFull);
}

function* arrayFindings(comparison: Parts, a: Shape, b: Shape, inFull: boolean): Generator<Finding> {
  const { samples } = comparison;
  const known = { least: a.bound('minItems') ?? 0, most: mostItems(comparison, a) };
  yield* bounds(
    a,
    b,
    'minItems',
    'maxItems',
    known,
    (aim) => () => some([samples.arrayWith(a, undefined, undefined, aim)]),
  );
  const isUnique = (shape: Shape) => shape.all('uniqueItems').includes(true);
  if (isUnique(b) && !isUnique(a) && known.most > 1)
    yield refused('uniqueItems', () =>
      some(samples.ofAny(a.itemAt(1)).map((one) => samples.arrayWith(twice(a, one), 1, one))),
    );
  const prefix = Math.max(a.prefix, b.prefix);
  for (let index = 0; index <= prefix && index < known.most; index += 1) {
    const token = index < prefix ? String(index) : '*';
    for (const finding of comparison.part(a.itemAt(index), b.itemAt(index), inFull))
      yield inFull ? inside(finding, token, (one) => samples.arrayWith(a, index, one)) : finding;
  }
}

/** The shape with this value as its first item. */
const twice = (shape: Shape, value: Json) => shape.with({ prefixItems: [{ const: value }] });

function mostItems({ from }: Parts, shape: Shape): number {
  const most = shape.bound('maxItems') ?? Infinity;
  for (let index = 0; index <= shape.prefix && index < most; index += 1)
    if (from.shapesOf(shape.itemAt(index)).length === 0) return index;
  return most;
}

function* objectFindings(comparison: Parts, a: Shape, b: Shape, inFull: boolean): Generator<Finding> {
  const { samples, from } = comparison;
  const isClosed = a.namePatterns.length === 0 && from.shapesOf(a.otherMembersAtMost([])).length === 0;
  const possible = a.declared.filter((name) => from.shapesOf(a.childOf(name)).length > 0);
  const known = {
    least: Math.max(a.bound('minProperties') ?? 0, a.required.length),
    most: Math.min(a.bound('maxProperties') ?? Infinity, isClosed ? possible.length : Infinity),
  };
  yield* bounds(a, b, 'minProperties', 'maxProperties', known, (aim) => () => some([withMembers(comparison, a, aim)]));
  for (const name of b.required)
    if (!a.required.includes(name))
      yield refused('required', () => [], { path: [name], whole: () => some([samples.objectWith(a)]) });
  for (const name of new Set([...a.declared, ...b.declared])) yield* memberFindings(comparison, a, b, name, inFull);
  for (const pattern of b.namePatterns) {
    const names = textsFor(pattern);
    const parts = comparison.part(a.patternSurely(pattern), b.patternAtMost(pattern), inFull);
    for (const finding of parts)
      yield inFull ? inside(finding, '*', (one) => samples.objectWith(a, names[0] ?? OTHER, one)) : finding;
  }
  yield* otherFindings(comparison, a, b, inFull);
  const texts: Conjunction = [TEXT, ...a.all('propertyNames')];
  for (const one of b.all('propertyNames')) {
    if (comparison.fits(texts, [one])) continue;
    const names = () => samples.ofAny(texts).filter((name) => typeof name === 'string');
    yield refused('propertyNames', () => some([...names(), ...possible].map((name) => memberOf(comparison, a, name))));
  }
}

/** Names are texts. */
const TEXT = { type: 'string' };

function memberOf({ samples }: Parts, shape: Shape, name: string) {
  const value = samples.smallestOf(shape.childOf(name));
  return value === undefined ? undefined : samples.objectWith(shape, name, value);
}

function* memberFindings(comparison: Parts, a: Shape, b: Shape, name: string, inFull: boolean): Generator<Finding> {
  const { samples, from } = comparison;
  const [mine, theirs] = [a.childOf(name), b.childAtMost(name)];
  const isNew = b.declares(name) && !a.declares(name);
  if (from.shapesOf(mine).length === 0) {
    if (isNew && inFull && !isForbidden(theirs)) yield declared(name, false);
    return;
  }
  if (isNew && isFree(mine) && !isForbidden(theirs)) {
    if (inFull) yield declared(name, !comparison.fits(mine, theirs));
    return;
  }
  const wrap = (one: Json) => samples.objectWith(a, name, one);
  if (isForbidden(theirs)) {
    const values = () => samples.ofAny(mine);
    yield inside(refused(b.declares(name) ? 'properties' : 'additionalProperties', values), name, wrap);
    return;
  }
  for (const finding of comparison.part(mine, theirs, inFull)) yield inFull ? inside(finding, name, wrap) : finding;
}

function* otherFindings(comparison: Parts, a: Shape, b: Shape, inFull: boolean): Generator<Finding> {
  const { samples, from } = comparison;
  const [mine, theirs] = [a.otherMembersAtMost(b.namePatterns), b.otherMembers];
  if (from.shapesOf(mine).length === 0) return;
  if (!inFull) {
    if (!comparison.fits(mine, theirs)) yield DIFFERENCE;
    return;
  }
  const wrap = (one: Json) => samples.objectWith(a, OTHER, one);
  if (isForbidden(theirs)) {
    const whole = () => some(samples.ofAny(mine).map(wrap));
    yield refused('additionalProperties', whole, { whole, theirs: false });
    return;
  }
  for (const finding of comparison.part(mine, theirs, true)) yield inside(finding, '*', wrap);
}

function withMembers({ samples }: Parts, shape: Shape, size: number) {
  if (size < 0 || size > 1_000) return undefined;
  return samples.objectWith(shape.with({ minProperties: size }));
}

const isForbidden = (schemas: Conjunction) => schemas.includes(false);

/** Whether a member may be anything. */
const isFree = (schemas: Conjunction) => schemas.every((one) => one === true || isEmptySchema(one));

const isEmptySchema = (schema: Conjunction[number]) => typeof schema === 'object' && Object.keys(schema).length === 0;

const some = <Value>(values: readonly (Value | undefined)[]): Value[] => values.filter((one) => one !== undefined);
