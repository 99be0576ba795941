import { expect, it } from 'vitest';
import type { CaseFinished, CheckResult } from '../../../runner/events.js';
import { againOf } from './again.js';

const RUN = 'npx proctor run --target t.yaml';
const broken = (requirement: string) => ({ requirement, status: 'fail' }) as CheckResult;
const finished = (id: string, requirements: string[], group = 'Tools') =>
  ({ result: { id, name: id, group, transport: 'stdio', checks: requirements.map(broken) } }) as CaseFinished;

it.each<[string, CaseFinished[], string]>([
  ['a case that is alone by its id', [finished('mcp.server.a.one', ['M-1'])], 'mcp.server.a.one'],
  [
    'several of one requirement by a pattern, in quotes',
    [finished('mcp.server.a.one', ['M-1']), finished('mcp.server.a.two', ['M-1'])],
    "'mcp.server.a#M-1'",
  ],
  [
    'those of several areas by what their ids share',
    [finished('mcp.server.a.one', ['M-1']), finished('mcp.server.b', ['M-1'])],
    "'mcp.server#M-1'",
  ],
  [
    'the first of several that broke different requirements',
    [finished('mcp.server.a.one', ['M-1', 'M-2']), finished('mcp.server.a.two', ['M-1', 'M-2'])],
    'mcp.server.a.one',
  ],
  ['the first of several that could not be judged', [finished('a.b.one', []), finished('a.b.two', [])], 'a.b.one'],
  [
    'a wire rule by its id',
    [finished('mcp.server.wire.ids', ['M-1'], 'wire'), finished('mcp.server.wire.json', ['M-1'], 'wire')],
    'mcp.server.wire.ids',
  ],
])('names %s', (_, same, pattern) => {
  expect(againOf(RUN, same)).toBe(`${RUN} ${pattern} --trace all`);
});

it('keeps the command of the target at the end', () => {
  const same = [finished('mcp.server.a.one', ['M-1']), finished('mcp.server.a.two', ['M-1'])];
  expect(againOf('npx proctor run --role mcp/server -- node s.js', same)).toBe(
    "npx proctor run --role mcp/server 'mcp.server.a#M-1' --trace all -- node s.js",
  );
});
