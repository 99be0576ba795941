import { PassThrough } from 'node:stream';
import type { ExitInfo, Listener } from '../../wire/carried.js';
import { type Clock, realClock, sleep } from '../../wire/clock/clock.js';
import type { Limits } from '../../wire/limits.js';
import type { PeerProgram } from '../../wire/process/stdio.js';
import { streamPipes } from '../lanes/stream-pipes.js';
import type { Outlived, Spawned } from './shim-server.js';

/**
 * What a client or host inside this process spawns in place of the shim: two streams to the kit, without a process between.
 * Each call is one spawn, which `onSpawn` is told of; the program is gone once either side ends it.
 *
 * @param args what the target put behind `${peer.command}`
 * @param clock measures what the target waits for a program that goes on. Default: real time
 */
export function insidePeer(
  args: string[],
  cwd: string,
  limits: Limits,
  onSpawn: (spawned: Spawned) => void,
  clock: Clock = realClock,
): PeerProgram {
  const toKit = new PassThrough();
  const toTarget = new PassThrough();
  let stderr = '';
  let over = false;
  let outlived: Outlived | undefined;
  let listener: Listener = () => undefined;
  let leave: (exit: ExitInfo) => void = () => undefined;
  const exited = new Promise<ExitInfo>((resolve) => {
    leave = resolve;
  });
  const gone = (exit: ExitInfo) => {
    if (over) return;
    over = true;
    const goesOn = outlived !== undefined && toKit.readableEnded;
    outlived = undefined;
    // The case is done with it.
    if (goesOn) listener({ kind: 'closed', closed: { how: 'end' } });
    toTarget.end();
    // What was written before is read before the end is seen.
    setImmediate(() => toKit.destroy());
    leave(exit);
  };
  toKit.once('end', () => outlived ?? gone({ code: 0, signal: null }));
  /** A signal comes. One that goes on reports it. */
  const signalled = (signal: 'SIGTERM' | 'SIGKILL') => {
    if (over) return;
    const isMet = outlived !== undefined && (signal === 'SIGTERM' || toKit.readableEnded);
    const isLast = signal === 'SIGKILL' || outlived !== 'SIGTERM';
    if (isLast) outlived = undefined;
    if (isMet) listener({ kind: 'closed', closed: { how: signal === 'SIGTERM' ? 'end' : 'reset', reason: signal } });
    if (isLast) gone({ code: null, signal });
  };
  const goneWithin = async (ms: number) => {
    const waiting = new AbortController();
    await Promise.race([exited, sleep(clock, ms, waiting.signal)]);
    waiting.abort();
  };
  const pipes = streamPipes(toTarget, toKit, limits);
  onSpawn({
    pipes: {
      ...pipes,
      listen: (next) => {
        listener = next;
        pipes.listen(next);
      },
      end: () => gone({ code: 0, signal: null }),
      reset: () => gone({ code: null, signal: 'SIGKILL' }),
      exit: (code) => gone({ code, signal: null }),
      goesOn: () => outlived !== undefined,
    },
    args,
    cwd,
    stderr: (text) => {
      stderr += text;
    },
    outlives: (what) => {
      outlived = what;
    },
  });
  return {
    pipes: streamPipes(toKit, toTarget, limits),
    stderr: () => stderr,
    stop: async (how, graces) => {
      if (how === 'eof') {
        toKit.end();
        if (outlived === undefined) return exited;
        await goneWithin(graces.eof);
      }
      if (how !== 'kill') signalled('SIGTERM');
      if (how !== 'kill') await goneWithin(graces.term);
      signalled('SIGKILL');
      return exited;
    },
  };
}
