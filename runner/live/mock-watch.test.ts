import { expect, it } from 'vitest';
import type { JsonObject } from '../../src/json/json.js';
import { type Border, openBorder } from '../../src/wire/carried.js';
import { realClock } from '../../src/wire/clock/clock.js';
import type { BothSides } from './both-sides.js';
import { MockWatch, type MockWatchOptions } from './mock-watch.js';

const watch = () =>
  new MockWatch({
    corpus: {},
    sides: {
      kit: { role: 'any/server', protocol: { watch: { rules: [] } } },
      target: { role: 'any/client', protocol: { watch: { rules: [] } } },
    },
    transport: 'ws',
    clock: realClock,
  } as unknown as MockWatchOptions);

/** The sessions that a watch has seen and not yet ended. */
function sessionsOf(mock: MockWatch): Set<string> {
  const { watch: inner } = mock as unknown as { watch: BothSides };
  const sessions = new Set<string>();
  const [observe, close] = [inner.observe.bind(inner), inner.close.bind(inner)];
  inner.observe = (session, record) => {
    sessions.add(session);
    return observe(session, record);
  };
  inner.close = (session, ending) => {
    sessions.delete(session);
    return close(session, ending);
  };
  return sessions;
}

function says({ hears }: Border, message: JsonObject): void {
  hears({ kind: 'message', message }, () => undefined);
}

it('nothing is remembered of connections that are gone, and not too much of those that are not', () => {
  const own = watch();
  const all = own.border(openBorder);
  const remembered = sessionsOf(own);
  for (let count = 0; count < 3_000; count++) {
    const connection = all.ofConnection!();
    says(connection, { jsonrpc: '2.0', id: 1, method: 'any' });
    connection.hears({ kind: 'closed', closed: { how: 'end' } }, () => undefined);
  }
  expect(remembered.size).toBe(0);
  for (let count = 0; count < 3_000; count++) says(all.ofConnection!(), { jsonrpc: '2.0', id: 1, method: 'any' });
  expect(remembered.size).toBe(2_000);
  expect(own.messages()).toBe(0);
});
