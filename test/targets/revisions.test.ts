import { describe, expect } from 'vitest';
import { ROLE, server } from '../testing/peers.js';
import { type Report, reported, type Sandbox } from '../testing/program.js';
import { it } from '../testing/warm.js';

const LIST = 'mcp.server.capabilities.list.tools';
const NAMES = 'mcp.server.tools.names';
const SCHEMA = 'mcp.server.wire.schema';

/** Plays cases about a list of tools against a server that answers with a revision, and has ways of its own. */
const play = async (sandbox: Sandbox, revision: string): Promise<Report> => {
  const flags = ['--tools', '--own-ways', '--speaks', revision];
  const { report } = await sandbox.report([...ROLE, LIST, NAMES, '--', ...server(...flags)]);
  return report;
};

const warnings = ({ problems = [] }: Report) => problems.map(({ message, exit }) => [message, exit]);

describe('a server that answers with an earlier revision', () => {
  it.for<[revision: string, members: string[]]>([
    ['2024-11-05', []],
    ['2025-03-26', ['annotations']],
    ['2025-06-18', ['annotations', 'title']],
  ])('%s is told so once, and judged by what that has', async ([revision, members], { sandbox }) => {
    const report = await play(sandbox, revision);
    expect(warnings(report)).toEqual([
      [`server.mjs speaks ${revision}: it is judged by the rules that this version shares with 2025-11-25`, 0],
    ]);
    // What the revision does not have is not judged; that it lives is.
    expect(reported(report, NAMES).checks.map(({ requirement }) => requirement)).toEqual(['MCP-PING-01']);
    expect(reported(report, LIST)).toMatchObject({ verdict: 'pass' });
    expect(reported(report, SCHEMA).verdict).toBe(members.length > 0 ? 'fail' : 'pass');
    const { breaches = [] } = reported(report, LIST);
    expect(breaches.map(({ message }) => /at \/result\/tools\/0\/(\w+)/.exec(message)?.[1])).toEqual(members);
  });

  it('is not blamed for offering the latest that it has', async ({ sandbox }) => {
    const id = 'mcp.server.lifecycle.version-unknown.past';
    const offers = async (...flags: string[]) => {
      const { report } = await sandbox.report([...ROLE, id, '--', ...server(...flags)]);
      return reported(report, id)
        .checks.filter(({ status }) => status === 'fail')
        .map(({ requirement }) => requirement);
    };
    expect(await offers('--speaks', '2025-06-18')).toEqual([]);
    expect(await offers('--offers', '2025-06-18')).toEqual(['MCP-LIFE-14']);
  });
});

it('judges a server of the revision that was asked for by all of it', async ({ sandbox }) => {
  const report = await play(sandbox, '2025-11-25');
  expect(warnings(report)).toEqual([]);
  expect(reported(report, NAMES)).toMatchObject({ warned: true });
  expect(reported(report, SCHEMA)).toMatchObject({ verdict: 'fail' });
});

it('tells a revision that it has no rules of', async ({ sandbox }) => {
  const message = 'server.mjs speaks 2031-01-01, which Proctor does not know: it is judged by the rules of 2025-11-25';
  expect(warnings(await play(sandbox, '2031-01-01'))).toEqual([[message, 0]]);
});
