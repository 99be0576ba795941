import { resolve } from 'node:path';
import { describe, expect } from 'vitest';
import type { ReportedCase } from '../testing/program.js';
import { it } from '../testing/warm.js';

const SERVER = resolve(import.meta.dirname, 'server.mjs');

/** A target file for the server with a leak. */
const target = (leak: string) => `
name: leaking
role: mcp/server
version: "2025-11-25"
within: 1500ms
transports:
  stdio: { command: ["\${node}", "${SERVER}", ${leak}] }
  http:
    command: ["\${node}", "${SERVER}", ${leak}, --http, "\${port}"]
    url: "http://127.0.0.1:\${port}/mcp"
    ready: { port: "\${port}" }
behaviors:
  tool: { gives: { name: echo, arguments: { message: hi } } }
  tool-without-arguments: { gives: { name: plain } }
  slow-tool: { gives: { name: slow, arguments: {} } }
  failing-tool: { gives: { name: fail, arguments: {} } }
  structured-tool:
    gives:
      name: number
      arguments: {}
      outputSchema: { type: object, properties: { half: { type: number } }, required: [half] }
  asks-roots: { gives: { name: roots, arguments: {} } }
  text-resource: { gives: { uri: "leak://note" } }
  resource-update: { gives: { uri: "leak://note", name: change, arguments: {} } }
  task-tool: { gives: { name: task, arguments: {} } }
  logs: { gives: { request: tools/call, params: { name: log, arguments: {} }, level: warning } }
`;

interface Leak {
  name: string;
  transport: 'stdio' | 'http';
  patterns: string[];
  /** The case that comes to something else. */
  victim: string;
  /** The case after which it does, or, if it takes several, the last of them. */
  after: string | RegExp;
}

const LEAKS: Leak[] = [
  {
    name: 'log-level',
    transport: 'http',
    patterns: ['mcp.server.logging.levels', 'mcp.server.logging.message'],
    victim: 'mcp.server.logging.message.http',
    after: /levels\.(error|critical|alert|emergency)$/,
  },
  {
    name: 'subscription',
    transport: 'http',
    patterns: ['mcp.server.resources.resubscribe', 'mcp.server.resources.strangers.nobody'],
    victim: 'mcp.server.resources.strangers.nobody',
    after: 'mcp.server.resources.resubscribe',
  },
  {
    name: 'cancelled-id',
    transport: 'http',
    patterns: ['mcp.server.cancellation.running', 'mcp.server.ping'],
    victim: 'mcp.server.ping.often',
    after: /cancellation\.running/,
  },
  {
    name: 'task-list',
    transport: 'http',
    patterns: ['mcp.server.tasks'],
    victim: 'mcp.server.tasks.listed.running',
    after: /mcp\.server\.tasks\./,
  },
  {
    name: 'roots',
    transport: 'http',
    patterns: ['mcp.server.questions'],
    victim: 'mcp.server.questions.',
    after: 'mcp.server.questions.ask.roots',
  },
  {
    name: 'ended-session',
    transport: 'http',
    patterns: ['mcp.server.ping'],
    victim: 'mcp.server.ping.often',
    after: /mcp\.server\.ping\./,
  },
  {
    name: 'cwd',
    transport: 'stdio',
    patterns: ['mcp.server.resources.strangers', 'mcp.server.tools.structured'],
    victim: 'mcp.server.tools.structured',
    after: 'mcp.server.resources.strangers.nobody',
  },
  {
    name: 'environment',
    transport: 'stdio',
    patterns: ['mcp.server.tools.failing', 'mcp.server.tools.structured'],
    victim: 'mcp.server.tools.structured',
    after: 'mcp.server.tools.failing',
  },
  {
    name: 'locale',
    transport: 'stdio',
    patterns: ['mcp.server.tools.without-arguments', 'mcp.server.tools.structured'],
    victim: 'mcp.server.tools.structured',
    after: /mcp\.server\.tools\.without-arguments/,
  },
  {
    name: 'latency',
    transport: 'stdio',
    patterns: [
      'mcp.server.tools.call',
      'mcp.server.tools.without-arguments',
      'mcp.server.tools.parallel',
      'mcp.server.tools.unknown',
    ],
    victim: 'mcp.server.tools.',
    after: /mcp\.server\.tools\./,
  },
];

describe('a server that passes state from one conversation to the next', { timeout: 300_000 }, () => {
  it('is not accused without a leak', async ({ sandbox }) => {
    for (const transport of ['stdio', 'http']) {
      sandbox.file('proctor.yaml', target('none'));
      const { report, stdout } = await sandbox.report([
        'mcp.server.tools',
        'mcp.server.ping',
        'mcp.server.resources',
        '--transport',
        transport,
      ]);
      expect(found(report.cases), stdout).toEqual([]);
    }
  });

  for (const { name, transport, patterns, victim, after } of LEAKS)
    it(`is found, and the case that brought it about is named: ${name}`, async ({ sandbox }) => {
      sandbox.file('proctor.yaml', target(name));
      const { report, stdout } = await sandbox.report([...patterns, '--transport', transport, '--jobs', '1']);
      const mine = found(report.cases).filter(({ id }) => id.startsWith(victim));
      expect(mine, stdout).not.toEqual([]);
      expect(mine[0]!.onlyAfter!.cases.at(-1)).toMatch(after);
      expect(report.problems?.map(({ message }) => message)).toContainEqual(
        expect.stringContaining(
          `${mine[0]!.id} ${mine[0]!.onlyAfter!.verdict === 'pass' ? 'has a warning' : 'fails'} only after`,
        ),
      );
    });

  it('has no part in a warning that many cases bring at once: one of them is run alone for each requirement', async ({
    sandbox,
  }) => {
    sandbox.file('proctor.yaml', target('none'));
    const args = ['mcp.server.base.invalid-params', 'mcp.server.tools.malformed', '--transport', 'http', '--jobs', '8'];
    const { report } = await sandbox.report(args);
    const warned = report.cases.filter((one) => one.warned);
    const requirements = new Set(
      warned.flatMap(({ checks }) => checks.flatMap((one) => (one.status === 'fail' ? [one.requirement] : []))),
    );
    const alone = report.starts!.filter(({ why }) => why === 'it did not pass after others');
    expect(warned.length).toBeGreaterThan(requirements.size);
    expect(alone.length).toBeLessThanOrEqual(requirements.size);
  });

  it('grows, and --resources says so', async ({ sandbox }) => {
    const remarks = async (leak: string) => {
      sandbox.file('proctor.yaml', target(leak));
      const args = ['mcp.server.tools', 'mcp.server.ping', '--transport', 'http', '--jobs', '1', '--resources'];
      const { report, stdout } = await sandbox.report(args);
      expect(report.resources, stdout).toMatchObject({ cpuMs: expect.any(Number), processes: expect.any(Number) });
      const used = report.cases.flatMap(({ resources }) => resources ?? []);
      expect(used.length).toBeGreaterThan(20);
      for (const one of used) expect(one.peakBytes).toBeGreaterThanOrEqual(one.residentBytes);
      return (report.problems ?? []).map(({ message }) => message);
    };
    const grown = expect.stringMatching(/^the target grew from \d+ to \d+ MiB in one process over \d+ cases$/);
    expect(await remarks('memory')).toContainEqual(grown);
    expect(await remarks('none')).not.toContainEqual(grown);
  });
});

const found = (cases: readonly ReportedCase[]) => cases.filter(({ onlyAfter }) => onlyAfter !== undefined);
