import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { stringifyJson } from '../../../src/json/json.js';
import { formatProblem } from './problems.js';
import { parseYaml, readYaml } from './yaml.js';

const folder = mkdtempSync(join(tmpdir(), 'yaml-'));
afterAll(() => rmSync(folder, { recursive: true }));

const first = (text: string) => {
  const { source, problems } = parseYaml('f.yaml', text);
  return { data: source.data, lines: problems.map((one) => formatProblem(one).split('\n')[0]) };
};

describe('data', () => {
  test.each([
    ['a: 1', { a: 1 }],
    ['a: 9007199254740991', { a: 9007199254740991 }],
    ['a: 9007199254740992', { a: 9007199254740992n }],
    ['a: -9223372036854775808', { a: -9223372036854775808n }],
    ['a: 1.5', { a: 1.5 }],
    ['on: yes\noff: no', { on: 'yes', off: 'no' }],
    ['a: true\nb: ~\nc:', { a: true, b: null, c: null }],
    ['404: x', { '404': 'x' }],
    ['a: 2026-11-21', { a: '2026-11-21' }],
    ['"<<": { a: 1 }', { '<<': { a: 1 } }],
    ['[1, [2]]', [1, [2]]],
    ['a: |\n  x\n  y\n', { a: 'x\ny\n' }],
    ['\uFEFFa: 1', { a: 1 }],
    ['{"a": "b", "c": [null]}', { a: 'b', c: [null] }],
    ['a: !!str 1', { a: '1' }],
  ])('is what the text says: %s', (text, data) => {
    expect(first(text)).toEqual({ data, lines: [] });
  });

  test('a member called __proto__ is a member', () => {
    const { data } = first('__proto__: { a: 1 }');
    expect(Object.keys(data as object)).toEqual(['__proto__']);
    expect(({} as { a?: number }).a).toBeUndefined();
  });

  test('any JSON text is read as what it says', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: true, depthSize: 'small' }), (value) => {
        if (value === null || typeof value === 'string') return;
        expect(stringifyJson(first(JSON.stringify(value)).data!)).toBe(
          stringifyJson(JSON.parse(JSON.stringify(value))),
        );
      }),
      { numRuns: 200 },
    );
  });
});

describe('what is refused, and how', () => {
  test.each([
    ['a: [1, 2', 'f.yaml:1:9  flow sequence in block collection must be sufficiently indented and end with a ]'],
    ['a: "x', 'f.yaml:1:6  missing closing "quote'],
    ['a:\n\t- b', 'f.yaml:2:1  tabs are not allowed as indentation'],
    ['a: b: c', 'f.yaml:1:4  a second `key:` on one line; quote the value, or put the nested map on its own lines'],
    ['a: @x', 'f.yaml:1:4  a value that starts with this character needs quotes'],
    ['a: 1\n---\nb: 2', 'f.yaml:2:1  a file holds one document; the second `---` is one too many'],
    ['a: 1\nb: 2\na: 3', 'f.yaml:3:1  the key `a` is here twice; the first one is in line 1'],
    ['"1": a\n1: b', 'f.yaml:2:1  the key `1` is here twice; the first one is in line 1'],
    ['a: &x 1', 'f.yaml:1:7  the anchor `&x` is not allowed here'],
    ['a: 1\nb: *a', 'f.yaml:2:4  aliases are not allowed here; write the value out'],
    ['a: !foo 1', 'f.yaml:1:9  the tag `!foo` is not allowed here'],
    ['a: .inf', 'f.yaml:1:4  `.inf` is not a JSON number; put it in quotes if text is meant'],
    ['a: 1e999', 'f.yaml:1:4  `1e999` is not a JSON number; put it in quotes if text is meant'],
    ['? [a]\n: b', 'f.yaml:1:3  a key must be text'],
    ['~: b', 'f.yaml:1:1  a key must be text'],
    ['%YAML 1.1\n---\na: yes', 'f.yaml:1:1  files are YAML 1.2, not 1.1'],
    ['', 'f.yaml  is empty'],
    ['# only a comment\n', 'f.yaml  is empty'],
  ])('%j', (text, line) => {
    expect(first(text).lines[0]).toBe(line);
    expect(first(text).data).toBeUndefined();
  });

  test('every problem is found, each line once', () => {
    expect(first('a: &x 1\nb: *x\nc: !foo 2').lines).toHaveLength(3);
    expect(first('a: [1, 2\nb: "x').lines.length).toBeLessThanOrEqual(2);
  });

  test('absurd nesting is a problem, not a crash', () => {
    expect(first('['.repeat(100_000)).lines[0]).toMatch(/^f\.yaml/);
  });

  test('no text makes it throw', () => {
    const pieces = fc.constantFrom(
      'a',
      ':',
      ' ',
      '\n',
      '-',
      '[',
      ']',
      '{',
      '}',
      '"',
      "'",
      '&',
      '*',
      '!',
      '#',
      '|',
      '%',
      '\t',
      '?',
      ',',
      '---',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
        const { data, lines } = first(parts.join(''));
        expect(data === undefined).toBe(lines.length > 0);
      }),
      { numRuns: 500 },
    );
  });
});

