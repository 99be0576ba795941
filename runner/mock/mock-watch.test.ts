import { queryObjects } from 'node:v8';
import { expect, it } from 'vitest';
import type { JsonObject } from '../../src/json/json.js';
import { Memory } from '../../src/watch/memory.js';
import { type Border, openBorder } from '../../src/wire/carried.js';
import { realClock } from '../../src/wire/clock/clock.js';
import { MockWatch, type MockWatchOptions } from './mock-watch.js';

const watch = () =>
  new MockWatch({
    corpus: {},
    role: { role: 'any/client' },
    protocol: { watch: { rules: [] } },
    transport: 'ws',
    clock: realClock,
  } as unknown as MockWatchOptions);

/** How many sessions are remembered anywhere, once all is collected that nobody needs. */
const remembered = () => Number(queryObjects(Memory, { format: 'count' }));

function says({ hears }: Border, message: JsonObject): void {
  hears({ kind: 'message', message }, () => undefined);
}

it('nothing is remembered of connections that are gone, and not too much of those that are not', () => {
  const own = watch();
  const all = own.border(openBorder);
  const before = remembered();
  for (let count = 0; count < 3_000; count++) {
    const connection = all.ofConnection!();
    says(connection, { jsonrpc: '2.0', id: 1, method: 'any' });
    connection.hears({ kind: 'closed', closed: { how: 'end' } }, () => undefined);
  }
  expect(remembered() - before).toBeLessThan(10);
  for (let count = 0; count < 3_000; count++) says(all.ofConnection!(), { jsonrpc: '2.0', id: 1, method: 'any' });
  expect(remembered() - before).toBeLessThan(2_010);
  expect(own.messages()).toBe(0);
});
