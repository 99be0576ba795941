import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { overStdio, server } from '../testing/peers.js';

const root = resolve(import.meta.dirname, '../..');

interface ActionStep {
  id?: string;
  name: string;
  if?: string;
  run?: string;
  uses?: string;
  shell?: string;
  env?: { [name: string]: string };
  with?: { [name: string]: string };
}

const action = parse(readFileSync(join(root, 'action.yml'), 'utf8')) as {
  inputs: { [name: string]: { description: string; default: string } };
  outputs: { [name: string]: { value: string } };
  runs: { using: string; steps: ActionStep[] };
};
const { steps } = action.runs;
const scripts = steps.filter(({ run }) => run !== undefined);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'action-'));
  mkdirSync(join(folder, 'project'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (name: string, text: string) => writeFileSync(join(folder, 'project', name), text);
const read = (name: string) => (existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : '');

/** What came of the steps of the action, run one after the other as GitHub runs them. */
interface Came {
  /** The exit code of each script that was run, by the name of its step. */
  codes: { [step: string]: number | null };
  log: string;
  outputs: { [name: string]: string };
  summary: string;
}

/** Runs the scripts of the action with these inputs, in a shell that has nothing but what a job gives it. */
function play(inputs: { [name: string]: string }): Came {
  const given = Object.fromEntries(
    Object.entries(action.inputs).map(([name, one]) => [name, inputs[name] ?? one.default]),
  );
  const outputs: Came['outputs'] = {};
  const context: { [expression: string]: () => string } = {
    'github.action_path': () => root,
    ...Object.fromEntries(Object.keys(given).map((name) => [`inputs.${name}`, () => given[name]!])),
  };
  const evaluated = (text: string) =>
    text.replace(/\$\{\{ (\S+) \}\}/g, (_, expression: string) => {
      const output = /^steps\.run\.outputs\.(\w+)$/.exec(expression)?.[1];
      if (output !== undefined) return outputs[output] ?? '';
      return (context[expression] ?? expect.fail(`no value for ${expression}`))();
    });
  for (const name of ['output', 'summary']) rmSync(join(folder, name), { force: true });
  const codes: Came['codes'] = {};
  let log = '';
  let isFailed = false;
  for (const [index, { name, run, env = {}, if: condition }] of scripts.entries()) {
    if (isFailed && condition === undefined) continue;
    const script = join(folder, `step-${index}.sh`);
    writeFileSync(script, run!);
    // So GitHub starts bash.
    const { status, stdout, stderr } = spawnSync('bash', ['--noprofile', '--norc', '-e', '-o', 'pipefail', script], {
      cwd: folder,
      encoding: 'utf8',
      timeout: 120_000,
      env: {
        ...{ PATH: process.env.PATH, HOME: folder, CI: 'true', GITHUB_ACTIONS: 'true', RUNNER_TEMP: folder },
        ...{
          GITHUB_WORKSPACE: folder,
          GITHUB_OUTPUT: join(folder, 'output'),
          GITHUB_STEP_SUMMARY: join(folder, 'summary'),
        },
        ...Object.fromEntries(Object.entries(env).map(([key, value]) => [key, evaluated(value)])),
      },
    });
    codes[name] = status;
    log += stdout + stderr;
    isFailed ||= status !== 0;
    for (const line of read('output').split('\n')) {
      const at = line.indexOf('=');
      if (at > 0) outputs[line.slice(0, at)] = line.slice(at + 1);
    }
  }
  return { codes, log, outputs, summary: read('summary') };
}

const PROJECT = { 'working-directory': 'project', patterns: 'mcp.server.ping' };

describe('the action', () => {
  it('puts no input into a script, so that none can be a command', () => {
    expect(scripts.length).toBeGreaterThan(2);
    for (const { name, run, env = {}, shell } of scripts) {
      expect(run, name).not.toContain('${{');
      expect(shell).toBe('bash');
      // What a script reads is what its step gives it.
      for (const [variable] of run!.matchAll(/PROCTOR_[A-Z]+/g)) expect(Object.keys(env), name).toContain(variable);
    }
    const used = JSON.stringify(steps);
    for (const name of Object.keys(action.inputs)) expect(used).toContain(`inputs.${name}`);
  });

  it('uses actions of others in the one version that was looked at', () => {
    for (const { uses } of steps) if (uses !== undefined) expect(uses).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
  });

  it('is green for a target that is as it should be, with all reports and a summary', () => {
    write('proctor.yaml', overStdio(server()));
    const { codes, outputs, summary, log } = play(PROJECT);
    expect(codes).toEqual({ Install: 0, Run: 0, Result: 0 });
    expect(outputs.exit).toBe('0');
    expect(readdirSync(outputs.reports!).sort()).toEqual(
      expect.arrayContaining(['proctor.sarif', 'proctor.xml', 'report.html', 'report.json', 'summary.md']),
    );
    expect(JSON.parse(readFileSync(outputs.report!, 'utf8')).exit).toBe(0);
    expect(summary).toMatch(/^## ✓ /);
    expect(log).toMatch(/^\d+ cases in .*: \d+ passed/m);
    expect(log).not.toContain('::error');
  });

  it('is red for a target that fails a case, annotates its file, and still has all reports', () => {
    write('mine.yaml', overStdio(server('--ping', 'error')));
    const { codes, outputs, summary, log } = play({ ...PROJECT, target: 'mine.yaml' });
    expect(codes).toEqual({ Install: 0, Run: 0, Result: 1 });
    expect([outputs.exit, readdirSync(outputs.reports!).includes('proctor.xml')]).toEqual(['1', true]);
    expect(log).toMatch(/^::error file=project\/mine\.yaml,line=1,col=1,title=mcp\.server\.ping/m);
    expect(summary).toContain('### What went wrong');
    expect(play({ ...PROJECT, target: 'mine.yaml', fail: 'false' }).codes.Result).toBe(0);
  });

  it('says where a target file is wrong, and what to do if there is none', () => {
    write('proctor.yaml', overStdio(server(), 'rolee: x\n'));
    const { codes, outputs, summary, log } = play(PROJECT);
    expect([codes.Result, outputs.exit, outputs.report]).toEqual([2, '2', '']);
    expect(log).toMatch(/proctor\.yaml:5:1 /);
    expect(log).toMatch(/^::error title=Proctor::the command line, the target file/m);
    expect(summary).toContain('Proctor did not run');
    expect(play({ ...PROJECT, target: 'none.yaml' }).log).toContain('none.yaml');
    expect(play({ 'working-directory': 'nowhere' }).codes.Result).toBe(1);
  });

  it('says that a target did not start', () => {
    write('proctor.yaml', overStdio([process.execPath, '-e', 'process.exit(7)']));
    const { codes, log } = play(PROJECT);
    expect(codes.Result).toBe(3);
    expect(log).toMatch(/^::error title=Proctor::the target did not start/m);
  });

  it('passes options, patterns and a part of the plan on', () => {
    write('proctor.yaml', overStdio(server()));
    const { outputs } = play({
      ...PROJECT,
      patterns: 'mcp.server.ping\nmcp.server.base.id*',
      shard: '2/2',
      args: '--slow=2\n\n--trace\nall\r\n',
    });
    const { cases, shard, rerun } = JSON.parse(readFileSync(outputs.report!, 'utf8'));
    expect(shard).toEqual({ index: 2, count: 2 });
    expect(rerun).toContain('--slow 2');
    const ids = cases.map(({ id }: { id: string }) => id).filter((id: string) => !id.includes('.wire.'));
    expect(ids.length).toBeGreaterThan(1);
    for (const id of ids) expect(id).toMatch(/^mcp\.server\.(ping|base\.id)/);
  });

  it.each([
    ['a double quote', `"; touch OWNED; "`],
    ['a substitution', '$(touch OWNED)'],
    ['an old substitution', '`touch OWNED`'],
    ['a single quote', "'; touch OWNED #"],
    ['a line', 'x\ntouch OWNED'],
    ['an end of the call', 'x" && touch OWNED && echo "exit=0'],
    ['an output of the step', 'x\nexit=0\nEOF'],
    ['an option that writes a file', '--reporter=json=OWNED'],
  ])('takes %s in any input for text', (_what, template) => {
    write('proctor.yaml', overStdio(server()));
    const owned = join(folder, 'owned');
    const text = template.replaceAll('OWNED', owned);
    const names = Object.keys(action.inputs).filter((name) => name !== 'working-directory');
    // Options are what `args` is for.
    const others = names.filter((name) => name !== 'args' || !text.startsWith('--'));
    const all = play({ 'working-directory': 'project', ...Object.fromEntries(others.map((name) => [name, text])) });
    const apart = [play({ ...PROJECT, patterns: text }), play({ ...PROJECT, 'working-directory': text })];
    for (const { codes } of [all, ...apart]) expect(codes.Result).toBeGreaterThan(0);
    expect(existsSync(owned)).toBe(false);
  });
});
