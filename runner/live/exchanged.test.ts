import { describe, expect, it } from 'vitest';
import { ExchangedRequests } from './exchanged.js';

const asked = (...ids: (number | string)[]) => {
  const requests = new ExchangedRequests();
  for (const id of ids) requests.note('kit', { jsonrpc: '2.0', id, method: `m${id}` });
  return requests;
};
const reply = (id: number | string | null) => ({ jsonrpc: '2.0', id, result: {} });

describe('ExchangedRequests', () => {
  it('names the method that a response answers', () => {
    const requests = asked(1, 'a');
    expect(requests.note('target', reply(1))).toBe('m1');
    expect(requests.note('target', reply('a'))).toBe('ma');
    expect(requests.note('target', reply(2))).toBeUndefined();
    expect(requests.note('kit', reply(1)), 'nobody asked the kit').toBeUndefined();
    expect(requests.note('target', { jsonrpc: '2.0', method: 'note' })).toBeUndefined();
  });

  it('names it where the id came in the other type, and mends that', () => {
    const requests = asked(1, '2');
    expect(requests.mended('target', reply('1'))).toEqual(reply(1));
    expect(requests.mended('target', reply(2))).toEqual(reply('2'));
    expect([requests.note('target', reply('1')), requests.note('target', reply(2))]).toEqual(['m1', 'm2']);
  });

  it('leaves everything else as it is', () => {
    const requests = asked(1, '1', 3);
    for (const message of [reply('1'), reply(1), reply('4'), reply(null), { id: '3', method: 'm' }, [reply('3')]])
      expect(requests.mended('target', message)).toBe(message);
    requests.note('target', reply(3));
    const second = reply('3');
    expect(requests.mended('target', second), 'it is answered').toBe(second);
  });

  it('gives an answer to the request that waits, where one id is asked with in both types', () => {
    const requests = asked(1, '1');
    expect(requests.note('target', reply(1))).toBe('m1');
    expect(requests.mended('target', reply(1))).toEqual(reply('1'));
    expect(requests.note('target', reply(1))).toBe('m1');
    expect(requests.waits('kit')).toBe(false);
  });
});
