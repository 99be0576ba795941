import { statfsSync } from 'node:fs';

/** Bytes that stay free: what a transaction of LMDB writes beside the value. */
const SPARE = 128 * 1024;
/** Bytes that may be written before the file system is asked again, at most, and as a share of what it had free. */
const UNASKED = 1024 * 1024;
const SHARE = 1 / 16;

/**
 * The space for a store. LMDB 0.9 damages the memory of its process if a write finds the disk full, so no write may come so far. Whoever
 * else fills the disk in the same moment is not seen.
 */
export class FreeSpace {
  #left = 0;

  constructor(private readonly folder: string) {}

  /** Whether the file system of the folder has room for a value of so many bytes. */
  hasRoomFor(bytes: number): boolean {
    // Pages are written whole, and the old ones are free again only with a later transaction.
    const needed = 2 * bytes;
    if (needed > this.#left) {
      const { bavail, bsize } = statfsSync(this.folder);
      const free = bavail * bsize - SPARE;
      if (needed > free) return false;
      this.#left = Math.max(needed, Math.min(UNASKED, free * SHARE));
    }
    this.#left -= needed;
    return true;
  }
}
