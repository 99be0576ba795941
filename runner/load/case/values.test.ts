import { describe, expect, test } from 'vitest';
import { load } from '../testing.js';

describe('values', () => {
  const one = (step: string, more = '') =>
    load(
      `  - id: m.a\n    title: t\n    let: { bad: 5x, half: "(", list: [1] }\n${more}    steps:\n      - ${step}\n`,
    ).lines.map((line) => line?.replace(/^c\.yaml:\d+:\d+ {2}/, ''));
  const DURATION = '"5x" is not a duration; write a number with its unit, such as 300ms, 2s, 1.5s or 5m';

  test.each<[string, string[]]>([
    ['{ expect: { notify: a }, within: "${bad}" }', [DURATION]],
    ['{ expect: { notify: a }, after: "${bad}" }', [DURATION]],
    ['{ never: { notify: a, for: "${bad}" } }', [DURATION]],
    ['{ advance: "${bad}" }', [DURATION]],
    [
      '{ repeat: { max: 1, every: "${bad}", until: { value: 1, is: 1 }, steps: [{ call: { request: a } }] } }',
      [DURATION],
    ],
    ['{ expect: { notify: a }, within: "${list}" }', ['`within` must be a string, and the constant is none']],
    [
      '{ call: { request: a }, save: { x: "${bad}" } }',
      ['"5x" is not a JSON Pointer; it is empty or begins with a slash, and ~ is written ~0, / is ~1'],
    ],
    [
      '{ assert: { value: 1, at: "${bad}", is: 1 } }',
      ['"5x" is not a JSON Pointer; it is empty or begins with a slash, and ~ is written ~0, / is ~1'],
    ],
    ['{ call: { request: a }, check: "${bad}" }', ['"5x" is not a requirement id, such as MCP-PING-01']],
    ['{ call: { request: a }, check: "${dir}" }', ['"${dir}" is not a requirement id, such as MCP-PING-01']],
    [
      '{ any_order: [{ call: { request: a } }] }',
      ['only `expect` can stand inside `any_order`: what arrives chooses the step'],
    ],
    [
      '{ either: [{ grade: pass, steps: [{ call: { request: a } }] }, { grade: pass, steps: [{ expect: { notify: b } }] }] }',
      ['a branch of `either` begins with `expect`: what arrives chooses the branch'],
    ],
    [
      '{ either: [{ grade: pass, steps: [] }, { grade: pass, steps: [{ expect: { notify: b } }] }] }',
      ['a branch of `either` begins with `expect`: what arrives chooses the branch'],
    ],
  ])('are reported if they are wrong: %s', (step, messages) => {
    expect(one(step)).toEqual(messages);
  });

  test('include a regular expression, an operand and a limit', () => {
    expect(one('{ expect: { notify: a, params: { x: { $re: "${half}" } } } }')[0]).toMatch(/^\$re: /);
    expect(one('{ call: { request: a, params: { x: { $re: "(" } } } }')).toEqual([]);
    expect(one('{ call: { request: a, params: { x: { $pick: ["${dir}", { $nat: 1 }, a] } } } }')[0]).toMatch(
      /^no matcher is called \$nat/,
    );
    expect(
      one('{ send: { request: a, params: { x: { $maybe: { $pick: ["${dir}", { b: { $re: "(" } }, a] } } } } }')[0],
    ).toMatch(/^\$re: /);
    expect(one('{ expect: { notify: a, params: { x: { $type: "${bad}" } } } }')[0]).toMatch(/^\$type/);
    expect(one('{ call: { request: a } }', '    limit: "${bad}"\n')).toEqual([DURATION]);
  });
});
