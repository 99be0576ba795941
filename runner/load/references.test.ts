import { describe, expect, test } from 'vitest';
import type { Behavior } from '../types.js';
import type { References } from './references.js';
import { load } from './testing.js';

describe('references outside the file', () => {
  const place = { file: 'b.yaml', line: 1, col: 1 };
  const behavior: Behavior = {
    name: 'echo-tool',
    protocol: 'mcp',
    roles: ['mcp/server'],
    text: 't',
    with: { tool: true },
    gives: { name: true },
    place,
  };
  const references: References = {
    elsewhere: (id) => id.startsWith('ACP-'),
    requirements: new Set(['MCP-A-1', 'MCP-A-2']),
    behaviors: new Map([['echo-tool', behavior]]),
    versions: new Map([['V1', { errors: { gone: 1 } }]]),
    spoken: new Map([['V1', ['V1']]]),
    known: new Set(['V1']),
  };
  const one = (step: string, needs = 'echo-tool') =>
    load(`  - id: m.a\n    title: t\n    needs: { behavior: ${needs} }\n    steps:\n      - ${step}\n`, { references })
      .lines;

  test.each<[string, string[]]>([
    [
      '{ call: { request: a, params: ["${behavior.echo-tool.name}", "${version.errors.gone}"] }, check: [MCP-A-1, ACP-X-9], shows: echo-tool }',
      [],
    ],
    ['{ start: { behavior: echo-tool, with: { tool: a } } }', []],
    [
      '{ call: { request: a }, check: [MCP-A-1, MCP-B-1] }',
      ['c.yaml:8:40  unknown requirement `MCP-B-1`; did you mean `MCP-A-1`?'],
    ],
    [
      '{ expect: { notify: a }, shows: echo-tol }',
      ['c.yaml:8:41  unknown behavior `echo-tol`; did you mean `echo-tool`?'],
    ],
    [
      '{ start: { behavior: echo-tool, with: { tol: a } } }',
      ['c.yaml:8:54  unknown value for `echo-tool` `tol`; did you mean `tool`?'],
    ],
    [
      '{ call: { request: "${behavior.echo-tool.nam}" } }',
      ['c.yaml:8:17  unknown value of `echo-tool` `nam`; did you mean `name`?'],
    ],
    [
      '{ call: { request: "${version.errors.gon}" } }',
      ['c.yaml:8:17  unknown version constant `errors.gon`; there is `errors`'],
    ],
  ])('are reported if they lead nowhere: %s', (step, lines) => {
    expect(one(step)).toEqual(lines);
  });

  test('a needed behavior that does not exist', () => {
    expect(one('{ call: { request: a } }', '[echo-tool, other]')).toEqual([
      'c.yaml:6:24  unknown behavior `other`; there is `echo-tool`',
    ]);
  });
});
