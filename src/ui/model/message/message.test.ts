import { describe, expect, it } from 'vitest';
import { againOf } from './again.js';
import { bytesOf, hexLines } from './bytes.js';
import { jsonLines, placeOf } from './json-lines.js';

const written = (value: Parameters<typeof jsonLines>[0], marks: Parameters<typeof jsonLines>[1] = [], limit = 100) =>
  jsonLines(value, marks, limit).lines.map(({ depth, pieces, marks: here }) => {
    const text = pieces.map((piece) => (piece.wrong ? `«${piece.text}»` : piece.text)).join('');
    return `${'  '.repeat(depth)}${text}${here.map(({ why }) => ` ✗ ${why}`).join('')}`;
  });

describe('lines of JSON', () => {
  it('have one member each, with the broken one marked', () => {
    const mark = { pointer: '/update/status', tone: 'bad' as const, why: 'expected "pending"' };
    expect(written({ update: { status: 'cancelled', list: [1, {}] } }, [mark])).toEqual([
      '{',
      '  "update": {',
      '    "status": «"cancelled"», ✗ expected "pending"',
      '    "list": [',
      '      1,',
      '      {}',
      '    ]',
      '  }',
      '}',
    ]);
  });

  it('mark the parent if the member is missing, and the whole if the pointer is none', () => {
    const value = { a: { b: 1 } };
    expect(placeOf(value, '/a/c/d')).toBe('/a');
    expect(placeOf(value, '/a/b/c')).toBe('/a/b');
    expect(placeOf(value, 'no pointer')).toBe('');
    expect(placeOf([1], '/length')).toBe('');
  });

  it('show hidden characters, and cut long values', () => {
    expect(written({ a: 'x\u202ey\u0007' })[1]).toBe('  "a": "x⟨U+202E⟩y\\u0007"');
    expect(written('a'.repeat(3000))[0]).toMatch(/^"a{2000}" … 1000 more characters$/);
  });

  it('keep whole numbers that a double can not hold', () => {
    expect(written([12345678901234567890n])).toEqual(['[', '  12345678901234567890', ']']);
  });

  it('stop at the limit, and at levels that nobody reads', () => {
    const { lines, more } = jsonLines(
      Array.from({ length: 100 }, (_, at) => at),
      [],
      10,
    );
    expect([lines.length, more]).toEqual([10, true]);
    let deep: Parameters<typeof jsonLines>[0] = 1;
    for (let level = 0; level < 900; level++) deep = [deep];
    expect(jsonLines(deep, [], 1000).lines.length).toBeLessThan(200);
  });
});

describe('bytes as sent', () => {
  const record = { seq: 0, time: 0, from: 'target', channel: 'main', kind: 'message' } as const;

  it('are there if the JSON does not show them', () => {
    expect(bytesOf({ ...record, message: { a: 1 }, text: '{"a":1}' })).toBeUndefined();
    expect(bytesOf({ ...record, message: { a: 1 } })).toBeUndefined();
    expect(bytesOf({ ...record, message: { a: 1 }, text: '{"a":1.0}' })).toHaveLength(9);
    expect([...bytesOf({ ...record, kind: 'bytes', bytes: '/wA=' })!]).toEqual([255, 0]);
  });

  it('are dumped eight in a line', () => {
    expect(hexLines(new TextEncoder().encode('{"a":\t1}\né'), 100)).toEqual([
      { offset: '0000', hex: '7b 22 61 22 3a 09 31 7d', text: '{"a":␉1}' },
      { offset: '0008', hex: '0a c3 a9               ', text: '⏎··' },
    ]);
  });
});

describe('the command that shows it again', () => {
  const state = { roles: { kit: 'acp/client', target: 'acp/agent' }, command: ['my agent', "it's"] } as never;

  it('runs the cases of the requirement against the same command, quoted for a shell', () => {
    expect(againOf(state, 'ACP-T-08', 'target')).toBe(
      "npx proctor run --role acp/agent 'acp.agent#ACP-T-08' -- 'my agent' 'it'\\''s'",
    );
  });

  it('names what is missing', () => {
    expect(againOf(state, 'ACP-T-08', 'kit')).toBe(
      "npx proctor run --role acp/client 'acp.client#ACP-T-08' -- YOUR-COMMAND",
    );
  });
});
