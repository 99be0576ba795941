import { expect, it } from 'vitest';
import type { Side } from '../../src/watch/finding.js';
import type { WireRecord } from '../../src/wire/record.js';
import { Endings } from './endings.js';

const closed = (from: Side, how = 'end', stream?: string) =>
  ({ kind: 'closed', from, closed: { how }, ...(stream !== undefined && { stream }) }) as WireRecord;
const exit = { kind: 'exit', from: 'target' } as WireRecord;
const message = { kind: 'message', from: 'kit' } as WireRecord;

/** Who ended a session at each of the records; a dot as long as it lasts. */
const ended = (transport: string, ...records: WireRecord[]) => {
  const endings = new Endings(transport);
  return records.map((record) => endings.endedBy('a', record) ?? '.').join(' ');
};

it('a side that has closed its pipe is answered until the other one closes too', () => {
  expect(ended('stdio', closed('target'), message, closed('kit'))).toBe('. . target');
  expect(ended('stdio', closed('kit'), message, closed('target'))).toBe('. . kit');
  expect(ended('file', closed('target'), message, closed('target'), closed('kit'))).toBe('. . . target');
});

it('an exit, a reset and the end of a socket end a session at once', () => {
  expect(ended('stdio', exit)).toBe('target');
  expect(ended('stdio', closed('kit'), exit)).toBe('. kit');
  expect(ended('stdio', closed('kit', 'reset'))).toBe('kit');
  expect(ended('ws', closed('target'))).toBe('target');
});

it('the end of a stream ends no session', () => {
  expect(ended('http', closed('target', 'end', 'exchange 1'))).toBe('.');
});

it('of a session that is open still it knows who has said all, once', () => {
  const endings = new Endings('stdio');
  endings.endedBy('a', closed('target'));
  expect([endings.take('a'), endings.take('a'), endings.take('b')]).toEqual(['target', undefined, undefined]);
});
