import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, expect } from 'vitest';
import { parse } from 'yaml';
import { removeBundles } from '../../src/wire/fixtures/bundle.js';
import { bundledPeer } from '../testing/peers.js';
import { it } from '../testing/program.js';

const root = resolve(import.meta.dirname, '../..');
afterAll(removeBundles);
/** With PROCTOR_TEST_WHOLE=1 every case is played, not only a part. */
const part = process.env.PROCTOR_TEST_WHOLE === '1' ? [] : ['--shard', '2/4'];

/** What the small agent shows, by the prompt that makes it show it. Whatever else is asked for it has not. */
const prompts: { [behavior: string]: [text: string, gives?: object] } = {
  'plain-turn': ['hello'],
  'echo-turn': ['say größer 😀\nzweite\u2028Ende', { text: 'größer 😀\nzweite\u2028Ende' }],
  'long-turn': ['talk'],
  'streaming-turn': ['talk'],
  'read-file': ['read notes.txt', { file: 'notes.txt' }],
  'ask-permission': ['edit new.txt', { file: 'new.txt' }],
};

it('a small agent on the official SDK passes whatever it can show', { timeout: 600_000 }, async ({ sandbox }) => {
  const behaviors = Object.entries(prompts).map(([name, [text, gives]]) => [
    name,
    { gives: { prompt: [{ type: 'text', text }], ...gives } },
  ]);
  const target = {
    name: 'small-agent',
    role: 'acp/agent',
    transports: { stdio: { command: [process.execPath, await bundledPeer('acp-agent.mjs')] } },
    behaviors: Object.fromEntries(behaviors),
  };
  const { report } = await sandbox.report(['--target', sandbox.file('agent.yaml', JSON.stringify(target)), ...part]);
  const others = report.cases.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'skipped');
  const lacking = others.filter(
    ({ verdict, reason }) => verdict === 'untestable' && reason?.includes('does not map it'),
  );
  expect(others.filter((one) => !lacking.includes(one)).map(({ id, reason }) => `${id}: ${reason}`)).toEqual([]);
  // It connects to no MCP servers, which a new agent should over HTTP.
  const warned = report.cases.filter((one) => one.warned).map(({ id }) => id);
  expect(warned.filter((id) => id !== 'acp.agent.mcp-servers.http-offered')).toEqual([]);
  expect(report.summary).toMatchObject({ fail: 0, warn: warned.length, error: 0, flaky: 0, notRun: 0 });
  expect(report.summary.pass).toBeGreaterThan(part.length > 0 ? 25 : 110);
});

it('every behavior of an agent is shown by the reference', () => {
  const read = (path: string) => parse(readFileSync(resolve(root, path), 'utf8')) as { behaviors: object };
  const { behaviors } = read('cases/acp/behaviors.yaml');
  // One that another shows as well needs no entry of its own.
  const agents = Object.entries(behaviors).filter(([, { roles, shownBy }]) => roles.includes('acp/agent') && !shownBy);
  const shown = Object.keys(read('targets/reference/acp-agent.yaml').behaviors);
  expect(agents.map(([name]) => name).sort()).toEqual(shown.sort());
});
