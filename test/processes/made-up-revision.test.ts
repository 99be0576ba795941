import { afterAll, beforeAll, expect, it } from 'vitest';
import { BuiltCopy } from '../testing/built-copy.js';
import { addMadeUpRevision, MADE_UP } from '../testing/made-up-revision.js';

let copy: BuiltCopy;
beforeAll(async () => {
  copy = await BuiltCopy.make(addMadeUpRevision);
}, 300_000);
afterAll(() => copy?.remove());

/** Runs the cases of a role on its reference in a revision; returns the verdicts of those that ran. */
async function run(role: string, version: string) {
  const { verdicts } = await copy.run(`mcp.${role}.*`, '--self', '--role', `mcp/${role}`, '--version', version);
  return Object.fromEntries(Object.entries(verdicts).filter(([, verdict]) => verdict !== 'skipped'));
}

const failed = (verdicts: { [id: string]: string }) =>
  Object.keys(verdicts).filter((id) => !['pass', 'untestable'].includes(verdicts[id]!));

it.each([
  // Its cases name the member that is renamed.
  [
    'server',
    ['discover', 'tools', 'resources', 'templates', 'prompts', 'read'].map(
      (name) => `mcp.server.caching.hints.${name}`,
    ),
  ],
  ['client', []],
] as const)(
  'the reference for mcp/%s passes in the new revision what it passes in the one before, but for cases that name the renamed member',
  async (role, renamed) => {
    const before = await run(role, '2026-07-28');
    const after = await run(role, MADE_UP);
    expect(Object.keys(after)).toEqual(Object.keys(before));
    expect(Object.keys(after).length).toBeGreaterThan(150);
    expect(failed(before)).toEqual([]);
    expect(failed(after)).toEqual(renamed);
    expect(after[`mcp.${role}.wire.schema`]).toBe('pass');
  },
  300_000,
);
