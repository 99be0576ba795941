import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { loadCaseFile } from '../../runner/load/case/cases.js';
import { formatOf } from '../../runner/load/files/formats.js';
import { formatProblem } from '../../runner/load/files/problems.js';
import { type CampaignResult, campaign } from '../../scripts/fuzz/campaign.js';
import { settingOf } from '../../scripts/fuzz/conversation.js';
import { caseOf } from '../../scripts/fuzz/finding-case.js';
import { messageText } from '../../scripts/fuzz/inputs.js';
import { growth } from '../../scripts/fuzz/memory.js';
import { Randoms } from '../../scripts/fuzz/randoms.js';
import { readersOf } from '../../scripts/fuzz/readers.js';
import { insideEndpoint, type Transport } from '../../scripts/fuzz/reference.js';
import type { Sent } from '../../scripts/fuzz/side.js';
import { loadSubject } from '../../scripts/fuzz/subject.js';
import { readTraffic } from '../../scripts/fuzz/traffic.js';
import { createFaults, type FaultRule } from '../../src/conversation/faults/faults.js';
import type { RoleEntry } from '../../src/conversation/role-entry.js';
import type { Json, JsonObject } from '../../src/json/json.js';
import { parseJson, stringifyJson } from '../../src/json/json.js';
import { resolve as resolveValue, scopeOf, toBytes } from '../../src/language/values/index.js';
import { HttpClient } from '../../src/wire/http/client.js';

const root = resolve(import.meta.dirname, '../..');
const subject = await loadSubject(root, 'mcp/server');
const client = new HttpClient();
const folder = mkdtempSync(join(tmpdir(), 'fuzz-'));
afterAll(async () => {
  await client.close();
  rmSync(folder, { recursive: true });
});

const seed = Number(process.env.PROCTOR_SEED);

function fuzz(transport: Transport, frames: number, entry?: RoleEntry): Promise<CampaignResult> {
  const traffic = readTraffic(join(root, `scripts/fuzz/traffic/mcp-server.${transport}.ndjson`));
  const setting = settingOf({ subject, transport, traffic, client, folder, left: () => {} });
  return campaign({
    setting,
    endpoint: insideEndpoint(entry ?? subject.entry, subject.target, transport),
    frames,
    seed,
    steps: 40,
    most: 1,
    // A defect that was put there may be found in haste; the reference itself gets all the time that it may need.
    hurried: entry !== undefined,
    crashes: () => [],
    met: () => undefined,
  });
}

/** The reference with a fault. */
const faulty = (rule: Omit<FaultRule, 'id'>): RoleEntry => ({
  ...subject.entry,
  mock: (options) =>
    subject.entry.mock({ ...options, border: createFaults([{ id: 'f', ...rule }], { clock: options.clock }).border() }),
});

/** A finding as its case file, loaded. */
function loadText(text: string) {
  const path = join(folder, 'found.yaml');
  writeFileSync(path, text);
  const { cases, problems } = loadCaseFile(path, 'found.yaml', { format: caseFormat });
  expect(problems.map(formatProblem)).toEqual([]);
  return cases[0]!;
}
const caseFormat = await formatOf('case');

describe('the reference survives a part of what `npm run fuzz` sends it', { timeout: 300_000 }, () => {
  test.each([
    ['stdio', 3000],
    ['http', 700],
  ] as const)('over %s', async (transport, frames) => {
    const { findings, frames: sent } = await fuzz(transport, frames);
    expect(findings.map((finding) => `${finding.problem.text}\n${caseOf(finding, subject, transport)}`)).toEqual([]);
    expect(sent).toBeGreaterThanOrEqual(frames);
  });
});

describe('a defect of the reference is found, shrunk, and told as a case', { timeout: 300_000 }, () => {
  test.each<[name: string, transport: Transport, rule: Omit<FaultRule, 'id'>, key: RegExp]>([
    [
      'another id',
      'stdio',
      { sends: { reply: 'tools/list' }, do: [{ set: { '/id': 'other' } }] },
      /^unmatched|^unanswered/,
    ],
    ['no answer', 'stdio', { hears: { request: 'prompts/list' }, do: ['drop'] }, /^unanswered/],
    [
      'a result out of shape',
      'stdio',
      {
        sends: { reply: 'tools/call', where: { result: { content: { $any: true } } } },
        do: [{ set: { '/result/content': 1 } }],
      },
      /^schema/,
    ],
    [
      'no envelope, whatever was asked',
      'stdio',
      { sends: { any: true, where: { error: { code: -32600 } } }, do: [{ remove: ['/jsonrpc'] }] },
      /^message|jsonrpc/,
    ],
    [
      'deaf after a notification',
      'stdio',
      { hears: { request: '*' }, after: { hears: { notify: 'notifications/cancelled' } }, do: ['drop'] },
      /^hang/,
    ],
    ['an answer that never ends', 'http', { sends: { reply: 'resources/list' }, do: ['drop'] }, /^unanswered/],
  ])('%s', async (_name, transport, rule, key) => {
    const { findings } = await fuzz(transport, 12_000, faulty(rule));
    const [finding] = findings;
    expect(finding?.problem.key).toMatch(key);
    expect(finding!.plan.steps.length).toBeLessThanOrEqual(3);
    const found = loadText(caseOf(finding!, subject, transport));
    expect(found.steps.length).toBe(finding!.outcome.sent.length + 1);
  });

  test('what the reference itself reports, and what nobody caught', async () => {
    const entry: RoleEntry = {
      ...subject.entry,
      mock: (options) => {
        options.failed?.(new Error('inside'));
        return subject.entry.mock(options);
      },
    };
    const { findings } = await fuzz('stdio', 100, entry);
    expect(findings.map(({ problem }) => problem.key)).toEqual(['error Error: inside']);
    expect(findings[0]!.plan).toMatchObject({ steps: [], greeting: 0, variant: 0 });
  });
});

