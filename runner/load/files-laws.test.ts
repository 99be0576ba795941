import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import type { FileProblem } from '../types.js';
import { loadCorpus } from './corpus.js';
import { readFaultFile } from './faults.js';
import { formatProblem } from './files/problems.js';
import { loadKnown } from './known.js';
import { lintCorpus } from './lint.js';
import { loadTarget } from './target/target.js';

const folder = mkdtempSync(join(tmpdir(), 'files-'));
afterAll(() => rmSync(folder, { recursive: true }));

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/** A corpus with a bit of everything; each of its files is spoilt in turn. */
const CORPUS: { [path: string]: string } = {
  'mcp/requirements.yaml':
    'protocol: mcp\nversion: V2\nrequirements:\n  - { id: MCP-A-01, level: must, roles: [mcp/server], text: It holds., source: "MCP, somewhere" }\n  - id: MCP-A-02\n    level: should\n    roles: [mcp/server]\n    text: It holds too.\n    source: here\n    excluded: nobody can see it\n',
  'mcp/behaviors.yaml':
    'behaviors:\n  echo-tool: { roles: [mcp/server], text: It echoes., with: { a: { type: string } }, gives: { name: { type: string } } }\n',
  'mcp/versions.yaml': 'versions:\n  V1: { code: -1 }\n  V2: { code: -9223372036854775808 }\n',
  'mcp/wire.yaml':
    'rules:\n  - { id: stdout, rule: stdout, title: Nothing else, requirement: MCP-A-01, kills: [mcp.a.broken] }\nmachines:\n  mcp/task: { initial: [a], moves: { a: [b] }, final: [b] }\n',
  'mcp/mutants.yaml':
    'mutants:\n  - { id: mcp.a.broken, breaks: MCP-A-01, role: mcp/server, hears: { notify: a }, do: [drop] }\n  - id: mcp.a.late\n    breaks: MCP-A-01\n    role: mcp/server\n    sends: { reply: x, where: { result: { $any: true } } }\n    nth: -1\n    after: { hears: { request: y } }\n    do: [{ set: { /id: "${message.id}" } }, { delay: 1s }, { hold: { until: { sends: { notify: z } } } }]\n',
  'mcp/server/role.yaml':
    'role: mcp/server\npeer: mcp/client\nside: server\nwithin: 2s\nlimit: 20s\nalive: { request: ping, check: MCP-A-02 }\nprobe: { case: mcp.server.probe }\nanytime: [{ notify: x }]\ntransports: [stdio]\n',
  'mcp/server/fragments.yaml':
    'fragments:\n  hello: [{ call: { request: initialize, params: "${peer.initialize}" }, save: { v: /result/version } }]\n',
  'mcp/server/a.yaml': `suite: A
role: mcp/server
fragments:
  twice:
    - { send: { request: "\${what}", as: first } }
    - { expect: { reply: first, result: { $type: object } } }
cases:
  - { id: mcp.server.probe, title: The probe, steps: [{ use: hello }] }
  - id: mcp.server.a
    title: A holds
    needs: { capability: /tools, behavior: echo-tool, transport: stdio, version: V2 }
    kills: [mcp.a.broken]
    let: { limit: { $int: "9007199254740993" }, text: { $repeat: [x, 3] } }
    each:
      x: { n: 1 }
      y: { n: 2, title: Another, kills: [mcp.a.late] }
    steps:
      - use: hello
      - { use: twice, with: { what: "\${v}" } }
      - call: { request: a, params: { n: "\${n}", b: { $base64: "AAA=" } }, result: { $walk: mcp/task } }
        check: MCP-A-01
        within: 1s
        shows: echo-tool
      - either:
          - { grade: pass, steps: [{ expect: { notify: b, params: { list: { $unordered: [1, { $gt: 2 }] } } }, check: MCP-A-01 }] }
          - { grade: non-strict, note: why, steps: [{ expect: { closed: true } }] }
      - repeat: { max: 3, every: 1s, until: { value: "\${n}", is: { $gte: 1 } }, steps: [{ advance: 5s }] }
      - { assert: { seen: { request: a, from: kit }, is: { $len: 1 } }, check: [MCP-A-01, MCP-A-02] }
      - { send: { raw: ["{", { $plus: ["a", "b"] }] } }
      - { write: { a.txt: text, b.txt: null } }
`,
};

/** What is put into a text, or stands for a word of it. */
const odd = fc.constantFrom(
  '',
  ' ',
  '\n',
  '\t',
  ':',
  '- ',
  '{',
  '}',
  '[',
  ']',
  '"',
  "'",
  '#',
  '|',
  '&a',
  '*a',
  '!t',
  '?',
  ',',
  '~',
  '0',
  '-1',
  '1e999',
  '.inf',
  'null',
  'true',
  '[]',
  '{}',
  '$any',
  '${',
  '${x}',
  '$$',
  '__proto__',
  'toString',
  'id',
  '\0',
  '\uFEFF',
  '\uD83D',
  'é',
  '9'.repeat(30),
  '/a',
  '1s',
  'mcp/server',
);
const word = /[\w./$-]+|"[^"\n]*"/g;
const change = fc.record({
  kind: fc.constantFrom('insert', 'word', 'word', 'word', 'swap', 'line', 'again', 'indent', 'cut'),
  where: fc.nat(),
  odd,
});

