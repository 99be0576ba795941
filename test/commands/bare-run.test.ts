import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { ROLE } from '../testing/peers.js';
import { type Sandbox, verdicts } from '../testing/program.js';
import { it } from '../testing/warm.js';

/** A server with one tool; `times` is how often its calls are answered before they fail. */
const server = (sandbox: Sandbox, annotations: object, times = 1e9) => [
  process.execPath,
  sandbox.file(
    'server.mjs',
    `import { createInterface } from 'node:readline';
     import { appendFileSync, existsSync, readFileSync } from 'node:fs';
     const calls = () => (existsSync('calls') ? readFileSync('calls', 'utf8').length : 0);
     const hello = { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'a', version: '1' } };
     const tools = [{ name: 'look', inputSchema: { type: 'object' }, annotations: ${JSON.stringify(annotations)} }];
     const call = () => {
       appendFileSync('calls', 'x');
       return { content: [{ type: 'text', text: 'seen' }], ...(calls() > ${times} ? { isError: true } : {}) };
     };
     const answers = { initialize: () => hello, ping: () => ({}), 'tools/list': () => ({ tools }), 'tools/call': call };
     createInterface({ input: process.stdin }).on('line', (line) => {
       const { id, method } = JSON.parse(line);
       if (id === undefined || method === undefined) return;
       const made = answers[method] ? { result: answers[method]() } : { error: { code: -32601, message: 'no' } };
       console.log(JSON.stringify({ jsonrpc: '2.0', id, ...made }));
     });
    `,
  ),
];
const CALLED = 'mcp.server.tools.call';

it('a run without a target file calls a tool that says it only reads', async ({ sandbox }) => {
  const { report } = await sandbox.report([...ROLE, CALLED, '--', ...server(sandbox, { readOnlyHint: true })]);
  expect(verdicts(report)[CALLED]).toBe('pass');
  expect(report.musts).toMatchObject({ tested: expect.any(Number), of: expect.any(Number) });
});

it('a run without a target file calls no tool that may do more, and says what it did not look at', async ({
  sandbox,
}) => {
  const target = server(sandbox, {});
  const { report, exit } = await sandbox.report([...ROLE, CALLED, 'mcp.server.ping.answer', '--', ...target]);
  expect(verdicts(report)[CALLED]).toBe('skipped');
  expect(existsSync(join(sandbox.folder, 'calls'))).toBe(false);
  expect(exit).toBe(0);
  const [told] = report.problems!.filter(({ message }) => message.includes('were looked at'));
  expect(told!.message).toMatch(/^\d+ of \d+ musts were looked at, and \d+ (was|were) not: .*`tool`/);
  expect(told!.message).toMatch(/next: npx proctor init --role mcp\/server -- \S+node \S+server[.]mjs$/);
});

it('a folder without a target is refused, and the references are not played in its place', async ({ sandbox }) => {
  const { exit, stdout, stderr } = await sandbox.run(['run']);
  expect([exit, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^no target: nothing was named, and there is no proctor[.]yaml here\n.*proctor init --role/);
  expect(stderr).toMatch(/proctor run --self/);
});
