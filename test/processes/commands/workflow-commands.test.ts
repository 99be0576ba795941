import { describe, expect } from 'vitest';
import { REPORTERS } from '../../../reports/index.js';
import { ANSWER } from '../../testing/peers.js';
import { it, type Sandbox } from '../../testing/program.js';

/** Lines that GitHub takes for commands, or its runner did once. */
const COMMANDS = [
  '::error file=a,line=1::owned',
  '  ::set-output name=a::owned',
  '::add-mask::owned',
  '::stop-commands::owned',
  '\u00a0::save-state name=a::owned',
  '##[add-matcher]owned.json',
  '##vso[task.setvariable variable=a]owned',
];
const TEXT = `x\n${COMMANDS.join('\n')}\r${COMMANDS[0]}\n`;
const ACTIONS = { GITHUB_ACTIONS: 'true', CI: 'true' };

/** Lines of an output as GitHub reads them that it would obey. */
const obeyed = (output: string) => output.split(/\r\n|\r|\n/).filter((line) => /^\s*::|##[\w.]*\[/.test(line));

/** A server of MCP whose every word is a command: its name, its tools, its errors, its logs, and stderr. */
const SERVER = `
import { createInterface } from 'node:readline';
const TEXT = ${JSON.stringify(TEXT)};
process.stderr.write(TEXT);
const say = (message) => console.log(JSON.stringify({ jsonrpc: '2.0', ...message }));
createInterface({ input: process.stdin }).on('line', (line) => {
  let message;
  try { message = JSON.parse(line); } catch { return; }
  const { id, method } = message ?? {};
  if (id === undefined || method === undefined) return;
  process.stderr.write(TEXT);
  say({ method: 'notifications/message', params: { level: TEXT, data: TEXT } });
  if (method === 'initialize')
    say({ id, result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: TEXT, version: TEXT }, instructions: TEXT } });
  else if (method === 'tools/list') say({ id, result: { tools: [{ name: TEXT, description: TEXT, inputSchema: { type: TEXT } }] } });
  else say({ id, error: { code: -1, message: TEXT, data: { [TEXT]: TEXT } } });
});
`;

/** An agent of ACP that says the same. */
const AGENT = `
import { createInterface } from 'node:readline';
const TEXT = ${JSON.stringify(TEXT)};
process.stderr.write(TEXT);
const say = (message) => console.log(JSON.stringify({ jsonrpc: '2.0', ...message }));
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  if (method === 'initialize') say({ id, result: { protocolVersion: 1, agentInfo: { name: TEXT, version: TEXT } } });
  if (method === 'session/new') say({ id, result: { sessionId: TEXT } });
  if (method !== 'session/prompt') return;
  const content = { type: 'text', text: TEXT };
  say({ method: 'session/update', params: { sessionId: TEXT, update: { sessionUpdate: 'agent_message_chunk', content } } });
  say({ method: 'session/update', params: { sessionId: TEXT, update: { sessionUpdate: 'tool_call', toolCallId: TEXT, title: TEXT } } });
  say({ method: TEXT, params: { [TEXT]: TEXT } });
  console.log(TEXT);
  say({ id, result: { stopReason: TEXT } });
});
`;

function server(sandbox: Sandbox): string[] {
  sandbox.file('server.mjs', SERVER);
  return ['--role', 'mcp/server', '--', process.execPath, 'server.mjs'];
}

describe('in GitHub Actions nothing that a target says is a command', () => {
  it.for(REPORTERS)('of a run: %s', async (name, { sandbox }) => {
    const [role, of, ...command] = server(sandbox) as [string, string, ...string[]];
    const cases = ['mcp.server.lifecycle.initialize*', ANSWER];
    const call = ['run', role, of, '--reporter', name, '--trace', 'all', ...cases, ...command];
    const { stdout, stderr } = await sandbox.run(call, ACTIONS);
    // It has something to say, and says it.
    if (name !== 'badge') expect(stdout).toContain('owned');
    const ours = /^::(?:error|warning) (?:file=[^:,]*,line=\d+,col=\d+,)?title=[^:]*::/;
    const own = name === 'github' ? obeyed(stdout).filter((line) => ours.test(line)) : [];
    if (name === 'github') expect(own.length).toBeGreaterThan(0);
    for (const line of own) expect(obeyed(line.replace(ours, ''))).toEqual([]);
    expect(obeyed(stdout)).toEqual(own);
    expect(obeyed(stderr)).toEqual([]);
  });

  it('of init', async ({ sandbox }) => {
    const { stdout, stderr } = await sandbox.run(['init', ...server(sandbox)], ACTIONS);
    expect(stdout).toContain('owned');
    expect([...obeyed(stdout), ...obeyed(stderr)]).toEqual([]);
  });

  it.for([['--log'], ['--log=full'], ['--judge'], ['--prompt', 'hello']])(
    'of a mock with %j, and what its program writes to stderr',
    async (options, { sandbox }) => {
      sandbox.file('agent.mjs', AGENT);
      const call = ['mock', 'acp/client', ...options, '--', process.execPath, 'agent.mjs'];
      const { stdout, stderr } = await sandbox.run(call, ACTIONS);
      expect(stderr).toContain('owned');
      expect([...obeyed(stdout), ...obeyed(stderr)]).toEqual([]);
    },
  );

  it('of a log, and of a recording that is judged', async ({ sandbox }) => {
    sandbox.file('agent.mjs', AGENT);
    await sandbox.run(['mock', 'acp/client', '--log=log.ndjson', '--', process.execPath, 'agent.mjs'], ACTIONS);
    for (const call of [
      ['log', 'log.ndjson'],
      ['log', '--full', 'log.ndjson'],
      ['validate', 'acp/agent', 'log.ndjson'],
    ]) {
      const { stdout, stderr } = await sandbox.run(call, ACTIONS);
      expect(`${stdout}${stderr}`).toContain('owned');
      expect([...obeyed(stdout), ...obeyed(stderr)], call.join(' ')).toEqual([]);
    }
  });

  it('of a target file, its name and what is wrong with it', async ({ sandbox }) => {
    const name = '::error::owned.yaml';
    sandbox.file(
      name,
      `name: ${JSON.stringify(TEXT)}\nrole: mcp/server\ntransports: { stdio: { comand: [a] } }\n? ${JSON.stringify(TEXT)}\n: 1\n`,
    );
    for (const call of [
      ['run', '--target', name],
      ['validate', 'target', name],
      ['run', '--target', `missing${TEXT}`],
      ['run', '--role', TEXT],
      ['list', TEXT],
      ['explain', TEXT],
    ]) {
      const { stdout, stderr } = await sandbox.run(call, ACTIONS);
      expect(`${stdout}${stderr}`, call.join(' ')).toContain('owned');
      expect([...obeyed(stdout), ...obeyed(stderr)], call.join(' ')).toEqual([]);
    }
  });
});
