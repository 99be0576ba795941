import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Target } from '../../src/language/target.js';
import { realClock } from '../../src/wire/clock/clock.js';
import { defaultLimits } from '../../src/wire/limits.js';
import type { CaseResult, RunEvent } from '../events.js';
import { loadCaseFile } from '../load/case/cases.js';
import { loadCorpus } from '../load/corpus.js';
import { formatOf } from '../load/files/formats.js';
import type { RunOptions } from './options.js';
import { run } from './run.js';

const { corpus: whole } = await loadCorpus(resolve('.'), { compiled: resolve('dist/corpus') });

/** What a run of a test came to. */
export interface RunOfTest {
  exit: number;
  /** Of the cases, in the order of their ids. */
  results: CaseResult[];
  /** Of the rules that watched. */
  wire: CaseResult[];
  problems: string[];
}

/**
 * Runs cases of mcp/server, one at a time, against a target.
 *
 * @param folder where their file is written
 * @param cases the members of each case from `needs` or `steps` on, as in a case file; ids are `mcp.server.test.n0` and so on
 * @param probed whether the probe of the role comes first
 */
export async function runCases(
  folder: string,
  cases: readonly string[],
  target: Target,
  { probed = false, ...options }: Partial<RunOptions> & { probed?: boolean } = {},
): Promise<RunOfTest> {
  const file = join(folder, 'cases.yaml');
  const written = cases.map(
    (text, index) => `  - id: mcp.server.test.n${index}\n    title: A case of a test\n    kills: []\n${text}`,
  );
  writeFileSync(file, `suite: Test\nrole: mcp/server\ncases:\n${written.join('')}`);
  const { cases: loaded, problems } = loadCaseFile(file, 'cases.yaml', { format: await formatOf('case') });
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join('\n'));
  const role = whole.roles.get('mcp/server')!;
  const corpus = {
    ...whole,
    cases: [...loaded, ...whole.cases.filter(({ id }) => probed && id === role.probe)],
    roles: new Map(whole.roles).set('mcp/server', { ...role, probe: probed ? role.probe : null }),
  };
  const events: RunEvent[] = [];
  const exit = await run(
    {
      corpus,
      targets: [target],
      plan: { patterns: ['mcp.server.test'] },
      known: [],
      strict: false,
      dryRun: false,
      jobs: 1,
      cores: 1,
      repeatTimeouts: true,
      rerun: '',
      today: '2026-01-31',
      startedAt: '2026-01-31T00:00:00Z',
      clock: realClock,
      limits: defaultLimits,
      slow: 1,
      signal: new AbortController().signal,
      proctor: { version: 'test', file: '', cases: '' },
      ...options,
    },
    (event) => events.push(event),
  );
  const results = events.flatMap((event) => (event.type === 'case.finished' ? [event.result] : []));
  return {
    exit,
    results: results.filter(({ group }) => group !== 'wire'),
    wire: results.filter(({ group }) => group === 'wire'),
    problems: events.flatMap((event) => (event.type === 'problem' ? [event.message] : [])),
  };
}