describe('a finding as a case', () => {
  const write = (sent: Sent[]) =>
    caseOf(
      {
        problem: { key: 'k', text: 'it says ${x}: "no"\nat all' },
        seed: 1,
        variant: false,
        outcome: { sent, problems: [], frames: 0 },
        plan: { talk: 0, greeting: 0, variant: 0, answers: [], steps: [] },
      },
      subject,
      'stdio',
    );
  /** The bytes that the steps of a case send. */
  const played = (text: string): Buffer => {
    const sends = loadText(text).steps.filter(({ verb }) => verb === 'send');
    return Buffer.concat(
      sends.map(({ body }) => {
        const { message, raw } = resolveValue(body as Json, scopeOf({}), 'value') as JsonObject;
        return message === undefined ? toBytes(raw!) : Buffer.from(`${stringifyJson(message)}\n`);
      }),
    );
  };

  test('sends the same bytes, whatever they are', () => {
    const message = fc
      .dictionary(
        fc.oneof(fc.string(), fc.constantFrom('$int', '$$x', '__proto__', 'a${b}')),
        fc.oneof(
          fc.jsonValue(),
          fc.constantFrom('${x}', '$', '~', 'yes', '1e3', '-0', ' a', 'a: b', '#', '2026-01-01'),
        ),
      )
      .map((value) => Buffer.from(`${stringifyJson(value as Json)}\n`));
    const text = fc.string({ unit: 'binary' }).map((one) => Buffer.from(one));
    const bytes = fc.uint8Array().map((one) => Buffer.from(one));
    fc.assert(
      fc.property(fc.array(fc.oneof(message, text, bytes), { minLength: 1, maxLength: 4 }), (chunks) => {
        const sent = chunks.filter((chunk) => chunk.length > 0);
        expect(played(write(sent.map((chunk) => ({ bytes: chunk }))))).toEqual(Buffer.concat(sent));
      }),
      { numRuns: 40 },
    );
  });

  test('holds as text what nests too deep to be written as a message', () => {
    const deep = `${'{"a":'.repeat(990)}1${'}'.repeat(990)}`;
    const bytes = Buffer.from(`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"deep":${deep}}}\n`);
    expect(played(write([{ bytes }]))).toEqual(bytes);
  });

  test('reads well where it can', () => {
    const text = write([
      { bytes: Buffer.from('{"jsonrpc":"2.0","id":1,"method":"ping"}\n') },
      { bytes: Buffer.from('{"id":\n') },
      { bytes: Buffer.of(0xff) },
    ]);
    expect(parseJson(JSON.stringify(loadText(text).steps.map(({ body }) => body)))).toEqual([
      { message: { jsonrpc: '2.0', id: 1, method: 'ping' } },
      { raw: '{"id":\n' },
      { raw: { $base64: '/w==' } },
      { request: 'ping', result: {} },
    ]);
    expect(loadText(text).title).toContain('it says');
  });
});

describe('everything that reads', () => {
  const random = (index: number) => new Randoms(seed + index);

  test('survives a part of what `npm run fuzz` sends it', async () => {
    const readers = await readersOf(root);
    for (const { name, read } of readers.all)
      for (let index = 0; index < 150; index += 1)
        await expect(Promise.resolve(read(random(index))), `${name}, seed ${seed + index}`).resolves.toBeUndefined();
    await readers.close();
  });

  test('is sent the same bytes by the same seed', () => {
    const texts = (from: number) => Array.from({ length: 50 }, (_, index) => messageText(random(from + index)));
    expect(texts(0)).toEqual(texts(0));
    expect(new Set(texts(0)).size).toBeGreaterThan(20);
  });
});

test('memory that grows is told from memory that goes up and down', () => {
  const samples = (of: (index: number) => number) =>
    Array.from({ length: 20 }, (_, index) => ({ frames: index * 100, bytes: of(index) }));
  expect(
    growth(
      samples((index) => 50e6 + (index % 3) * 40e6),
      20e6,
    ),
  ).toBeUndefined();
  expect(
    growth(
      samples((index) => 50e6 + index * 4e6),
      20e6,
    ),
  ).toMatch(/^its memory grows: from \d+ to \d+ MiB between 500 and 1900 frames$/);
  expect(growth(samples((index) => 50e6 + index * 4e6).slice(0, 7), 20e6)).toBeUndefined();
});
