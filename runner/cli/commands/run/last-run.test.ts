import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Target } from '../../../../src/language/target.js';
import type { CaseResult } from '../../../events.js';
import { testCorpus } from '../../support/testing.js';
import { LastRun } from './last-run.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'proctor-last-run-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const result = (name: string, verdict: CaseResult['verdict']) =>
  ({ id: name, name, verdict, nonStrict: false, warned: false }) as CaseResult;
const targetOf = (name = 'server'): Target =>
  ({
    ...{ name, role: 'demo/server', transport: 'stdio', untestable: [] },
    transports: { stdio: { command: ['node', join(folder, 'server.mjs')] } },
  }) as unknown as Target;

/** A run: what is otherwise than before, and whether anything went wrong in keeping it. */
async function run(verdict: CaseResult['verdict'], calls?: string, target = targetOf()) {
  const options = { startedAt: new Date().toISOString(), proctor: '1.0.0', folder };
  const last = (await LastRun.of([target], testCorpus(), options))!;
  last.names(calls);
  const results = [result('demo.a', verdict)];
  const found = last.since(results);
  expect(await last.keep(results)).toBeUndefined();
  return found;
}

it('compares with the last run of the same target, as long as its program is the same', async () => {
  const program = join(folder, 'server.mjs');
  writeFileSync(program, '1');
  expect(await run('pass', 'demo 1')).toBeUndefined();
  expect(existsSync(join(folder, '.proctor', '.gitignore'))).toBe(true);
  expect(await run('pass', 'demo 1')).toMatchObject({ sameTarget: true, same: 1, changes: [] });
  expect(await run('fail', 'demo 1')).toMatchObject({
    sameTarget: true,
    changes: [{ kind: 'worse', unexplained: true }],
  });
  writeFileSync(program, '2');
  expect((await run('pass', 'demo 1'))?.changes[0]).toEqual({
    case: 'demo.a',
    kind: 'better',
    was: 'fail',
    is: 'pass',
  });
  expect(await run('pass', 'demo 2')).toMatchObject({ sameTarget: false });
  expect(await run('pass', 'demo 2', targetOf('other'))).toBeUndefined();
});

it.each(['', '{', '[]', '{"version":1,"targets":{"demo/server server":{"runs":[{}],"states":{}}}}'])(
  'takes a file that is %j for none, and writes it anew',
  async (text) => {
    writeFileSync(join(folder, 'server.mjs'), '1');
    await run('pass');
    writeFileSync(join(folder, '.proctor', 'last-runs.json'), text);
    expect(await run('fail')).toBeUndefined();
    expect(await run('fail')).toMatchObject({ same: 1 });
  },
);
