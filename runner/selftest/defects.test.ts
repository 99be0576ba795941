import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { JsonObject } from '../../src/json/json.js';
import { formatProblem } from '../load/files/problems.js';
import { emptyCorpus } from '../load/registry.js';
import { defectOf, readDefects, remembers, transportsFor } from './defects.js';

const folder = mkdtempSync(join(tmpdir(), 'defects-'));
afterAll(() => rmSync(folder, { recursive: true }));
const place = { file: 'm.yaml', line: 1, col: 1 };
const references = new Map([
  ['mcp/server', { version: '2025-11-25', versions: ['2025-11-25'], switches: ['broadcasts-notifications'] }],
]);
const defect = (fault: JsonObject) => defectOf({ id: 'm.a', breaks: 'MCP-A-01', role: 'mcp/server', fault, place });

test('a catalogue from outside brings its own requirements', async () => {
  const path = join(folder, 'm.yaml');
  writeFileSync(
    path,
    'mutants:\n  - { id: x.a, breaks: NOBODY-01, role: mcp/server, title: Odd, sends: { reply: ping }, do: [drop] }\n',
  );
  const { defects, problems } = await readDefects(path, references, emptyCorpus());
  expect(problems).toEqual([]);
  expect(defects).toMatchObject([
    {
      id: 'x.a',
      role: 'mcp/server',
      requirement: 'NOBODY-01',
      title: 'Odd',
      faults: { rules: [{ id: 'x.a', sends: { reply: 'ping' }, do: ['drop'] }], switches: [] },
      place: { line: 2, col: 5 },
    },
  ]);
});

test('what is wrong with it is told at once, with its place', async () => {
  const path = join(folder, 'm.yaml');
  writeFileSync(
    path,
    'mutants:\n  - { id: x.a, breaks: A-01, role: mcp/servr, sends: { reply: a }, do: [drop] }\n  - { id: x.a, breaks: A-01, role: mcp/server, sends: { reply: a }, do: [{ set: { /id: "${who}" } }] }\n  - { id: x.b, breaks: A-01, role: mcp/server, switch: broadcasts }\n  - { id: x.c, breaks: A-01, role: mcp/server, sends: { notify: a#b }, do: [drop] }\n  - { id: x.d, breaks: A-01, role: mcp/server, version: "2025-11-26", sends: { reply: a }, do: [drop] }\n',
  );
  const { problems } = await readDefects(path, references, emptyCorpus());
  expect(problems.map((one) => formatProblem(one).split('\n')[0]!.replace(`${folder}/`, ''))).toEqual([
    'm.yaml:2:36  there is no reference of `mcp/servr`; did you mean `mcp/server`?',
    'm.yaml:3:11  `x.a` is here twice; the first one is in line 2',
    'm.yaml:3:5  ${who} is not known here; there are ${message} and ${text}',
    'm.yaml:4:56  the reference has no switch `broadcasts`; did you mean `broadcasts-notifications`?',
    'm.yaml:5:5  a has no variants, so there is no a#b',
    'm.yaml:6:57  the reference does not speak `2025-11-26`; did you mean `2025-11-25`?',
  ]);
});

test('what it says in its head holds for every mutant that does not say it', async () => {
  const path = join(folder, 'm.yaml');
  const read = async (head: string, more = '') => {
    writeFileSync(path, `${head}mutants:\n  - { id: x.a, breaks: A-01,${more} sends: { reply: a }, do: [drop] }\n`);
    const { defects, problems } = await readDefects(path, references, emptyCorpus());
    const said = problems.map((one) => formatProblem(one).split('\n')[0]!.replace(`${folder}/`, ''));
    return { said, defects: defects.map(({ role, version }) => ({ role, version })) };
  };
  const head = 'role: mcp/server\nversion: "2025-11-25"\n';
  const defects = [{ role: 'mcp/server', version: '2025-11-25' }];
  expect(await read(head)).toEqual({ said: [], defects });
  expect(await read('role: mcp/servr\n', ' role: mcp/server, version: "2025-11-25",')).toEqual({ said: [], defects });
  expect((await read('role: mcp/servr\n')).said).toEqual([
    'm.yaml:1:7  there is no reference of `mcp/servr`; did you mean `mcp/server`?',
  ]);
  expect(await read('')).toEqual({
    said: ['m.yaml:2:5  lacks `role`: say it here, or once for the file'],
    defects: [],
  });
});

test('it may bring references that lack something, and put its mutants on them', async () => {
  const path = join(folder, 'm.yaml');
  writeFileSync(
    path,
    `references:
  - { id: x.without-logs, role: mcp/server, rules: [{ hears: { notify: a#b }, do: [drop] }] }
mutants:
  - { id: x.a, breaks: A-01, role: mcp/server, reference: x.without-logs, sends: { reply: a }, do: [drop] }
  - { id: x.b, breaks: A-01, role: mcp/server, reference: x.without-log, sends: { reply: a }, do: [drop] }
`,
  );
  const read = await readDefects(path, references, emptyCorpus());
  expect(read.defects[0]).toMatchObject({ id: 'x.a', reference: 'x.without-logs' });
  expect(read.references.get('x.without-logs')).toMatchObject({
    role: 'mcp/server',
    rules: [{ id: 'x.without-logs.1' }],
  });
  expect(read.problems.map((one) => formatProblem(one).split('\n')[0]!.replace(`${folder}/`, ''))).toEqual([
    'm.yaml:2:53  a has no variants, so there is no a#b',
    'm.yaml:5:59  there is no reference `x.without-log` of mcp/server; did you mean `x.without-logs`?',
  ]);
});

test('cases share a process where the fault does not depend on what came before', () => {
  const sends = { reply: 'ping' };
  expect(remembers(defect({ sends, do: ['drop'] }))).toBe(false);
  expect(remembers(defect({ switch: 'any' }))).toBe(false);
  expect(remembers(defect({ sends, nth: 2, do: ['drop'] }))).toBe(true);
  expect(remembers(defect({ sends, after: { hears: { notify: 'a' } }, do: ['drop'] }))).toBe(true);
  expect(remembers(defect({ sends, do: [{ hold: { until: { sends } } }] }))).toBe(true);
  expect(remembers(defect({ sends, do: [{ exit: 1 }] }))).toBe(true);
});

test('a defect is tried first on the transport that it speaks of', () => {
  const offered = ['stdio', 'http'] as const;
  expect(transportsFor(defect({ hears: { http: {} }, do: ['drop'] }), offered)).toEqual(['http', 'stdio']);
  expect(transportsFor(defect({ sends: { reply: 'a' }, do: [{ set: { '/sse/id': '1' } }] }), offered)[0]).toBe('http');
  expect(transportsFor(defect({ sends: { reply: 'a' }, do: ['drop'] }), ['stdio'])).toEqual(['stdio']);
});

test('a defect that speaks of no transport is tried first on the cheapest, which the caller may name', () => {
  const offered = ['stdio', 'http'] as const;
  const lost = defect({ sends: { reply: 'a' }, do: ['drop'] });
  expect(transportsFor(lost, offered)).toEqual(['http', 'stdio']);
  expect(transportsFor(lost, offered, ['stdio', 'http'])).toEqual(['stdio', 'http']);
  expect(transportsFor(defect({ hears: { http: {} }, do: ['drop'] }), offered, ['stdio', 'http'])[0]).toBe('http');
});
