import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterEach, expect, it } from 'vitest';
import { type StartedMock, startMock } from '../../runner/lib/mock.js';

/** What a client of the official SDK comes to with a fault on, and what it comes to once the fault is off again. */
const FAULTS: [fault: string, sees: RegExp | string][] = [
  ['late', 'answered'],
  ['no-reply', /timed out/i],
  ['twice', 'answered'],
  ['other-id', /timed out/i],
  ['error', /a fault of this mock/],
  ['empty-result', /invalid|expected|required/i],
  ['no-json', /JSON|timed out|fetch|Unexpected/i],
  ['unknown-member', 'answered'],
  ['other-version', /invalid|expected|JSON|timed out/i],
  ['deaf', /timed out/i],
  ['close', /fetch|closed|terminated|ECONNRESET/i],
];

let mock: StartedMock | undefined;
afterEach(async () => {
  await mock?.close();
  mock = undefined;
});

it.for(FAULTS)('the fault %s, switched on and off under a client of the official SDK', async ([fault, sees]) => {
  mock = await startMock('mcp/server', { transport: 'http', control: true });
  const control = mock.control!;
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(mock.url!)) as never);
  await client.listTools();
  await control.request('fault/set', { id: fault, on: true });
  const began = performance.now();
  const outcome = await client
    .listTools(undefined, { timeout: fault === 'late' ? 20_000 : 1_000 })
    .then(() => 'answered')
    .catch((error: Error) => error.message);
  // Timers may fire a little early.
  if (fault === 'late') expect(performance.now() - began).toBeGreaterThan(290);
  if (typeof sees === 'string') expect(outcome).toBe(sees);
  else expect(outcome).toMatch(sees);
  const { faults } = await control.request('session/list');
  expect(faults.find(({ id }) => id === fault)).toMatchObject({ on: true, applied: expect.any(Number) });
  expect(faults.find(({ id }) => id === fault)!.applied).toBeGreaterThan(0);
  await control.request('fault/set', { id: fault, on: false });
  expect((await client.listTools(undefined, { timeout: 20_000 })).tools.length).toBeGreaterThan(0);
  await client.close();
});
