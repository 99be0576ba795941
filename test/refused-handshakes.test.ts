import { expect } from 'vitest';
import { ROLE } from './testing/peers.js';
import type { Sandbox } from './testing/program.js';
import { it } from './testing/warm.js';

/** A server over stdio that refuses what `refuses` says of a request, and answers all else with `result`. */
const picky = (sandbox: Sandbox, refuses: string, result: object) => [
  process.execPath,
  sandbox.file(
    'picky.mjs',
    `import { createInterface } from 'node:readline';
     createInterface({ input: process.stdin }).on('line', (line) => {
       const { id, method, params } = JSON.parse(line);
       if (id === undefined) return;
       const made = ${refuses} ? { error: { code: -32602, message: 'no' } } : { result: ${JSON.stringify(result)} };
       console.log(JSON.stringify({ jsonrpc: '2.0', id, ...made }));
     });`,
  ),
];
const hello = (protocolVersion: string) => ({
  ...{ protocolVersion, capabilities: {}, serverInfo: { name: 'a', version: '1' } },
});

it.for([
  [
    'another version than its own',
    "params.protocolVersion !== '2025-03-26'",
    hello('2025-03-26'),
    'MCP-LIFE-03 (must): ',
  ],
  ['initialize', "method !== 'server/discover'", { supportedVersions: ['2026-07-28'] }, 'say --version 2026-07-28'],
] as const)('a server that refuses %s is told so, and the run ends with exit code 3', async (row, { sandbox }) => {
  const [, refuses, result, says] = row;
  const { exit, stdout } = await sandbox.run(['run', ...ROLE, '--', ...picky(sandbox, refuses, result)]);
  expect(exit).toBe(3);
  expect(stdout).toContain('the handshake failed: initialize was answered with error -32602 "no"; it ');
  expect(stdout).toContain(says);
});

it('a server that refuses every handshake is told no requirement', async ({ sandbox }) => {
  const { exit, stdout } = await sandbox.run(['run', ...ROLE, '--', ...picky(sandbox, 'true', {})]);
  expect(exit).toBe(3);
  expect(stdout).not.toMatch(/MCP-[A-Z]+-\d/);
});
