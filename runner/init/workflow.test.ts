import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { missingPacked, repositoryOf, type WorkflowSubject, workflow, workflowFile } from './workflow.js';
import type { Step } from './workflow-builds.js';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'workflow-'));
});
afterEach(() => rmSync(root, { recursive: true }));

const file = (name: string, text = '') => {
  mkdirSync(dirname(join(root, name)), { recursive: true });
  writeFileSync(join(root, name), text);
};
const STDIO = [{ command: ['node', 'server.js'] }];
const write = (more: Partial<WorkflowSubject> = {}) =>
  workflow({ folder: root, root, version: '1.2.3', secrets: [], transports: STDIO, ...more });
const job = (more: Partial<WorkflowSubject> = {}) => parse(write(more)).jobs.proctor;
const steps = (more: Partial<WorkflowSubject> = {}): Step[] => job(more).steps;
const runs = (more: Partial<WorkflowSubject> = {}) =>
  steps(more).flatMap(({ name, run }) =>
    ['Find Proctor', 'Install Proctor', 'Conformance'].includes(name ?? '') ? [] : (run ?? []),
  );
const conformance = (more: Partial<WorkflowSubject> = {}) => steps(more).find(({ name }) => name === 'Conformance')!;

describe('a workflow', () => {
  it('runs the action of the package, in one pinned version of each action, and ends', () => {
    expect(conformance()).toEqual({
      name: 'Conformance',
      uses: './.proctor/ci/node_modules/proctor',
      with: { known: 'known.yaml' },
    });
    expect(job()['timeout-minutes']).toBeGreaterThan(0);
    expect(write()).toMatch(/^# Written by `proctor init`.*\n# .*\nname: Conformance\n/);
  });

  it('runs once for each push', () => {
    expect(parse(write()).on).toEqual(['push', 'pull_request']);
    expect(job().if).toBe(
      "github.event_name == 'push' || github.event.pull_request.head.repo.full_name != github.repository",
    );
  });

  it.each<[string, { [name: string]: string }, string[]]>([
    ['package-lock.json', {}, ['npm ci', 'npm run build --if-present']],
    ['package.json', {}, ['npm install', 'npm run build --if-present']],
    ['pnpm-lock.yaml', {}, ['corepack enable', 'pnpm install --frozen-lockfile', 'pnpm run --if-present build']],
    ['pyproject.toml', {}, ['pip install .']],
    ['requirements.txt', {}, ['pip install -r requirements.txt']],
    ['uv.lock', { 'pyproject.toml': '' }, ['uv sync']],
    ['go.mod', {}, ['go build ./...']],
    ['Cargo.toml', {}, ['cargo build --release']],
    ['package-lock.json', { 'pyproject.toml': '' }, ['npm ci', 'npm run build --if-present', 'pip install .']],
  ])('builds by %s', (name, others, expected) => {
    file(name, '{}');
    for (const [other, text] of Object.entries(others)) file(other, text);
    expect(runs()).toEqual(expected);
    for (const { uses } of steps()) if (uses) expect(uses).toMatch(/^\.\/|@[0-9a-f]{40}$/);
  });

  it.each<[string, string]>([
    ['package-lock.json', '{ "devDependencies": { "proctor": "^1" } }'],
    ['package-lock.json', '{ "dependencies": { "proctor": "^1" } }'],
    ['yarn.lock', '{ "devDependencies": { "proctor": "^1" } }'],
  ])('takes the action of the package that the project depends on: %s and %s', (lock, text) => {
    file(lock);
    file('package.json', text);
    expect(conformance().uses).toBe('./node_modules/proctor');
    expect(steps().some(({ name }) => name === 'Install Proctor')).toBe(false);
  });

  it.each([['{ "devDependencies": { "other": "^1" } }'], ['not JSON']])('installs the packed file for %s', (text) => {
    file('package-lock.json');
    file('package.json', text);
    const step = steps().find(({ name }) => name === 'Install Proctor');
    expect(step?.run).toBe(
      'npm install --no-save --no-audit --no-fund --prefix .proctor/ci "$PWD/"proctor-1.2.3.tgz\n',
    );
    expect(conformance().uses).toBe('./.proctor/ci/node_modules/proctor');
  });

  it('finds the packages of a workspace where it has them', () => {
    file('packages/a/package.json', '{ "devDependencies": { "proctor": "^1" } }');
    const folder = join(root, 'packages/a');
    expect(conformance({ folder }).uses).toBe('./packages/a/node_modules/proctor');
    file('node_modules/proctor/package.json');
    expect(conformance({ folder })).toMatchObject({
      uses: './node_modules/proctor',
      with: { 'working-directory': 'packages/a' },
    });
  });

  it('runs the program where Yarn has packages in no folder', () => {
    file('package.json', '{ "devDependencies": { "proctor": "^1" } }');
    file('yarn.lock');
    file('.yarnrc.yml', 'enableTelemetry: false\n');
    expect(
      conformance()
        .run?.replace(/ \\\n +/g, ' ')
        .trim(),
    ).toBe(
      'yarn run proctor run --known known.yaml --reporter pretty --reporter github=/dev/stderr ' +
        '--reporter junit=proctor.xml --reporter "markdown=$GITHUB_STEP_SUMMARY"',
    );
    expect(steps().at(-1)).toMatchObject({ if: 'always()', with: { path: 'proctor.xml' } });
    file('.yarnrc.yml', 'nodeLinker: node-modules\n');
    expect(conformance().uses).toBe('./node_modules/proctor');
  });

  it.each<[string, string | undefined, string | undefined]>([
    ['beside the target file', '{}', 'proctor-1.2.3.tgz'],
    ['that the project depends on', '{ "devDependencies": { "proctor": "file:ci/my p.tgz" } }', "'ci/my p.tgz'"],
    [
      'in the repository if the project depends on one elsewhere',
      '{ "dependencies": { "proctor": "file:../p.tgz" } }',
      'p.tgz',
    ],
    ['nowhere if the project names a range', '{ "devDependencies": { "proctor": "^1" } }', undefined],
  ])('looks for the packed file %s', (_, text, path) => {
    file('package.json', text);
    const step = steps().find(({ name }) => name === 'Find Proctor');
    expect(step?.run?.split('\n')[0]).toBe(path && `test -f ${path} || {`);
  });

  it.each<[string, string, string | undefined]>([
    ['{}', '', 'copy proctor-1.2.3.tgz here and commit it'],
    ['{}', 'proctor-1.2.3.tgz', undefined],
    [
      '{ "dependencies": { "proctor": "file:../p.tgz" } }',
      '',
      'copy ../p.tgz here, commit it, and install it from here: npm i -D ./p.tgz',
    ],
    ['{ "dependencies": { "proctor": "^1" } }', '', undefined],
  ])('of %s and %j says what CI lacks', (text, packed, what) => {
    file('package.json', text);
    if (packed !== '') file(packed);
    expect(missingPacked({ folder: root, root, version: '1.2.3' })).toBe(what);
  });

  it('builds the program of the command of a Go server', () => {
    file('go.mod');
    file('main.go', 'package main\n');
    expect(runs({ transports: [{ command: ['./server'] }] })[0]).toBe('go build -o server .');
    file('main.go', 'package lib\n');
    expect(runs({ transports: [{ command: ['./bin/server'] }] })[0]).toBe('go build -o bin/ ./...');
    expect(runs({ transports: [{ command: ['go', 'run', '.'] }] })[0]).toBe('go build ./...');
  });

  it('passes the path of the target file on as it is, and lets none be an expression of GitHub', () => {
    expect(conformance({ target: 'ci/a.yaml' }).with).toMatchObject({ target: 'ci/a.yaml' });
    expect(conformance({ target: "my file's.yaml" }).with).toMatchObject({ target: "my file's.yaml" });
    const given = conformance({ target: '${{ github.token }}.yaml' }).with?.target;
    // An expression that is the text of its own beginning.
    expect(given).toBe("${{ '${{' }} github.token }}.yaml");
  });

  it('of a subfolder runs there, with paths of actions from the root', () => {
    const folder = join(root, 'packages/my server');
    file('packages/my server/go.mod');
    file('package-lock.json');
    const subject = { folder, transports: STDIO };
    expect(job(subject).defaults).toEqual({ run: { 'working-directory': 'packages/my server' } });
    const all = steps(subject);
    expect(all).toContainEqual({ run: 'npm ci', 'working-directory': '.' });
    expect(all).toContainEqual({ run: 'go build ./...' });
    expect(all).toContainEqual({
      uses: expect.stringMatching(/^actions\/setup-go@[0-9a-f]{40}$/),
      with: { 'go-version-file': 'packages/my server/go.mod' },
    });
    expect(conformance(subject)).toMatchObject({
      uses: './packages/my server/.proctor/ci/node_modules/proctor',
      with: { 'working-directory': 'packages/my server' },
    });
  });

  it('starts a server that is reached by its URL on this machine alone, and waits for it', () => {
    const start = (url: string) =>
      steps({ transports: [{ url }] }).find(({ name }) => name === 'Start the server')?.run;
    file('package.json', '{ "scripts": { "start": "node server.js", "test": "x" } }');
    expect(start('http://localhost:3000/mcp')).toBe(
      "npm run start &\ntimeout 60 bash -c 'until (exec 3<>/dev/tcp/localhost/3000) 2>/dev/null; do sleep 1; done'\n",
    );
    expect(start('http://[::1]/mcp')).toContain('/dev/tcp/::1/80)');
    expect(start('https://api.example.com/mcp')).toBeUndefined();
    expect(start('${env.URL}')).toBeUndefined();
    file('package.json', '{}');
    expect(start('http://127.0.0.1:3000/mcp')).toMatch(/^echo "::error::say in this step how .*"\nexit 1\n/);
    const both = [{ command: ['node', 'a.js'], url: 'http://127.0.0.1:3000/mcp' }];
    expect(steps({ transports: both }).some(({ name }) => name === 'Start the server')).toBe(false);
  });

  it('names secrets, and has none', () => {
    expect(conformance({ secrets: ['TOKEN'] })).toMatchObject({ env: { TOKEN: '${{ secrets.TOKEN }}' } });
  });
});

describe('where a workflow stands', () => {
  it('at the root of the repository, and in the folder itself without one', () => {
    const folder = join(root, 'a/b');
    mkdirSync(folder, { recursive: true });
    expect(repositoryOf(folder)).toBe(folder);
    // A worktree has a file of that name.
    file('.git', 'gitdir: /elsewhere\n');
    expect(repositoryOf(folder)).toBe(root);
  });

  it('apart from that of another subfolder, and where it was', () => {
    const usual = join(root, '.github/workflows/proctor.yml');
    const first = join(root, 'packages/a');
    expect(workflowFile(first, root)).toBe(usual);
    mkdirSync(first, { recursive: true });
    file('.github/workflows/proctor.yml', write({ folder: first }));
    expect(workflowFile(first, root)).toBe(usual);
    expect(workflowFile(root, root)).toBe(usual);
    expect(workflowFile(join(root, 'packages/b'), root)).toBe(join(root, '.github/workflows/proctor-packages-b.yml'));
  });
});
