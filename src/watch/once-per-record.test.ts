import { expect, it } from 'vitest';
import type { Facts } from './memory.js';
import { oncePerRecord } from './once-per-record.js';
import type { Definitions } from './rule.js';

it('is done once for each record and each set of definitions, also if nothing comes of it', () => {
  const [one, other] = [{} as Facts, {} as Facts];
  const [own, extended] = [{} as Definitions, {} as Definitions];
  let times = 0;
  const work = oncePerRecord((facts, definitions) => {
    times += 1;
    return facts === one && definitions === own ? undefined : times;
  });
  expect([work(one, own), work(one, own), times]).toEqual([undefined, undefined, 1]);
  expect([work(one, extended), work(other, own), work(one, extended), times]).toEqual([2, 3, 2, 3]);
});
