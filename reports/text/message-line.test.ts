import { describe, expect, it } from 'vitest';
import type { WireRecord } from '../../src/wire/record.js';
import { type MessageRemark, messageLine } from './message-line.js';
import { styleFor } from './style.js';

const plain = { style: styleFor(false), width: 60 };
const record = (more: Partial<WireRecord> = {}): WireRecord => ({
  seq: 0,
  time: 1234.5,
  from: 'target',
  channel: 'main',
  kind: 'message',
  message: { jsonrpc: '2.0', id: 1, method: 'ping', params: { text: 'x'.repeat(80) } },
  ...more,
});
const remark = (more: Partial<MessageRemark> = {}): MessageRemark => ({
  isMust: true,
  requirement: 'A-01',
  level: 'must',
  message: 'expected a string,\ngot a number',
  ...more,
});

describe('messageLine', () => {
  it('says when, from whom and what, on one line that fits', () => {
    const line = messageLine(record(), [], plain);
    expect(line).toMatch(/^✓ {4}1\.23[45] s {2}← {2}ping #1 {2}\{.*…/);
    expect([...line].length).toBeLessThanOrEqual(60);
    expect(messageLine(record({ from: 'kit', channel: 'post-2' }), [], plain)).toMatch(/→.* on post-2$/);
  });

  it('says what is wrong in full, whose fault it is, and how bad', () => {
    const line = messageLine(record(), [remark(), remark({ level: 'should', by: 'the mock' })], plain);
    expect(line).toMatch(/^✗ /);
    expect(line).toContain('   A-01 must: expected a string,\\ngot a number · A-01 should: ');
    expect(line).toMatch(/\(by the mock\)$/);
    expect(line).not.toContain('\n');
    expect(messageLine(record(), [remark({ isMust: false })], plain)).toMatch(/^⚠ /);
  });

  it('has no sign for what no rule judges', () => {
    expect(messageLine(record({ deliberate: true }), [], plain)).toMatch(/^ {2}/);
    expect(messageLine({ ...record(), kind: 'closed', closed: { how: 'end' } }, [], plain)).toMatch(/^ {2}.*closed/);
  });
});
