import { expect, it } from 'vitest';
import type { Carried } from '../../wire/carried.js';
import { Channel } from '../channel.js';
import type { LaneHost } from '../lane.js';
import { DiscoveryLane } from './discovery-lane.js';

const asks: Carried = { kind: 'message', message: { jsonrpc: '2.0', id: 1, method: 'server/discover' } };
const calls: Carried = { kind: 'message', message: { jsonrpc: '2.0', id: 2, method: 'tools/call' } };
const left: Carried = { kind: 'closed', closed: { how: 'end' } };

/** What came where, once the target had said this and left. */
function placesOf(said: readonly Carried[]): string[] {
  const main = new Channel('main');
  const places: string[] = [];
  const host: LaneHost = {
    main,
    channel: (name) => new Channel(name),
    record: (_from, channels, { kind }) => void places.push(`${kind} on ${channels[0]?.name}`),
    wake: () => undefined,
  };
  const lane = new DiscoveryLane(host, 'server/discover', () => new Channel('discovery-1'));
  for (const one of said) lane.record('target', [lane.main], one);
  lane.leaving();
  lane.record('target', [lane.main], left);
  return places;
}

it('one that only asked does not leave main', () => {
  expect(placesOf([asks])).toEqual(['message on main', 'closed on discovery-1']);
});

it.each([
  ['said nothing', []],
  ['asked for something else', [calls]],
  ['went on after it had asked', [asks, calls]],
  ['said what is not a message', [asks, { kind: 'bytes', bytes: new Uint8Array([1]) } satisfies Carried]],
])('one that %s leaves main', (_, said) => {
  expect(placesOf(said).at(-1)).toBe('closed on main');
});
