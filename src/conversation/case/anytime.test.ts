import { describe, expect, it } from 'vitest';
import type { WireRecord } from '../../wire/record.js';
import { anytimeOf } from './anytime.js';

const known = new Set(['begin', 'end', 'tick', 'other']);
const transcript: WireRecord[] = [];

function judge(methods: string[]) {
  transcript.length = 0;
  const may = anytimeOf([{ notify: 'tick', since: { notify: 'begin' }, until: { notify: 'end' } }], {}, (method) =>
    known.has(method),
  );
  return methods.map((method) => {
    const message = { jsonrpc: '2.0', method };
    const record: WireRecord = {
      kind: 'message',
      message,
      seq: transcript.length,
      time: 0,
      from: 'target',
      channel: 'main',
    };
    transcript.push(record);
    return may(record, transcript);
  });
}

describe('anytimeOf', () => {
  it('lets a message pass from what begins its time to what ends it', () => {
    expect(judge(['tick', 'begin', 'tick', 'tick', 'end', 'tick', 'begin', 'tick'])).toEqual([
      false,
      false,
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  it('lets what the protocol does not know pass, and nothing else that is not listed', () => {
    expect(judge(['kit/strange', 'other'])).toEqual([true, false]);
  });

  it('judges a record by what stood before it, whenever it is asked', () => {
    const may = anytimeOf([{ notify: 'tick', until: { notify: 'end' } }], {}, () => true);
    judge(['tick', 'end', 'tick']);
    expect([transcript[2]!, transcript[0]!, transcript[2]!].map((record) => may(record, transcript))).toEqual([
      false,
      true,
      false,
    ]);
  });

  it('looks at each record of a flood once', () => {
    let looks = 0;
    const counting: WireRecord[] = new Proxy(transcript, {
      get: (list, name, receiver) => {
        if (typeof name === 'string' && /^\d+$/.test(name)) looks++;
        return Reflect.get(list, name, receiver);
      },
    });
    const may = anytimeOf([{ notify: 'tick', until: { notify: 'end' } }], {}, () => true);
    judge(Array(1000).fill('tick'));
    for (const record of [...transcript]) expect(may(record, counting)).toBe(true);
    expect(looks).toBeLessThanOrEqual(1000);
  });
});
