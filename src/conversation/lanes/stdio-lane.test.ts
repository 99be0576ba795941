import { expect, it } from 'vitest';
import type { Listener } from '../../wire/carried.js';
import type { Pipes } from '../../wire/process/stdio.js';
import { Channel } from '../channel.js';
import type { LaneHost } from '../lane.js';
import { StdioLane } from './stdio-lane.js';

/** A lane on `main`, and what its pipes carry. */
function laneOn(main: Channel) {
  let say: Listener = () => undefined;
  const pipes = {
    listen: (listener: Listener) => {
      say = listener;
    },
    end: () => undefined,
    traffic: () => ({ sent: 0, received: 0 }),
  } as unknown as Pipes;
  const records: string[] = [];
  const host = { main, record: (_: unknown, __: unknown, { kind }: { kind: string }) => void records.push(kind) };
  const lane = new StdioLane(host as unknown as LaneHost, pipes);
  return { lane, records, closes: () => say({ kind: 'closed', closed: { how: 'end' } }) };
}

it('the end of the pipes ends main', () => {
  const main = new Channel('main');
  laneOn(main).closes();
  expect(main.ended).toBe(true);
});

it('pipes that close only when the next process speaks on main leave it open', async () => {
  const main = new Channel('main');
  const before = laneOn(main);
  await before.lane.end();
  laneOn(main);
  before.closes();
  expect([main.ended, before.records]).toEqual([false, ['closed']]);
});
