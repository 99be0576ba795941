import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import type { CaseResult, RunEvent } from '../../runner/events.js';
import { loadCaseFile } from '../../runner/load/case/cases.js';
import { loadCorpus } from '../../runner/load/corpus.js';
import { formatOf } from '../../runner/load/files/formats.js';
import { formatProblem } from '../../runner/load/files/problems.js';
import { ordersOf } from '../../runner/load/references.js';
import { loadTarget } from '../../runner/load/target/target.js';
import { fragmentsFrom } from '../../runner/load/testing.js';
import { run } from '../../runner/run/run.js';
import { realClock } from '../../src/wire/clock/clock.js';
import { defaultLimits } from '../../src/wire/limits.js';

const root = resolve(import.meta.dirname, '../..');
/** What the cases of other roles in the file use; ours uses the fragments of its role. */
const OTHERS = `fragments:
  session: [{ call: { request: session/new }, save: { sessionId: /result/sessionId } }]
  idle-daemon: []
  hub-owner: [{ call: { request: session/new }, save: { sessionId: /result/sessionId } }]
  green-project: []
`;

/** The cases for MCP servers out of the file that shows the whole language. */
async function hardCases() {
  const { corpus, problems } = await loadCorpus(root, { compiled: resolve(root, 'dist/corpus') });
  expect(problems.map(formatProblem)).toEqual([]);
  const own = fragmentsFrom(readFileSync(resolve(root, 'cases/mcp/server/fragments.yaml'), 'utf8'));
  const path = resolve(root, 'runner/load/fixtures/hard-cases.yaml');
  const fragments = new Map([...fragmentsFrom(OTHERS), ...own]);
  const loaded = loadCaseFile(path, 'hard-cases.yaml', {
    format: await formatOf('case'),
    fragments,
    orders: ordersOf(corpus, 'mcp/server'),
  });
  expect(loaded.problems.map(formatProblem)).toEqual([]);
  const cases = loaded.cases.filter(({ id }) => id.startsWith('mcp.server.http-'));
  return { corpus, cases: cases.map((one) => ({ ...one, role: 'mcp/server' })) };
}

it('the hard cases for MCP servers over HTTP hold on the reference', async () => {
  const { corpus, cases } = await hardCases();
  expect(cases.map(({ id }) => id)).toEqual(['mcp.server.http-resume.own-messages', 'mcp.server.http-security.origin']);
  const file = resolve(root, 'targets/reference/mcp-server.yaml');
  const { target, problems } = await loadTarget(file, { roles: corpus.roles });
  expect(problems.map(formatProblem)).toEqual([]);
  const probe = corpus.cases.filter(({ id }) => id === 'mcp.server.probe');
  const results = new Map<string, CaseResult>();
  const events: RunEvent[] = [];
  const exit = await run(
    {
      corpus: { ...corpus, cases: [...probe, ...cases] },
      targets: [target!],
      known: [],
      clock: realClock,
      limits: defaultLimits,
      slow: 1,
      signal: new AbortController().signal,
      proctor: { version: 'test', file: resolve(root, 'dist/bin/proctor.mjs'), cases: resolve(root, 'cases') },
      strict: true,
      dryRun: false,
      messages: false,
      cores: 2,
      repeatTimeouts: false,
      rerun: 'test',
      today: '2026-01-01',
      startedAt: '2026-01-01T00:00:00Z',
      plan: { transport: 'http', patterns: ['mcp.server.http-*'] },
    },
    (event) => {
      events.push(event);
      if (event.type === 'case.finished') results.set(event.result.id, event.result);
    },
  );
  expect(events.filter(({ type }) => type === 'problem')).toEqual([]);
  for (const { id, requirements } of cases) {
    const result = results.get(id);
    expect([id, result?.verdict, result?.reason]).toEqual([id, 'pass', undefined]);
    const held = result?.checks.filter(({ status }) => status === 'pass').map(({ requirement }) => requirement);
    expect(new Set(held)).toEqual(new Set(requirements));
  }
  expect(exit).toBe(0);
});
