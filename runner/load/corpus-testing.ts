/** A small corpus on the disk, for the tests of what reads one. It is gone after each test. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach } from 'vitest';
import { formatProblem } from './files/problems.js';

const roots: string[] = [];
afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true });
});

/** A requirement of a file. */
export const REQUIREMENT = (id: string, more = '') =>
  `  - { id: ${id}, level: must, roles: [mcp/server], text: It holds., source: "MCP, somewhere"${more} }\n`;

/** A small corpus without a flaw. */
export const CLEAN: { [path: string]: string } = {
  'mcp/requirements.yaml': `protocol: mcp\nversion: V2\nrequirements:\n${REQUIREMENT('MCP-A-01', ', since: V1, note: as we read it')}${REQUIREMENT('MCP-A-02')}${REQUIREMENT('MCP-A-03')}`,
  'mcp/behaviors.yaml':
    'behaviors:\n  echo-tool: { roles: [mcp/server], text: It echoes., gives: { name: { type: string } } }\n',
  'mcp/versions.yaml': 'versions:\n  V1: { code: -1 }\n  V2: { code: -9223372036854775808 }\n',
  'mcp/wire.yaml':
    'rules:\n  - { id: stdout, rule: stdout, title: Nothing else, requirement: MCP-A-03 }\nmachines:\n  mcp/task: { initial: [a], moves: { a: [b] }, final: [b] }\n',
  'mcp/mutants.yaml':
    'mutants:\n  - { id: mcp.a.broken, breaks: MCP-A-01, role: mcp/server, hears: { notify: a }, do: [drop] }\n',
  'mcp/server/role.yaml':
    'role: mcp/server\npeer: mcp/client\nside: server\nwithin: 2s\nlimit: 20s\nalive: { request: ping, check: MCP-A-02 }\nprobe: { case: mcp.server.probe }\nanytime: [{ notify: x }]\ntransports: [stdio]\n',
  'mcp/server/fragments.yaml': 'fragments:\n  hello: [{ call: { request: initialize } }]\n',
  'mcp/server/b.yaml':
    'suite: B\nrole: mcp/server\ncases:\n  - id: mcp.server.b\n    title: B holds\n    kills: [mcp.a.broken]\n    each: { x: { n: 1 }, y: { n: 9007199254740993 } }\n    steps:\n      - use: hello\n      - { call: { request: a, result: { $walk: mcp/task } }, check: MCP-A-01, shows: echo-tool }\n',
  'mcp/server/a.yaml':
    'suite: A\nrole: mcp/server\ncases:\n  - { id: mcp.server.probe, title: The probe, steps: [{ use: hello }] }\n  - { id: mcp.server.a, title: A holds, steps: [{ call: { request: a }, check: MCP-A-02 }] }\n',
};

/** A folder with nothing in it. */
export function emptyFolder(): string {
  const root = mkdtempSync(join(tmpdir(), 'corpus-'));
  roots.push(root);
  return root;
}

/** Writes a corpus, the clean one but for changes by path (null: no such file), and returns its folder. */
export function corpus(changes: { [path: string]: string | null } = {}): string {
  const root = emptyFolder();
  for (const [path, text] of Object.entries({ ...CLEAN, ...changes })) {
    if (text === null) continue;
    const file = join(root, 'cases', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return root;
}

/** The first lines of problems. */
export const lines = (problems: Parameters<typeof formatProblem>[0][]) =>
  problems.map((one) => formatProblem(one).split('\n')[0]);
