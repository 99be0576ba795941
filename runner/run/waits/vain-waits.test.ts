import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { awaitedBy, awaitedIn } from '../../../src/conversation/player/patience.js';
import { parseSelector } from '../../../src/language/selector.js';
import type { WireRecord } from '../../../src/wire/record.js';
import type { CaseResult } from '../../events.js';
import { targetFromCommand } from '../../load/target/target-argv.js';
import { runCases } from '../testing.js';
import { VainWaits, WaitsOfCase } from './vain-waits.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'vain-waits-'));
  // A server that sends a notification so many ms after it was told to.
  writeFileSync(
    join(folder, 'server.mjs'),
    `import { createInterface } from 'node:readline';
const say = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === 'test/go') setTimeout(() => say({ method: 'test/event' }), params.after);
  else if (method === 'initialize')
    say({ id, result: { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 's', version: '1' } } });
  else if (id !== undefined) say({ id, result: {} });
});
`,
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

const GREET = '      - call: { request: initialize, params: "${peer.initialize}", result: {} }\n        within: 20s\n';
const go = (after: number) => `      - send: { notify: test/go, params: { after: ${after} } }\n`;
const EVENT = '      - expect: { notify: test/event }\n        within: 1s\n        check: MCP-PING-01\n';

/** Plays cases of these steps one by one against processes in real time. */
async function play(steps: readonly string[]): Promise<CaseResult[]> {
  const target = targetFromCommand('mcp/server', [process.execPath, join(folder, 'server.mjs')], folder);
  const cases = steps.map((text) => `    steps:\n${GREET}${text}`);
  const { results } = await runCases(folder, cases, target);
  return results.toSorted((a, b) => a.id.localeCompare(b.id));
}

const reasons = (results: readonly CaseResult[]) => results.map(({ reason = '' }) => reason);

describe('a wait that ran out in five cases', () => {
  it('is shorter in the others, which are not played again', { timeout: 60_000 }, async () => {
    const results = await play(Array.from({ length: 8 }, () => EVENT));
    expect(results.map(({ verdict, standing }) => [verdict, standing])).toEqual(
      Array.from({ length: 8 }, () => ['fail', undefined]),
    );
    for (const reason of reasons(results).slice(0, 5)) expect(reason).toMatch(/did not come within 1s; /);
    for (const reason of reasons(results).slice(5))
      expect(reason).toMatch(/did not come within 300ms \(no longer, for in 5 cases it did not come within 1s\); /);
  });

  it('is as long as ever again once it was not in vain, and what shorter ones brought counts no more', {
    timeout: 60_000,
  }, async () => {
    const vain = Array.from({ length: 5 }, () => EVENT);
    const results = await play([...vain, go(350) + EVENT, go(0) + EVENT, EVENT]);
    const verdicts = results.map(({ verdict, standing }) => [verdict, standing]);
    expect(verdicts.slice(0, 5)).toEqual(vain.map(() => ['fail', undefined]));
    expect(verdicts.slice(5)).toEqual([
      ['pass', undefined],
      ['pass', undefined],
      ['fail', undefined],
    ]);
    expect(results[7]!.reason).toMatch(/did not come within 1s; /);
  });
});

describe('what is waited for', () => {
  const record = (more: Partial<WireRecord>): WireRecord => ({
    seq: 0,
    time: 0,
    from: 'target',
    channel: 'main',
    kind: 'message',
    ...more,
  });
  const awaited = (selector: object, isError = false) =>
    awaitedBy(parseSelector(selector as never), ['tools/call'], isError);

  it.each<[object, boolean, Partial<WireRecord>]>([
    [{ notify: 'a/b', where: { params: { x: 1 } } }, false, { message: { jsonrpc: '2.0', method: 'a/b' } }],
    [{ request: 'a/b' }, false, { message: { jsonrpc: '2.0', id: 1, method: 'a/b' } }],
    [{ request: '*' }, false, { message: { jsonrpc: '2.0', id: 1, method: 'a/b' } }],
    [{ reply: 'x' }, false, { method: 'tools/call', message: { jsonrpc: '2.0', id: 1, result: {} } }],
    [{ reply: 'x' }, true, { method: 'tools/call', message: { jsonrpc: '2.0', id: 1, error: {} } }],
    [{ exit: true }, false, { kind: 'exit', exit: { code: 0, signal: null } }],
    [{ closed: true }, false, { kind: 'closed', closed: { how: 'end' } }],
    [{ http: { status: 404 } }, false, { kind: 'http', http: { status: 200, headers: {} } }],
    [{ outcome: true }, false, { kind: 'exit', outcome: { ok: true } }],
  ])('%j is not in vain once such a record has come', (selector, isError, come) => {
    expect(awaitedIn(record(come))).toContain(awaited(selector, isError));
    expect(awaitedIn(record({ ...come, from: 'kit' }))).toEqual([]);
  });

  it('an error is waited for in vain although there are results, and a variant although there are others', () => {
    const result = record({ method: 'tools/call', message: { jsonrpc: '2.0', id: 1, result: {} } });
    expect(awaitedIn(result)).not.toContain(awaited({ reply: 'x' }, true));
    const update = record({ message: { jsonrpc: '2.0', method: 'session/update', params: {} } });
    expect(awaitedIn(update)).not.toContain(awaited({ notify: 'session/update#plan' }));
  });

  it('is in vain only where no part of it came, in five different cases', () => {
    const waits = new VainWaits();
    const vain = (id: string, ...awaited: string[]) => waits.note(id, { behaviors: '', came: [], vain: awaited });
    const isInVain = (awaited: string) => waits.isInVain(awaited, '');
    for (let times = 0; times < 9; times += 1) vain('same', 'a');
    expect(isInVain('a')).toBe(false);
    for (const id of ['1', '2', '3', '4']) vain(id, 'a', 'a\nb');
    vain('5', 'a\nb');
    expect([isInVain('a'), isInVain('a\nb')]).toEqual([true, true]);
    waits.note('6', { behaviors: 'slow-tool', came: ['b'], vain: [] });
    expect([isInVain('a'), isInVain('a\nb')]).toEqual([true, false]);
  });

  it('is in vain only for cases that need the same behaviors', () => {
    const waits = new VainWaits();
    for (const id of ['1', '2', '3', '4', '5']) waits.note(id, { behaviors: 'logs tool', came: [], vain: ['a'] });
    const of = (...behaviors: string[]) => new WaitsOfCase('6', behaviors, waits, true).of('a', 5_000);
    expect([of('tool', 'logs'), of('tool'), of()]).toEqual([500, 5_000, 5_000]);
  });

  it('has its whole time where nothing would be played again, and never more than that', () => {
    const waits = new VainWaits();
    for (const id of ['1', '2', '3', '4', '5']) waits.note(id, { behaviors: '', came: [], vain: ['a'] });
    const of = (mayShorten: boolean, budget: number) => new WaitsOfCase('6', [], waits, mayShorten).of('a', budget);
    expect([of(false, 5_000), of(true, 60_000), of(true, 1_000), of(true, 100)]).toEqual([5_000, 6_000, 300, 100]);
  });
});
