import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Json, parseJson, stringifyJson } from '../../../../json/json.js';
import { spellOddly } from '../../../../json/odd-json.js';
import { SseDecoder } from '../../../../wire/http/sse.js';
import { defaultLimits } from '../../../../wire/limits.js';
import { encodeOddly } from './odd-sse.js';

const json = fc.jsonValue() as fc.Arbitrary<Json>;

test('an odd spelling means the same, on one line', () => {
  fc.assert(
    fc.property(json, (value) => {
      const text = spellOddly(value);
      expect(text).not.toMatch(/[\r\n]/);
      expect(stringifyJson(parseJson(text))).toBe(stringifyJson(value));
    }),
  );
  expect(spellOddly({ a: 12345678901234567890n, é: '/\\/' })).toBe(
    '  {\t"a" :\t12345678901234567890 ,\t"\\u00E9" :\t"\\/\\\\/" }\t ',
  );
});

test('odd events are read as what they are', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(json, fc.option(fc.stringMatching(/^[!-~]{1,9}$/)), fc.boolean()), { maxLength: 4 }),
      fc.integer({ min: 1, max: 9 }),
      (events, cut) => {
        const text = events
          .map(([message, id, oddly]) => {
            const carried = { kind: 'message' as const, message, sse: id === null ? {} : { id } };
            return encodeOddly(oddly ? { ...carried, text: spellOddly(message) } : carried);
          })
          .join('');
        const decoder = new SseDecoder(defaultLimits);
        const bytes = Buffer.from(text);
        const items = [];
        for (let at = 0; at < bytes.length; at += cut) items.push(...decoder.push(bytes.subarray(at, at + cut)));
        const messages = items.filter(({ kind }) => kind === 'message');
        expect(messages.map(({ message }) => stringifyJson(message!))).toEqual(
          events.map(([message]) => stringifyJson(message)),
        );
        expect(messages.map(({ sse }) => sse?.id)).toEqual(events.map(([, id]) => id ?? undefined));
      },
    ),
  );
});

test('odd events without a message keep their fields', () => {
  const decoder = new SseDecoder(defaultLimits);
  const text = encodeOddly({ kind: 'sse', sse: { id: 'x' } })! + encodeOddly({ kind: 'sse', sse: { retry: 5 } })!;
  expect(decoder.push(Buffer.from(text))).toMatchObject([
    { kind: 'sse', sse: { id: 'x' } },
    { kind: 'sse', sse: { retry: 5 } },
  ]);
  expect(encodeOddly({ kind: 'http', http: { headers: {} } })).toBeUndefined();
});
