import { expect, test } from 'vitest';
import type { Json } from '../../json/json.js';
import type { Machine } from '../machine.js';
import { type Actual, checkPattern, holds, type MatchContext, match } from './pattern.js';

const task: Machine = { initial: 'working', moves: { working: ['done'] }, final: ['done'] };
const numbers: Machine = { initial: '1', moves: { '1': ['2'] }, final: [] };
const flags: Machine = { initial: 'false', moves: { false: ['false', 'true'] }, final: ['true'], repeats: false };
const context: MatchContext = {
  machine: (name) => ({ 'mcp/task': task, numbers, flags })[name],
  schema: (definition) => {
    if (definition !== 'Tool') return undefined;
    return (value) => (typeof value === 'object' ? [] : [{ path: '/name', message: 'must have name' }]);
  },
  signed: () => (_, keys) => (JSON.stringify(keys) === '["k"]' ? undefined : 'signed by nobody known'),
};

const absent = undefined;
const fitting: [string, Json, Actual][] = [
  ['scalars', 1, 1],
  ['numbers by value', 1, 1n],
  ['bigints by value', 2n ** 70n, 2 ** 70],
  ['subset', { a: 1 }, { a: 1, b: 2 }],
  ['nested subset', { a: { b: [{ c: 1 }] } }, { a: { b: [{ c: 1, d: 2 }], e: 3 } }],
  ['empty object', {}, { a: 1 }],
  ['null', { a: null }, { a: null }],
  ['$$ member', { $$ref: '#/x' }, { $ref: '#/x', type: 'object' }],
  ['a schema as data', { $schema: 'x', type: 'object' }, { type: 'object', $schema: 'x', more: 1 }],
  ['$any', { $any: true }, null],
  ['$type', { $type: 'string' }, ''],
  ['$type integer', { $type: 'integer' }, 1.0],
  ['$type bigint', { $type: 'integer' }, 2n ** 64n],
  ['$type list', { $type: ['string', 'null'] }, null],
  ['$type array', { $type: 'array' }, []],
  ['$re', { $re: '^a.c$' }, 'a😀c'],
  ['$re flags', { $re: ['^TEXT/event', 'i'] }, 'text/Event-stream'],
  ['$in scalars', { $in: ['two', 'two\n'] }, 'two\n'],
  ['$in with an object', { $in: [null, {}] }, { a: 1 }],
  ['$in with null', { $in: [null, {}] }, null],
  [
    '$in with patterns',
    { $in: [{ outcome: { outcome: 'selected' } }, { granted: true }] },
    { granted: true, args: {} },
  ],
  ['$in absent', { a: { $in: [{ $absent: true }, 5] } }, {}],
  ['$not', { $not: { a: 1 } }, { a: 2 }],
  ['$not absent', { a: { $not: 5 } }, {}],
  ['$len array', { $len: 2 }, [1, 2]],
  ['$len text', { $len: 3 }, 'a😀c'],
  ['$len object', { $len: 1 }, { a: 1 }],
  ['$len bound', { $len: { $gte: 1, $lte: 3 } }, [1]],
  ['$len in', { $len: { $in: [1, 2] } }, 'ab'],
  ['$absent', { a: { $absent: true } }, {}],
  ['$absent false', { a: { $absent: false } }, { a: null }],
  ['$exact', { $exact: { a: { b: 1 } } }, { a: { b: 1, c: 2 } }],
  ['$exact empty', { $exact: {} }, {}],
  ['$exact $$', { $exact: { $$ref: 1 } }, { $ref: 1 }],
  ['$exact of a capture', { $exact: { $lit: { $any: [1] } } }, { $any: [1] }],
  ['$has text', { $has: 'b' }, 'abc'],
  ['$has matcher on a text', { $has: { $re: 'b' } }, 'abc'],
  ['$has element', { $has: { a: 1 } }, [{ a: 2 }, { a: 1, b: 1 }]],
  ['$has below', { body: { $has: { state: 'done' } } }, { body: { result: [{ status: { state: 'done' } }] } }],
  ['$has itself', { $has: { state: 'done' } }, { state: 'done' }],
  ['$each', { $each: { $gt: 1 } }, [2, 3]],
  ['$each of none', { $each: 1 }, []],
  ['$filter', { $filter: [{ a: { $any: true } }, [{ a: 1 }, { a: 2 }]] }, [{ a: 1 }, 'x', { b: 1 }, { a: 2 }]],
  ['$filter of none', { $filter: ['x', { $len: 0 }] }, ['y']],
  ['$jsonl', { $jsonl: [{ a: 1 }, { b: [2] }] }, ['text {"no": 1}\n{"a"', ':1}\n', '\n[1]\n7\n{"broken"\n {"b":[2]}']],
  ['$joined', { $joined: { $re: '^größe$' } }, ['gr', 'ö', 'ße']],
  ['$joined of one text', { $joined: 'a' }, 'a'],
  ['$jsonl of one text', { $jsonl: { $has: { a: 1 } } }, '{"a":1}'],
  ['$jsonl of nothing', { $jsonl: [] }, []],
  ['$parsed', { $parsed: { a: [1] } }, '{\n "a": [1], "b": 2 }'],
  ['$parsed scalar', { $parsed: 'x' }, '"x"'],
  ['$decoded', { $decoded: { $parsed: { a: '😀' } } }, 'eyJhIjoi8J-YgCJ9'],
  ['$signed', { $signed: { as: 'x/letter', keys: ['k'] } }, { by: 'k' }],
  ['$form', { $form: { a: 'b c', d: ['1', '2'], e: { $absent: true } } }, 'a=b+c&d=1&d=2&f=/?g'],
  ['$form of a query', { $form: { a: 'http://x/?y' } }, '/p?a=http%3A%2F%2Fx%2F%3Fy#e=1'],
  ['$unordered', { $unordered: [1, { $type: 'string' }, { a: 1 }] }, [{ a: 1, b: 2 }, 1, 'x']],
  ['$unordered that must change its mind', { $unordered: [{ $type: 'integer' }, 1, { $gt: 0 }] }, [1, 2, 3]],
  ['$unique', { $unique: true }, [1, '1', { a: 1, b: 2 }, { a: 1 }]],
  ['$unique by pointer', { $unique: '/name' }, [{ name: 'a' }, { name: 'b' }]],
  ['$rising', { $rising: true }, [1, 2, 3n, 2n ** 60n]],
  ['$rising texts', { $rising: true }, ['a', 'b', '\uffff', '\u{10000}']],
  ['$rising by pointer', { $rising: '/n' }, [{ n: 1 }, { n: 2 }]],
  ['$rising of none', { $rising: true }, []],
  ['$prefix', { $prefix: [1, { $gt: 1 }, 3] }, [1, 2]],
  ['$prefix of all', { $prefix: [1] }, [1]],
  ['several', { $rising: true, $each: { $gt: 4 }, $len: { $gte: 1 } }, [5, 6]],
  ['two', { $len: 2, $unique: true }, [1, 2]],
  ['$walk', { $walk: 'mcp/task' }, ['working', 'working', 'done']],
  ['$walk of numbers', { $walk: 'numbers' }, [1, 1, 2]],
  ['$walk of booleans', { $walk: 'flags' }, [false, true]],
  ['$walk sampled', { $walk: { of: 'mcp/task', sampled: true } }, ['done']],
  ['$gt', { $gt: 4 }, 5],
  ['$gt bigint', { $gt: 2n ** 53n }, 2n ** 53n + 1n],
  ['$gt text', { $gt: '2025-01-01' }, '2025-01-02'],
  ['$gte', { $gte: 5 }, 5n],
  ['$lt', { $lt: 5 }, 4.9],
  ['$lte', { $lte: 5 }, 5],
  ['$near', { $near: [100, 10] }, 91],
  ['$near bigint', { $near: [2n ** 64n, 1] }, 2n ** 64n - 1n],
  ['$schema', { $schema: 'Tool' }, {}],
  ['$int', { $int: '-9223372036854775808' }, -9223372036854775808n],
  ['$int small', { $int: '5' }, 5],
  ['$lit', { $lit: { $any: true } }, { $any: true }],
];

