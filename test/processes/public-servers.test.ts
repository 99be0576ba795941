import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect } from 'vitest';
import { parse } from 'yaml';
import { elsewhere, judged, toldOnce } from '../testing/expected.js';
import { it, type Sandbox } from '../testing/program.js';

/**
 * Public MCP servers, each with the target file that `proctor init` wrote for it and nobody edited. `npm run peers` installs them.
 * Their files reach no network: a tool that needs one is not mapped, or its service is said to be where nobody listens.
 */
const root = resolve(import.meta.dirname, '../..');
const folder = resolve(root, 'targets/peers');
/** With PROCTOR_TEST_WHOLE=1 every case is played, not only a part, and each file is written anew: half an hour. */
const whole = process.env.PROCTOR_TEST_WHOLE === '1';

interface PublicServer {
  name: string;
  /** Where it is, once it is installed. */
  at: string;
  /** What `init` was told beside what stands in the file. */
  options?: string[];
  part: string;
}

const ALLOWED = ['--allow-tools'];
const SERVERS: PublicServer[] = [
  { name: 'mcp-playwright', at: 'node_modules/@playwright/mcp', part: '1/16' },
  { name: 'mcp-context7', at: 'node_modules/@upstash/context7-mcp', part: '2/16' },
  { name: 'mcp-eslint', at: 'node_modules/@eslint/mcp', options: ALLOWED, part: '3/16' },
  {
    name: 'mcp-desktop-commander',
    at: 'node_modules/@wonderwhy-er/desktop-commander',
    // It logs seconds before it answers initialize, on busy machines.
    options: ['--within', '15s'],
    part: '4/32',
  },
  { name: 'mcp-sequentialthinking', at: 'node_modules/mcp-sequentialthinking-tools', options: ALLOWED, part: '5/16' },
  { name: 'mcp-notion', at: 'node_modules/@notionhq/notion-mcp-server', part: '6/16' },
  { name: 'mcp-chart', at: 'node_modules/@antv/mcp-server-chart', part: '7/16' },
  { name: 'mcp-cyanheads-git', at: 'node_modules/@cyanheads/git-mcp-server', part: '8/16' },
  { name: 'mcp-kubernetes', at: 'node_modules/kubernetes-mcp-server-linux-amd64', part: '1/8' },
  {
    name: 'mcp-excel',
    at: 'node_modules/@negokaz/excel-mcp-server',
    options: ['--allow-tools', 'excel_read_sheet,excel_describe_sheets'],
    part: '2/8',
  },
  { name: 'mcp-time', at: 'venv/bin/mcp-server-time', part: '1/32' },
  { name: 'mcp-git', at: 'venv/bin/mcp-server-git', part: '2/32' },
  { name: 'mcp-arxiv', at: 'venv/bin/arxiv-mcp-server', part: '3/32' },
  {
    name: 'mcp-markitdown',
    at: 'venv/bin/markitdown-mcp',
    // It imports a library for arrays before it answers initialize: 3 s, and 5.5 s on a busy machine.
    options: [...ALLOWED, '--within', '15s'],
    part: '4/64',
  },
  { name: 'mcp-fastmcp', at: 'venv/bin/fastmcp', options: ALLOWED, part: '5/64' },
  { name: 'mcp-sdk-fastmcp', at: 'venv/bin/mcp', options: ALLOWED, part: '6/32' },
];

