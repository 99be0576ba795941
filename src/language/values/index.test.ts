import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { Json, JsonObject } from '../../json/json.js';
import {
  checkTexts,
  fromBytes,
  isBytes,
  isOpen,
  namesIn,
  resolve,
  resolveArguments,
  scopeOf,
  substitute,
  toBytes,
  UnknownName,
  ValueError,
} from './index.js';

const scope = scopeOf({
  sessionId: 's-1',
  dir: '/tmp/a b',
  n: 7,
  big: 9007199254740993n,
  yes: true,
  nothing: null,
  s: { jsonrpc: '2.0', id: 'x"1', params: { sessionId: 's-9', list: ['a', { b: 2 }] } },
  'behavior.slow-tool.name': 'slow',
  'behavior.slow-tool.arguments': { ms: 5 },
  'peer.url': 'http://127.0.0.1:1/mcp',
  'peer.command': ['node', '/opt/my shim.js', "it's"],
  'peer.initialize': { protocolVersion: '2025-11-25' },
  schema: { $schema: 'http://json-schema.org/x', type: 'object', deep: [{ $type: 'string' }] },
});

describe('references', () => {
  const rows: [Json, Json][] = [
    ['plain', 'plain'],
    ['${sessionId}', 's-1'],
    ['${n}', 7],
    ['${big}', 9007199254740993n],
    ['${yes}', true],
    ['${nothing}', null],
    ['${s.params}', { sessionId: 's-9', list: ['a', { b: 2 }] }],
    ['${s.params.sessionId}', 's-9'],
    ['${s.params.list.1.b}', 2],
    ['${behavior.slow-tool.name}', 'slow'],
    ['${behavior.slow-tool.arguments.ms}', 5],
    ['${peer.initialize.protocolVersion}', '2025-11-25'],
    ['${dir}/in.txt', '/tmp/a b/in.txt'],
    ['a ${n} b ${yes} c ${big}', 'a 7 b true c 9007199254740993'],
    ['x${s.params.list}', 'x["a",{"b":2}]'],
    ['{"id":${s.id:json}}', '{"id":"x\\"1"}'],
    ['${sessionId:json}', '"s-1"'],
    ['${n:json}', '7'],
    ['${peer.command:json}', '["node","/opt/my shim.js","it\'s"]'],
    ['${peer.command:sh}', "node '/opt/my shim.js' 'it'\\''s'"],
    ['cd ${dir:sh}', "cd '/tmp/a b'"],
    ['$${sessionId}', '${sessionId}'],
    ['a $${x} ${n} $${', 'a ${x} 7 ${'],
    ['$$${n}', '$${n}'],
    ['costs $5 {n}', 'costs $5 {n}'],
    [
      ['${n}', { a: '${sessionId}' }],
      [7, { a: 's-1' }],
    ],
    [{ '${sessionId}.txt': '${n}' }, { 's-1.txt': 7 }],
    [{ $lit: { $lit: '${unknown}' } }, { $lit: '${unknown}' }],
    [{ $lit: null }, null],
  ];
  test.each(rows)('are filled in: %j', (value, resolved) => {
    expect(resolve(value, scope, 'value')).toStrictEqual(resolved);
  });

  test.each([
    ['${sesionId}', 'nothing is called ${sesionId}; did you mean sessionId?'],
    ['${nobodyKnowsThisOne}', 'nothing is called ${nobodyKnowsThisOne}'],
    ['${s.params.sessionID}', '${s.params.sessionID}: s has nothing at params.sessionID; did you mean sessionId?'],
    ['${s.params.list.7}', '${s.params.list.7}: s has nothing at params.list.7'],
    ['${sessionId.length}', '${sessionId.length}: sessionId has nothing at length'],
    ['${s.constructor}', '${s.constructor}: s has nothing at constructor'],
    [
      'x ${behavior.slow-tool.nam}',
      'nothing is called ${behavior.slow-tool.nam}; did you mean behavior.slow-tool.name?',
    ],
  ])('%s is unknown', (text, message) => {
    expect(() => resolve(text, scope, 'value')).toThrow(UnknownName);
    expect(() => resolve(text, scope, 'value')).toThrow(message);
  });

  test.each([
    ['${}', '${} is not a reference'],
    ['${a b}', '${a b} is not a reference'],
    ['a ${', '${… is not a reference'],
    ['${n', '${n… is not a reference'],
    ['${n:xml}', '${n:xml} asks for the format xml; there are json and sh'],
    ['${1}', '${1} is not a reference'],
  ])('%s is malformed', (text, message) => {
    expect(() => resolve(text, scope, 'value')).toThrow(message);
    expect(checkTexts({ a: [text] })).toMatchObject([{ path: '/a/0' }]);
  });
});

