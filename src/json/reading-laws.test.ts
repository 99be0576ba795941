import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readEnvelope } from '../jsonrpc/envelope.js';
import { shapeOf } from '../jsonrpc/messages.js';
import type { Carried } from '../wire/carried.js';
import { SseDecoder } from '../wire/http/sse.js';
import { encodeLine, NdjsonDecoder } from '../wire/ndjson.js';
import { type Json, JsonProblem, parseBytes, parseJson, stringifyJson } from './json.js';

/** Bytes that are mostly JSON, lines and events, and now and then anything. */
const piece = fc.oneof(
  fc
    .constantFrom(
      '{"a":1}',
      '[1,"ä😀"]',
      '"x',
      '}',
      '\n',
      '\r\n',
      '\r',
      ' ',
      '\t',
      '\0',
      '\uFEFF',
      'data: ',
      'data:',
      'id: 1',
      'event',
      ': c',
      'retry: 5',
      '12345678901234567890',
    )
    .map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 6 }).map((bytes) => Buffer.from(bytes)),
);
const bytes = fc.array(piece, { maxLength: 30 }).map((parts) => Buffer.concat(parts));

/** The same bytes in chunks. */
function cut(whole: Buffer, places: readonly number[]): Buffer[] {
  const ends = [0, ...places.map((place) => place % (whole.length + 1)).sort((a, b) => a - b), whole.length];
  return ends.slice(1).map((end, index) => whole.subarray(ends[index], end));
}

/** What is kept as evidence is never more than a message may have. */
const limits = fc.record({ message: fc.integer({ min: 4, max: 60 }), evidence: fc.integer({ min: 1, max: 4 }) });
const places = fc.array(fc.nat(), { maxLength: 10 });

describe('reading bytes, whatever they are', () => {
  const lines = (chunks: Buffer[], caps: { message: number; evidence: number }): Carried[] => {
    const decoder = new NdjsonDecoder(caps);
    return [...chunks.flatMap((chunk) => decoder.push(chunk)), ...decoder.end()];
  };
  const events = (chunks: Buffer[], caps: { message: number; evidence: number }) => {
    const decoder = new SseDecoder(caps);
    const items = chunks.flatMap((chunk) => decoder.push(chunk));
    return { items, rest: decoder.end(), broken: decoder.broken };
  };

  it('lines are the same however they are cut, and no evidence is larger than allowed', () => {
    fc.assert(
      fc.property(bytes, places, limits, (whole, cuts, caps) => {
        const all = lines([whole], caps);
        expect(lines(cut(whole, cuts), caps)).toEqual(all);
        for (const { kind, bytes: kept } of all)
          if (kind === 'bytes') expect(kept!.length).toBeLessThanOrEqual(caps.evidence);
        expect(all.every(({ kind }) => kind === 'message' || kind === 'bytes')).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('each line that is not blank becomes one item', () => {
    fc.assert(
      fc.property(bytes, (whole) => {
        const count = whole
          .toString('latin1')
          .split('\n')
          .filter((line) => /[^ \t\r]/.test(line)).length;
        expect(lines([whole], { message: 1e6, evidence: 8 })).toHaveLength(count);
      }),
    );
  });

  it('events are the same however they are cut', () => {
    fc.assert(
      fc.property(bytes, places, limits, (whole, cuts, caps) => {
        expect(events(cut(whole, cuts), caps)).toEqual(events([whole], caps));
      }),
      { numRuns: 300 },
    );
  });
});

describe('reading JSON', () => {
  it('throws nothing but JsonProblem, for any bytes', () => {
    fc.assert(
      fc.property(bytes, (whole) => {
        try {
          const { value, text } = parseBytes(whole);
          expect(stringifyJson(parseJson(text))).toBe(stringifyJson(value));
        } catch (error) {
          expect(error).toBeInstanceOf(JsonProblem);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('loses no digit of any integer, wherever it stands', () => {
    const integers = fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n });
    fc.assert(
      fc.property(fc.array(integers), fc.string(), (list, name) => {
        const text = `{${JSON.stringify(name)}:[${list.join(',')}]}`;
        expect(stringifyJson(parseJson(text))).toBe(text);
      }),
    );
  });

  it('a line holds one message again', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const line = encodeLine(value as Json);
        expect(line.indexOf('\n')).toBe(line.length - 1);
      }),
    );
  });
});

describe('reading an envelope', () => {
  const member = fc.oneof(
    fc.jsonValue({ maxDepth: 1 }),
    fc.bigInt(),
    fc.constantFrom<Json>('2.0', 'ping', 1, 'x', null, Number.POSITIVE_INFINITY),
  ) as fc.Arbitrary<Json>;
  const value = fc.oneof(
    fc.record(
      { jsonrpc: member, id: member, method: member, params: member, result: member, error: member },
      { requiredKeys: [] },
    ) as fc.Arbitrary<Json>,
    fc.jsonValue() as fc.Arbitrary<Json>,
  );

  it('refuses an id that no answer could repeat', () => {
    const envelope = readEnvelope(parseJson('{"jsonrpc":"2.0","id":1e400,"method":"ping"}'));
    expect(envelope).toMatchObject({ kind: 'invalid', id: null, answerable: true });
  });

  it('sorts every value, and agrees with its shape', () => {
    fc.assert(
      fc.property(value, (one) => {
        const envelope = readEnvelope(one);
        const shape = shapeOf(one);
        if (envelope.kind === 'invalid') {
          expect(envelope.reason).not.toBe('');
          if (shape === 'notification' || shape === 'response') expect(envelope.answerable).toBe(false);
        } else {
          expect(envelope.kind).toBe(shape);
          expect(envelope.message).toBe(one);
        }
      }),
      { numRuns: 500 },
    );
  });
});
