import { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { takeLines } from './typed-lines.js';

/** What is taken for lines of these chunks. */
async function linesOf(...chunks: string[]): Promise<string[]> {
  const input = new PassThrough();
  const lines: string[] = [];
  takeLines(input, async (line) => {
    await turn();
    lines.push(line);
  });
  for (const chunk of chunks) {
    input.write(chunk);
    await turn();
  }
  input.end();
  for (let turns = 0; turns < 10; turns += 1) await turn();
  return lines;
}

it('lines are taken whole and in their order, however they arrive', async () => {
  expect(await linesOf('iss', 'ue\nrevoke', '\n\nexp', 'ire')).toEqual(['issue', 'revoke', '', 'expire']);
});

it('a line that is too long is left out, and those around it are taken', async () => {
  const long = 'x'.repeat(40_000);
  expect(await linesOf('a\n', long, long, long, 'end\nb\n', `${long}${long}\nc\n`)).toEqual(['a', 'b', 'c']);
});

it('reads no more lines after it was stopped', async () => {
  const input = new PassThrough();
  const lines: string[] = [];
  const stop = takeLines(input, async (line) => void lines.push(line));
  input.write('a\n');
  await turn();
  stop();
  expect([lines, input.destroyed]).toEqual([['a'], true]);
});
