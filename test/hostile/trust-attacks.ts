/** An attack on a server of truST, behind and before sound requests. */
export interface TrustAttack {
  name: string;
  /** Lines that are written, each with what must be in the line that answers it. */
  lines: () => Iterable<readonly [line: string | Uint8Array, answer: RegExp]>;
}

const call = (method: string, params: unknown) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
const code = (number: number) => new RegExp(`"code":${number}\\b`);
const [PARSE, ENVELOPE, UNKNOWN, PARAMS, ESCAPE, FAILED, BUDGET] = [
  ...[-32700, -32600, -32601, -32602, -32001, -32002, -32004].map(code),
] as [RegExp, RegExp, RegExp, RegExp, RegExp, RegExp, RegExp];
const RESULT = /"result":/;

const one = (name: string, line: string | Uint8Array, answer: RegExp): TrustAttack => ({
  name,
  lines: () => [[line, answer]],
});
const asked = (name: string, method: string, params: unknown, answer: RegExp): TrustAttack =>
  one(name, call(method, params), answer);

/** Paths: what they lead to lies outside, or is no file. The workspace has `out`, a link to a folder outside, and `self`, one to itself. */
const path = (name: string, value: string, answer = ESCAPE): TrustAttack => ({
  name: `the path ${name}`,
  lines: () => [
    [call('workspace.read', { path: value }), answer],
    [call('workspace.write', { path: value, text: 'owned', create_parents: true }), answer],
  ],
});
const paths: TrustAttack[] = [
  path('..', '../bait'),
  path('.. behind what is not there', 'none/../../bait'),
  path('.. a thousand times', `${'../'.repeat(1000)}etc/passwd`),
  path('of the system', '/etc/passwd'),
  path('of a device', '/dev/zero'),
  path('of Windows', 'C:\\Windows\\win.ini'),
  path('of a share', '\\\\server\\share\\x'),
  path('of a link to a folder outside', 'out/bait'),
  path('of a link to a file outside', 'bait-link'),
  path('of a link to nothing outside', 'to-nothing'),
  path('of a link to itself', 'self', FAILED),
  path('of a FIFO', 'fifo', FAILED),
  path('of a folder', 'src', FAILED),
  path('that is empty', '', PARAMS),
  path('with a NUL', 'a\0b', PARAMS),
  path('with a megabyte in a part', 'a'.repeat(2 ** 20), FAILED),
  path('with 3,000 levels', `${'a/'.repeat(3000)}x`, FAILED),
  asked('a project outside', 'runtime.build', { project: '../' }, ESCAPE),
  asked('a project behind a link', 'workspace.project_info', { project: 'out' }, ESCAPE),
  asked('a sources_root outside', 'lsp.diagnostics', { sources_root: '../outside' }, ESCAPE),
  asked('a source of the harness outside', 'harness.load', { files: ['../outside/bait'] }, ESCAPE),
  asked('a file to format outside', 'lsp.format', { path: 'out/bait' }, ESCAPE),
];

const lines: TrustAttack[] = [
  one('no JSON', 'owned', PARSE),
  one('bytes that are no UTF-8', Buffer.from([0x7b, 0xff, 0xfe]), PARSE),
  one('a byte order mark', `\uFEFF${call('agent.describe', {})}`, PARSE),
  one('100,000 levels', '['.repeat(100_000), PARSE),
  one('a batch', `[${call('agent.describe', {})}]`, ENVELOPE),
  one('an id of a megabyte', JSON.stringify({ jsonrpc: '2.0', id: 'x'.repeat(2 ** 20), method: 'none' }), UNKNOWN),
  one('an id that is an object', '{"jsonrpc":"2.0","id":{"__proto__":1},"method":"agent.describe"}', ENVELOPE),
  one('a method of a megabyte', JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'm'.repeat(2 ** 20) }), UNKNOWN),
  one('a method of every object', '{"jsonrpc":"2.0","id":1,"method":"__proto__"}', UNKNOWN),
  asked('a param __proto__', 'workspace.read', JSON.parse('{"__proto__":{"path":"src/main.st"}}'), PARAMS),
  asked('lists for params', 'harness.cycle', [1, 2], PARAMS),
  asked('a text of 8 MiB', 'workspace.write', { path: 'big.txt', text: 'x'.repeat(2 ** 23) }, RESULT),
  {
    name: '2,000 requests at once',
    lines: () => Array.from({ length: 2000 }, () => [call('agent.describe', {}), RESULT] as const),
  },
];

const load = (text: string) => call('harness.load', { inline_sources: [{ text }] });
const CELL = 'PROGRAM P\nVAR n : INT; a : ARRAY[0..1] OF LREAL; s : STRING[8]; END_VAR\nn := n;\nEND_PROGRAM\n';
/** Values for a variable of a program that runs. */
const value = (name: string, given: unknown, answer = PARAMS): TrustAttack => ({
  name: `a value ${name}`,
  lines: () => [
    [load(CELL), RESULT],
    [call('harness.set_input', { name: 'n', value: given }), answer],
  ],
});
const nested = (levels: number): unknown =>
  levels === 0
    ? { type: 'BOOL', value: true }
    : { type: 'ARRAY', dimensions: [[0, 0]], elements: [nested(levels - 1)] };
