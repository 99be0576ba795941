import { describe, expect } from 'vitest';
import { HIDDEN } from '../../reports/testing/hostile-texts.js';
import { named, partsOf, type SmallCase, smallReport } from '../../runner/report/testing.js';
import type { Sandbox } from '../testing/program.js';
import { it } from '../testing/warm.js';

const PLAN: SmallCase[] = [{ id: 'x.a.c0' }, { id: 'x.a.c1', stands: 'fail' }, { id: 'x.a.c2', stands: 'skipped' }];

/** Writes reports, and returns their names. */
function written(sandbox: Sandbox, reports: readonly { file: string; report: object }[]): string[] {
  for (const { file, report } of reports) sandbox.file(file, JSON.stringify(report));
  return reports.map(({ file }) => file);
}

describe('report merge', () => {
  it('writes the report of the whole through reporters, with its exit code', async ({ sandbox }) => {
    const parts = written(
      sandbox,
      partsOf(PLAN, 2, (one) => one),
    );
    const { exit, stdout, stderr } = await sandbox.run([
      'report',
      'merge',
      ...parts,
      '--reporter',
      'junit=all.xml',
      '--reporter',
      'pretty',
    ]);
    expect([exit, stderr]).toEqual([1, '']);
    expect(stdout).toMatch(/^2 cases in .*: 1 passed, 1 failed; 1 skipped$/m);
    expect(sandbox.read('all.xml').match(/<testcase /g)).toHaveLength(3);
    const json = await sandbox.run(['report', 'merge', ...parts, '--json']);
    expect(JSON.parse(json.stdout)).toMatchObject({ exit: 1, summary: { planned: 3, pass: 1, fail: 1, skipped: 1 } });
  });

  it('puts implementations side by side, merged from their parts first', async ({ sandbox }) => {
    const parts = partsOf(PLAN, 2, (one) => one);
    const other = smallReport([{ id: 'x.a.c0', stands: 'fail' }, { id: 'x.a.c1', stands: 'fail' }, { id: 'x.a.c2' }]);
    const names = written(sandbox, [
      ...parts,
      named({ ...other, target: { ...other.target, name: 'other' } }, 'other.json'),
    ]);
    const text = await sandbox.run(['report', 'merge', ...names]);
    expect([text.exit, text.stderr]).toEqual([0, '']);
    expect(text.stdout).toMatch(/^3 cases, of which 2 came out differently$/m);
    expect(text.stdout).toMatch(/^✓ ✗ {2}x\.a\.c0$/m);
    expect(text.stdout).not.toContain('x.a.c1');
    const json = JSON.parse((await sandbox.run(['report', 'merge', ...names, '--json'])).stdout);
    expect(json.cases.map(({ cells }: { cells: { stands: string }[] }) => cells.map(({ stands }) => stands))).toEqual([
      ['pass', 'fail'],
      ['fail', 'fail'],
      ['skipped', 'pass'],
    ]);
    const markdown = await sandbox.run(['report', 'merge', ...names, '--markdown']);
    expect(markdown.stdout).toContain('| `x.a.c0` | ✓ passed | ✗ failed |');
  });
});

describe('report convert', () => {
  it('writes a report in other formats, and has no say in the result', async ({ sandbox }) => {
    const [name] = written(sandbox, [named(smallReport(PLAN))]);
    const { exit, stdout } = await sandbox.run([
      'report',
      'convert',
      name!,
      '--reporter',
      'tap',
      '--reporter',
      'sarif=out.sarif',
    ]);
    expect(exit).toBe(0);
    expect(stdout).toMatch(/^not ok 2 - x\.a\.c1$/m);
    expect(JSON.parse(sandbox.read('out.sarif')).runs[0].results).toHaveLength(1);
  });
});

describe('report diff', () => {
  const changed: SmallCase[] = [{ id: 'x.a.c0', stands: 'fail' }, { id: 'x.a.c1' }, { id: 'x.a.c3', stands: 'fail' }];

  it('says what got worse and what got better, and fails if something got worse', async ({ sandbox }) => {
    const names = written(sandbox, [named(smallReport(PLAN), 'old.json'), named(smallReport(changed), 'new.json')]);
    const { exit, stdout } = await sandbox.run(['report', 'diff', ...names]);
    expect(exit).toBe(1);
    expect(stdout).toMatch(/^Worse \(1\)\n {2}✗ x\.a\.c0 {2}passed, now failed\n {6}breaks DEMO-01\n/m);
    expect(stdout).toMatch(/^Better \(1\)\n {2}✓ x\.a\.c1 {2}failed, now passed$/m);
    expect(stdout).toMatch(/^1 case worse, 1 better, 0 as before, 1 added, 1 removed$/m);
    const json = JSON.parse((await sandbox.run(['report', 'diff', ...names, '--json'])).stdout);
    expect(json.worse).toMatchObject([{ case: 'x.a.c0', from: 'pass', to: 'fail', broken: ['DEMO-01'] }]);
    const markdown = await sandbox.run(['report', 'diff', ...names, '--markdown']);
    expect(markdown.stdout).toContain('| `x.a.c0` | passed | failed | `DEMO-01` |');
  });

  it('is green if nothing got worse', async ({ sandbox }) => {
    const [name] = written(sandbox, [named(smallReport(PLAN), 'old.json')]);
    sandbox.file('new.json', sandbox.read(name!));
    const { exit, stdout } = await sandbox.run(['report', 'diff', 'old.json', 'new.json']);
    expect([exit, stdout.trimEnd().split('\n').at(-1)]).toEqual([0, '0 cases worse, 0 better, 3 as before']);
  });
});

