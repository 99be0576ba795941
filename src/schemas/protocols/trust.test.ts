import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../json/json.js';
import { loadValidators, methodTable } from '../index.js';

const trust = await loadValidators('trust', 'v1');
const methods = methodTable('trust', 'v1');

/** One for each JSON example of the page, in its form and with values of our own. */
const PARAMS: readonly [method: string, params: JsonObject][] = [
  ['agent.describe', {}],
  ['workspace.read', { path: 'st/tank.st' }],
  ['workspace.write', { path: 'st/tank.st', text: 'PROGRAM Tank\nEND_PROGRAM\n', create_parents: true }],
  ['workspace.project_info', { project: 'tank', sources_root: 'st' }],
  ['runtime.build', { project: 'tank', sources_root: 'st' }],
  [
    'lsp.diagnostics',
    { project: 'tank', sources_root: 'st', path: 'st/tank.st', content: 'PROGRAM Tank\nEND_PROGRAM\n' },
  ],
  ['lsp.format', { project: 'tank', path: 'st/tank.st', content: 'PROGRAM Tank\nEND_PROGRAM\n' }],
  ['runtime.validate', { project: 'tank' }],
  ['runtime.test', { project: 'tank', filter: 'Level_', list: false, timeout_seconds: 9 }],
  ['runtime.compile_reload', { project: 'tank', sources_root: 'st', endpoint: 'tcp://127.0.0.1:9100', token: 't-1' }],
  ['runtime.reload', { project: 'tank', sources_root: 'st', endpoint: 'tcp://127.0.0.1:9100', token: 't-1' }],
  ['harness.load', { inline_sources: [{ text: 'PROGRAM Tank\nEND_PROGRAM\n' }] }],
  ['harness.load', { project: 'tank' }],
  ['harness.load', { files: ['st/tank.st', 'st/checks.st'] }],
  ['harness.reload', { files: ['st/tank.st'] }],
  ['harness.cycle', { count: 4, dt_ms: 25, watch: ['full', 'since'] }],
  ['harness.set_input', { name: 'fill', value: { type: 'BOOL', value: true } }],
  ['harness.get_output', { name: 'pump_on' }],
  ['harness.advance_time', { duration_ms: 35 }],
  [
    'harness.run_until',
    { name: 'full', equals: { type: 'BOOL', value: true }, dt_ms: 25, max_cycles: 8, watch: ['full', 'since'] },
  ],
];

const VALUES: readonly Json[] = [
  { type: 'BOOL', value: false },
  { type: 'INT', value: -12 },
  { type: 'TIME', nanos: 25_000_000 },
  { type: 'STRING', value: 'voll' },
  {
    type: 'ARRAY',
    dimensions: [[0, 1]],
    elements: [
      { type: 'BOOL', value: false },
      { type: 'BOOL', value: true },
    ],
  },
];

describe('truST Agent API v1', () => {
  it('has the 18 methods of its table', () => {
    expect(Object.keys(methods)).toHaveLength(18);
    expect(new Set(PARAMS.map(([method]) => method))).toEqual(new Set(Object.keys(methods)));
  });

  it.each(PARAMS)('takes the example of %s', (method, params) => {
    expect(trust.validate(methods[method]!.params!, params)).toEqual([]);
  });

  it.each(VALUES)('takes the typed value %j', (value) => {
    expect(trust.validate('TypedValue', value)).toEqual([]);
  });

  it.each<[method: string, params: JsonObject]>([
    ['workspace.read', {}],
    ['workspace.read', { path: 7 }],
    ['workspace.write', { path: 'a' }],
    ['lsp.diagnostics', { content: 'x' }],
    ['lsp.format', {}],
    ['harness.load', { inline_sources: [] }],
    ['harness.load', { files: [''] }],
    ['harness.cycle', { count: 1.5 }],
    ['harness.cycle', { dt_ms: -1 }],
    ['harness.set_input', { name: 'a' }],
    ['harness.set_input', { name: 'a', value: true }],
    ['harness.advance_time', {}],
    ['harness.run_until', { name: 'a' }],
  ])('refuses for %s the params %j', (method, params) => {
    expect(trust.validate(methods[method]!.params!, params)).not.toEqual([]);
  });

  it.each<[type: string, least: bigint, most: bigint]>([
    ['SINT', -128n, 127n],
    ['INT', -32_768n, 32_767n],
    ['DINT', -2_147_483_648n, 2_147_483_647n],
    ['LINT', -9_223_372_036_854_775_808n, 9_223_372_036_854_775_807n],
    ['USINT', 0n, 255n],
    ['UINT', 0n, 65_535n],
    ['UDINT', 0n, 4_294_967_295n],
    ['ULINT', 0n, 18_446_744_073_709_551_615n],
    ['BYTE', 0n, 255n],
    ['WORD', 0n, 65_535n],
    ['DWORD', 0n, 4_294_967_295n],
    ['LWORD', 0n, 18_446_744_073_709_551_615n],
  ])('takes every %s and none beyond', (type, least, most) => {
    const found = (value: bigint) => trust.validate('TypedValue', { type, value: plain(value) }).length;
    expect([found(least), found(most)]).toEqual([0, 0]);
    // A double can't tell the ends of 64 bits from their neighbours, so what lies well beyond is tried.
    const beyond = most > 2n ** 53n ? 4096n : 1n;
    expect(found(most + beyond)).toBeGreaterThan(0);
    expect(found(least - (least < -(2n ** 53n) ? 4096n : 1n))).toBeGreaterThan(0);
  });

  it('takes results that have only what the page names', () => {
    for (const method of Object.values(methods))
      if (
        !['DescribeResult', 'ProjectInfoResult', 'DiagnosticsResult', 'FormatResult', 'CompileReloadResult'].includes(
          method.results[0]!,
        )
      )
        expect(trust.validate(method.results[0]!, {})).toEqual([]);
    expect(trust.validate('DescribeResult', { transport: 'stdio' })).toEqual([]);
    expect(trust.validate('DescribeResult', { transport: 'tcp' })).not.toEqual([]);
    expect(trust.validate('WriteResult', { bytes_written: '26' })).not.toEqual([]);
  });
});

/** As JSON is read: a number where a double holds it. */
function plain(value: bigint): Json {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}