const values: TrustAttack[] = [
  value('beyond its type', { type: 'INT', value: 1e300 }),
  value('with a fraction', { type: 'INT', value: 0.5 }),
  value('of another type', { type: 'STRING', value: '1' }),
  value('of no type', { type: '__proto__', value: 1 }),
  value('of 200 levels', nested(200)),
  value('with more elements than indexes', { type: 'ARRAY', dimensions: [[0, 2 ** 52]], elements: [] }),
  value('with indexes backwards', { type: 'ARRAY', dimensions: [[5, 1]], elements: [] }),
  {
    name: 'a name of a megabyte',
    lines: () => [
      [load(CELL), RESULT],
      [call('harness.get_output', { name: 'n'.repeat(2 ** 20) }), FAILED],
    ],
  },
  {
    name: 'a name of every object',
    lines: () => [
      [load(CELL), RESULT],
      [call('harness.get_output', { name: 'constructor' }), FAILED],
      [call('harness.cycle', { count: 1, watch: ['__proto__'] }), FAILED],
    ],
  },
  {
    name: 'an index far outside',
    lines: () => [
      [load(CELL), RESULT],
      [call('harness.get_output', { name: `a[${'9'.repeat(400)}]` }), FAILED],
    ],
  },
  {
    name: 'more time than there is',
    lines: () => [
      [load(CELL), RESULT],
      [call('harness.advance_time', { duration_ms: 2 ** 53 }), /"result":|"code":-32602/],
      [call('harness.cycle', { count: 1, dt_ms: 2 ** 53 }), /"result":|"code":-32602/],
    ],
  },
  {
    name: 'a value that never comes',
    lines: () => [
      [load(CELL), RESULT],
      [call('harness.run_until', { name: 'n', equals: { type: 'INT', value: 9 }, max_cycles: 100_000 }), BUDGET],
    ],
  },
];

/** A file of a project, and what asks for it. */
const file = (name: string, place: string, text: string, method: string, answer: RegExp): TrustAttack => ({
  name,
  lines: () => [
    [call('workspace.write', { path: place, text }), RESULT],
    [call(method, {}), answer],
    [call('workspace.write', { path: place, text: '' }), RESULT],
  ],
});
/** Projects each of which needs the next one. */
const CHAIN = Array.from({ length: 200 }, (_, nth) => nth);
const toml: TrustAttack[] = [
  {
    name: 'a chain of 200 dependencies',
    lines: () => [
      ...CHAIN.map((nth): [string, RegExp] => [
        call('workspace.write', {
          path: `c${nth}/trust-lsp.toml`,
          text: `[dependencies]\nd${nth} = "../c${nth + 1}"\n`,
        }),
        RESULT,
      ]),
      [call('workspace.write', { path: 'c0/src/main.st', text: 'PROGRAM P\nEND_PROGRAM\n' }), RESULT],
      [call('runtime.build', { project: 'c0' }), FAILED],
      [call('lsp.diagnostics', { project: 'c0' }), /more than 64 projects away/],
    ],
  },
  file('TOML of 20,000 levels', 'runtime.toml', `a = ${'['.repeat(20_000)}`, 'workspace.project_info', /"parseError":/),
  file(
    'TOML with a table __proto__',
    'io.toml',
    '[__proto__]\nowned = true\n',
    'workspace.project_info',
    /"parseError":/,
  ),
  file('TOML that is cut off', 'runtime.toml', '[runtime.control]\nendpoint = "tcp://', 'runtime.validate', FAILED),
  file(
    'TOML with 100,000 drivers',
    'io.toml',
    `[io]\n${'[[io.drivers]]\nname = "x"\n'.repeat(100_000)}`,
    'workspace.project_info',
    RESULT,
  ),
  file('a dependency outside', 'trust-lsp.toml', '[dependencies]\nx = "../outside"\n', 'runtime.build', ESCAPE),
  file(
    'a dependency on itself',
    'trust-lsp.toml',
    '[dependencies]\nx = "src/.."\n',
    'runtime.build',
    /"code":-32(?:602|002)/,
  ),
  asked('an endpoint on another machine', 'runtime.reload', { endpoint: 'tcp://198.51.100.7:80' }, FAILED),
  asked('an endpoint that is a page', 'runtime.reload', { endpoint: 'http://127.0.0.1:80/' }, FAILED),
];

const source = (name: string, text: string, answer = FAILED): TrustAttack =>
  one(`a program ${name}`, load(text), answer);
const program = (body: string) => `PROGRAM P\nVAR i, j : DINT; s : STRING; END_VAR\n${body}\nEND_PROGRAM\n`;
const programs: TrustAttack[] = [
  source('without an end', program('WHILE TRUE DO i := i + 1; END_WHILE;')),
  source('with 100,000 brackets', program(`i := ${'('.repeat(100_000)}1;`)),
  source('with 20,000 levels of IF', program(`${'IF TRUE THEN '.repeat(20_000)}`)),
  source('that divides by zero', program('i := 1 / j;')),
  source(
    'that calls itself',
    'FUNCTION F : INT\nF := F();\nEND_FUNCTION\nPROGRAM P\nVAR n : INT; END_VAR\nn := F();\nEND_PROGRAM\n',
  ),
  source(
    'with a list of a billion elements',
    'PROGRAM P\nVAR a : ARRAY[0..999999999] OF LREAL; END_VAR\nEND_PROGRAM\n',
  ),
  source(
    'with types in types',
    'TYPE A : STRUCT b : A; END_STRUCT END_TYPE\nPROGRAM P\nVAR a : A; END_VAR\nEND_PROGRAM\n',
  ),
  source('in a comment without end', '(* PROGRAM P'),
  source('of 4 MiB', program('i := i + 1;\n'.repeat(400_000))),
  source(
    'with names of every object',
    'PROGRAM P\nVAR constructor : INT; __proto__ : INT; toString : INT; END_VAR\nconstructor := __proto__ + toString;\nEND_PROGRAM\n',
    /"result":|"code":-32002/,
  ),
];

/** By what they are about. */
export const trustAttacks: { readonly [about: string]: readonly TrustAttack[] } = {
  paths,
  lines,
  values,
  toml,
  programs,
};
