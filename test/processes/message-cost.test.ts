import { expect, test } from 'vitest';
import { costOf, costPerByte, shapeNames } from '../../scripts/bench/shapes/cost.mjs';

/** Bytes of memory for each byte of a message, at most: parsed, watched, recorded and reported. */
const MEMORY = 20;
/** CPU of a message in times that of one half as large: 2 where it is linear, 4 where it is quadratic. */
const GROWTH = 3;
const LIMIT =
  /^reply to \w+ was not read: \d+ .* more than the limit of \d+( for this length)?; Proctor reads no message beyond/;

test.each(
  shapeNames.flatMap((shape) => (['stdio', 'http', 'sse', 'ws'] as const).map((transport) => ({ shape, transport }))),
)(
  'a message of $shape over $transport: memory and CPU stay in proportion to the bytes',
  { timeout: 300_000 },
  async ({ shape, transport }) => {
    const { memory, growth, runs } = await costPerByte(transport, shape);
    expect(memory).toBeLessThan(MEMORY);
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
