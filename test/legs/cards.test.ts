import { describe, expect } from 'vitest';
import { it, type Report, type Sandbox } from '../testing/program.js';

/** An agent whose card offers these versions of A2A; it answers nothing else. */
const AGENT = `
import { createServer } from 'node:http';
const [, , port, ...versions] = process.argv;
const url = 'http://127.0.0.1:' + port + '/';
const plain = { name: 'both', description: 'x', version: '1', capabilities: {}, skills: [], defaultInputModes: [], defaultOutputModes: [] };
const old = versions.includes('0.3.0') ? { url, protocolVersion: '0.3.0', preferredTransport: 'JSONRPC' } : {};
const later = versions.filter((one) => one !== '0.3.0').map((one) => one.replace(/[.]\\d+$/, ''));
const supportedInterfaces = later.map((protocolVersion) => ({ url, protocolBinding: 'JSONRPC', protocolVersion }));
const card = { ...plain, ...old, ...(later.length > 0 ? { supportedInterfaces } : {}) };
createServer(async (asked, reply) => {
  const pieces = [];
  for await (const piece of asked) pieces.push(piece);
  const id = asked.method === 'GET' ? null : JSON.parse(Buffer.concat(pieces)).id;
  reply.writeHead(200, { 'content-type': 'application/json' });
  reply.end(JSON.stringify(asked.method === 'GET' ? card : { jsonrpc: '2.0', id, error: { code: -32001, message: 'no' } }));
}).listen(Number(port), '127.0.0.1');
`;

describe.concurrent('an agent of A2A', () => {
  const agent = (sandbox: Sandbox, offers: readonly string[], more: object = {}) => {
    sandbox.file('agent.mjs', AGENT);
    const command = ['${node}', 'agent.mjs', '${port}', ...offers];
    const http = { command, url: 'http://127.0.0.1:${port}/', ready: { port: '${port}' } };
    const file = { name: 'agent', role: 'a2a/server', isolation: 'run', transports: { http }, ...more };
    sandbox.file('proctor.yaml', JSON.stringify(file));
  };
  const messagesOf = ({ problems = [] }: Report) => problems.map(({ message }) => message);

  it('is tested in the version that its card offers, if nobody names one', async ({ sandbox }) => {
    agent(sandbox, ['1.0.1']);
    const later = await sandbox.report(['a2a.server.wire']);
    expect(later.report.target).toMatchObject({ version: '1.0.1' });
  });

  it('is not tested in a version that its card does not offer', async ({ sandbox }) => {
    agent(sandbox, ['1.0.1'], { version: '0.3.0' });
    const { exit, report } = await sandbox.report([]);
    expect(exit).toBe(3);
    expect(messagesOf(report)).toContain(
      'agent offers 1.0.1, and this run is for 0.3.0: say `version: "1.0.1"` in proctor.yaml, or --version 1.0.1',
    );
  });

  it('is not tested if its card offers no version that Proctor judges', async ({ sandbox }) => {
    agent(sandbox, ['2.0.0']);
    const { exit, report } = await sandbox.report([]);
    expect([exit, messagesOf(report)]).toEqual([3, ['agent offers 2.0; Proctor judges 0.3.0 and 1.0.1']]);
  });

  it('gets a warning about a version that its card offers beside', async ({ sandbox }) => {
    agent(sandbox, ['0.3.0', '1.0.1']);
    const { report } = await sandbox.report([]);
    expect(report.target).toMatchObject({ version: '0.3.0' });
    expect(messagesOf(report)).toContain(
      'agent also speaks 1.0.1, which this run does not test: write `versions: ["0.3.0", "1.0.1"]` in proctor.yaml',
    );
  });
});

it('the reference passes in both versions of A2A at one address', async ({ sandbox }) => {
  const command = ['${node}', '${proctor}', 'mock', 'a2a/server', '--version', '0.3.0,1.0.1', '--transport', 'http'];
  const spec = (transport: string) => ({
    command: [...command.slice(0, -1), transport, '--port', '0'],
    ready: { stdout: 'listening on (\\S+)' },
  });
  const parts = (text: string) => ({ gives: { parts: [{ kind: 'text', text }] } });
  const file = {
    ...{ name: 'both', role: 'a2a/server', versions: ['0.3.0', '1.0.1'], isolation: 'run' },
    transports: { http: spec('http'), rest: spec('rest') },
    behaviors: { task: parts('say hello'), 'long-task': parts('wait') },
  };
  sandbox.file('proctor.yaml', JSON.stringify(file));
  const areas = ['card', 'v1-card', 'v1-requests', 'tasks', 'v1-list', 'resubscribe'];
  const { report } = await sandbox.report(areas.map((one) => `a2a.server.${one}`));
  const failed = report.cases.filter(({ verdict }) => verdict === 'fail' || verdict === 'error');
  const leg = ({ transport, version = '' }: Report['cases'][number]) => `${transport} ${version}`;
  expect(failed.map((one) => `${one.id} over ${leg(one)}`)).toEqual([]);
  const legs = new Set(report.cases.filter(({ verdict }) => verdict === 'pass').map(leg));
  expect([...legs].sort()).toEqual(['http 0.3.0', 'http 1.0.1', 'rest 0.3.0', 'rest 1.0.1']);
});
