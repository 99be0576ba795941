import { type Finding, refused } from './finding.js';
import type { Samples } from './samples.js';
import { numbersIn } from './samples.js';
import { type Bound, isMultiple, type Shape } from './shape.js';

/** A bound that the second shape has and the first does not keep. */
export function* bounds(
  a: Shape,
  b: Shape,
  lower: Bound,
  upper: Bound,
  known: { least: number; most: number },
  values: (aim: number) => Finding['local'],
): Generator<Finding> {
  const [least, most] = [b.bound(lower), b.bound(upper)];
  const said = (name: Bound) => {
    const mine = a.bound(name);
    return { ...(mine === undefined ? {} : { mine }), theirs: b.bound(name)! };
  };
  if (least !== undefined && least > known.least) yield refused(lower, values(least - 1), said(lower));
  if (most !== undefined && most < known.most) yield refused(upper, values(most + 1), said(upper));
}

/** What of the texts of one shape another refuses. */
export function* textFindings(a: Shape, b: Shape, samples: Samples): Generator<Finding> {
  const known = { least: a.bound('minLength') ?? 0, most: a.bound('maxLength') ?? Infinity };
  yield* bounds(a, b, 'minLength', 'maxLength', known, (aim) => () => [
    ...samples.textsIn(a, aim),
    ...samples.textsIn(a),
  ]);
  for (const keyword of ['pattern', 'format'] as const) {
    const [ours, theirs] = keyword === 'pattern' ? [a.patterns, b.patterns] : [a.formats, b.formats];
    for (const one of theirs)
      if (!ours.includes(one))
        yield refused(keyword, () => samples.of(a), {
          ...(ours[0] === undefined ? {} : { mine: ours[0] }),
          theirs: one,
        });
  }
}

/** What of the numbers of one shape another refuses. */
export function* numberFindings(a: Shape, b: Shape): Generator<Finding> {
  const values = () => numbersIn(a);
  const outside = (test: (one: number) => boolean) => () => {
    const near = numbersIn(b).flatMap((one) => [one - 1, one + 1, one - 0.5, one + 0.5, one]);
    const bound = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'] as const;
    const at = bound.flatMap((name) => b.bound(name) ?? []).flatMap((one) => [one - 1, one, one + 1]);
    return [...at, ...values(), ...near].filter((one) => test(one) && !a.refusesScalar(one));
  };
  if (b.integer && !a.integer && !a.all('multipleOf').some(Number.isInteger))
    yield refused(
      'type',
      outside((one) => !Number.isInteger(one)),
      { lost: ['number'], theirs: ['integer'] },
    );
  for (const [inclusive, exclusive, sign] of [
    ['minimum', 'exclusiveMinimum', 1],
    ['maximum', 'exclusiveMaximum', -1],
  ] as const) {
    const [mine, theirs] = [edgeOf(a, inclusive, exclusive, sign), edgeOf(b, inclusive, exclusive, sign)];
    if (theirs === undefined || (mine !== undefined && isWithin(mine, theirs, a.integer && b.integer))) continue;
    const keyword = theirs.isOpen ? exclusive : inclusive;
    const ours = mine === undefined ? {} : { mine: mine.value * sign };
    yield refused(
      keyword,
      outside((one) => b.refusesScalar(one)),
      { ...ours, theirs: theirs.value * sign },
    );
  }
  for (const step of b.all('multipleOf')) {
    const steps = [...a.all('multipleOf'), ...(a.integer ? [1] : [])];
    if (!steps.some((one) => isMultiple(one, step)))
      yield refused(
        'multipleOf',
        outside((one) => !isMultiple(one, step)),
        { theirs: step },
      );
  }
}

/** The tightest bound on one side, turned so that larger is tighter. */
interface Edge {
  value: number;
  isOpen: boolean;
}

function edgeOf(shape: Shape, inclusive: Bound, exclusive: Bound, sign: 1 | -1): Edge | undefined {
  const [closed, open] = [shape.bound(inclusive), shape.bound(exclusive)];
  if (open !== undefined && (closed === undefined || open * sign >= closed * sign))
    return { value: open * sign, isOpen: true };
  return closed === undefined ? undefined : { value: closed * sign, isOpen: false };
}

/** Whether what keeps one edge keeps the other. */
function isWithin(mine: Edge, theirs: Edge, areWhole: boolean): boolean {
  if (areWhole) {
    const first = ({ value, isOpen }: Edge) => (isOpen ? Math.floor(value) + 1 : Math.ceil(value));
    return first(mine) >= first(theirs);
  }
  return mine.value > theirs.value || (mine.value === theirs.value && (mine.isOpen || !theirs.isOpen));
}
