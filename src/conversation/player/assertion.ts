import { Buffer } from 'node:buffer';
import type { Json, JsonObject } from '../../json/json.js';
import { objectOf } from '../../json/json.js';
import { getEach, getPointer } from '../../json/pointer.js';
import { type Actual, type MatchContext, match } from '../../language/pattern/pattern.js';
import { describe, parseSelector, type Selector } from '../../language/selector.js';
import { viewOf, type WireRecord } from '../../wire/record.js';
import { StepFailure } from './step-failure.js';

export interface ClaimContext {
  records: readonly WireRecord[];
  selects(selector: Selector, record: WireRecord): boolean;
  match: MatchContext;
  readFile(path: string): Promise<Uint8Array | undefined>;
  ports(): readonly number[];
  channel: string;
}

/** What an assertion judged, and why it does not hold; no failure where it does. */
export interface Claimed {
  actual: Actual;
  failure?: StepFailure;
}

/** Judges one assertion, patterns resolved: `{ value | seen | file | ports, at?, as?, is }`, `is` and `seen` as patterns. */
export async function claim(body: JsonObject, context: ClaimContext): Promise<Claimed> {
  const { actual, what, record } = await subject(body, context);
  const differences = match(body.is!, actual, context.match);
  if (differences.length === 0) return { actual };
  const failure = new StepFailure(
    `${what}: ${differences[0]!.message}`,
    { kind: 'differs', differences, ...(record ? { record } : {}) },
    {
      expected: body.is!,
      channel: context.channel,
      ...(actual === undefined ? {} : { actual: actual as Json }),
    },
  );
  return { actual, failure };
}

async function subject(
  body: JsonObject,
  context: ClaimContext,
): Promise<{ actual: Actual; what: string; record?: WireRecord }> {
  const pointer = typeof body.at === 'string' ? body.at : undefined;
  if (body.seen !== undefined) {
    const selector = parseSelector(objectOf(body.seen));
    const seen = context.records.filter((record) => context.selects(selector, record));
    const views = seen.map(viewOf);
    const last = seen.at(-1);
    return {
      actual: pointer === undefined ? views : getEach(views, pointer),
      what: `seen ${seen.length} of ${describe(selector)}`,
      ...(last ? { record: last } : {}),
    };
  }
  if (typeof body.file === 'string') {
    const bytes = await context.readFile(body.file);
    if (bytes === undefined) return { actual: undefined, what: `file ${body.file} is not there` };
    const buffer = Buffer.from(bytes);
    return { actual: buffer.toString(body.as === 'base64' ? 'base64' : 'utf8'), what: `file ${body.file}` };
  }
  if (body.ports === true) return { actual: [...context.ports()], what: 'the ports on which the target listens' };
  const value = body.value!;
  return { actual: pointer === undefined ? value : getPointer(value, pointer), what: 'the value' };
}