/** The text after a change somewhere in it. */
function spoilt(text: string, { kind, where, odd: put }: { kind: string; where: number; odd: string }): string {
  const at = where % (text.length + 1);
  const lines = text.split('\n');
  const line = where % lines.length;
  const words = [...text.matchAll(word)];
  const one = words[where % (words.length || 1)];
  const replaced = (by: string) => (one ? text.slice(0, one.index) + by + text.slice(one.index + one[0].length) : by);
  switch (kind) {
    case 'insert':
      return text.slice(0, at) + put + text.slice(at);
    case 'word':
      return replaced(put);
    case 'swap':
      return replaced(words[(where >> 8) % (words.length || 1)]?.[0] ?? '');
    case 'line':
      return lines.toSpliced(line, 1).join('\n');
    case 'again':
      return lines.toSpliced(line, 0, lines[line]!).join('\n');
    case 'indent':
      return lines.with(line, where % 2 ? `  ${lines[line]}` : lines[line]!.replace(/^ {1,2}/, '')).join('\n');
    default:
      return text.slice(0, at);
  }
}

const changes = fc.array(change, { minLength: 1, maxLength: 4 });
const spoil = (text: string, list: readonly Parameters<typeof spoilt>[1][]) => list.reduce(spoilt, text);

function write(path: string, text: string): string {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

/** Each problem says where it is, in one place of the file, and can be shown. */
function expectPlaced(problems: readonly FileProblem[]): void {
  for (const problem of problems) {
    const [first] = formatProblem(problem).split('\n');
    // What is said of a file as a whole has no line: that it is empty, not there, or not UTF-8.
    if (problem.place) {
      expect(first).toMatch(/^\S+:\d+:\d+ {2}\S/);
      expect(problem.place.line).toBeGreaterThan(0);
      expect(problem.place.col).toBeGreaterThan(0);
    } else expect(first).toMatch(/^\S+ {2}(is|has|holds|can)/);
  }
}

describe('a file of any kind, spoilt in any way, loads or says what is wrong and where', () => {
  test('the files of a protocol', async () => {
    for (const [path, text] of Object.entries(CORPUS)) write(`corpus/cases/${path}`, text);
    expect((await loadCorpus(join(folder, 'corpus'))).problems.map(formatProblem)).toEqual([]);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...Object.keys(CORPUS)), changes, async (path, list) => {
        write(`corpus/cases/${path}`, spoil(CORPUS[path]!, list));
        try {
          const { problems, corpus } = await loadCorpus(join(folder, 'corpus'));
          expectPlaced(problems);
          if (problems.length === 0)
            expect(corpus.cases.every(({ id, steps }) => id !== '' && Array.isArray(steps))).toBe(true);
          expectPlaced(await lintCorpus(join(folder, 'corpus')));
        } finally {
          write(`corpus/cases/${path}`, CORPUS[path]!);
        }
      }),
      { numRuns: 40 },
    );
  });

  test('target files', async () => {
    const text = read('targets/reference/mcp-server.yaml');
    const { corpus } = await loadCorpus(new URL('../..', import.meta.url).pathname, {
      compiled: new URL('../../dist/corpus', import.meta.url).pathname,
    });
    const context = {
      roles: corpus.roles,
      behaviors: (protocol: string) => corpus.behaviors.get(protocol),
      versions: (protocol: string) => corpus.versions.get(protocol)?.keys(),
    };
    await fc.assert(
      fc.asyncProperty(changes, async (list) => {
        const { target, problems } = await loadTarget(write('target.yaml', spoil(text, list)), context);
        expectPlaced(problems);
        expect(target === undefined).toBe(problems.length > 0);
      }),
      { numRuns: 40 },
    );
  });

  test('known failures', async () => {
    const text =
      'known:\n  - { case: "mcp.server.a*", reason: r, issue: "#1", until: 2027-03-31 }\n  - { case: mcp.server.b#MCP-A-01, reason: r, issue: "#2", state: flaky }\n';
    await fc.assert(
      fc.asyncProperty(changes, async (list) => {
        expectPlaced((await loadKnown(write('known.yaml', spoil(text, list)))).problems);
      }),
      { numRuns: 150 },
    );
  });

  test('faults', async () => {
    const text = CORPUS['mcp/mutants.yaml']!.replace('mutants:', 'faults:')
      .replaceAll(/breaks: MCP-A-01,? ?/g, '')
      .replaceAll(/^ +\n/gm, '');
    expect((await readFaultFile(write('faults.yaml', text), 'mcp/server')).problems.map(formatProblem)).toEqual([]);
    await fc.assert(
      fc.asyncProperty(changes, async (list) => {
        const { set, problems } = await readFaultFile(write('faults.yaml', spoil(text, list)), 'mcp/server');
        expectPlaced(problems);
        expect(set === undefined).toBe(problems.length > 0);
      }),
      { numRuns: 150 },
    );
  });
});
