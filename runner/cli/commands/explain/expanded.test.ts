import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../src/json/json.js';
import { load } from '../../../load/testing.js';
import type { Corpus } from '../../../types.js';
import { UsageError } from '../../support/print.js';
import { ran, testCorpus } from '../../support/testing.js';
import { expandedCase } from './expanded.js';
import { explain } from './explain.js';

const FRAGMENTS = `fragments:
  session: # saves sessionId
    - call: { request: session/new, params: { cwd: "\${folder}" }, result: { sessionId: { $type: string } } }
      save: { sessionId: /result/sessionId }
`;
const CASE = `  - id: mcp.server.demo
    title: "One case: its steps"
    needs: { behavior: [slow-tool], transport: http }
    let: { name: tool, id: C-1-1 }
    each:
      one: { value: { a: [1, "true", null] }, kills: [demo.b] }
    kills: [demo.a]
    limit: 10s
    steps:
      - { use: session, with: { folder: /tmp }, on: other }
      - send: { request: tools/call, as: "\${row}", params: { name: "\${name}", arguments: "\${value}", id: "\${sessionId}" } }
      - expect: { reply: one }
        check: "\${id}"
        within: 2s
`;

const shown = (cases: string, role = FRAGMENTS) => load(cases, { role }).cases.flatMap(expandedCase).join('\n');

describe('an expanded case', () => {
  it('has fragments, tables and constants in place, and says where each step is written', () => {
    expect(shown(CASE)).toBe(`# c.yaml:9
- id: mcp.server.demo.one
  title: "One case: its steps"
  needs: { behavior: [slow-tool], transport: [http] }
  kills: [demo.a, demo.b]
  limit: 10s
  steps:
    # role/fragments.yaml:3, used in c.yaml:13
    - call: { request: session/new, params: { cwd: /tmp }, result: { sessionId: { $type: string } } }
      on: other
      save: { sessionId: /result/sessionId }
    # c.yaml:14
    - send:
        request: tools/call
        as: one
        params: { name: tool, arguments: { a: [1, "true", null] }, id: "\${sessionId}" }
    # c.yaml:15
    - expect: { reply: one }
      within: 2s
      check: C-1-1`);
  });

  it('nests the steps of either, repeat and any_order', () => {
    const text = shown(`  - id: mcp.server.demo
    title: Nested
    steps:
      - repeat:
          max: 3
          every: 10ms
          until: { seen: { notify: a }, is: { $len: 1 } }
          steps:
            - any_order: [{ expect: { notify: b } }, { expect: { notify: c } }]
            - either:
                - { grade: pass, note: it may, steps: [{ expect: { notify: d }, check: [C-1-1, C-1-2] }] }
                - { grade: non-strict, steps: [{ expect: { notify: e } }] }
`);
    expect(text).toContain(`    - repeat:
        max: 3
        every: 10ms
        until: { seen: { notify: a }, is: { $len: 1 } }
        steps:
          # c.yaml:12
          - any_order:
              # c.yaml:12
              - expect: { notify: b }
`);
    expect(text).toContain(`          - either:
              - grade: pass
                note: it may
                steps:
                  # c.yaml:14
                  - expect: { notify: d }
                    check: [C-1-1, C-1-2]
              - grade: non-strict
`);
  });

  it('loads to the steps that it shows', () => {
    const texts = [
      ...[
        '',
        ' ',
        'a ',
        '- a',
        '# a',
        'a: b',
        'a #b',
        'yes',
        'No',
        'null',
        '~',
        '1',
        '0x1',
        '1e3',
        '-.inf',
        '.5',
        '12ms',
      ],
      ...[
        'größe 😀',
        '\u0000',
        'a\nb\n',
        ' a\nb\n',
        'a\n\n  b\n',
        'a\n\n',
        'a\r\nb\n',
        '\t\n',
        "'",
        '"',
        '`',
        '@a',
        '%a',
        '*a',
      ],
      ...[
        '&a',
        '!a',
        '|',
        '>',
        '[a]',
        '{a}',
        ',',
        '?',
        'a, b',
        '=',
        '<<',
        '2026-11-22',
        '$${x}',
        'é e\u0301',
        '\u2028',
      ],
    ];
    const params: Json = {
      texts,
      long: texts.map((text) => ({ [text]: [text, [text, ['x'.repeat(90), {}, []]]] })),
      numbers: [0, -1, 1.5, 1e21, 9007199254740993n, true, null],
      none: {},
      empty: [],
    };
    const json = JSON.stringify(params, (_, value) => (typeof value === 'bigint' ? 'BIG' : value));
    const before = `${CASE}      - send: { request: kit/all, params: ${json.replace('"BIG"', '9007199254740993')} }
      - write: { a.txt: "one\\ntwo\\n", b.txt: " one\\n", c.txt: null }
`;
    const { cases, lines } = load(before, { role: FRAGMENTS });
    expect(lines).toEqual([]);
    const again = load(`${cases.flatMap(expandedCase).join('\n')}\n`);
    expect(again.lines).toEqual([]);
    const played = (one: object) => ({ ...one, place: null, row: null, steps: null });
    const bare = (value: unknown) =>
      JSON.stringify(value, (key, inner) => {
        if (key === 'place' || key === 'usedAt') return undefined;
        return typeof inner === 'bigint' ? `${inner}n` : inner;
      });
    expect(again.cases.map(played)).toEqual(cases.map(played));
    expect(bare(again.cases[0]?.steps)).toBe(bare(cases[0]?.steps));
    expect(bare(cases[0]?.steps)).toContain('9007199254740993n');
  });
});

describe('explain --expanded', () => {
  const corpus = (): Corpus => ({ ...testCorpus(), cases: load(CASE, { role: FRAGMENTS }).cases });
  const told = async (id: string) =>
    (await ran((context) => explain(id, context, { expanded: true }), { corpus: corpus() })).out;

  it('prints one case, or all that a pattern selects', async () => {
    expect(await told('mcp.server.demo.one')).toBe(`${shown(CASE)}\n`);
    expect(await told('mcp.server')).toBe(await told('mcp.server.demo.one'));
  });

  it('refuses what has no steps, and ids that no case has', async () => {
    await expect(told('demo.server.wire.json')).rejects.toThrow(
      '`demo.server.wire.json` is judged on every message of a run and has no steps',
    );
    await expect(told('mcp.server.demo.on')).rejects.toThrow('did you mean `mcp.server.demo.one`?');
    await expect(told('DEMO-TOOL-01')).rejects.toBeInstanceOf(UsageError);
  });
});
