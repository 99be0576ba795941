import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Target } from '../../../src/language/target.js';
import { targetFromCommand } from '../../load/target/target-argv.js';
import { runCases } from '../testing.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lacked-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/**
 * A server that sends `test/event` before the answer to each `test/go`, in those of its processes that `shows` says, counted from 0 in the
 * order in which they are used: a spare one may start sooner than the one before it.
 */
function server(shows: string): Target {
  const file = join(folder, 'server.mjs');
  writeFileSync(
    file,
    `import { appendFileSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
const log = ${JSON.stringify(join(folder, 'started'))};
let process;
const counted = () => {
  appendFileSync(log, 'x');
  return readFileSync(log, 'utf8').length - 1;
};
const say = (message) => console.log(JSON.stringify({ jsonrpc: '2.0', ...message }));
createInterface({ input: globalThis.process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  process ??= counted();
  if (method === 'test/go' && (${shows})) say({ method: 'test/event' });
  if (id !== undefined) say({ id, result: {} });
});
`,
  );
  return targetFromCommand('mcp/server', [process.execPath, file], folder);
}

const waits = (check: string) =>
  ['    steps:', '      - send: { request: test/go, as: gone }']
    .concat('      - { expect: { notify: test/event }, shows: slow-tool, within: 1s }')
    .concat(`      - call: { request: ping, result: {} }\n        check: ${check}\n`)
    .join('\n');
const MUST = waits('MCP-PING-01');
const SHOULD = waits('MCP-LIFE-04');

const verdicts = async (cases: string[], target: Target) =>
  (await runCases(folder, cases, target)).results
    .toSorted((a, b) => a.id.localeCompare(b.id))
    .map(({ verdict, standing, reason = '' }) => [verdict, standing, reason.split(':')[0]]);

it('a target that shows a behavior in one case and never in another fails the other, if it tests a must', async () => {
  expect(await verdicts([MUST, MUST, SHOULD], server('process === 0'))).toEqual([
    ['pass', undefined, ''],
    ['fail', undefined, 'the target showed `slow-tool` in mcp.server.test.n0, and not here'],
    ['untestable', 'explored', 'the target did not show the behavior `slow-tool`'],
  ]);
});

it('a case passes if the target shows its behavior when it is run again alone', async () => {
  expect(await verdicts([MUST, MUST], server('process !== 1'))).toEqual([
    ['pass', undefined, ''],
    ['pass', undefined, ''],
  ]);
  expect(readFileSync(join(folder, 'started'), 'utf8')).toHaveLength(3);
});

it('a target that shows a behavior in no case is not blamed for it', async () => {
  expect(await verdicts([MUST, MUST], server('false'))).toEqual([
    ['untestable', 'explored', 'the target did not show the behavior `slow-tool`'],
    ['untestable', 'explored', 'the target did not show the behavior `slow-tool`'],
  ]);
});

it('a target that shows a part of a behavior, and the rest of it in no case, is not blamed for it', async () => {
  const part = MUST.replace(
    '      - { expect:',
    '      - { expect: { reply: gone }, shows: slow-tool }\n      - { expect:',
  );
  expect(await verdicts([part, part], server('false'))).toEqual([
    ['untestable', 'explored', 'the target did not show the behavior `slow-tool`'],
    ['untestable', 'explored', 'the target did not show the behavior `slow-tool`'],
  ]);
});
