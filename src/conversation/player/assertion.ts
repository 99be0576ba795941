import { Buffer } from 'node:buffer';
import type { Difference } from '../../json/difference.js';
import type { Json, JsonObject } from '../../json/json.js';
import { objectOf } from '../../json/json.js';
import { getEach, getPointer } from '../../json/pointer.js';
import { type Actual, type MatchContext, match } from '../../language/pattern/pattern.js';
import { describe, parseSelector, type Selector } from '../../language/selector.js';
import { pointerInRecord, viewOf, type WireRecord } from '../../wire/record.js';
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
  const { actual, what, seen = [], at = '' } = await subject(body, context);
  const differences = match(body.is!, actual, context.match).map((one) => inOneOf(seen, at, one));
  if (differences.length === 0) return { actual };
  const record = seen.find(({ seq }) => seq === differences[0]!.seq) ?? seen.at(-1);
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

/** A difference in a list of records, with the record that it is about. @param at where in each record was looked */
function inOneOf(seen: readonly WireRecord[], at: string, difference: Difference): Difference {
  const [, index = '', ...rest] = difference.path.split('/');
  const record = /^\d+$/.test(index) ? seen[Number(index)] : undefined;
  if (record === undefined) return difference;
  const path = [at, ...rest].join('/');
  return { ...difference, seq: record.seq, pointer: pointerInRecord(record, path) };
}

/** What an assertion is about: the records that it has seen, and the pointer into each. */
interface Subject {
  actual: Actual;
  what: string;
  seen?: readonly WireRecord[];
  at?: string;
}

async function subject(body: JsonObject, context: ClaimContext): Promise<Subject> {
  const pointer = typeof body.at === 'string' ? body.at : undefined;
  if (body.seen !== undefined) {
    const selector = parseSelector(objectOf(body.seen));
    const seen = context.records.filter((record) => context.selects(selector, record));
    const views = seen.map(viewOf);
    return {
      actual: pointer === undefined ? views : getEach(views, pointer),
      what: `seen ${seen.length} of ${describe(selector)}`,
      seen,
      ...(pointer === undefined ? {} : { at: pointer }),
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
