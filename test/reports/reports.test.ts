import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect } from 'vitest';
import type { ReportedCase } from '../testing/program.js';
import { it } from '../testing/warm.js';

/** A peer that behaves as a public bug report says, and what a run over the cases that concern it finds. */
interface Peer {
  /** The repository and the number of the report. */
  report: string;
  role: string;
  transport: string;
  version?: string;
  /** The file of the peer, without its extension. */
  peer: string;
  patterns: string[];
  /** Requirements that fail, and no others. */
  fails?: string[];
  /** Requirements that are warned of, and no others. */
  warns?: string[];
}

const row = (
  report: string,
  [role, transport, peer]: [string, string, string],
  patterns: string[],
  found: Pick<Peer, 'fails' | 'warns' | 'version'> = {},
): Peer => ({ report, role, transport, peer, patterns, ...found });

const mcpServer = (transport: string, peer: string): [string, string, string] => ['mcp/server', transport, peer];
const mcpClient = (transport: string, peer: string): [string, string, string] => ['mcp/client', transport, peer];
const agent = (peer: string): [string, string, string] => ['acp/agent', 'stdio', peer];
const host = (peer: string): [string, string, string] => ['acp/client', 'stdio', peer];
const a2aServer = (peer: string, transport = 'http'): [string, string, string] => ['a2a/server', transport, peer];
const a2aClient = (peer: string): [string, string, string] => ['a2a/client', 'http', peer];

