import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(resolve(root, path), 'utf8');
const manifest = JSON.parse(read('package.json'));

interface Step {
  run?: string;
  uses?: string;
  with?: { 'node-version'?: string };
}
interface Job {
  'timeout-minutes'?: number;
  strategy?: { matrix: { node?: string[]; include?: { run: string }[] } };
  steps: Step[];
}

const workflows = readdirSync(resolve(root, '.github/workflows')).map((name) => {
  const { jobs, permissions } = parse(read(`.github/workflows/${name}`)) as {
    jobs: { [name: string]: Job };
    permissions: object;
  };
  return { name, permissions, jobs: Object.values(jobs) };
});
const linesOf = ({ steps, strategy }: Job) =>
  [...steps, ...(strategy?.matrix.include ?? [])].flatMap(({ run = '' }) => run.split('\n'));

describe.each(workflows)('the workflow $name', ({ jobs, permissions }) => {
  it('calls scripts that the package has, and programs that the repository has', () => {
    for (const line of jobs.flatMap(linesOf)) {
      const [, script] = /^npm run (\S+)/.exec(line) ?? [];
      if (script !== undefined) expect(Object.keys(manifest.scripts)).toContain(script);
      const [, file] = /^node (\S+\.mjs)/.exec(line) ?? [];
      if (file !== undefined) expect(() => read(file)).not.toThrow();
    }
  });

  it('ends, and may do no more than it says', () => {
    for (const job of jobs) expect(job['timeout-minutes']).toBeGreaterThan(0);
    expect(permissions).toBeDefined();
  });
});

it('CI calls what the README tells a newcomer, on the oldest Node and newer ones', () => {
  const { jobs } = workflows.find(({ name }) => name === 'ci.yml')!;
  const [job] = jobs;
  expect(linesOf(job!)).toEqual(expect.arrayContaining(['npm ci', 'npm start', 'npm test', 'npm run check']));
  const oldest = manifest.engines.node.replace(/^>=|\.0$/g, '');
  expect(job!.strategy!.matrix.node).toEqual([oldest, '22', '24']);
  expect(read('.nvmrc').trim()).toBe(oldest);
});

describe('the notes of a release', () => {
  const notes = (version: string) =>
    spawnSync(process.execPath, ['scripts/release-notes.mjs', version], { cwd: root, encoding: 'utf8' });

  it('are the section of its version', () => {
    const [, first] = /^## \[?([^\s\]]+)/m.exec(read('CHANGELOG.md'))!;
    const { status, stdout } = notes(`v${first}`);
    expect(status).toBe(0);
    expect(stdout.trim().length).toBeGreaterThan(20);
    expect(stdout).not.toMatch(/^## /m);
  });

  it('are missed if there is no such section', () => {
    const { status, stderr } = notes('v99.0.0');
    expect([status, stderr]).toEqual([1, expect.stringContaining('CHANGELOG.md has no section for 99.0.0')]);
  });
});

it('the commits that blame looks through are whole ids, each with what it moved', () => {
  const lines = read('.git-blame-ignore-revs').trimEnd().split('\n').slice(1);
  for (const [index, line] of lines.entries()) expect(line).toMatch(index % 2 === 0 ? /^# \S/ : /^[0-9a-f]{40}$/);
});

it('a report of a wrong verdict asks for the check and the messages', () => {
  const { body } = parse(read('.github/ISSUE_TEMPLATE/wrong-verdict.yml')) as {
    body: { id?: string; validations?: { required: boolean } }[];
  };
  const required = body.filter(({ validations }) => validations?.required).map(({ id }) => id);
  expect(required).toEqual(['case', 'check', 'why', 'doctor']);
});