describe('a file that is no report', () => {
  const good = JSON.stringify(smallReport(PLAN));
  const deep = `{"proctor":${'['.repeat(2000)}${']'.repeat(2000)}}`;

  it.for<[string, string, string]>([
    ['empty', '', 'bad.json is empty'],
    ['not JSON', '{"proctor"', 'bad.json is not a report: '],
    [
      'JSON of another kind',
      '{"cases":[]}',
      'bad.json is not a report: `proctor run --reporter json=FILE` writes one\n    /',
    ],
    [
      'a stream of events',
      '{"type":"header","format":"proctor-events","version":1}\n',
      'is a stream of events (--reporter ndjson)',
    ],
    ['nested too deep', deep, 'bad.json is too much to read: nested deeper than 1000 levels'],
    ['a verdict that does not exist', good.replace('"verdict":"fail"', '"verdict":"fine"'), '/cases/1/verdict'],
    [
      'damaged: it counts more cases',
      good.replace('"planned":3', '"planned":4'),
      'its summary counts 4 cases, and it has 3',
    ],
    ['damaged: a case twice', good.replaceAll('x.a.c1', 'x.a.c0'), 'it has `x.a.c0` twice'],
  ])('is refused: %s', async ([, text, message], { sandbox }) => {
    sandbox.file('bad.json', text);
    sandbox.file('good.json', good);
    for (const args of [
      ['convert', 'bad.json'],
      ['diff', 'good.json', 'bad.json'],
      ['merge', 'good.json', 'bad.json'],
    ]) {
      const { exit, stdout, stderr } = await sandbox.run(['report', ...args]);
      expect([exit, stdout]).toEqual([2, '']);
      expect(stderr).toContain(message);
    }
  });

  it.for<[string, string[], string]>([
    ['a file that is not there', ['convert', 'none.json'], 'none.json does not exist'],
    ['a folder', ['convert', '.'], 'is a directory'],
    ['one report to compare', ['diff', 'a.json'], 'two reports are compared'],
    ['two reports to convert', ['convert', 'a.json', 'b.json'], 'one report is converted'],
    ['a report twice', ['diff', 'a.json', 'a.json'], 'a.json is named twice'],
    ['two whole runs of one target', ['merge', 'a.json', 'b.json'], 'proctor report diff a.json b.json'],
    [
      'an option of another action',
      ['diff', 'a.json', 'b.json', '--known', 'k.yaml'],
      '--known is for proctor report merge, not for diff',
    ],
    ['two formats', ['diff', 'a.json', 'b.json', '--json', '--markdown'], 'give one of them'],
    ['an unknown reporter', ['convert', 'a.json', '--reporter', 'xunit'], 'reporter'],
    ['an unknown action', ['join', 'a.json'], 'merge'],
    ['a target file that is not there', ['convert', 'a.json', '--target', 'none.yaml'], 'none.yaml'],
  ])('or is asked for in vain: %s', async ([, args, message], { sandbox }) => {
    for (const name of ['a.json', 'b.json']) sandbox.file(name, good);
    const { exit, stderr } = await sandbox.run(['report', ...args]);
    expect(exit).toBe(2);
    expect(stderr).toContain(message);
  });

  it('shows nothing of it that moves a cursor, is a command to a CI system, or a secret', async ({ sandbox }) => {
    const report = smallReport(PLAN);
    report.cases[1]!.reason = '\u001b[2J\n::error::owned';
    report.cases[1]!.title = '<script>';
    report.target.name = '\u202eevil\n##vso[task]';
    const names = written(sandbox, [named(report, 'a.json'), named(smallReport([{ id: 'x.a.c1' }]), 'b.json')]);
    for (const args of [
      ['diff', ...names.reverse()],
      ['diff', ...names, '--markdown'],
      ['convert', 'a.json'],
    ]) {
      const { stdout } = await sandbox.run(['report', ...args], { CI: 'true' });
      expect(stdout).not.toMatch(HIDDEN);
      expect(stdout).not.toMatch(/^::error|##vso\[/m);
    }
  });
});