const PEERS: Peer[] = [
  row(
    'twentyhq/twenty#24559',
    mcpServer('stdio', 'made-up-token'),
    ['mcp.server.progress.token.text', 'mcp.server.progress.token.zero'],
    {
      fails: ['MCP-PRG-02', 'MCP-PRG-05'],
    },
  ),
  row(
    'DeusData/codebase-memory-mcp#253',
    mcpServer('stdio', 'whole-number-ids'),
    ['mcp.server.base.id.text', 'mcp.server.stdio.framing.crlf'],
    {
      fails: ['MCP-BASE-03', 'MCP-BASE-25', 'MCP-BASE-26'],
    },
  ),
  row('grafana/mcp-grafana#215', mcpServer('http', 'bare-content-type'), ['mcp.server.http-messages.header-spelling'], {
    warns: ['MCP-HTTP-49'],
  }),
  row('modelcontextprotocol/rust-sdk#1083', mcpServer('http', 'no-version-header'), ['mcp.server.headers.no-version'], {
    version: '2026-07-28',
    fails: ['MCP-RC-HTTP-02'],
  }),
  row('yvgude/lean-ctx#1265', mcpServer('stdio', 'answers-cancelled'), ['mcp.server.cancellation.running'], {
    warns: ['MCP-CAN-02'],
  }),
  row(
    'helidon-io/helidon-mcp#65',
    mcpServer('http', 'errors-without-id'),
    [
      'mcp.server.base.error-shape',
      'mcp.server.tools.unknown.other',
      'mcp.server.tools.malformed.no-name',
      'mcp.server.pagination.invalid-cursor.tools',
    ],
    { fails: ['MCP-BASE-03', 'MCP-BASE-25'] },
  ),
  row(
    'HexSleeves/tailscale-mcp#101',
    mcpServer('stdio', 'error-breaks-schema'),
    ['mcp.server.tools.failing-structured'],
    {
      warns: ['MCP-TOOL-30'],
    },
  ),
  row('punkpeye/mcp-remote#155', mcpClient('stdio', 'one-ping'), ['mcp.client.messages.ping'], {
    fails: ['MCP-PING-01'],
  }),
  row('modelcontextprotocol/csharp-sdk#1390', mcpClient('stdio', 'no-ping'), ['mcp.client.messages.ping'], {
    fails: ['MCP-PING-01'],
  }),
  row(
    'profullstack/sh1pt#705',
    mcpClient('http', 'one-data-line'),
    ['mcp.client.http-streams.wording.crlf', 'mcp.client.http-streams.wording.data-lines'],
    {
      warns: ['MCP-HTTP-59'],
    },
  ),
  row(
    'modelcontextprotocol/rust-sdk#733',
    mcpClient('http', 'stays-with-session'),
    ['mcp.client.http-sessions.lost-session'],
    {
      fails: ['MCP-HTTP-23'],
    },
  ),
  row('punkpeye/mcp-proxy#89', mcpClient('stdio', 'decodes-chunks'), ['mcp.client.stdio.pieces'], {
    fails: ['MCP-BASE-03', 'MCP-BASE-26'],
  }),

  row('NousResearch/hermes-agent#12285', agent('no-replay'), ['acp.agent.load.order'], { fails: ['ACP-S-04'] }),
  row(
    'anomalyco/opencode#17505',
    agent('updates-after-end'),
    ['acp.agent.prompt.tools-end', 'acp.agent.cancel.moments.mid-stream'],
    {
      fails: ['ACP-X-02'],
      warns: ['ACP-P-22'],
    },
  ),
  row('CortexLM/cortex-code#200', agent('parse-error-zero'), ['acp.agent.messages.survives'], { fails: ['ACP-J-01'] }),
  row('can1357/oh-my-pi#12435', agent('keeps-terminal'), ['acp.agent.terminals.released'], { fails: ['ACP-M-06'] }),
  row(
    'stakpak/agent#389',
    agent('asks-anyway'),
    ['acp.agent.capabilities.matrix.nothing', 'acp.agent.capabilities.matrix.reading'],
    { fails: ['ACP-I-06'] },
  ),
  row('langchain-ai/deepagents#6139', agent('any-mode'), ['acp.agent.modes.unknown'], { warns: ['ACP-S-26'] }),
  row('ThinkInAIXYZ/deepchat#1881', host('open-permission'), ['acp.client.cancel.permission'], { fails: ['ACP-X-03'] }),
  row('agentrq/acp-gateway#62', host('whole-file'), ['acp.client.files.lines'], {
    fails: ['ACP-F-01'],
  }),
  row('carlos-algms/agentic.nvim#317', host('cut-character'), ['acp.client.terminals.limit'], { fails: ['ACP-M-03'] }),
  row('cyzus/suzent#111', host('no-initialize'), ['acp.client.initialize.at-all'], { fails: ['ACP-I-09'] }),
  row('get-bb/bb#2198', host('few-kinds'), ['acp.client.permission.kinds'], { fails: ['ACP-P-18'] }),
  row('kurrent-io/kcap-cli#308', host('null-for-unknown'), ['acp.client.messages.unknown-method'], {
    warns: ['ACP-J-04'],
  }),

  row('topcheer/ggcode#1073', a2aServer('hides-question'), ['a2a.server.stream.waits'], { warns: ['A2A-STREAM-007'] }),
  row('agentscope-ai/agentscope-java#1490', a2aServer('artifact-last'), ['a2a.server.stream.final'], {
    fails: ['A2A-STREAM-004'],
  }),
  row(
    'a2aproject/a2a-java#810',
    a2aServer('no-webhook-credentials'),
    ['a2a.server.push.posts', 'a2a.server.push.basic'],
    {
      warns: ['A2A-PUSH-010', 'A2A-PUSH-015'],
    },
  ),
  row('tomtom215/a2a-rust#66', a2aServer('always-new-task'), ['a2a.server.send.goes-on', 'a2a.server.stream.goes-on'], {
    warns: ['A2A-SEND-007'],
  }),
  row(
    'a2aproject/a2a-python#413',
    a2aServer('unsupported-cancel'),
    ['a2a.server.tasks.cancel', 'a2a.server.tasks.cancel-ended'],
    {
      fails: ['A2A-CANCEL-003', 'A2A-CANCEL-004'],
    },
  ),
  row('topcheer/ggcode#73', a2aServer('error-as-result'), ['a2a.server.stream.final-of.failed'], {
    fails: ['A2A-SEND-017', 'A2A-STREAM-004'],
  }),
  row('a2aproject/a2a-js#146', a2aServer('html-for-no-json'), ['a2a.server.rpc.parse.words'], {
    fails: ['A2A-RPC-001'],
  }),
  row('a2aproject/a2a-dotnet#3', a2aServer('whole-history', 'rest'), ['a2a.server.send.history'], {
    warns: ['A2A-SEND-013'],
  }),
  row('kagent-dev/kagent#1684', a2aServer('no-preference'), ['a2a.server.card'], { warns: ['A2A-CARD-005'] }),
  row('kagent-dev/kagent#1684', a2aClient('needs-preference'), [
    'a2a.client.card.default-transport',
    'a2a.client.card.fallback',
  ]),
  row(
    'a2aproject/a2a-python#501',
    a2aClient('one-task'),
    ['a2a.client.streams.task-at-the-end', 'a2a.client.streams.pieces'],
    { warns: ['A2A-CSSE-016'] },
  ),
  row(
    'a2aproject/a2a-samples#358',
    a2aClient('line-by-line'),
    ['a2a.client.streams.data-lines', 'a2a.client.streams.pieces'],
    { fails: ['A2A-CSSE-004'] },
  ),
  row('microsoft/agent-framework#5417', a2aClient('refers-to-task'), ['a2a.client.requests'], {
    warns: ['A2A-CLI-004'],
  }),
];

