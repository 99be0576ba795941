import { describe, expect, it } from 'vitest';
import type { Json } from '../json/json.js';
import { withoutBigints } from './numbers.js';
import { loadValidators } from './validators.js';

const mcp = await loadValidators('mcp', '2025-11-25');
const said = (name: string | string[], value: Json) =>
  mcp.validate(name, value).map(({ path, message }) => `${path} ${message}`);

describe('validators of a protocol', () => {
  it('know their definitions and nothing else', () => {
    expect(mcp.names()).toHaveLength(147);
    expect(mcp.has('Tool')).toBe(true);
    expect(mcp.has('toString')).toBe(false);
    expect(() => mcp.validate('Toll', {})).toThrow('there is no definition Toll');
    expect(() => mcp.validate([], {})).toThrow('no definition');
  });

  it('are kept once loaded, and refuse what was not built', async () => {
    expect(await loadValidators('mcp', '2025-11-25')).toBe(mcp);
    await expect(loadValidators('mcp', '1999-01-01')).rejects.toThrow('there are no schemas of mcp 1999-01-01');
    await expect(loadValidators('../mcp', 'v1')).rejects.toThrow('there are no schemas');
  });

  it('say what is wrong, for one definition', () => {
    expect(
      said('InitializeResult', { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'x' } }),
    ).toEqual(['/serverInfo lacks `version`']);
    expect(said('PromptMessage', { role: 'system', content: { type: 'text', text: 'x' } })).toEqual([
      '/role expected one of "assistant", "user", got "system"',
    ]);
    expect(said('CallToolResult', { content: [{ type: 'text' }] })).toEqual(['/content/0 lacks `text`']);
  });

  it('leave members alone that no definition has', () => {
    expect(said('CallToolResult', { content: [], extra: 1, _meta: { a: [1] } })).toEqual([]);
  });

  it('judge by several definitions: one must fit, the nearest is told', () => {
    const either = ['CallToolResult', 'CreateTaskResult'];
    expect(said(either, { content: [] })).toEqual([]);
    const task = { taskId: 't', status: 'working', createdAt: '', lastUpdatedAt: '', ttl: null };
    expect(said(either, { task })).toEqual([]);
    expect(said(either, { content: 'x' })).toEqual(['/content expected a list, got a string']);
    expect(said(either, { task: { ...task, taskId: 1 } })).toEqual(['/task/taskId expected a string, got an integer']);
  });

  it('take integers of any size', () => {
    const progress = { progressToken: 2n ** 64n, progress: 2n ** 70n, total: 10n ** 400n };
    expect(said('ProgressNotificationParams', progress)).toEqual([]);
    expect(said('ProgressNotificationParams', { ...progress, message: 2n ** 64n })).toEqual([
      '/message expected a string, got an integer',
    ]);
  });

  it('survive a value that is nested without end', () => {
    let deep: Json = {};
    for (let level = 0; level < 100_000; level++) deep = level % 2 ? [deep] : { deep };
    expect(said('CallToolResult', { content: [], structuredContent: { deep }, _meta: { n: 1n } })).toEqual([]);
    expect(said('CallToolResult', { content: deep })).toHaveLength(1);
  });

  it('bound what a hostile message costs', () => {
    const tools = Array.from({ length: 200_000 }, () => 1);
    expect(said('ListToolsResult', { tools })).toHaveLength(50);
  });
});

describe('validators of our own formats', () => {
  it('judge a whole file by the name of the format', async () => {
    const target = await loadValidators('target', 'v1');
    const wrong = { name: 'x', role: 'mcp/server', transports: { stdio: { comand: ['node'] } } };
    expect(target.validate('target', wrong).map(({ path, message }) => `${path} ${message}`)).toEqual([
      '/transports/stdio lacks `command`',
      '/transports/stdio/comand unknown member `comand`; did you mean command?',
    ]);
    expect(target.validate('target', { ...wrong, transports: { stdio: { command: ['node'] } } })).toEqual([]);
  });

  it('throw RangeError for a pattern that is nested too deep to be judged', async () => {
    const cases = await loadValidators('case', 'v1');
    let deep: Json = 1;
    for (let level = 0; level < 100_000; level++) deep = { deep };
    expect(() => cases.validate('Pattern', deep)).toThrow(RangeError);
  });
});

describe('withoutBigints', () => {
  it('returns a value without bigint itself, and else a copy that leaves the value alone', () => {
    const plain = { a: [1, { b: null }] };
    expect(withoutBigints(plain)).toBe(plain);
    const exact = { a: [1n, { b: 2n }], c: 'x' };
    expect(withoutBigints(exact)).toEqual({ a: [1, { b: 2 }], c: 'x' });
    expect(exact).toEqual({ a: [1n, { b: 2n }], c: 'x' });
    expect(withoutBigints(-(10n ** 400n))).toBe(-Number.MAX_VALUE);
  });

  it('keeps a member called __proto__', () => {
    const value = JSON.parse('{"__proto__":{"a":1}}') as { [name: string]: Json };
    const copy = withoutBigints({ ...value, n: 1n }) as { [name: string]: Json };
    expect(Object.keys(copy)).toEqual(['__proto__', 'n']);
  });
});
