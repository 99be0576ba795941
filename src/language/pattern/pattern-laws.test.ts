import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { equal, keyOf } from '../../json/equal.js';
import type { Json } from '../../json/json.js';
import { checkPattern, holds, type MatchContext, match, PatternError } from './pattern.js';

const context: MatchContext = { schema: () => undefined };

describe('unusable patterns', () => {
  const rows: [Json, string, string][] = [
    [{ $anny: true }, '/$anny', 'no matcher is called $anny; did you mean $any?; $$anny is a plain member $anny'],
    [{ a: [{ $re: '(' }] }, '/a/0/$re', 'Invalid regular expression'],
    [{ $re: ['a', 'g'] }, '/$re', '$re knows the flags i, m and s, not g'],
    [{ $re: 5 }, '/$re', '$re takes a regular expression'],
    [{ $type: 'int' }, '/$type', '$type knows string, number, integer, boolean, object, array, null, not "int"'],
    [{ $type: { toString: 1 } }, '/$type', '$type knows string, number, integer, boolean, object, array, null, not {'],
    [{ $type: [] }, '/$type', '$type takes a type or a list of types'],
    [{ $any: false }, '/$any', '$any takes true'],
    [{ $absent: 1 }, '/$absent', '$absent takes true or false'],
    [{ $in: 5 }, '/$in', '$in takes a list of patterns'],
    [{ $in: [{ $x: 1 }] }, '/$in/0/$x', 'no matcher is called $x'],
    [{ $len: -1 }, '/$len', '$len takes a number, or a pattern for it'],
    [{ $len: { $gtt: 1 } }, '/$len/$gtt', 'no matcher is called $gtt; did you mean $gt?'],
    [{ $each: { $has: { $lenn: 1 } } }, '/$each/$has/$lenn', 'no matcher is called $lenn; did you mean $len?'],
    [{ $gt: null }, '/$gt', '$gt takes a number or a text'],
    [{ $near: [1] }, '/$near', '$near takes [value, tolerance], two numbers'],
    [{ $near: [1, -1] }, '/$near', '$near takes [value, tolerance], two numbers'],
    [{ $unique: 'name' }, '/$unique', '$unique takes true, or a JSON Pointer into each element'],
    [{ $rising: false }, '/$rising', '$rising takes true'],
    [{ $walk: { off: 'x' } }, '/$walk', '$walk takes the name of a state machine'],
    [{ $int: 'x' }, '/$int', '$int takes an integer or its digits'],
    [{ $unordered: {} }, '/$unordered', '$unordered takes a list of patterns'],
    [{ $schema: 5 }, '/$schema', '$schema takes the name of a definition or a JSON Schema'],
    [{ $signed: 'a2a/card' }, '/$signed', '$signed takes { as: a kind of document, keys: its JWK set }'],
    [{ $rising: true, each: 1 }, '/$rising', '$rising stands beside plain members; $$rising is a plain member $rising'],
    [{ a: { $json: 1, b: 2 } }, '/a/$json', '$json stands beside plain members'],
    [{ $repeat: ['a', 1], $len: 2 }, '/$repeat', 'no matcher is called $repeat'],
  ];
  test.each(rows.map(([pattern, path, message]) => ({ pattern, path, message })))(
    '$pattern',
    ({ pattern, path, message }) => {
      expect(checkPattern(pattern)).toStrictEqual([{ path, message: expect.stringContaining(message) }]);
      const actual = { $in: [1], a: [{}], each: [{}] };
      const run = () => [
        match(pattern, actual),
        match(pattern, [[{}]]),
        match(pattern, 'x'),
        match(pattern, { a: {} }),
      ];
      expect(run).toThrow(PatternError);
    },
  );

  it('does not judge ahead what only a run knows', () => {
    expect(
      checkPattern({ $gt: '${acked}', $in: '${list}', $type: '${t}', $len: '${n}', $re: '(${x}', $near: ['${a}', 1] }),
    ).toStrictEqual([]);
    expect(checkPattern({ a: { $json: { $int: '5' } }, b: { $plus: [1, 2] } })).toStrictEqual([]);
  });

  it('wants a schema and a machine that exist', () => {
    expect(() => match({ $schema: 'Tol' }, 5, context)).toThrow('the schema has no definition "Tol"');
    expect(() => match({ $signed: { as: 'x', keys: [] } }, [], {})).toThrow(
      'nobody knows how a document of kind "x" is signed',
    );
    expect(() => match({ $walk: 'x/y' }, [], {})).toThrow('no state machine is called "x/y"');
    expect(() => match({ $json: 1 }, 1)).toThrow('$json makes a value and is not a matcher');
  });
});