const folderOf = (role: string) => resolve(import.meta.dirname, role.replace('/', '-'));
const argumentsOf = ({ role, transport, version, patterns }: Omit<Peer, 'report' | 'peer'>) => [
  ...patterns,
  '--target',
  resolve(folderOf(role), 'target.yaml'),
  '--transport',
  transport,
  ...(version === undefined ? [] : ['--version', version]),
];

describe('a peer that behaves as a public report says', { timeout: 120_000 }, () => {
  for (const { report, peer, ...of } of PEERS)
    it(`is judged by what it does: ${report}, as ${of.role}`, async ({ sandbox }) => {
      const file = resolve(folderOf(of.role), `${peer}.mjs`);
      expect(readFileSync(file, 'utf8').split('\n')[0]).toMatch(new RegExp(`: ${report}$`));
      const { report: found, stdout } = await sandbox.report(argumentsOf(of), { PEER: file });
      expect(accused(found.cases), stdout).toEqual({ fails: of.fails ?? [], warns: of.warns ?? [] });
    });

  it('is accused of nothing if it keeps the rules', async ({ sandbox }) => {
    const bases = new Map<string, Peer[]>();
    for (const one of PEERS) {
      const key = `${one.role} ${one.transport} ${one.version}`;
      bases.set(key, [...(bases.get(key) ?? []), one]);
    }
    for (const peers of bases.values()) {
      const patterns = [...new Set(peers.flatMap((one) => one.patterns))];
      const base = { ...peers[0]!, patterns };
      const file = `rules${base.version === undefined ? '' : '-2026'}.mjs`;
      const { report, stdout } = await sandbox.report(argumentsOf(base), { PEER: resolve(folderOf(base.role), file) });
      expect(accused(report.cases), stdout).toEqual({ fails: [], warns: [] });
    }
  });
});

/** Which requirements a run says are broken: those that fail cases, and those that it warns of. */
function accused(cases: readonly ReportedCase[]) {
  const broken = cases.flatMap(({ verdict, checks }) =>
    checks
      .filter(({ status }) => status === 'fail')
      .map(({ requirement, level }) => ({ requirement, fails: verdict === 'fail' && level === 'must' })),
  );
  const ids = (fails: boolean) =>
    [...new Set(broken.filter((one) => one.fails === fails).map(({ requirement }) => requirement))].sort();
  expect(cases.filter(({ verdict }) => verdict === 'error')).toEqual([]);
  return { fails: ids(true), warns: ids(false).filter((id) => !ids(true).includes(id)) };
}
