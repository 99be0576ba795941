import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodeUtf8,
  depthOf,
  duplicateKeys,
  JSON_LIMITS,
  type Json,
  JsonLimit,
  JsonProblem,
  membersIn,
  parseJson,
  stringifyJson,
} from './json.js';

function problemOf(act: () => unknown): JsonProblem {
  try {
    act();
  } catch (error) {
    if (error instanceof JsonProblem) return error;
    throw error;
  }
  throw new Error('no problem was found');
}

/** JSON values, with integers of every size as the kit keeps them. */
const json = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constant(null),
    fc.boolean(),
    // A double beyond 2^53 may print as an integer, which is read as one.
    fc
      .double({ noNaN: true, noDefaultInfinity: true })
      .map((number) => (Number.isInteger(number) ? number % 1e6 || 0 : number)),
    fc.bigInt().map((integer) => (Number.isSafeInteger(Number(integer)) ? Number(integer) : integer)),
    fc.string({ unit: 'binary' }),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.string(), tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value;

describe('parseJson', () => {
  it.each([
    ['9007199254740991', 9007199254740991],
    ['9007199254740992', 9007199254740992n],
    ['-9007199254740993', -9007199254740993n],
    ['1234567890123456789012345678901234567890', 1234567890123456789012345678901234567890n],
    ['12345678901234567890.0', Number(12345678901234567890n)],
    ['1e300', 1e300],
    ['0.12345678901234567890', 0.12345678901234568],
    ['12345678901234567890e0', Number(12345678901234567890n)],
    ['"12345678901234567890"', '12345678901234567890'],
  ])('reads %s without loss', (text, value) => {
    expect(parseJson(text)).toStrictEqual(value);
  });

  it('finds long integers wherever they stand', () => {
    const text =
      '{"12345678901234567890":[12345678901234567890,"a\\"12345678901234567890",{"id":-12345678901234567891}]}';
    expect(parseJson(text)).toStrictEqual({
      '12345678901234567890': [12345678901234567890n, 'a"12345678901234567890', { id: -12345678901234567891n }],
    });
  });

  it('keeps a member called __proto__ as an ordinary one', () => {
    const value = parseJson('{"__proto__":12345678901234567890,"a":{"__proto__":1}}') as Record<string, Json>;
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(stringifyJson(value)).toBe('{"__proto__":12345678901234567890,"a":{"__proto__":1}}');
  });

  it('gives back every value that stringifyJson wrote', () => {
    fc.assert(fc.property(json, (value) => void expect(parseJson(stringifyJson(value))).toStrictEqual(value)));
  });

  it('agrees with the engine on every text, and throws nothing but JsonProblem', () => {
    const pieces = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '\\',
      '1',
      '-',
      '.',
      'e',
      ' ',
      'true',
      'null',
      '"a"',
      '99999999999999999',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        const text = parts.join('');
        let valid = true;
        try {
          JSON.parse(text);
        } catch {
          valid = false;
        }
        if (valid) expect(() => parseJson(text)).not.toThrow();
        else expect(problemOf(() => parseJson(text)).offset).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['', 'empty (at offset 0)'],
    ['  ', 'empty (at offset 0)'],
    ['\uFEFF{}', 'begins with a byte order mark (at offset 0)'],
    ['{"a":"\0"}', 'holds a NUL character (at offset 6)'],
    ['{"a":1 "b":2}', `comma ',' expected after value but got '"' (at offset 7)`],
    ['Listening on port 80', "JSON value expected but got 'L' (at offset 0)"],
    ['[1,]', "array item expected but got ']' (at offset 3)"],
    ['{"a":1}{"b":2}', "expected end of input but got '{' (at offset 7)"],
  ])('says what is wrong with %j', (text, message) => {
    expect(problemOf(() => parseJson(text)).message).toBe(message);
  });

  it('keeps the message short where the text is long', () => {
    const problem = problemOf(() => parseJson(`{"a":"${'x'.repeat(300_000)}" "b":1}`));
    expect(problem.message.length).toBeLessThan(200);
    expect(problem.offset).toBe(300_008);
  });

  it('refuses 100,000 levels with the place of the first that is too many, and reads 1,000', () => {
    const problem = problemOf(() => parseJson('['.repeat(100_000) + ']'.repeat(100_000)));
    expect(problem.offset).toBe(1000);
    expect(problem.message).toContain('nested deeper than 1000 levels');
    expect(depthOf(parseJson('['.repeat(1000) + ']'.repeat(1000)))).toBe(1000);
    expect(() => parseJson('{"a":'.repeat(100_000))).toThrow(JsonProblem);
  });

  it('is not misled by brackets inside strings', () => {
    expect(parseJson(`["${'['.repeat(5000)}\\""]`)).toHaveLength(1);
  });

  it('refuses an integer whose length alone would cost time', () => {
    expect(problemOf(() => parseJson(`[${'9'.repeat(1_000_000)}]`)).message).toBe(
      'an integer of 1000000 digits, more than the limit of 10000 (at offset 1)',
    );
  });
});

