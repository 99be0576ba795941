import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect } from 'vitest';
import { it, type Report, type Sandbox, verdicts } from '../testing/program.js';
import { type Does, follow, hosted, type Server } from './person.js';

const ROOT = resolve(import.meta.dirname, '../..');
const MCP = join(ROOT, 'examples/mcp-client/client.mjs');

/** Runs a program. Resolves with whether it exits with 0. */
const runs = (argv: readonly string[]): Promise<boolean> =>
  new Promise((settle) => {
    const child = spawn(process.execPath, argv, { stdio: 'ignore' });
    child.on('close', (code) => settle(code === 0));
  });

/** What a person at the client of the MCP SDK does for a behavior: its arguments. */
const MCP_STEPS: Readonly<Record<string, readonly string[]>> = {
  'client-connect': [],
  'client-call': ['--call', 'echo', '--arguments', '{"message":"hi"}'],
  'client-refuse': ['--call', 'echo', '--arguments', '{"message":"hi"}', '--user', 'refuse'],
  'client-list-tools': ['--list', 'tools'],
};

const atMcp: Does = ({ behavior = '' }, { url, command = '', args = [] }: Server) => {
  const words = MCP_STEPS[behavior];
  return words && runs(url === undefined ? [MCP, ...words, '--', command, ...args] : [MCP, '--url', url, ...words]);
};

const reportOf = (sandbox: Sandbox): Report => JSON.parse(readFileSync(join(sandbox.folder, 'report.json'), 'utf8'));

const CASES = ['mcp.client.elicitation.unknown-mode', 'mcp.client.elicitation.choices', 'mcp.client.pagination.cursor'];

describe('proctor host', () => {
  for (const transport of ['http', 'stdio'])
    it(`comes to the verdicts of a run for the client of the MCP SDK over ${transport}`, async ({ sandbox }) => {
      const host = await hosted(sandbox, [
        ...['--role', 'mcp/client', '--transport', transport, '--servers', '4'],
        ...['--reporter', 'json=report.json', ...CASES],
      ]);
      const steps = await follow(host, atMcp);
      host.control.close();
      const { exit } = await host.running.done;
      const target = join(ROOT, `targets/sdk/mcp-sdk-client-${transport}.yaml`);
      const run = await sandbox.run(['run', '--target', target, '--reporter', 'json=run.json', ...CASES]);
      const expected = JSON.parse(readFileSync(join(sandbox.folder, 'run.json'), 'utf8')) as Report;
      const lacking = { 'mcp.client.elicitation.choices.closed': 'untestable' };
      expect(verdicts(reportOf(sandbox))).toEqual({ ...verdicts(expected), ...lacking });
      expect(exit).toBe(run.exit);
      // Seven cases that need nothing but a list of tools are two steps at four servers.
      expect(steps.filter((title) => title === 'List the tools')).toHaveLength(2);
    });
});