describe('places', () => {
  const text = 'cases:\n  - id: a\n    steps:\n      - { send: { x: 1 } }\n      - expect:\n          y/z: [1, 22]\n';
  const { source } = parseYaml('f.yaml', text);
  const at = (pointer: string, part?: 'key' | 'value') => {
    const { line, col } = source.place(pointer, part);
    return `${line}:${col}`;
  };

  test.each([
    ['', '1:1'],
    ['/cases', '2:3'],
    ['/cases/0', '2:5'],
    ['/cases/0/id', '2:9'],
    ['/cases/0/steps/0', '4:9'],
    ['/cases/0/steps/0/send/x', '4:22'],
    ['/cases/0/steps/1/expect/y~1z/1', '6:20'],
    ['/cases/0/steps/1/nothing/here', '5:9'],
    ['/cases/7', '2:3'],
  ])('the value at %s', (pointer, place) => {
    expect(at(pointer)).toBe(place);
  });

  test.each([
    ['/cases', '1:1'],
    ['/cases/0/id', '2:5'],
    ['/cases/0/steps/1/expect/y~1z', '6:11'],
    ['/cases/0', '2:5'],
  ])('the key at %s', (pointer, place) => {
    expect(at(pointer, 'key')).toBe(place);
  });

  test('a problem shows the line and what of it is meant', () => {
    const problem = source.problem('/cases/0/steps/1/expect/y~1z/1', 'is too much', { suggestion: 'try 2' });
    expect(formatProblem(problem)).toBe(
      'f.yaml:6:20  is too much; try 2\n    6 |           y/z: [1, 22]\n      |                    ^^',
    );
  });
});

describe('files', () => {
  const file = (name: string, bytes: Uint8Array | string) => {
    writeFileSync(join(folder, name), bytes);
    return join(folder, name);
  };
  const message = (path: string) => readYaml(path, 'shown.yaml').problems.map((one) => formatProblem(one));

  test('one that is not there, a folder, and one that is not UTF-8', () => {
    expect(message(join(folder, 'absent.yaml'))).toEqual(['shown.yaml  does not exist']);
    expect(message(folder)).toEqual(['shown.yaml  is a directory, not a file']);
    expect(message(file('latin1.yaml', Uint8Array.from([97, 58, 32, 0xe9, 10])))).toEqual([
      'shown.yaml  is not UTF-8 text',
    ]);
    expect(message(join(file('plain', 'a: 1'), 'below'))[0]).toMatch(/^shown\.yaml {2}does not exist/);
  });

  test('one that is fine', () => {
    const { source, problems } = readYaml(file('fine.yaml', 'a: é\r\nb: 2\r\n'));
    expect(problems).toEqual([]);
    expect(source.data).toEqual({ a: 'é', b: 2 });
    expect(source.file).toBe(join(folder, 'fine.yaml'));
  });
});
