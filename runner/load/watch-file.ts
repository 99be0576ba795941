import { type FSWatcher, realpathSync, statSync, watch } from 'node:fs';
import { basename, dirname } from 'node:path';

/** ms without another event, after which a file is taken for saved: editors write in several steps. */
const SETTLED = 60;

/** ms that a file may be away while it is saved. */
const AWAY = 1_000;

/** Who wants to know of a file. */
export interface FileWatch {
  /** It was saved, or is away for longer than a save takes. It is not called again before the promise is settled, and must not reject. */
  changed(): Promise<void>;
  /** It can't be watched, or no longer. */
  failed(reason: string): void;
}

/**
 * Watches a regular file, until the returned function is called: both a file that is written in place and one that is put in its place by
 * a rename. Keeps no process running. Anything but a regular file can not change.
 *
 * @param since what `stampOf` said when it was read: what was saved meanwhile counts
 */
export function watchFile(file: string, { changed, failed }: FileWatch, since: string | undefined): () => void {
  const watchers: FSWatcher[] = [];
  let last = since;
  let timer: NodeJS.Timeout | undefined;
  let isBusy = false;
  let isStopped = false;
  const soon = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void check(ms), ms);
    timer.unref();
  };
  const check = async (waited: number) => {
    if (isBusy || isStopped) return;
    const stamp = stampOf(file);
    if (stamp === last) return;
    // It may be on its way back.
    if (stamp === undefined && waited < AWAY) return soon(AWAY);
    last = stamp;
    isBusy = true;
    await changed();
    isBusy = false;
    if (!isStopped && stampOf(file) !== last) soon(SETTLED);
  };
  const stop = () => {
    isStopped = true;
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
  try {
    if (!statSync(file).isFile()) return () => {};
    // A link is another name of a file elsewhere: that one is saved.
    for (const path of new Set([file, realpathSync(file)])) {
      const watcher = watch(dirname(path), { persistent: false }, (_, name) => {
        if (name === null || name === basename(path)) soon(SETTLED);
      });
      watcher.on('error', (error) => {
        stop();
        failed(error.message);
      });
      watchers.push(watcher);
    }
  } catch (error) {
    stop();
    failed((error as Error).message);
    return () => {};
  }
  soon(0);
  return stop;
}

/** What is another after a file was saved; undefined if there is none. */
export function stampOf(file: string): string | undefined {
  const stat = statSync(file, { throwIfNoEntry: false, bigint: true });
  return stat && `${stat.ino} ${stat.size} ${stat.mtimeNs}`;
}
