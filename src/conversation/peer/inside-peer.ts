import { PassThrough } from 'node:stream';
import type { ExitInfo } from '../../wire/carried.js';
import type { Limits } from '../../wire/limits.js';
import type { PeerProgram } from '../../wire/process/stdio.js';
import { streamPipes } from '../lanes/stream-pipes.js';
import type { Spawned } from './shim-server.js';

/**
 * What a client or host inside this process spawns in place of the shim: two streams to the kit, without a process between.
 * Each call is one spawn, which `onSpawn` is told of; the program is gone once either side ends it.
 *
 * @param args what the target put behind `${peer.command}`
 */
export function insidePeer(
  args: string[],
  cwd: string,
  limits: Limits,
  onSpawn: (spawned: Spawned) => void,
): PeerProgram {
  const toKit = new PassThrough();
  const toTarget = new PassThrough();
  let stderr = '';
  let over = false;
  let leave: (exit: ExitInfo) => void = () => undefined;
  const exited = new Promise<ExitInfo>((resolve) => {
    leave = resolve;
  });
  const gone = (exit: ExitInfo) => {
    if (over) return;
    over = true;
    toTarget.end();
    // What was written before is read before the end is seen.
    setImmediate(() => toKit.destroy());
    leave(exit);
  };
  toKit.once('end', () => gone({ code: 0, signal: null }));
  onSpawn({
    pipes: {
      ...streamPipes(toTarget, toKit, limits),
      end: () => gone({ code: 0, signal: null }),
      reset: () => gone({ code: null, signal: 'SIGKILL' }),
      exit: (code) => gone({ code, signal: null }),
    },
    args,
    cwd,
    stderr: (text) => {
      stderr += text;
    },
  });
  return {
    pipes: streamPipes(toKit, toTarget, limits),
    stderr: () => stderr,
    stop: (how) => {
      if (how === 'eof') toKit.end();
      else gone({ code: null, signal: how === 'term' ? 'SIGTERM' : 'SIGKILL' });
      return exited;
    },
  };
}
