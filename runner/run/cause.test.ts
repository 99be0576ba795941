import { describe, expect, it } from 'vitest';
import type { Driven } from '../../src/conversation/case/drive.js';
import type { WireRecord } from '../../src/wire/record.js';
import { handshakeFailure } from './cause.js';

const record = (seq: number, from: 'kit' | 'target', more: Partial<WireRecord>): WireRecord => ({
  seq,
  time: seq,
  from,
  channel: 'main',
  kind: 'message',
  ...more,
});

/** What a probe brought whose initialize was answered with a status and a body. */
const answered = (status: number, body: string) =>
  ({
    ending: { outcome: { kind: 'no-reply' }, message: 'no reply', blamed: [] },
    stderr: '',
    records: [
      record(0, 'kit', { message: { jsonrpc: '2.0', id: 1, method: 'initialize' } }),
      record(1, 'target', { kind: 'http', http: { status, headers: { 'content-type': 'text/plain' } } }),
      record(2, 'target', { kind: 'closed', closed: { how: 'end' }, body }),
    ],
  }) as unknown as Driven;

describe('a handshake that a status refuses', () => {
  it('is told with the first lines of the body, which may say why', () => {
    const body = `Access is only allowed at localhost:3000\n${'more\n'.repeat(20)}`;
    const { message, detail } = handshakeFailure(answered(403, body))!;
    expect(message).toMatch(/^the handshake failed: initialize was answered with HTTP 403 \(text\/plain\)/);
    expect(detail!.split('\n').slice(0, 2)).toEqual([
      'what it answered:',
      '  Access is only allowed at localhost:3000',
    ]);
    expect(detail!.split('\n')).toHaveLength(6);
  });

  it('has no such lines without a body, or where nothing was refused', () => {
    expect(handshakeFailure(answered(403, ' '))).not.toHaveProperty('detail');
    expect(handshakeFailure(answered(200, 'hello'))).not.toHaveProperty('detail');
  });
});