/** Servers of ours on SDKs, most of which are only there once they are installed, by the transports and versions that they speak. */
const BY_VERSION = [
  { name: 'mcp-sdk2-python', at: 'venv2/bin/python', transport: 'http', version: '2025-11-25', part: '1/8' },
  { name: 'mcp-sdk2-python', at: 'venv2/bin/python', transport: 'http', version: '2026-07-28', part: '2/8' },
  { name: 'mcp-sdk2-python', at: 'venv2/bin/python', transport: 'stdio', version: '2026-07-28', part: '3/32' },
  { name: 'a2a-js-1', at: '../../node_modules/a2a-sdk-1', transport: 'http', version: '0.3.0', part: '1/1' },
  { name: 'a2a-js-1', at: '../../node_modules/a2a-sdk-1', transport: 'rest', version: '0.3.0', part: '1/1' },
  { name: 'a2a-js-1', at: '../../node_modules/a2a-sdk-1', transport: 'http', version: '1.0.1', part: '1/1' },
  { name: 'a2a-js-1', at: '../../node_modules/a2a-sdk-1', transport: 'rest', version: '1.0.1', part: '1/1' },
  { name: 'a2a-python', at: 'venv2/bin/python', transport: 'http', version: '1.0.1', part: '1/1' },
  { name: 'a2a-python', at: 'venv2/bin/python', transport: 'rest', version: '1.0.1', part: '1/1' },
  { name: 'a2a-python-client', at: 'venv2/bin/python', transport: 'http', version: '1.0.1', part: '1/4' },
  { name: 'a2a-python-client', at: 'venv2/bin/python', transport: 'rest', version: '1.0.1', part: '2/4' },
  { name: 'a2a-adk', at: 'venv-a2a/bin/python', transport: 'http', version: '1.0.1', part: '1/2' },
  { name: 'a2a-agent-framework', at: 'venv-a2a/bin/python', transport: 'http', version: '1.0.1', part: '1/2' },
  { name: 'a2a-agent-framework', at: 'venv-a2a/bin/python', transport: 'rest', version: '1.0.1', part: '2/2' },
  { name: 'a2a-python', at: 'venv2/bin/python', transport: 'http', version: '0.3.0', part: '1/4' },
  { name: 'a2a-python', at: 'venv2/bin/python', transport: 'rest', version: '0.3.0', part: '2/4' },
  { name: 'acp-sdk2-agent', at: '../../node_modules/acp-sdk-2', transport: 'stdio', version: '1.21.0', part: '1/4' },
  { name: 'acp-sdk2-client', at: '../../node_modules/acp-sdk-2', transport: 'stdio', version: '1.21.0', part: '2/8' },
  { name: 'mcp-fastmcp4', at: 'venv2/bin/fastmcp', transport: 'http', version: '2025-11-25', part: '4/8' },
  { name: 'mcp-fastmcp4', at: 'venv2/bin/fastmcp', transport: 'stdio', version: '2025-11-25', part: '5/32' },
  { name: 'mcp-fastmcp4', at: 'venv2/bin/fastmcp', transport: 'http', version: '2026-07-28', part: '4/8' },
  { name: 'mcp-fastmcp4', at: 'venv2/bin/fastmcp', transport: 'stdio', version: '2026-07-28', part: '5/32' },
  { name: 'mcp-sdk-python-client', at: 'venv/bin/mcp', transport: 'stdio', version: '2025-11-25', part: '6/32' },
  { name: 'mcp-fastmcp-client', at: 'venv/bin/fastmcp', transport: 'stdio', version: '2025-11-25', part: '6/32' },
  { name: 'mcp-sdk2-python-client', at: 'venv2/bin/mcp', transport: 'stdio', version: '2025-11-25', part: '6/32' },
  { name: 'mcp-sdk2-python-client', at: 'venv2/bin/mcp', transport: 'stdio', version: '2026-07-28', part: '1/16' },
  { name: 'mcp-sdk-python-client', at: 'venv/bin/mcp', transport: 'http', version: '2025-11-25', part: '7/32' },
  { name: 'mcp-fastmcp-client', at: 'venv/bin/fastmcp', transport: 'http', version: '2025-11-25', part: '7/32' },
  { name: 'mcp-sdk2-python-client', at: 'venv2/bin/mcp', transport: 'http', version: '2025-11-25', part: '7/32' },
  { name: 'mcp-sdk2-python-client', at: 'venv2/bin/mcp', transport: 'http', version: '2026-07-28', part: '1/16' },
  { name: 'mcp-go-sdk', at: 'go/everything-server', transport: 'stdio', version: '2025-11-25', part: '1/1' },
  { name: 'mcp-go-sdk', at: 'go/everything-server', transport: 'http', version: '2025-11-25', part: '1/1' },
  { name: 'mcp-go-sdk-stateless', at: 'go/everything-server', transport: 'stdio', version: '2026-07-28', part: '1/4' },
  { name: 'mcp-go-sdk-stateless', at: 'go/everything-server', transport: 'http', version: '2026-07-28', part: '1/1' },
  { name: 'mcp-rust-sdk', at: 'rust/debug/mcp-server', transport: 'stdio', version: '2025-11-25', part: '1/4' },
  { name: 'mcp-rust-sdk', at: 'rust/debug/mcp-server', transport: 'http', version: '2025-11-25', part: '1/4' },
  { name: 'mcp-rust-sdk', at: 'rust/debug/mcp-server', transport: 'stdio', version: '2026-07-28', part: '1/4' },
  { name: 'mcp-rust-sdk', at: 'rust/debug/mcp-server', transport: 'http', version: '2026-07-28', part: '1/2' },
  { name: 'mcp-rust-sdk-client', at: 'rust/debug/mcp-client', transport: 'stdio', version: '2025-11-25', part: '3/8' },
  { name: 'mcp-rust-sdk-client', at: 'rust/debug/mcp-client', transport: 'http', version: '2025-11-25', part: '3/8' },
  { name: 'mcp-rust-sdk-client', at: 'rust/debug/mcp-client', transport: 'stdio', version: '2026-07-28', part: '1/8' },
  { name: 'mcp-rust-sdk-client', at: 'rust/debug/mcp-client', transport: 'http', version: '2026-07-28', part: '1/1' },
  { name: 'mcp-go-sdk-client', at: 'go/go-client', transport: 'stdio', version: '2025-11-25', part: '1/8' },
  { name: 'mcp-go-sdk-client', at: 'go/go-client', transport: 'http', version: '2025-11-25', part: '2/8' },
  { name: 'mcp-go-sdk-client', at: 'go/go-client', transport: 'stdio', version: '2026-07-28', part: '1/8' },
  { name: 'mcp-go-sdk-client', at: 'go/go-client', transport: 'http', version: '2026-07-28', part: '1/1' },
];

