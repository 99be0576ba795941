import type { Readable } from 'node:stream';

/** Characters of one line; of a longer one nothing is done. */
const LONGEST = 64 * 1024;

/**
 * Gives each line of a stream to `act`, one after the other, until the stream ends or the returned function is called. An error of the stream
 * is its end.
 */
export function takeLines(input: Readable, act: (line: string) => Promise<void>): () => void {
  let rest = '';
  let isTooLong = false;
  let turn = Promise.resolve();
  const take = (chunk: string | Buffer) => {
    const [first = '', ...more] = `${rest}${chunk}`.split('\n');
    const lines = [first, ...more];
    rest = lines.pop()!;
    for (const [index, line] of lines.entries()) {
      const isWhole = !(isTooLong && index === 0);
      if (isWhole && line.length <= LONGEST) turn = turn.then(() => act(line));
    }
    if (lines.length > 0) isTooLong = false;
    if (rest.length > LONGEST) {
      rest = '';
      isTooLong = true;
    }
  };
  const ended = () => {
    if (rest !== '' && !isTooLong) turn = turn.then(() => act(rest));
  };
  const ignored = () => undefined;
  input.setEncoding('utf8');
  input.on('data', take).once('end', ended).on('error', ignored);
  return () => {
    input.off('data', take).off('end', ended);
    input.pause();
    // A pipe that nobody closes would keep the process.
    input.destroy();
  };
}