describe('hostile values', () => {
  const deep = (levels: number, leaf: Json = 1): Json => {
    let value = leaf;
    for (let i = 0; i < levels; i++) value = i % 2 ? { a: value } : [value];
    return value;
  };

  it('compares 100,000 levels without exhausting the stack', () => {
    const a = deep(100_000);
    expect(match(a, deep(100_000))[0]?.message).toBe('nested deeper than 1000 levels, not compared any further');
    expect(match({ $lit: a }, deep(100_000))).toStrictEqual([]);
    expect(match({ $lit: a }, deep(100_000, 2))[0]?.message).toBe('expected exactly 1, got 2');
    expect(match({ $has: 2 }, [deep(100_000, 2)] as Json)).toHaveLength(1);
    expect(match({ $has: 2 }, { x: deep(100_000, 2) })).toStrictEqual([]);
    expect(match({ $unique: true }, [a, deep(100_000)])[0]?.message).toMatch(
      /^expected no two equal; elements 0 and 1/,
    );
    expect(match(5, a)[0]?.message).toBe('expected 5, got {"a":[{"a":[{"…":"…"}]}]}');
  });

  it('reports at most 50 differences of a million', () => {
    const list = Array.from({ length: 1_000_000 }, () => 0);
    expect(match({ $each: 1 }, list)).toHaveLength(50);
    expect(
      match(
        Array.from({ length: 1_000_000 }, () => 1),
        list,
      ),
    ).toHaveLength(50);
    expect(match({ $unique: true }, list)).toHaveLength(1);
    expect(match({ $exact: {} }, Object.fromEntries(list.slice(0, 10_000).map((_, i) => [`k${i}`, i])))).toHaveLength(
      50,
    );
  });

  it('bounds the text of a regular expression and the orders that it tries', () => {
    expect(match({ $re: 'x' }, 'x'.repeat(100_001))[0]?.message).toBe(
      'a text of 100001 characters is too long to be matched against /x/',
    );
    const patterns = Array.from({ length: 3000 }, (_, i) => ({ n: i }));
    expect(match({ $unordered: patterns }, patterns)).toStrictEqual([]);
    expect(match({ $unordered: patterns }, [...patterns].reverse())[0]?.message).toMatch('too many to try every order');
  });

  it('shows long values short', () => {
    const [difference] = match(1, {
      text: 'x'.repeat(1_000_000),
      list: Array.from({ length: 100_000 }, () => 'y'.repeat(50)),
    });
    expect(difference!.message.length).toBeLessThan(120);
  });
});

const json = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<Json>;

describe('laws', () => {
  it('fits itself, whole and literally', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(match({ $lit: value }, structuredClone(value))).toStrictEqual([]);
        expect(equal(value, structuredClone(value))).toBe(true);
      }),
    );
  });

  it('two values share a key if and only if they are equal', () => {
    fc.assert(
      fc.property(json, json, (a, b) => {
        expect(keyOf(a) === keyOf(b)).toBe(equal(a, b));
        expect(holds({ $lit: a }, b)).toBe(equal(a, b));
      }),
    );
  });

  it('an object pattern fits whatever has more members', () => {
    const plain = fc.dictionary(
      fc.string({ maxLength: 3 }).filter((name) => !name.startsWith('$')),
      fc.integer(),
    );
    fc.assert(
      fc.property(plain, plain, (pattern, more) => {
        expect(match(pattern, { ...more, ...pattern })).toStrictEqual([]);
        expect(holds({ $exact: pattern }, { ...more, ...pattern })).toBe(
          Object.keys(more).every((name) => Object.hasOwn(pattern, name)),
        );
      }),
    );
  });

  it('$not turns every answer round', () => {
    const patterns = fc.oneof(
      json.filter((value) => checkPattern(value).length === 0),
      fc.constantFrom<Json>({ $type: 'string' }, { $len: 1 }, { $gt: 0 }),
    );
    fc.assert(
      fc.property(patterns, json, (pattern, actual) => {
        expect(holds({ $not: pattern }, actual)).toBe(!holds(pattern, actual));
      }),
    );
  });

  it('$unordered fits exactly the permutations of what fits', () => {
    const items = fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 7 });
    fc.assert(
      fc.property(items, items, (wanted, got) => {
        const same = [...wanted].sort().join() === [...got].sort().join();
        expect(holds({ $unordered: wanted }, got)).toBe(same);
      }),
    );
  });

  it('$unordered finds an assignment whenever trying all orders does', () => {
    const bounds = fc.array(fc.record({ $gte: fc.nat(5), $lte: fc.nat(5) }), { maxLength: 5 });
    const orders = (list: number[]): number[][] =>
      list.length === 0
        ? [[]]
        : list.flatMap((item, at) => orders(list.filter((_, i) => i !== at)).map((rest) => [item, ...rest]));
    fc.assert(
      fc.property(bounds, fc.array(fc.nat(5), { maxLength: 5 }), (patterns, list) => {
        expect(holds({ $unordered: patterns }, list)).toBe(orders(list).some((one) => holds(patterns, one)));
      }),
    );
  });

  it('numbers are ordered by value, whichever type holds them', () => {
    const either = fc.integer().chain((n) => fc.constantFrom<number | bigint>(n, BigInt(n)));
    fc.assert(
      fc.property(either, either, (a, b) => {
        expect(holds({ $gt: a }, b)).toBe(Number(b) > Number(a));
        expect(holds(a, b)).toBe(Number(a) === Number(b));
        expect(holds({ $rising: true }, [a, b])).toBe(Number(a) < Number(b));
      }),
    );
  });
});