describe('functions', () => {
  const rows: [Json, Json][] = [
    [{ $int: '-9223372036854775808' }, -9223372036854775808n],
    [{ $int: '9007199254740991' }, 9007199254740991],
    [{ $int: '9007199254740992' }, 9007199254740992n],
    [{ $int: '-0' }, 0],
    [{ $int: '${n}' }, 7],
    [{ $base64: 'w6nD' }, { $base64: 'w6nD' }],
    [{ $json: { a: ['${n}', { $int: '9007199254740993' }] } }, '{"a":[7,9007199254740993]}'],
    [{ $repeat: { value: 'ab', times: 3 } }, 'ababab'],
    [{ $repeat: { text: 'x', times: '${n}' } }, 'xxxxxxx'],
    [{ $repeat: ['-', 0] }, ''],
    [{ $repeat: { value: [1, { $json: 2 }], times: 2 } }, [1, '2', 1, '2']],
    [{ $repeat: { value: { $base64: '/w==' }, times: 3 } }, { $base64: '////' }],
    [{ $plus: [1, 2, '${n}'] }, 10],
    [{ $plus: [{ $int: '9223372036854775807' }, 1] }, 9223372036854775808n],
    [{ $plus: [9007199254740993n, -9007199254740992n] }, 1],
    [{ $plus: [0.5, 1] }, 1.5],
    [{ $plus: ['a', '${sessionId}'] }, 'as-1'],
    [{ $plus: [[1], [2, 3]] }, [1, 2, 3]],
    [{ $plus: ['é', { $base64: '/w==' }] }, { $base64: 'w6n/' }],
    [
      {
        $pick: [
          [
            { kind: 'a', id: 1 },
            { kind: 'b', id: '${n}' },
          ],
          { kind: { $in: ['b', 'c'] } },
          'id',
        ],
      },
      7,
    ],
    [{ $pick: [[{ id: 1 }, 5, { kind: 'b', id: 2 }], { kind: 'b' }, 'id'] }, 2],
    [{ $pluck: [[{ id: 1 }, { no: 2 }, 3, { id: '${n}' }], 'id'] }, [1, 7]],
    [{ $pluck: [{ a: { id: 1 }, b: { no: 2 } }, 'id'] }, [1]],
    [{ $keyed: [{ a: 1, b: 2 }, { n: '${n}' }] }, { a: { n: 7 }, b: { n: 7 } }],
    [{ $keyed: ['x-${n}', null] }, { 'x-7': null }],
    [{ $keyed: [['a', 'b'], 1] }, { a: 1, b: 1 }],
    [{ $keyed: [[{ a: 1, b: 2 }, 'c'], 1] }, { a: 1, b: 1, c: 1 }],
    [
      {
        $pick: [
          [
            { kind: 'a', $id: 1 },
            { kind: '${sessionId}', id: 3 },
          ],
          { kind: { $re: '^s' } },
          'id',
        ],
      },
      3,
    ],
    [{ $pick: [[{ kind: 's-1', id: 4 }], { kind: '${sessionId}' }, 'id'] }, 4],
    [{ a: { $maybe: '${n}' } }, { a: 7 }],
    [{ a: { $maybe: null } }, { a: null }],
    [{ a: { $maybe: '${s.no}' }, b: 2 }, { b: 2 }],
    [{ a: { $maybe: '${s.toString}' } }, {}],
    [{ a: { $maybe: { $pick: [[{ id: 1 }], { id: 1 }, 'id'] } } }, { a: 1 }],
    [{ a: { $maybe: { $pick: [[{ id: 1 }], { id: 2 }, 'id'] } }, b: 2 }, { b: 2 }],
    [{ a: { $maybe: { $pick: ['${s.no}', {}, 'id'] } } }, {}],
    [{ a: { $maybe: { $pick: ['${n}', {}, 'id'] } } }, {}],
    [[{ $maybe: 1 }], [1]],
    [{ $pieces: ['aé', 2] }, [{ $base64: 'YcM=' }, { $base64: 'qQ==' }]],
    [{ $pieces: ['', 1] }, []],
    [
      { $url: ['http://a/cb?x=1', { state: 'a+/= &', n: '${n}', no: { $maybe: '${s.no}' } }] },
      'http://a/cb?x=1&state=a%2B%2F%3D+%26&n=7',
    ],
    [{ $url: ['http://a', {}] }, 'http://a/'],
    [{ $lit: { $int: '5', x: '${n}' } }, { $int: '5', x: '${n}' }],
    [{ $$int: '5' }, { $int: '5' }],
    [{ a: { $$any: true, b: 1 } }, { a: { $any: true, b: 1 } }],
    [
      {
        inputSchema: {
          $schema: 'https://json-schema.org/draft/2020-12/schema',
          type: 'object',
          properties: { a: { $ref: '#/$defs/A' } },
        },
      },
      {
        inputSchema: {
          $schema: 'https://json-schema.org/draft/2020-12/schema',
          type: 'object',
          properties: { a: { $ref: '#/$defs/A' } },
        },
      },
    ],
  ];
  test.each(rows.map(([value, made]) => ({ value, made })))('$value', ({ value, made }) => {
    expect(resolve(value, scope, 'value')).toStrictEqual(made);
  });

  test.each([
    [{ $int: '5.0' }, '$int takes an integer or its digits, got "5.0"'],
    [{ $int: true }, '$int takes an integer'],
    [{ $base64: 'w6n' }, '$base64 takes base64 text with its padding'],
    [{ $base64: 'a-_=' }, '$base64 takes base64'],
    [{ $repeat: { value: 'a', times: -1 } }, 'a whole number of times, got -1'],
    [{ $repeat: { value: { a: 1 }, times: 2 } }, '$repeat repeats a text, bytes or an array'],
    [{ $repeat: { value: 'abcd', times: 1e9 } }, 'more than 268435456'],
    [{ $repeat: { value: 'a', time: 2 } }, '$repeat takes { value, times }'],
    [{ $plus: [1, 'a'] }, 'but not one kind to another'],
    [{ $plus: [] }, '$plus takes a list'],
    [{ $pick: [[{ id: 1 }], { id: 2 }, 'id'] }, '$pick: nothing in'],
    [{ $pick: [[{ id: 1 }], { id: 1 }, 'name'] }, '$pick: nothing in'],
    [{ $pick: [[], {}] }, '$pick takes [list, pattern, name]'],
    [{ $pick: 'list' }, '$pick takes [list, pattern, name]'],
    [{ $pick: [7, {}, 'id'] }, '$pick: nothing in 7'],
    [{ $pick: [[{ id: 1 }], { $walk: 'a' }, 'id'] }, '$pick: no state machine'],
    [{ a: { $maybe: { $pick: [[{}], { $nat: 1 }, 'id'] } } }, '$pick: no matcher is called $nat'],
    [{ a: { $maybe: '${nobody}' } }, 'nothing is called ${nobody}'],
    [{ $pieces: ['a', 0] }, '$pieces takes'],
    [{ $pluck: [1, 'a'] }, '$pluck takes'],
    [{ $keyed: [[1], 'a'] }, '$keyed takes'],
    [[{ $maybe: '${s.no}' }], '$maybe: there is nothing'],
    [{ $json: { $maybe: '${s.no}' } }, '$maybe: there is nothing'],
    [{ a: { $maybe: 1, b: 1 } }, '$maybe makes a value, so it stands alone'],
    [{ $pieces: 'a' }, '$pieces takes'],
    [{ $url: ['/cb', {}] }, '$url takes'],
    [{ $url: ['http://a'] }, '$url takes'],
    [{ $itn: '5' }, 'no value function is called $itn; did you mean $int?; $$itn is a plain member $itn'],
    [{ $re: 'a' }, '$re is a matcher, and a value is expected here'],
    [{ $json: 1, also: 2 }, '$json makes a value, so it stands alone'],
    [{ $lit: 1, $json: 2 }, '$lit makes a value, so it stands alone'],
  ])('%j is refused', (value, message) => {
    expect(() => resolve(value, scope, 'value')).toThrow(ValueError);
    expect(() => resolve(value, scope, 'value')).toThrow(message);
  });

  it('refuses what nests without end', () => {
    let deep: Json = 1;
    for (let i = 0; i < 100_000; i++) deep = [deep];
    expect(() => resolve(deep, scope, 'value')).toThrow('nested deeper');
    expect(() => resolve('${deep}', scopeOf({ deep: [{ $a: deep }] }), 'pattern')).toThrow('nested deeper');
    expect(resolve('${deep}', scopeOf({ deep }), 'value')).toBe(deep);
  });
});

