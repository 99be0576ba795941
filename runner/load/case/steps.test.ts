import { describe, expect, test } from 'vitest';
import { stepsIn } from '../../../src/language/steps.js';
import type { References } from '../references.js';
import { load, outline } from '../testing.js';

/** A corpus with two requirements and nothing else. */
const references: References = {
  elsewhere: () => false,
  requirements: new Set(['MCP-A-1', 'MCP-A-2']),
  behaviors: new Map(),
  versions: new Map(),
  spoken: new Map(),
  known: new Set(),
};

describe('fragments', () => {
  const role = `fragments:
  hello: [{ call: { request: initialize }, save: { session: /result/x } }]
  tell:
    - send: { notify: a, params: { to: "\${who}", from: "\${me}" } }
    - any_order: [{ expect: { notify: b } }, { expect: { notify: c }, on: own }]
    - { expect: { notify: d }, within: 9s }
    - { expect: { notify: e }, check: MCP-A-1 }
    - repeat: { max: 2, until: { value: 1, is: 1 }, steps: [{ call: { request: f } }] }
`;

  test('are spliced with their variables, and hand modifiers on', () => {
    const { cases, lines, used } = load(
      `  - id: m.a
    title: t
    let: { me: kit, frag: tell }
    steps:
      - use: hello
      - { use: "\${frag}", with: { who: "\${session}" }, on: side, within: 3s, shows: speak }
      - { assert: { value: 1, is: 1 }, check: MCP-A-2 }
`,
      { role },
    );
    expect(lines).toEqual([]);
    expect(outline(cases[0]!.steps)).toEqual([
      ['call'],
      ['send@side'],
      ['any_order', [['expect@side'], ['expect@own']]],
      ['expect@side'],
      ['expect@side'],
      ['repeat@side', [['call@side']]],
      ['assert'],
    ]);
    const [, send, both, waits, checks] = cases[0]!.steps;
    expect(send?.body).toEqual({ notify: 'a', params: { to: '${session}', from: 'kit' } });
    expect([send?.within, both?.within, waits?.within]).toEqual([undefined, '3s', '9s']);
    expect([send?.shows, both?.shows, checks?.shows]).toEqual([undefined, 'speak', undefined]);
    expect(send?.place).toEqual({ file: 'role/fragments.yaml', line: 4, col: 7 });
    expect(send?.usedAt).toEqual({ file: 'c.yaml', line: 9, col: 9 });
    expect([...used]).toEqual(['role/fragments.yaml#hello', 'role/fragments.yaml#tell']);
  });

  test('may have steps for some versions, which are named, bound and proven by each version alone', () => {
    const versioned = `fragments:
  hello:
    - { call: { request: initialize }, save: { session: /result/x }, version: V1 }
    - { call: { request: greet }, save: { session: /result/x }, version: [V2, V3] }
  first: [{ send: { notify: a } }]
`;
    const { cases, lines } = load(
      `  - id: m.a
    title: t
    needs: { version: [V1, V2] }
    steps: [{ use: hello }, { use: first, version: V2 }, { assert: { value: "\${session}", is: 1 }, check: MCP-A-1 }]
`,
      { role: versioned },
    );
    expect(lines).toEqual([]);
    const { steps } = cases[0]!;
    expect(steps.map(({ version }) => version)).toEqual([['V1'], ['V2', 'V3'], ['V2'], undefined]);
    expect(stepsIn(steps, ['V1']).map(({ body }) => body)).toEqual([steps[0]!.body, steps[3]!.body]);
    const checked = load(`  - { id: m.a, title: t, steps: [{ use: hello, check: MCP-A-1 }] }\n`, { role: versioned });
    expect(checked.lines[0]).toMatch(/the last step of the fragment belongs to some versions only/);
    const unbound = load(
      `  - { id: m.a, title: t, needs: { version: [V1, V2] }, steps: [{ call: { request: a }, save: { x: /id }, version: V1 }, { assert: { value: "\${x}", is: 1 }, check: MCP-A-1 }] }\n`,
    );
    expect(unbound.lines[0]).toMatch(/x/);
    expect(unbound.lines).toHaveLength(1);
  });

  test('as a whole prove what stands beside `use`, by their last step', () => {
    const fragments = `${role}  none: []\n  proves: [{ send: { notify: a } }, { expect: { notify: b }, check: MCP-A-1 }]\n`;
    const checks = (use: string) => {
      const { cases, lines } = load(`  - { id: m.a, title: t, let: { id: MCP-A-3 }, steps: [${use}] }\n`, {
        role: fragments,
      });
      return [...cases[0]!.steps.map(({ check }) => check), ...lines];
    };
    expect(checks('{ use: hello, check: "${id}" }')).toEqual([['MCP-A-3']]);
    const tell = '{ use: tell, with: { who: a, me: b }, check: [MCP-A-2, MCP-A-4] }';
    expect(checks(tell)).toEqual([[], [], [], ['MCP-A-1'], ['MCP-A-2', 'MCP-A-4']]);
    expect(checks('{ use: none, check: MCP-A-2 }')[0]).toMatch(/the fragment has no step that could prove it/);
    expect(checks('{ use: proves, check: MCP-A-2 }')[2]).toMatch(/the last step of the fragment has a `check` already/);
  });

  test('the file goes before the role, and a name of the run may be handed on under its own name', () => {
    const head =
      'suite: S\nrole: mcp/server\nfragments:\n  hello: [{ use: deep, with: { x: "${x}" } }]\n  deep: [{ send: { notify: "${x}" } }]\n';
    const { cases, lines } = load(
      '  - { id: m.a, title: t, steps: [{ call: { request: a }, save: { x: /result } }, { use: hello }] }\n',
      { head, role },
    );
    expect(lines).toEqual([]);
    expect(cases[0]?.steps[1]?.body).toEqual({ notify: '${x}' });
    expect(cases[0]?.steps[1]?.usedAt?.line).toBe(7);
  });

  test.each<[string[], string]>([
    [['{ use: helo }'], 'c.yaml:7:16  there is no fragment `helo`; did you mean `hello`?'],
    [
      ['{ use: "${nothing}" }'],
      'c.yaml:7:16  which fragment is meant must be known before the run, and "${nothing}" is not',
    ],
    [
      ['{ use: hello, after: 1s }'],
      'c.yaml:7:30  `after` means nothing beside `use`; put it on a step of the fragment',
    ],
    [
      ['{ use: hello }', '{ use: tell, with: { who: a } }'],
      'role/fragments.yaml:4:56  nothing binds `me` (used in c.yaml:8)',
    ],
    [
      ['{ use: hello }', '{ use: tell, with: { who: "${me}", me: "${session}" } }'],
      'c.yaml:8:35  `me` is a name of the run here, and a variable of this `with` too; rename the variable',
    ],
  ])('are reported if they are wrong: %s', (steps, line) => {
    const { lines } = load(
      `  - id: m.a\n    title: t\n    steps:\n${steps.map((one) => `      - ${one}\n`).join('')}`,
      { role },
    );
    expect(lines).toContain(line);
  });

  test('circles are found', () => {
    const circular = 'fragments:\n  a: [{ use: b }]\n  b: [{ use: c }]\n  c: [{ use: a }]\n';
    const { lines } = load('  - { id: m.a, title: t, steps: [{ use: a }] }\n', { role: circular });
    expect(lines).toEqual(['role/fragments.yaml:4:14  the fragment `a` uses itself: a → b → c → a']);
  });
});

