import type { Readable, Writable } from 'node:stream';
import type { Listener } from '../../wire/carried.js';
import type { Limits } from '../../wire/limits.js';
import { NdjsonDecoder } from '../../wire/ndjson.js';
import type { Pipes } from '../../wire/process/stdio.js';

/**
 * One side's ends of two streams inside this process: it writes to `out` and reads messages, one on a line, from `source`.
 * The end of `source` is heard as `closed`; so is its destruction, as a reset.
 */
export function streamPipes(out: Writable, source: Readable, limits: Limits): Pipes {
  const traffic = { sent: 0, received: 0 };
  out.on('error', () => undefined);
  source.on('error', () => undefined);
  return {
    write: (bytes) => {
      if (out.writableEnded || out.destroyed) return;
      traffic.sent += bytes.length;
      out.write(bytes);
    },
    end: () => void out.end(),
    reset: () => {
      out.destroy();
      source.destroy();
    },
    listen: (listener) => read(source, limits, traffic, listener),
    traffic: () => traffic,
  };
}

function read(source: Readable, limits: Limits, traffic: { received: number }, listener: Listener): void {
  const decoder = new NdjsonDecoder(limits);
  let over = false;
  const close = (how: 'end' | 'reset') => {
    if (over) return;
    over = true;
    listener({ kind: 'closed', closed: { how } });
  };
  source.on('data', (chunk: Buffer) => {
    traffic.received += chunk.length;
    for (const carried of decoder.push(chunk)) listener(carried);
  });
  source.once('end', () => {
    for (const carried of decoder.end()) listener(carried);
    close('end');
  });
  source.once('close', () => close('reset'));
}