describe('patterns', () => {
  const rows: [Json, Json][] = [
    [{ $int: '5' }, { $int: '5' }],
    [{ $json: { a: 1 } }, '{"a":1}'],
    [{ $gt: { $plus: ['${n}', 1] } }, { $gt: 8 }],
    [
      { $rising: true, $each: { $gt: '${n}' }, $len: { $gte: 1 } },
      { $rising: true, $each: { $gt: 7 }, $len: { $gte: 1 } },
    ],
    [{ $lit: { $any: '${x}' } }, { $lit: { $any: '${x}' } }],
    [{ $re: '^${sessionId}-\\d+$' }, { $re: '^s-1-\\d+$' }],
    [{ $re: '${peer.url}$' }, { $re: 'http:\\/\\/127\\.0\\.0\\.1:1\\/mcp$' }],
    [{ $re: ['${peer.url}$', 'i'] }, { $re: ['http:\\/\\/127\\.0\\.0\\.1:1\\/mcp$', 'i'] }],
    [{ $exact: '${s.params}' }, { $exact: { $lit: { sessionId: 's-9', list: ['a', { b: 2 }] } } }],
    ['${schema}', { $$schema: 'http://json-schema.org/x', type: 'object', deep: [{ $$type: 'string' }] }],
    ['${s.params}', { sessionId: 's-9', list: ['a', { b: 2 }] }],
    [{ $$ref: '${n}' }, { $$ref: 7 }],
  ];
  test.each(rows.map(([pattern, resolved]) => ({ pattern, resolved })))('$pattern', ({ pattern, resolved }) => {
    expect(resolve(pattern, scope, 'pattern')).toStrictEqual(resolved);
  });

  it('has no bytes', () => {
    expect(() => resolve({ $base64: 'AAAA' }, scope, 'pattern')).toThrow('a pattern has no bytes');
  });
});

