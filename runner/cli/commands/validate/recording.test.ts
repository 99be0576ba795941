import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadCorpus } from '../../../load/corpus.js';
import type { Corpus } from '../../../types.js';
import { ran } from '../../support/testing.js';
import { validate } from './validate.js';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const dir = mkdtempSync(join(tmpdir(), 'proctor-recording-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

let corpus: Corpus;
beforeAll(async () => {
  ({ corpus } = await loadCorpus(root, { compiled: join(root, 'dist/corpus') }));
});

const HEADER = {
  ...{ type: 'header', format: 'proctor-recording', version: 1, protocolVersion: '2025-11-25', transport: 'stdio' },
  roles: { kit: 'mcp/client', target: 'mcp/server' },
};
const line = (from: string, message: object) => ({
  ...{ type: 'message', session: 'one', findings: [] },
  record: { seq: 0, time: 0, from, channel: 'main', kind: 'message', message: { jsonrpc: '2.0', ...message } },
});
const info = { name: 'a', version: '1' };
const said = [
  line('kit', {
    ...{ id: 1, method: 'initialize' },
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: info },
  }),
  line('target', { id: 1, result: { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: info } }),
  line('kit', { method: 'notifications/initialized' }),
];

function judged(lines: (object | string)[]) {
  const path = join(dir, 'recording.ndjson');
  writeFileSync(path, lines.map((one) => (typeof one === 'string' ? one : `${JSON.stringify(one)}\n`)).join(''));
  return ran((context) => validate('mcp/server', [path], { json: false }, context), { corpus });
}

describe('validate ROLE over a recording', () => {
  it('says of each role which requirements were observed', async () => {
    const { out, exit } = await judged([HEADER, ...said, { type: 'footer', messages: 3 }]);
    expect(exit).toBe(0);
    expect(out).toMatch(/: observed of mcp\/server: .*MCP-BASE-16/);
    expect(out).toMatch(/: observed of mcp\/client: MCP-/);
    expect(out).toMatch(/: not observed of mcp\/server: .*MCP-PRG-02/);
  });

  it('judges a session that agreed on an earlier version by no rule that is newer', async () => {
    const batch = {
      ...{ type: 'message', session: 'one', findings: [] },
      record: {
        ...{ seq: 3, time: 0, from: 'kit', channel: 'main', kind: 'message' },
        message: [
          { jsonrpc: '2.0', id: 2, method: 'ping' },
          { jsonrpc: '2.0', id: 3, method: 'ping' },
        ],
      },
    };
    const now = await judged([HEADER, ...said, batch]);
    expect([now.exit, now.out]).toEqual([1, expect.stringContaining('mcp/client: ')]);
    const before = JSON.parse(JSON.stringify([...said, batch]).replaceAll('2025-11-25', '2025-03-26')) as object[];
    const { exit, out } = await judged([HEADER, ...before]);
    expect([exit, out]).toEqual([0, expect.stringContaining('valid')]);
  });

  it('blames nobody for a last line that was cut', async () => {
    const { out, exit } = await judged([HEADER, ...said, '{"type":"message","rec']);
    expect([exit, out]).toEqual([0, expect.stringContaining('3 messages of mcp/server and mcp/client: valid')]);
  });

  it('refuses a broken line with its place', async () => {
    await expect(judged([HEADER, '{"type": mess}\n', ...said])).rejects.toThrow(/recording\.ndjson:2:10 {2}not JSON: /);
  });

  it('is held against the schema line by line by `validate recording`', async () => {
    const path = join(dir, 'broken.ndjson');
    const lines = [HEADER, { ...said[0], findings: 1 }, { type: 'footer', messages: 1 }];
    writeFileSync(path, lines.map((one) => `${JSON.stringify(one)}\n`).join(''));
    const { out, exit } = await ran((context) => validate('recording', [path], { json: false }, context), { corpus });
    expect([exit, out]).toEqual([1, expect.stringMatching(/broken\.ndjson:2:.*findings/)]);
  });

  it('judges nothing after messages that are missing, and says so', async () => {
    const reply = line('target', { id: 7, result: {} });
    const whole = await judged([HEADER, ...said, reply]);
    expect([whole.exit, whole.out]).toEqual([1, expect.stringContaining('1 problem')]);
    const { out, exit } = await judged([HEADER, ...said, { type: 'dropped', count: 2 }, reply]);
    expect([exit, out]).toEqual([0, expect.stringContaining('2 messages are missing in the recording')]);
  });
});