const patience = { timeout: 1_800_000 };

describe('public servers', () => {
  it.for(SERVERS)('$name fails what is known of it and nothing else', patience, async (server, { sandbox, skip }) => {
    const { name, at, part } = server;
    if (!existsSync(join(folder, at))) skip(`${at} is not installed: npm run peers`);
    const args = ['--target', join(folder, `${name}.yaml`), ...(whole ? [] : ['--shard', part])];
    await judged(sandbox, name, args);
  });

  it.for(BY_VERSION)(
    '$name over $transport in $version fails what is known of it and nothing else',
    patience,
    async ({ name, at, transport, version, part }, { sandbox, skip }) => {
      if (!existsSync(join(folder, at))) skip(`${at} is not installed: npm run peers`);
      const target = ['--target', join(folder, `sdk/${name}.yaml`), '--transport', transport, '--version', version];
      const args = [...target, ...(whole ? [] : ['--shard', part])];
      await judged(sandbox, `${name}-${transport}-${version}`, args);
    },
  );

  it.for(SERVERS.filter(({ name }) => whole || name === 'mcp-eslint'))(
    '$name has the target file that init writes',
    patience,
    async ({ name, at, options = [] }, { sandbox, skip }) => {
      if (!existsSync(join(folder, at))) skip(`${at} is not installed: npm run peers`);
      const text = readFileSync(join(folder, `${name}.yaml`), 'utf8');
      const { transports } = parse(text) as { transports: { stdio: { command: string[]; env?: Environment } } };
      const { command, env = {} } = transports.stdio;
      const variables = Object.entries(env).flatMap(([variable, value]) => ['--env', `${variable}=${value}`]);
      const written = await initialised(sandbox, [...options, ...variables, '--', ...command]);
      expect(written).toBe(text);
    },
  );
});

interface Environment {
  [name: string]: string;
}

/** The target file that init writes for these arguments. */
async function initialised(sandbox: Sandbox, args: readonly string[]): Promise<string> {
  // Paths in the file are relative to it, so it is written where the same is to be found.
  const at = join(sandbox.folder, 'targets/peers');
  mkdirSync(at, { recursive: true });
  symlinkSync(resolve(root, 'test'), join(sandbox.folder, 'test'));
  for (const name of ['node_modules', 'venv', 'kubeconfig.yaml'])
    if (existsSync(join(folder, name))) symlinkSync(join(folder, name), join(at, name));
  const { exit, stderr } = await sandbox.run(['init', '--role', 'mcp/server', ...args], elsewhere(sandbox), at);
  expect([exit, stderr]).toEqual([0, '']);
  return sandbox.read('targets/peers/proctor.yaml');
}

it('every expected failure of a public server has one entry, with a reason', () => {
  for (const { name } of SERVERS) toldOnce(name);
  for (const { name, transport, version } of BY_VERSION) toldOnce(`${name}-${transport}-${version}`);
});