describe('arguments and bytes', () => {
  it('splices a list that stands alone in an argument', () => {
    expect(resolveArguments(['--', '${peer.command}', '${n}', 'x=${peer.url}'], scope)).toStrictEqual([
      '--',
      'node',
      '/opt/my shim.js',
      "it's",
      '7',
      'x=http://127.0.0.1:1/mcp',
    ]);
  });

  it('turns text and base64 into bytes, and nothing else', () => {
    expect(Buffer.from(toBytes('größer')).toString('hex')).toBe('6772c3b6c39f6572');
    expect([...toBytes({ $base64: 'w6k=' })]).toStrictEqual([0xc3, 0xa9]);
    expect(() => toBytes({ a: 1 })).toThrow('{"a":1} is neither text nor { $base64 }');
    expect(isBytes({ $base64: 'w6k=', x: 1 })).toBe(false);
  });

  it('keeps every byte', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(toBytes(resolve(fromBytes(bytes), scope, 'value'))).toStrictEqual(bytes);
      }),
    );
  });
});

describe('substitute', () => {
  const open = '{"id":${s.id:json},"open":true}';
  const constants: JsonObject = {
    row: 'crlf',
    moment: 'cancel-early',
    open,
    ok: true,
    chunks: ['data: ${open}\r\n\r\n', { $base64: 'w6nD' }],
    answer: { $in: [{ granted: true }, '${other}'] },
    other: 5,
    none: null,
    exact: { $int: '9007199254740993' },
    config: { url: '${peer.url}', list: [1] },
    peer2: '${peer.info}',
    dollar: '$${literal}',
  };
  const rows: [Json, Json][] = [
    ['a2a.client.sse.${row}', 'a2a.client.sse.crlf'],
    ['${moment}', 'cancel-early'],
    ['${ok}', true],
    ['${none}', null],
    ['${chunks}', [`data: ${open}\r\n\r\n`, { $base64: 'w6nD' }]],
    ['${answer}', { $in: [{ granted: true }, 5] }],
    ['${config.url}/x', '${peer.url}/x'],
    ['${config.list.0}', 1],
    ['${peer2.name}', '${peer.info.name}'],
    ['${peer2:json}', '${peer.info:json}'],
    ['${unknown} ${row} $${row} ${unknown.a:json}', '${unknown} crlf $${row} ${unknown.a:json}'],
    ['${dollar}!', '$${literal}!'],
    ['n=${exact}', 'n=9007199254740993'],
    ['${exact}', { $int: '9007199254740993' }],
    ['${row:json}', '"crlf"'],
    [{ '${row}.txt': { $lit: '${row}' } }, { 'crlf.txt': { $lit: '${row}' } }],
  ];
  test.each(rows.map(([value, filled]) => ({ value, filled })))('$value', ({ value, filled }) => {
    expect(substitute(value, constants)).toStrictEqual(filled);
  });

  test.each([
    ['x ${config}', '${config} stands in a text, but its value depends on ${peer.url}, which only a run knows'],
    ['${config.nope}', '${config.nope}: config has nothing at nope'],
  ])('%s is refused', (text, message) => expect(() => substitute(text, constants)).toThrow(message));

  it('refuses to make a reference that nobody wrote', () => {
    expect(() => substitute('${d}{x}', { d: '$' })).toThrow("can't stand before {");
  });

  it('refuses a circle', () => {
    expect(() => substitute('${a}', { a: 'x ${b}', b: ['${a}'] })).toThrow('the constant a refers to itself: a, b, a');
  });

  it('gives what the run would have given, had it known the constants', () => {
    const texts = fc
      .array(fc.constantFrom('$', '{', '}', 'a', '${c}', '${r}', '$${', ' '), { maxLength: 8 })
      .map((parts) => parts.join(''));
    const readable = texts.filter((text) => {
      return checkTexts(text).length === 0 && namesIn(text).every((name) => name === 'c' || name === 'r');
    });
    fc.assert(
      fc.property(readable, fc.constantFrom<Json>('plain', '{', 5, null, ['x']), (text, constant) => {
        const late = resolve(text, scopeOf({ c: constant, r: 'run' }), 'value');
        expect(resolve(substitute(text, { c: constant }), scopeOf({ r: 'run' }), 'value')).toStrictEqual(late);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('names', () => {
  it('lists what a value refers to, once each', () => {
    const value = { a: '${x} ${y.z:json} $${no}', '${k}': ['${x}'], $lit: '${hidden}' };
    expect(namesIn(value)).toStrictEqual(['x', 'y.z', 'k']);
    expect(isOpen(value)).toBe(true);
    expect(isOpen({ a: '$${x}' })).toBe(false);
    expect(isOpen([['${']])).toBe(false);
    expect(namesIn(['${a.${b}}', '${c}'])).toStrictEqual(['c']);
  });
});

it('leaves every text without a reference as it is', () => {
  const texts = fc.string({ unit: 'binary' }).filter((text) => !text.includes('${'));
  fc.assert(
    fc.property(texts, (text) => {
      expect(resolve(text, scope, 'value')).toBe(text);
      expect(substitute(text, { a: 1 })).toBe(text);
    }),
  );
});
