import { describe, expect, it } from 'vitest';
import type { Border, Carried } from '../wire/carried.js';
import { openBorder } from '../wire/carried.js';
import { memoryPair } from './link.js';

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('memoryPair', () => {
  it('delivers copies later, in order, also to a listener that comes late', async () => {
    const [left, right] = memoryPair();
    const heard: Carried[] = [];
    const message = { jsonrpc: '2.0', method: 'a', params: { id: 12345678901234567890n } };
    left.send(message);
    left.send({ jsonrpc: '2.0', method: 'b' });
    await turn();
    right.listen((carried) => heard.push(carried));
    left.send({ jsonrpc: '2.0', method: 'c' }, { id: 1, stream: 's' });
    expect(heard).toHaveLength(2);
    await turn();
    expect(heard.map((carried) => carried.text)).toEqual([
      '{"jsonrpc":"2.0","method":"a","params":{"id":12345678901234567890}}',
      '{"jsonrpc":"2.0","method":"b"}',
      '{"jsonrpc":"2.0","method":"c"}',
    ]);
    expect(heard[0]?.message).toEqual(message);
    expect(heard[0]?.message).not.toBe(message);
    expect(heard[2]?.stream).toBe('s');
  });

  it('carries what was sent before the end, then the end to both sides, then nothing', async () => {
    const [left, right] = memoryPair();
    const atLeft: string[] = [];
    const atRight: string[] = [];
    left.listen((carried) => atLeft.push(carried.kind));
    right.listen((carried) => atRight.push(carried.kind));
    left.send({ a: 1 });
    left.close();
    left.close();
    left.send({ b: 1 });
    await Promise.all([left.closed, right.closed]);
    right.send({ c: 1 });
    await turn();
    expect(atRight).toEqual(['message', 'closed']);
    expect(atLeft).toEqual(['closed']);
  });

  it('lets a border drop, double and replace', async () => {
    const border: Border = {
      ...openBorder,
      sends(carried, emit) {
        emit({ kind: 'bytes', bytes: Buffer.from('noise'), problem: 'not JSON' });
        emit(carried);
        emit(carried);
      },
      hears(carried, deliver) {
        if (carried.kind !== 'message' || carried.text !== '{"drop":true}') deliver(carried);
      },
    };
    const [left, right] = memoryPair(border);
    const atLeft: string[] = [];
    const atRight: (string | undefined)[] = [];
    left.listen((carried) => atLeft.push(carried.kind));
    right.listen((carried) => atRight.push(carried.text));
    left.send({ drop: true });
    left.send({ keep: true });
    right.send({ a: 1 });
    await turn();
    expect(atLeft).toEqual(['bytes', 'message', 'message']);
    expect(atRight).toEqual(['{"keep":true}']);
  });
});
