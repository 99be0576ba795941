import { resolve } from 'node:path';
import { describe, expect } from 'vitest';
import { loadCorpus } from '../../runner/load/corpus.js';
import { loadTarget } from '../../runner/load/target/target.js';
import { defectOf } from '../../runner/selftest/defects.js';
import { runMutant } from '../../runner/selftest/mutant-runner.js';
import { mutantContext } from '../../runner/selftest/selftest.js';
import { SpareFolders } from '../../src/conversation/case/spare-folders.js';
import type { Case } from '../../src/language/case.js';
import { stepsOf } from '../../src/language/steps.js';
import { roleEntry } from '../../src/protocols/index.js';
import { realClock } from '../../src/wire/clock/clock.js';
import { defaultLimits } from '../../src/wire/limits.js';
import { it } from '../testing/program.js';

const root = resolve(import.meta.dirname, '../..');
/** Each has two to four checks, and needs them all. */
const CASES = [
  'mcp.server.base.error-shape',
  'mcp.server.base.not-json.words',
  'mcp.server.http-sessions.id-unpredictable',
  'mcp.server.http-streams.asked.sampling',
  'mcp.server.logging.message.http',
  'mcp.server.pagination.stable',
  'mcp.server.progress.token.text',
  'mcp.server.prompts.list',
  'mcp.server.questions.sampling',
  'mcp.server.resources.list',
  'mcp.server.resources.subscribe',
];

/** The case once for each of its own checks, without that one. Its id says which step and requirement it lacks. Those of fragments prove more than one case. */
function withoutOne(whole: Case): Case[] {
  return stepsOf(whole.steps).flatMap(({ check, place }, index) =>
    (place.file === whole.place.file ? check : []).map((requirement) => {
      const copy = structuredClone(whole);
      const step = stepsOf(copy.steps)[index]!;
      step.check = step.check.filter((one) => one !== requirement);
      const { row: _, ...alone } = copy;
      return { ...alone, id: `${whole.id}.without-${index + 1}-${requirement}` };
    }),
  );
}

describe('a case without one of its checks', () => {
  it('no longer catches a mutant that it names', async ({ sandbox }) => {
    const { corpus } = await loadCorpus(root, { compiled: resolve(root, 'dist/corpus') });
    const role = corpus.roles.get('mcp/server')!;
    const chosen = corpus.cases.filter(({ id }) => CASES.includes(id));
    const cut = chosen.flatMap(withoutOne);
    const named = new Set(chosen.flatMap(({ kills }) => kills));
    const context = await mutantContext(
      { role: 'mcp/server', version: '2025-11-25' },
      {
        corpus: {
          ...corpus,
          wire: corpus.wire.map(({ kills: _, ...rule }) => rule),
          cases: [...corpus.cases.filter(({ id }) => id === role.probe), ...chosen, ...cut],
        },
        clock: realClock,
        limits: defaultLimits,
        slow: 1,
        signal: new AbortController().signal,
        proctor: { version: 'test', file: resolve(root, 'dist/bin/proctor.mjs'), cases: resolve(root, 'cases') },
        outside: false,
        jobs: 1,
        folder: sandbox.tmp,
        folders: new SpareFolders(),
        reference: async (name) => ({
          target: (
            await loadTarget(resolve(root, 'targets/reference', `${name.replace('/', '-')}.yaml`), {
              roles: corpus.roles,
              behaviors: (protocol) => corpus.behaviors.get(protocol),
              versions: (protocol) => corpus.versions.get(protocol)?.keys(),
            })
          ).target!,
          entry: (await roleEntry(name))!,
        }),
      },
    );
    const missed = new Set<string>();
    try {
      for (const mutant of [...corpus.mutants.values()].filter(({ id }) => named.has(id)))
        for (const { id } of (await runMutant(defectOf(mutant), context))!.missed) missed.add(id);
    } finally {
      await context.clean.close();
    }
    expect(chosen).toHaveLength(CASES.length);
    expect(cut.length).toBeGreaterThan(2 * CASES.length);
    expect(cut.map(({ id }) => id).filter((id) => !missed.has(id))).toEqual([]);
    expect(chosen.map(({ id }) => id).filter((id) => missed.has(id))).toEqual([]);
  }, 300_000);
});
