import { afterEach, beforeEach, expect, it } from 'vitest';
import type { JsonObject } from '../../../json/json.js';
import { TestServer } from './testing.js';

const TWICE = 'FUNCTION Twice : INT\nVAR_INPUT n : INT; END_VAR\nTwice := n * 2;\nEND_FUNCTION\n';
const MAIN = 'PROGRAM Main\nVAR_OUTPUT n : INT; END_VAR\nn := Twice(n := 21);\nEND_PROGRAM\n';
const testOf = (name: string) => `TEST_PROGRAM ${name}\nASSERT_EQUAL(INT#42, Twice(n := 21));\nEND_TEST_PROGRAM\n`;

let server: TestServer;
beforeEach(async () => {
  server = await new TestServer({
    'app/trust-lsp.toml': '[dependencies]\nlib = "../lib"\n',
    'app/src/main.st': MAIN,
    'app/src/tests.st': testOf('Own'),
    'lib/src/twice.st': TWICE,
    'lib/src/tests.st': testOf('Foreign'),
    'empty/readme.txt': 'no sources',
  }).start();
});
afterEach(() => server.close());

/** The manifest of the project from now on. */
const needs = (entry: string) => server.put('app/trust-lsp.toml', `[dependencies]\n${entry}\n`);

it('compiles the sources of the projects that a project needs, whatever is asked of it', async () => {
  const project = 'app';
  expect(await server.result('workspace.project_info', { project })).toMatchObject({
    sourceCount: 4,
    resolvedDependencies: ['lib'],
  });
  expect(await server.result('lsp.diagnostics', { project })).toMatchObject({ errors: 0, issues: [] });
  expect(await server.result('lsp.diagnostics', { project, path: 'src/main.st' })).toMatchObject({ errors: 0 });
  expect(await server.result('runtime.build', { project })).toMatchObject({ source_count: 4 });
  expect(await server.result('harness.load', { project })).toMatchObject({ source_count: 4 });
  expect(await server.result('harness.get_output', { name: 'n' })).toMatchObject({ value: { value: 42 } });
  expect(await server.result('harness.reload', { project })).toMatchObject({ source_count: 4 });
});

it('runs the tests of a project, and not those of the projects that it needs', async () => {
  expect(await server.result('runtime.test', { project: 'app' })).toMatchObject({
    summary: { total: 1, passed: 1, discovered_total: 1 },
    tests: [{ name: 'Own', status: 'passed' }],
  });
});

it('tells what is wrong in the sources of a project, and not what is in those that it needs', async () => {
  server.put('lib/src/more.st', 'FUNCTION Broken : INT\nBroken := nothing;\nEND_FUNCTION\n');
  expect(await server.result('lsp.diagnostics', { project: 'app' })).toMatchObject({ errors: 0, issues: [] });
  expect(await server.error('runtime.build', { project: 'app' })).toMatchObject({ code: -32002 });
});

it.each([
  ['lib = "../nowhere"', /'lib' path does not exist/],
  ['lib = "../../outside"', /outside/],
  ['lib = { git = "https://example.com/lib" }', /'lib' has no path/],
  ['app = "."', /cyclic dependency detected/],
  ['lib = ', /./],
  ['lib = "../empty"', /empty': missing src\/ directory/],
])('makes %s an issue of the manifest, and an error of a build', async (entry, message) => {
  needs(entry);
  const found = (await server.result('lsp.diagnostics', { project: 'app' })) as JsonObject & { issues: JsonObject[] };
  expect(found.issues[0]).toMatchObject({ path: 'trust-lsp.toml', line: 1, severity: 'error' });
  expect(found.issues[0]!.message).toMatch(message);
  const code = expect.toSatisfy((one) => one === -32002 || one === -32001);
  expect(await server.error('runtime.build', { project: 'app' })).toMatchObject({ code });
});

it('follows a chain of projects that need the next one only so far', async () => {
  for (let nth = 0; nth < 70; nth++) {
    server.put(`p${nth}/trust-lsp.toml`, `[dependencies]\nd${nth} = "../p${nth + 1}"\n`);
    server.put(`p${nth}/src/none.st`, '');
  }
  server.put('p70/src/last.st', TWICE);
  server.put('p0/src/main.st', MAIN);
  server.put('p20/src/main.st', MAIN);
  const refusal = { code: -32002, message: expect.stringContaining('more than 64 projects away') };
  expect(await server.error('runtime.build', { project: 'p0' })).toMatchObject(refusal);
  expect(await server.result('runtime.build', { project: 'p20' })).toMatchObject({ source_count: 52 });
});

it('takes the root of the workspace for a project that another one needs', async () => {
  server.put('src/twice.st', TWICE);
  needs('top = ".."');
  expect(await server.result('runtime.build', { project: 'app' })).toMatchObject({
    dependency_roots: [server.folder],
    resolved_dependencies: ['top'],
  });
});

it('takes an absolute path in the workspace, and none outside', async () => {
  needs(`lib = "${server.folder}/lib"`);
  expect(await server.result('runtime.build', { project: 'app' })).toMatchObject({ source_count: 4 });
  needs('lib = "/etc"');
  expect(await server.error('runtime.build', { project: 'app' })).toMatchObject({ code: -32001 });
});