describe('stringifyJson', () => {
  it('writes bigint as digits', () => {
    expect(stringifyJson({ id: 12345678901234567890n, a: [1, 'x', null] })).toBe(
      '{"id":12345678901234567890,"a":[1,"x",null]}',
    );
  });

  it('reports what can not be written instead of overflowing the stack', () => {
    let deep: Json = [];
    for (let level = 0; level < 100_000; level += 1) deep = [deep];
    expect(() => stringifyJson(deep)).toThrow(JsonProblem);
    const cycle: Record<string, Json> = {};
    cycle.self = cycle;
    expect(() => stringifyJson(cycle)).toThrow(JsonProblem);
    expect(depthOf(deep)).toBe(100_001);
  });
});

describe('duplicateKeys', () => {
  it.each([
    ['{"a":1,"b":2}', []],
    ['{"a":1,"a":2,"a":3}', ['/a']],
    ['{"a":{"x":1,"x":2},"b":[0,{"y/~":1,"y/~":2}]}', ['/a/x', '/b/1/y~1~0']],
    ['{"a":1,"\\u0061":2}', ['/a']],
    ['{"a":"a","b":["a","a"]}', []],
    ['[{"a":1},{"a":1}]', []],
    ['{"":1,"":2}', ['/']],
    ['not json "a":', []],
  ])('finds the members that come twice: %j', (text, pointers) => {
    expect(duplicateKeys(text)).toEqual(pointers);
  });

  it('survives any depth', () => {
    expect(duplicateKeys('{"a":'.repeat(100_000))).toEqual([]);
  });

  it('finds nothing in what an object can express', () => {
    fc.assert(fc.property(json, (value) => void expect(duplicateKeys(stringifyJson(value))).toEqual([])));
  });
});

describe('decodeUtf8', () => {
  it('names the byte that is wrong', () => {
    expect(problemOf(() => decodeUtf8(Buffer.from([0x22, 0xc3, 0xa4, 0xff, 0x22]))).offset).toBe(3);
    expect(problemOf(() => decodeUtf8(Buffer.from([0xef, 0xbf, 0xbd, 0xc3]))).offset).toBe(3);
    expect(problemOf(() => decodeUtf8(Buffer.from([0xed, 0xa0, 0x80]))).offset).toBe(0);
  });

  it('reads everything that was written', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        (text) => void expect(decodeUtf8(Buffer.from(text))).toBe(Buffer.from(text).toString()),
      ),
    );
  });
});

describe('limits', () => {
  const objects = (count: number) => `[${Array.from({ length: count }, () => '{}').join(',')}]`;
  const members = (count: number) => `{${Array.from({ length: count }, (_, at) => `"${at}":0`).join(',')}}`;

  it.each([
    [
      'values',
      () => `[${'0,'.repeat(JSON_LIMITS.values)}0]`,
      /^10000002 values in one text, more than the limit of 10000000$/,
    ],
    [
      'lists and objects',
      () => objects(250_000),
      /^250001 lists and objects in 750001 characters, more than the limit of 250000 /,
    ],
    [
      'members',
      () => members(100_001),
      /^100001 members of one object in \d+ characters, more than the limit of 100000 /,
    ],
    ['levels', () => '['.repeat(1001) + ']'.repeat(1001), /^nested deeper than 1000 levels /],
    ['digits', () => `[${'9'.repeat(10_001)}]`, /^an integer of 10001 digits, more than the limit of 10000 /],
  ])('a text beyond the limit of %s is refused by its name, and is not said to be no JSON', (_what, text, words) => {
    const problem = problemOf(() => parseJson(text()));
    expect(problem).toBeInstanceOf(JsonLimit);
    expect(problem.message).toMatch(words);
  });

  it('what is within the limits is read, and a long text may hold more lists, objects and members', () => {
    expect(parseJson(objects(249_999))).toHaveLength(249_999);
    expect(Object.keys(parseJson(members(100_000)) as object)).toHaveLength(100_000);
    const long = `[${Array.from({ length: 300_000 }, () => '{"a":1}').join(',')}]`;
    expect(parseJson(long)).toHaveLength(300_000);
  });

  it('a long text of broken JSON is said to be broken', () => {
    const problem = problemOf(() => parseJson(`${'[1,'.repeat(900)}x`));
    expect(problem).not.toBeInstanceOf(JsonLimit);
  });

  it('the members of a text are those of its value, where no name stands twice', () => {
    fc.assert(
      fc.property(json, (value) => {
        const count = (one: Json): number =>
          typeof one === 'object' && one !== null
            ? (Array.isArray(one) ? 0 : Object.keys(one).length) +
              Object.values(one).reduce((sum: number, inner) => sum + count(inner), 0)
            : 0;
        expect(membersIn(stringifyJson(value))).toBe(count(value));
      }),
    );
  });

  it('names no more repeated members than it is asked for', () => {
    expect(duplicateKeys('[{"a":1,"a":2},{"a":1,"a":2},{"b":1,"b":2}]', 2)).toEqual(['/0/a', '/1/a']);
  });
});
