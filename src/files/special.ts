import type { Stats } from 'node:fs';

/** The open files of this process under their names: the kernel shows them as links. */
const DESCRIPTOR = /^\/(?:dev|proc\/self)\/fd\/(\d{1,6})$/;
const NAMED: ReadonlyMap<string, number> = new Map([
  ['/dev/stdin', 0],
  ['/dev/stdout', 1],
  ['/dev/stderr', 2],
]);

/** The number of an open file that a path names, such as `/dev/stdout` or `/dev/fd/3`; undefined for any other path. */
export function descriptorNamed(path: string): number | undefined {
  const [, number] = DESCRIPTOR.exec(path) ?? [];
  return number === undefined ? NAMED.get(path) : Number(number);
}

/** What a thing of the file system is, if it is no regular file. */
export function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return 'a directory';
  if (stats.isFIFO()) return 'a FIFO';
  if (stats.isSocket()) return 'a socket';
  if (stats.isCharacterDevice() || stats.isBlockDevice()) return 'a device';
  return stats.isSymbolicLink() ? 'a link' : 'something else';
}

/** How long somebody may take to open the other end of a FIFO, in ms. */
export const PATIENCE = 2000;

const lock = new Int32Array(new SharedArrayBuffer(4));

/** Stops this thread for some ms. Only for files that have to be there before anything else goes on. */
export const pause = (ms: number): void => void Atomics.wait(lock, 0, 0, ms);
