import { describe, it } from 'vitest';
import { clientEnds } from '../testing/client-ends.js';
import { listeners } from '../testing/listeners.js';
import { everyByte, outlivesCutAnswers, outlivesResets } from '../testing/resets.js';

describe('a connection that is reset at any byte of a request ends nothing but itself', async () => {
  it.for(await listeners())('%s', async ([, open]) => outlivesResets(await open(), everyByte));
});

describe('an answer that is reset at any of its bytes ends nothing but its connection', async () => {
  it.for(await clientEnds())('%s', ([, visit]) => outlivesCutAnswers(visit, everyByte));
});
