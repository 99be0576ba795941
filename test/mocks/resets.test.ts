import { describe, it } from 'vitest';
import { clientEnds } from '../testing/client-ends.js';
import { listeners } from '../testing/listeners.js';
import { everyByte, outlivesCutAnswers, outlivesResets } from '../testing/resets.js';

/** Of so many places one is tried here, and the end; for each listener others. `test/processes/resets.test.ts` tries them all. */
const SAMPLE = 12;

const some = (index: number) => (bytes: Uint8Array) =>
  everyByte(bytes).filter((place) => place === bytes.length || (place + index) % SAMPLE === 0);

describe('a connection that is reset within a request ends nothing but itself', async () => {
  const all = (await listeners()).map(([name, open], index) => [name, open, index] as const);
  it.for(all)('%s', async ([, open, index]) => outlivesResets(await open(), some(index)));
});

describe('an answer that is cut off by a reset ends nothing but its connection', async () => {
  const all = (await clientEnds()).map(([name, visit], index) => [name, visit, index] as const);
  it.for(all)('%s', ([, visit, index]) => outlivesCutAnswers(visit, some(index)));
});