describe('use and check', () => {
  const role = `fragments:
  quick: [{ send: { notify: quick } }]
  slow: [{ send: { notify: slow } }]
  proves:
    - { expect: { notify: b }, check: true }
    - { send: { notify: c } }
`;
  const table = (step: string) =>
    load(`  - { id: m.a, title: t, each: { one: {}, two: {}, three: {} }, steps: [${step}] }\n`, { role });

  test('may differ from row to row of a table, with `else` for the other rows', () => {
    const { cases, lines } = table(
      '{ use: { one: quick, else: slow } }, { assert: { value: 1, is: 1 }, check: { one: MCP-A-1, two: [MCP-A-1, MCP-A-2] } }',
    );
    expect(lines).toEqual([]);
    expect(cases.map(({ steps: [first, last] }) => [first?.body, last?.check])).toEqual([
      [{ notify: 'quick' }, ['MCP-A-1']],
      [{ notify: 'slow' }, ['MCP-A-1', 'MCP-A-2']],
      [{ notify: 'slow' }, []],
    ]);
    const { cases: some } = table('{ use: { two: quick } }, { assert: { value: 1, is: 1 }, check: MCP-A-1 }');
    expect(some.map(({ steps }) => steps.length)).toEqual([1, 2, 1]);
  });

  test('name rows that the table has, and only in a case with a table', () => {
    expect(table('{ use: { won: quick }, check: MCP-A-1 }').lines[0]).toMatch(/the table has no row `won`/);
    const { lines } = load('  - { id: m.a, title: t, steps: [{ use: { one: quick }, check: MCP-A-1 }] }\n', { role });
    expect(lines[0]).toMatch(/^c\.yaml:4:\d+ .*only on a step of a case that has a table/);
  });

  test('`check: true` in a fragment proves what its `use` says', () => {
    const { cases, lines } = load('  - { id: m.a, title: t, steps: [{ use: proves, check: MCP-A-1 }] }\n', { role });
    expect(lines).toEqual([]);
    expect(cases[0]!.steps.map(({ check }) => check)).toEqual([['MCP-A-1'], []]);
    const without = load('  - { id: m.a, title: t, steps: [{ use: proves }] }\n', { role });
    expect(without.lines[0]).toMatch(/steps of `proves` prove what `check` beside `use` says, and there is none/);
    const outside = load('  - { id: m.a, title: t, steps: [{ expect: { notify: b }, check: true }] }\n', { role });
    expect(outside.lines[0]).toMatch(/and this step is in no fragment/);
  });

  test('are written out in a corpus', () => {
    const steps = '[{ use: "${f}" }, { assert: { value: 1, is: 1 }, check: "${c}" }]';
    const computed = `  - { id: m.a, title: t, let: { f: quick, c: MCP-A-1 }, steps: ${steps} }\n`;
    expect(load(computed, { role }).lines).toEqual([]);
    const { lines } = load(computed, { role, references });
    expect(lines[0]).toMatch(
      /^c\.yaml:4:\d+ +`use` must be written out, so that a search finds it, and "\$\{f\}" is computed/,
    );
    expect(lines[1]).toMatch(/^c\.yaml:4:\d+ +`check` must be written out/);
  });
});

describe('says', () => {
  const said = (step: string) =>
    load(`  - id: m.a
    title: t
    let: { what: list }
    steps:
      - ${step}
`);

  test('goes with the step, with constants filled in', () => {
    const { cases, lines } = said('{ expect: { notify: a }, says: "a ${what} of tools" }');
    expect(lines).toEqual([]);
    expect(cases[0]!.steps[0]).toMatchObject({ says: 'a list of tools' });
  });

  test('stands beside what can fail to hold, and names nothing of the run', () => {
    expect(said('{ send: { notify: a }, says: x }').lines).toEqual([
      expect.stringContaining('`says` puts an expectation into words, and `send` has none'),
    ]);
    expect(said('{ expect: { notify: a }, says: "${node}" }').lines).toEqual([
      expect.stringContaining('can name constants, and nothing of the run'),
    ]);
  });

  test('of a pattern needs a matcher that it puts into words', () => {
    expect(said('{ assert: { value: 1, is: { $says: x } } }').lines).toEqual([
      expect.stringContaining('$says stands alone'),
    ]);
    expect(said('{ assert: { value: 1, is: { $says: x, $type: integer } } }').lines).toEqual([]);
  });
});
