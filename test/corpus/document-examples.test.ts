import { describe, expect, it } from 'vitest';
import { examplesOf, jsonOf, sectionsOf } from '../testing/document-examples.js';

const texts = (document: string) => examplesOf(document).map(({ text }) => text);
const read = (text: string, leftOut?: string[]) => jsonOf({ line: 1, text }, leftOut);

describe('the JSON examples of a document', () => {
  it('are blocks, with and without a fence', () => {
    const document = 'Payload:\n\n{\n  "a": [1, "}"]\n}\n\n```json\n{"b": 2}\n```\n\n[\n  {"c": 3}\n]\n\n{}\n';
    expect(texts(document)).toEqual(['{\n  "a": [1, "}"]\n}', '{"b": 2}', '[\n  {"c": 3}\n]', '{}']);
    expect(examplesOf(document).map(({ line }) => line)).toEqual([3, 8, 11, 15]);
  });

  it('stand in a bullet, in a row of a table and behind a name too', () => {
    const document = '• { "a": true }: yes\n| kind | `{"b":"x"}` |\n"list": [\n  {"c": 1}\n]\nor [{...}, {...}]\n';
    expect(texts(document)).toEqual(['{ "a": true }', '{"b":"x"}', '[\n  {"c": 1}\n]', '[{...}, {...}]']);
  });

  it('are no code of other languages, no list of words and no empty object within a line', () => {
    const document = [
      'call(server, {path: "x"}, {})',
      '[[mcp]]',
      'args = ["-y", "x"]',
      'modes = ["a", "b"]',
      '[the guide]("x")',
      'pipeline main() {',
      '}',
      'let name = "${t.name}"',
    ].join('\n');
    expect(texts(document)).toEqual([]);
  });

  it('include a block that nothing closes, which is no JSON then', () => {
    const [example] = examplesOf('Payload:\n\n{"a": 1\n\nnext');
    expect(example).toEqual({ line: 3, text: '{"a": 1' });
    expect(() => jsonOf(example!)).toThrow(SyntaxError);
  });
});

describe('an example is read', () => {
  it('without its comments', () => {
    expect(read('{"a": "//no", // yes\n "b": 1}')).toEqual({ a: '//no', b: 1 });
  });

  it('with what it leaves out, or without it', () => {
    expect(read('{"a": {...}, "b": "..."}', [''])).toEqual({ a: {}, b: '...' });
    expect(read('[{"name": ..., "score": ...}, ...]', ['"x"', '1', ''])).toEqual([{ name: 'x', score: 1 }]);
    expect(read('[{...}]', ['"name": "x"'])).toEqual([{ name: 'x' }]);
  });

  it('only if each part that is left out is given, and no other', () => {
    expect(() => read('{"a": [...]}')).toThrow('1 parts are left out, and 0 are given');
    expect(() => read('{"a": 1}', ['1'])).toThrow('0 parts are left out, and 1 are given');
  });
});

describe('the sections of a document', () => {
  const document = '# One\n{"a": 1}\n## `Two`\n• Three\n{"b": 2}\nThree\n{"c": 3}\n';

  it('have the examples below their heading', () => {
    const found = sectionsOf(document, ['One', 'Three']).map(({ heading, examples }) => [heading, examples.length]);
    expect(found).toEqual([
      ['', 0],
      ['One', 2],
      ['Three', 1],
    ]);
  });

  it('leave over what stands above the first', () => {
    expect(sectionsOf(document, ['Two']).map(({ examples }) => examples.length)).toEqual([1, 2]);
  });

  it('stand in the order in which they are asked for', () => {
    expect(() => sectionsOf(document, ['Two', 'One'])).toThrow('no line "One" after line 3');
  });
});
