// What bounds a hostile peer: its end after so many seconds, also where it keeps itself busy, and the same for the
// processes that it starts.
import { spawn } from 'node:child_process';

class Control {
  #mark = '';
  #file = '';
  #until = Number.POSITIVE_INFINITY;

  /** Starts the clock. `seconds` until the process kills itself; `mark` goes into the argv of children. */
  begin({ seconds, mark, file }) {
    this.#mark = mark;
    this.#file = file;
    this.#until = Date.now() + seconds * 1000;
    setTimeout(() => this.die(), seconds * 1000);
  }

  /** Ends at once. `process.exit` would wait for writes that nobody reads. */
  die() {
    process.kill(process.pid, 'SIGKILL');
  }

  /** Whether the time is over, for loops that no timer can interrupt. */
  get over() {
    return Date.now() >= this.#until;
  }

  /** Starts a process that does nothing but stay until the peer's own time is over. `options` are those of spawn. */
  leave(options) {
    return this.#start(['--linger', '--mark', this.#mark], options);
  }

  /** Starts a process that kills this one when its time is over, and ends with it: for one that can't end itself. */
  guard() {
    return this.#start(['--guard', String(process.pid)], { detached: true, stdio: 'ignore', env: {} });
  }

  #start(args, options) {
    const seconds = Math.max(0.1, (this.#until - Date.now()) / 1000).toFixed(1);
    const child = spawn(process.execPath, [this.#file, ...args, '--seconds', seconds], options);
    child.on('error', () => {});
    child.unref();
    return child;
  }
}

/** What `guard` starts: watches a process until `seconds` are over, and then kills it. */
export function watchOver(pid, seconds) {
  const end = (signal) => {
    try {
      process.kill(pid, signal);
    } catch {
      process.exit(0);
    }
  };
  setInterval(() => end(0), 100);
  setTimeout(() => {
    end('SIGKILL');
    process.exit(0);
  }, seconds * 1000);
}

export const control = new Control();
