import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { expect } from 'vitest';
import type { ReportedCase, Sandbox } from './program.js';

/** What an implementation that others wrote fails: a file below `test/expected/PROTOCOL/SIDE/`. */
interface Expected {
  /** `sometimes` where it takes a race that the implementation may win. */
  fails: { requirement: string; reason: string; cases: string[]; sometimes?: true }[];
}

const FOLDER = resolve(import.meta.dirname, '../expected');
const FILES = new Map(
  readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).map((path) => [basename(path), join(FOLDER, path)]),
);

const expected = (name: string) => JSON.parse(readFileSync(FILES.get(`${name}.json`) ?? name, 'utf8')) as Expected;
const pairs = (fails: Expected['fails']) =>
  fails.flatMap(({ requirement, cases }) => cases.map((id) => `${requirement} ${id}`));

/** `requirement case` for each requirement that makes a case fail. A death does, whatever the level of what it breaks. */
function broken({ id, checks }: ReportedCase): string[] {
  const failed = checks.filter(({ status }) => status === 'fail');
  const counted = failed.filter(({ level }) => level !== 'should');
  return (counted.length > 0 ? counted : failed).map(({ requirement }) => `${requirement} ${id}`);
}

/** Runs the kit and holds what fails, and what is untestable, against the file of that name in `test/expected/` and the target file. */
export async function judged(sandbox: Sandbox, name: string, args: readonly string[]): Promise<void> {
  const { exit, report, stderr } = await sandbox.report(args, elsewhere(sandbox));
  const { cases, summary } = report;
  expect(summary).toMatchObject({ planned: cases.length, notRun: 0, error: 0, flaky: 0 });
  const surprises = cases.filter((one) => one.verdict === 'untestable' && one.standing !== 'listed-untestable');
  expect(surprises.map(({ id, reason }) => `${id}: ${reason}`)).toEqual([]);
  const of = (verdict: string) => cases.filter((one) => one.verdict === verdict);
  expect(of('skipped').filter(({ reason }) => !reason)).toEqual([]);
  expect(of('pass').length).toBeGreaterThan(of('fail').length);

  const { fails } = expected(name);
  const races = new Set(pairs(fails.filter(({ sometimes }) => sometimes)));
  const played = new Set(cases.map(({ id }) => id));
  const found = new Set(of('fail').flatMap(broken));
  // A part may lack the messages that break a rule of the wire.
  const lacks = (id: string) => args.includes('--shard') && id.includes('.wire.');
  const wanted = pairs(fails).filter((one) => {
    const id = one.split(' ')[1]!;
    return played.has(id) && !races.has(one) && (found.has(one) || !lacks(id));
  });
  expect([...found].filter((one) => !races.has(one)).sort()).toEqual(wanted.sort());
  expect([exit, stderr]).toEqual([found.size > 0 ? 1 : 0, '']);
}

/** Expects that each fail of the file of that name is there once, with a sentence that says why. */
export function toldOnce(name: string): void {
  const { fails } = expected(name);
  for (const { requirement, reason } of fails) expect(reason, `${name} ${requirement}`).toMatch(/^[A-Z].{20,}\.$/);
  expect(new Set(pairs(fails)).size, name).toBe(pairs(fails).length);
}

/** What a program leaves behind among temporary files is its own business. */
export const elsewhere = ({ folder }: Sandbox) => ({ TMPDIR: folder });
