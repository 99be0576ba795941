import { createRequire } from 'node:module';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect } from 'vitest';
import { overSocket, pairs, SCRIPTS } from '../testing/mock-pairs.js';
import { it, PROCTOR, type Sandbox } from '../testing/program.js';

const EVERYTHING = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/dist/index.js');
const node = process.execPath;

/** Writes the script of a role from a recording. Returns what it can't say. */
async function written(sandbox: Sandbox, recording: string, role: string, to: string): Promise<string[]> {
  const { exit, stdout, stderr } = await sandbox.run(['record', 'to-script', recording, '--as', role]);
  expect(exit, stderr).toBe(0);
  sandbox.file(to, stdout);
  return stderr.split('\n').filter((line) => line !== '');
}

/** A session of the SDK's client. Returns what the server listed and answered. */
async function session(
  sandbox: Sandbox,
  args: string[],
): Promise<{ tools: unknown; answers: unknown[]; asked: unknown[] }> {
  const client = new Client({ name: 'sdk', version: '1' }, { capabilities: { elicitation: {} } });
  const asked: unknown[] = [];
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
    asked.push([params.message, 'requestedSchema' in params && params.requestedSchema]);
    return { action: 'decline' };
  });
  await client.connect(
    new StdioClientTransport({ command: node, args: [PROCTOR, ...args], cwd: sandbox.folder, stderr: 'ignore' }),
  );
  const { tools } = await client.listTools();
  const answers: unknown[] = [
    await client.callTool({ name: 'echo', arguments: { message: 'hi' } }),
    await client.callTool({ name: 'get-sum', arguments: { a: 2, b: 3 } }),
    await client.callTool({ name: 'trigger-elicitation-request', arguments: {} }),
    await client.getPrompt({ name: 'simple-prompt' }),
  ];
  const { resources } = await client.listResources();
  const { prompts } = await client.listPrompts();
  answers.push(resources, prompts, client.getServerVersion(), client.getInstructions());
  answers.push(await client.readResource({ uri: resources[0]!.uri }));
  await client.close();
  return { tools, answers, asked };
}

describe('record to-script', () => {
  it('makes a mock that answers the SDK as a server did that nobody here wrote', { timeout: 60_000 }, async ({
    sandbox,
  }) => {
    const proxy = ['proxy', '--role', 'mcp/server', '--record', 'session.ndjson', '--', node, EVERYTHING, 'stdio'];
    const real = await session(sandbox, proxy);
    await written(sandbox, 'session.ndjson', 'mcp/server', 'script.yaml');
    // The mock describes itself and its prompts even where the server did not.
    expect(await session(sandbox, ['mock', 'mcp/server', '--script', 'script.yaml'])).toMatchObject(real);
  });

  it.for([
    [
      ['session.ndjson', '--as', 'acp/agent'],
      'a recording of mcp/client and mcp/server: name one of them by --as, not acp/agent',
    ],
    [['session.ndjson', '--as', 'mcp/servr'], 'did you mean `mcp/server`?'],
    [['missing'], 'missing does not exist'],
  ] as const)('refuses %j', async ([args, words], { sandbox }) => {
    const header = {
      type: 'header',
      format: 'proctor-recording',
      version: 1,
      protocolVersion: '1',
      transport: 'stdio',
    };
    const record = { seq: 0, time: 0, from: 'kit', channel: 'main', kind: 'message', message: {} };
    const lines = [
      { ...header, roles: { kit: 'mcp/client', target: 'mcp/server' } },
      { type: 'message', findings: [], record },
    ];
    sandbox.file('session.ndjson', lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const { exit, stderr } = await sandbox.run(['record', 'to-script', ...args]);
    expect([exit, stderr]).toEqual([2, expect.stringContaining(words)]);
  });
});

/** What is asked and said, of which scripts decide. */
const SCRIPTED = new Set([
  ...['session/prompt', 'tools/list', 'tools/call', 'resources/read', 'prompts/get', 'message/send', 'message/stream'],
  ...['SendMessage', 'SendStreamingMessage'],
  ...['session/update', 'session/request_permission', 'elicitation/create', 'workspace.read', 'lsp.format'],
]);

/** The scripted requests and answers of both sides, without ids and times; some requests are sent at once, so their order is open. */
function scriptedIn(sandbox: Sandbox, file: string): string[] {
  const lines = sandbox.read(file).trim().split('\n');
  return lines
    .flatMap((line) => {
      const { record } = JSON.parse(line);
      const method = record?.message?.method ?? record?.method;
      if (!record?.message || !SCRIPTED.has(method)) return [];
      const { params, result, error } = record.message;
      const text = JSON.stringify({ from: record.from, method, params, result, error }, (name, value) => {
        if (/(?:id|cursor|token|stamp|_meta|State)$/i.test(name)) return undefined;
        const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
        return isObject ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value;
      });
      return [text];
    })
    .sort();
}

/** Prompts whose turns ask the client for nothing: what a script can say. */
const PLAIN: { readonly [role: string]: object } = {
  'acp/client': { prompts: ['hello', 'plan', 'think'] },
  'hub/client': { prompt: 'hello' },
  'trust/client': { steps: [{ read: { path: 'src/main.st' } }, { format: { path: 'src/main.st' } }] },
  'harn/client': { prompts: ['hello', 'visible'] },
};

describe.each((await pairs()).filter(({ version }) => !version.startsWith('DRAFT')))(
  '$client and $server over $transport in $version',
  ({ client, server, transport, version }) => {
    it('say the same by the scripts of their recording', { timeout: 60_000 }, async ({ sandbox }) => {
      sandbox.file('src/main.st', 'PROGRAM Main\nEND_PROGRAM\n');
      const own = (role: string, name: string): string[] => {
        const script = PLAIN[role] ?? SCRIPTS[role]?.();
        if (script) sandbox.file(name, JSON.stringify(script));
        return script ? ['--script', name] : [];
      };
      const play = async (log: string, asClient: string[], asServer: string[]) => {
        const clientLine = ['mock', client, '--version', version, `--log=${log}`, ...asClient];
        const serverLine = ['mock', server, '--version', version, ...asServer];
        if (transport !== 'stdio') return overSocket(sandbox, clientLine, serverLine, transport);
        const played = await sandbox.run([...clientLine, '--', node, PROCTOR, ...serverLine]);
        expect([played.exit, played.stdout], played.stderr).toEqual([0, expect.stringContaining('"ok":true')]);
      };
      await play('first.ndjson', own(client, 'client.json'), own(server, 'server.json'));
      await written(sandbox, 'first.ndjson', client, 'client.yaml');
      await written(sandbox, 'first.ndjson', server, 'server.yaml');
      await play('second.ndjson', ['--script', 'client.yaml'], ['--script', 'server.yaml']);
      expect(scriptedIn(sandbox, 'second.ndjson')).toEqual(scriptedIn(sandbox, 'first.ndjson'));
      expect(scriptedIn(sandbox, 'first.ndjson')).not.toEqual([]);
    });
  },
);
