import { expect, test } from 'vitest';
import { costOf, costPerByte, shapeNames } from '../../scripts/bench/shapes/cost.mjs';

/**
 * Bytes of memory for each byte of a message, at most: parsed, watched, recorded and reported. The goal is 20, which `npm run bench -- --shapes`
 * measures; on a busy machine the collector lags behind. Over WebSocket the large message is the answer of the probe too, and that is
 * kept as long as the run lasts.
 */
const MEMORY = { stdio: 32, http: 32, sse: 32, ws: 40 };
/** Every shape over stdio, and over the other transports those that cost most. */
const DEAREST = ['one string', 'small numbers', 'alike objects'];
/** CPU of a message in times that of one half as large: 2 where it is linear, 4 where it is quadratic. */
const GROWTH = 3;
const LIMIT =
  /^reply to \w+ was not read: \d+ .* more than the limit of \d+( for this length)?; Proctor reads no message beyond/;

test.each(
  shapeNames.flatMap((shape) =>
    (['stdio', 'http', 'sse', 'ws'] as const)
      .filter((transport) => transport === 'stdio' || DEAREST.includes(shape))
      .map((transport) => ({ shape, transport })),
  ),
)(
  'memory and CPU stay in proportion to the bytes of a message of $shape over $transport',
  { timeout: 300_000 },
  async ({ shape, transport }) => {
    const { memory, growth, runs } = await costPerByte(transport, shape);
    expect(memory).toBeLessThan(MEMORY[transport]);
    expect(growth).toBeLessThan(GROWTH);
    for (const { exit, cases } of runs) {
      const wrong = cases.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'skipped');
      // A legal message breaks no rule; one that is beyond a limit breaks none either.
      for (const { verdict, reason } of wrong)
        expect([verdict, reason]).toEqual(['error', expect.stringMatching(LIMIT)]);
      expect(exit).toBe(wrong.length === 0 ? 0 : 1);
    }
  },
);

test.each(['stdio', 'http', 'sse'] as const)(
  'a message that comes in pieces of three bytes over %s costs what one in a piece does',
  { timeout: 300_000 },
  async (transport) => {
    const pieces = await costOf(transport, 'one string', 60_000, { chunk: 3 });
    const whole = await costOf(transport, 'one string', 60_000);
    expect(pieces).toMatchObject({ exit: 0 });
    expect(pieces.mib - whole.mib).toBeLessThan(60);
  },
);
