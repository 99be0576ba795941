import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InstalledPackage } from '../../testing/tarball.js';

let installed: InstalledPackage;
let folder: string;
beforeAll(async () => {
  installed = await InstalledPackage.install();
  folder = join(installed.folder, 'orders');
  cpSync(join(installed.folder, 'node_modules/proctor/examples/own-cases'), folder, { recursive: true });
}, 300_000);
afterAll(() => installed?.remove());

const proctor = (...args: string[]) => installed.run('npx', ['proctor', ...args], {}, folder);

/** Changes a file of the example. */
function change(file: string, from: string, to: string): void {
  const before = readFileSync(join(folder, file), 'utf8');
  expect(before).toContain(from);
  writeFileSync(join(folder, file), before.replace(from, to));
}

describe('the example of own cases, from the package', { timeout: 120_000 }, () => {
  it('passes, and its own cases stand beside those of the role', async () => {
    const { stdout, exit } = await proctor('run', 'orders.*');
    expect(stdout).toMatch(/^ {2}Export +✓ 4$/m);
    expect(exit).toBe(0);
    const listed = await proctor('list', 'cases', 'orders.*');
    expect(listed.stdout.split('\n')[0]).toMatch(/^orders\.export\.rows +acme\/export returns the rows/);
    expect((await proctor('explain', 'ORDERS-EXPORT-01')).stdout).toContain(
      'Stated in  ./conformance/requirements.yaml:',
    );
  });

  it('shows the line of its own case in a failure, and judges messages by its own schemas', async () => {
    change('server.mjs', 'complete: rows.length', 'finished: rows.length');
    const { stdout, exit } = await proctor('run', 'orders.*', '--reporter', 'pretty', '--reporter', 'junit=report.xml');
    expect(exit).toBe(1);
    expect(stdout).toMatch(
      /^ {2}OWN-SCHEMA must · The params and results of extension methods fit the schemas of the project\./m,
    );
    expect(stdout).toContain('the result of acme/export: lacks `complete` at /result');
    expect(readFileSync(join(folder, 'report.xml'), 'utf8')).toMatch(
      /orders\.export\.rows[^>]*file="conformance\/export\.yaml"/,
    );
    change('server.mjs', 'finished: rows.length', 'complete: rows.length');
  });

  it('stays what it is when init brings the target file up to date', async () => {
    const { stdout, exit } = await proctor('init');
    expect(exit).toBe(0);
    expect(stdout).toMatch(/^ {2}proctor\.yaml: \d+ of \d+ behaviors are mapped/m);
    expect(readFileSync(join(folder, 'proctor.yaml'), 'utf8')).toMatch(
      /^cases: conformance\nbehaviors:\n {2}large-table: /m,
    );
  });

  it('says what a case names that is not there, and runs nothing', async () => {
    change('conformance/export.yaml', 'request: acme/export', 'request: acme/exprot');
    const { stderr, stdout, exit } = await proctor('run');
    expect([stdout, exit]).toEqual(['', 2]);
    expect(stderr).toMatch(
      /^\.\/conformance\/export\.yaml:\d+:\d+ {2}unknown method `acme\/exprot`; did you mean `acme\/export`\?\n +\d+ \| /,
    );
    change('conformance/export.yaml', 'request: acme/exprot', 'request: acme/export');
  });
});