test.each(fitting.map(([name, pattern, actual]) => ({ name, pattern, actual })))(
  'fits: $name',
  ({ pattern, actual }) => {
    expect(match(pattern, actual, context)).toStrictEqual([]);
    expect(holds(pattern, actual, context)).toBe(true);
    expect(checkPattern(pattern)).toStrictEqual([]);
  },
);

const differing: [string, Json, Actual, [string, string][]][] = [
  ['scalar', 1, 2, [['', 'expected 1, got 2']]],
  ['kind', 1, '1', [['', 'expected 1, got "1"']]],
  [
    'bigints next to each other',
    9007199254740993n,
    9007199254740992,
    [['', 'expected 9007199254740993, got 9007199254740992']],
  ],
  ['null and absent', { a: null }, {}, [['/a', 'expected null, got nothing']]],
  ['absent and null', { a: { $absent: true } }, { a: null }, [['/a', 'expected nothing here, got null']]],
  ['inherited members', { toString: { $any: true } }, {}, [['/toString', 'expected a member `toString`, got nothing']]],
  [
    'members',
    { a: 1, 'x/y': { b: 2 } },
    { a: 2, 'x/y': {} },
    [
      ['/a', 'expected 1, got 2'],
      ['/x~1y/b', 'expected 2, got nothing'],
    ],
  ],
  ['no object', { a: 1 }, [1], [['', 'expected an object, got a list']]],
  ['no list', [1], 'x', [['', 'expected a list, got "x"']]],
  ['length', [1, 2], [1], [['', 'expected 2 elements, got 1']]],
  [
    'length and element',
    [1],
    [2, 3],
    [
      ['', 'expected 1 element, got 2'],
      ['/0', 'expected 1, got 2'],
    ],
  ],
  ['empty list', [1], [], [['', 'expected 1 element, got none']]],
  ['$type', { a: { $type: 'integer' } }, { a: 'x' }, [['/a', 'expected an integer, got a string']]],
  ['$type fraction', { $type: ['integer', 'null'] }, 1.5, [['', 'expected an integer or null, got a number']]],
  ['$type missing', { a: { $type: 'string' } }, {}, [['/a', 'expected a string, got nothing']]],
  ['$re', { $re: '^a' }, 'ba', [['', 'expected text that matches /^a/, got "ba"']]],
  ['$re kind', { $re: ['a', 'i'] }, 5, [['', 'expected text that matches /a/i, got 5']]],
  ['$in', { $in: [200, 202, 204] }, 405, [['', 'expected one of 200, 202, 204, got 405']]],
  [
    '$in objects: the nearest',
    { $in: [{ kind: 'a', outcome: { outcome: 'selected' } }, { granted: true }] },
    { kind: 'a', outcome: { outcome: 'cancelled' } },
    [['/outcome/outcome', 'expected "selected", got "cancelled" (the nearest of 2 alternatives)']],
  ],
  ['$in once', { $in: [404, 404] }, 405, [['', 'expected 404, got 405']]],
  [
    '$in objects: the one with the same discriminator, however little of it fits',
    {
      $in: [
        { type: 'text', text: { $type: 'string' } },
        { type: 'image', data: { $type: 'string' }, mimeType: { $type: 'string' } },
      ],
    },
    { type: 'image', text: 'x' },
    [
      ['/data', 'expected a string, got nothing (the nearest of 2 alternatives)'],
      ['/mimeType', 'expected a string, got nothing (the nearest of 2 alternatives)'],
    ],
  ],
  [
    '$in objects: a discriminator that is one of a few, deep inside',
    {
      $in: [{ params: { update: { kind: { $in: ['a', 'b'] }, n: 1 } } }, { params: { update: { kind: 'c', n: 2 } } }],
    },
    { params: { update: { kind: 'b', n: 2 } } },
    [['/params/update/n', 'expected 1, got 2 (the nearest of 2 alternatives)']],
  ],
  [
    '$in objects: a fixed member that all share tells nothing',
    {
      $in: [
        { jsonrpc: '2.0', id: 1, result: { ok: true } },
        { jsonrpc: '2.0', error: { code: -32602 } },
      ],
    },
    { jsonrpc: '2.0', id: 2, error: { code: -32603, message: 'x' } },
    [['/error/code', 'expected -32602, got -32603 (the nearest of 2 alternatives)']],
  ],
  [
    '$in objects: the one whose members are there',
    { $in: [{ result: { isError: true } }, { error: { code: { $type: 'integer' } } }] },
    { error: { code: 'x' } },
    [['/error/code', 'expected an integer, got a string (the nearest of 2 alternatives)']],
  ],
  [
    '$in objects: not the one that wants to be missing what is there',
    {
      $in: [
        { declared: { form: { $absent: true }, url: { $any: true } } },
        { answer: { result: { action: 'accept' } } },
        { answer: { result: { action: { $in: ['decline', 'cancel'] } } } },
      ],
    },
    { declared: { form: {}, url: {} }, answer: { error: { code: -32603 } } },
    [['/answer/result', 'expected an object, got nothing (the nearest of 3 alternatives)']],
  ],
  ['$says', { $says: 'a session id', $re: '^[!-~]+$' }, 'a b', [['', 'expected a session id, got "a b"']]],
  [
    '$says of what is wrong inside',
    { result: { $says: 'a task that is over', $in: [{ state: 'done' }, { state: 'failed' }] } },
    { result: { state: 'working' } },
    [
      [
        '/result/state',
        'expected a task that is over; at /state expected "done", got "working" (the nearest of 2 alternatives)',
      ],
    ],
  ],
  [
    'long texts: around the first character that differs',
    `${'a'.repeat(300)}x${'b'.repeat(300)}`,
    `${'a'.repeat(300)}y${'b'.repeat(300)}`,
    [
      [
        '',
        expect.stringMatching(
          /^expected …\d+ characters "a+xb+" …\d+ characters, got …\d+ characters "a+yb+" …/,
        ) as never,
      ],
    ],
  ],
  ['$not', { $not: { $type: 'string' } }, 'x', [['', 'expected anything but {"$type":"string"}, got "x"']]],
  ['$len', { $len: { $lte: 5 } }, [1, 2, 3, 4, 5, 6, 7], [['', 'expected at most 5 elements, got 7']]],
  [
    '$len range',
    { $len: { $gte: 1, $lt: 3 } },
    '',
    [['', 'expected at least 1 character and fewer than 3 characters, got none']],
  ],
  ['$len none', { $len: 0 }, [1], [['', 'expected no elements, got 1']]],
  ['$len one', { $len: 1 }, {}, [['', 'expected 1 member, got none']]],
  ['$len in', { $len: { $in: [1, 2] } }, [], [['', 'expected a number of elements that fits {"$in":[1,2]}, got none']]],
  ['$len of a number', { $len: 1 }, 5, [['', 'expected something with a length, got an integer']]],
  ['$absent false', { a: { $absent: false } }, {}, [['/a', 'expected something here, got nothing']]],
  [
    '$exact',
    { $exact: { a: 1 } },
    { a: 2, 'b/c': null },
    [
      ['/a', 'expected 1, got 2'],
      ['/b~1c', 'expected no member "b/c", got null'],
    ],
  ],
  ['$has text', { $has: 'x' }, 'abc', [['', 'expected text that contains "x", got "abc"']]],
  ['$has element', { $has: 1 }, [2, [1]], [['', 'expected an element that fits 1; none of 2 does']]],
  ['$has nothing', { $has: 1 }, [], [['', 'expected an element that fits 1; the list is empty']]],
  [
    '$has below',
    { $has: { state: 'done' } },
    { state: 'x' },
    [['', 'expected {"state":"done"} somewhere inside, found it nowhere']],
  ],
  ['$has scalar', { $has: 1 }, 1, [['', 'expected something that contains 1, got 1']]],
  [
    '$each',
    { a: { $each: { $gt: 1 } } },
    { a: [2, 1, null] },
    [
      ['/a/1', 'expected a number greater than 1, got 1'],
      ['/a/2', 'expected a number greater than 1, got null'],
    ],
  ],
  ['$each of absent ones', { $each: 't-1' }, ['t-1', absent], [['/1', 'expected "t-1", got nothing']]],
  ['$each of no list', { $each: 1 }, 5, [['', 'expected a list, got an integer']]],
  ['$unordered length', { $unordered: [1] }, [1, 2], [['', 'expected 1 element in any order, got 2']]],
  [
    '$unordered',
    { $unordered: [1, { $in: [1, 2] }] },
    [2, 3],
    [['', 'no element is left that fits 1; left over is element 1, 3']],
  ],
  [
    '$unique',
    { $unique: true },
    [1, { a: 1, b: [2] }, { b: [2n], a: 1.0 }],
    [['', 'expected no two equal; elements 1 and 2 are both {"b":[2],"a":1}']],
  ],
  [
    '$unique by pointer',
    { $unique: '/name' },
    [{ name: 'a', x: 1 }, { name: 'a' }],
    [['', 'expected no two equal; elements 0 and 1 are both "a"']],
  ],
  [
    '$rising',
    { $rising: true },
    [1, 1],
    [['', 'expected each to be greater than the one before; element 1 is 1 after 1']],
  ],
  ['$prefix with a hole', { $prefix: [1, 2, 3] }, [1, 3], [['/1', 'expected 2, got 3']]],
  ['$prefix of less', { $prefix: [1] }, [1, 2], [['', 'expected the beginning of a list of 1, got 2 elements']]],
  ['$prefix of no list', { $prefix: [1] }, 1, [['', 'expected a list, got an integer']]],
  ['$rising kinds', { $rising: true }, [1, '2'], [['', 'expected rising numbers or texts; element 1 is "2" after 1']]],
  ['$rising absent', { $rising: true }, [absent], [['', 'expected rising numbers or texts; element 0 is nothing']]],
  [
    'several say it once',
    { $rising: true, $each: 1, $len: 1 },
    null,
    [
      ['', 'expected a list, got null'],
      ['', 'expected something with a length, got null'],
    ],
  ],
  [
    '$walk',
    { $walk: 'mcp/task' },
    ['working', 'done', 'working'],
    [['', 'no legal walk of mcp/task: at element 2, "done" is final, but "working" followed']],
  ],
  ['$filter', { $filter: [{ a: { $any: true } }, [{ a: 1 }]] }, [{ b: 1 }, { a: 2 }], [['/0/a', 'expected 1, got 2']]],
  ['$filter of no list', { $filter: ['a', []] }, 'a', [['', 'expected a list, got a string']]],
  ['$jsonl', { $jsonl: [{ a: 1 }] }, ['{"a":2}\n'], [['/0/a', 'expected 1, got 2']]],
  ['$joined', { $joined: 'ab' }, ['a', 'c'], [['', 'expected "ab", got "ac"']]],
  ['$joined of no text', { $joined: 'a' }, [1], [['', 'expected a text or a list of texts, got a list']]],
  ['$parsed', { $parsed: { a: 1 } }, '{"a":2}', [['/a', 'expected 1, got 2']]],
  ['$parsed of no text', { $parsed: {} }, {}, [['', 'expected the text of a JSON value, got an object']]],
  ['$decoded of base64 with padding', { $decoded: 'a' }, 'YQ==', [['', 'the text is not base64url without padding']]],
  ['$decoded of no text', { $decoded: 'a' }, 7, [['', 'expected a text in base64url, got an integer']]],
  ['$signed', { $signed: { as: 'x/letter', keys: [] } }, { by: 'k' }, [['', 'signed by nobody known']]],
  ['$signed of nothing', { $signed: { as: 'x/letter', keys: [] } }, absent, [['', 'there is no document']]],
  ['$form', { $form: { a: '1' } }, 'a=2', [['/a', 'expected "1", got "2"']]],
  ['$form of no text', { $form: {} }, 7, [['', 'expected the text of a form or an address, got an integer']]],
  ['$jsonl of no text', { $jsonl: [] }, [7], [['', 'expected a text or a list of texts, got a list']]],
  ['$walk of no state', { $walk: 'mcp/task' }, ['working', absent], [['', 'expected states; element 1 is nothing']]],
  ['$gt text for a number', { $gt: 4 }, '5', [['', 'expected a number greater than 4, got "5"']]],
  ['$lte', { $lte: 'b' }, 'c', [['', 'expected a text not greater than "b", got "c"']]],
  ['$near', { $near: [100, 10] }, 111, [['', 'expected a number within 10 of 100, got 111']]],
  ['$schema', { a: { $schema: 'Tool' } }, { a: 5 }, [['/a/name', 'must have name']]],
  ['$schema missing', { a: { $schema: 'Tool' } }, {}, [['/a', 'expected a value of "Tool", got nothing']]],
  ['$int', { $int: '9007199254740993' }, 9007199254740992, [['', 'expected 9007199254740993, got 9007199254740992']]],
  [
    '$lit',
    { a: { $lit: { b: [1, { $any: true }] } } },
    { a: { b: [1, {}] } },
    [['/a/b/1/$any', 'expected exactly true, got nothing']],
  ],
  ['$lit is whole', { $lit: { a: 1 } }, { a: 1, b: 2 }, [['/b', 'expected exactly nothing, got 2']]],
];

test.each(differing.map(([name, pattern, actual, found]) => ({ name, pattern, actual, found })))(
  'differs: $name',
  ({ pattern, actual, found }) => {
    const differences = match(pattern, actual, context);
    expect(differences.map(({ path, message }) => [path, message])).toStrictEqual(found);
    expect(holds(pattern, actual, context)).toBe(false);
    for (const one of differences) expect(one.expected).toBeDefined();
  },
);
