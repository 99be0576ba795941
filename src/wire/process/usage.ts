import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** What a process has used so far, with all that it has started. */
export interface Usage {
  /** ms of CPU time, user and system. */
  cpuMs: number;
  /** Bytes that are in memory now. */
  residentBytes: number;
  /** The most bytes that were, each process by itself. Where the system does not say: those that are. */
  peakBytes: number;
}

/** ms of a tick of the clock by which Linux counts CPU time, whatever the machine. */
const TICK = 10;

/** What processes have used so far, together; undefined where all are gone, or the system does not say. */
export function usageOf(pids: readonly number[]): Usage | undefined {
  const parts = process.platform === 'linux' ? pids.flatMap((pid) => fromProc(pid) ?? []) : listed(pids);
  if (parts.length === 0) return undefined;
  const sum = (of: keyof Usage) => parts.reduce((all, part) => all + part[of], 0);
  return { cpuMs: sum('cpuMs'), residentBytes: sum('residentBytes'), peakBytes: sum('peakBytes') };
}

function fromProc(pid: number): Usage | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const status = readFileSync(`/proc/${pid}/status`, 'latin1');
    return read(stat, status);
  } catch {
    return undefined;
  }
}

/** Reads /proc/PID/stat and /proc/PID/status of a process that still has memory; undefined for one that has none. */
export function read(stat: string, status: string): Usage | undefined {
  // The name in parentheses may hold anything. What children used that it has waited for counts as its own.
  const ticks = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15)
    .map(Number);
  const bytes = (name: string) =>
    1024 * Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? Number.NaN);
  const usage = {
    cpuMs: TICK * ticks.reduce((all, one) => all + one, 0),
    residentBytes: bytes('VmRSS'),
    peakBytes: bytes('VmHWM'),
  };
  return Object.values(usage).every(Number.isFinite) ? usage : undefined;
}

/** As `ps` lists them. Windows has none. */
function listed(pids: readonly number[]): Usage[] {
  if (process.platform === 'win32' || pids.length === 0) return [];
  const args = ['-o', 'rss=,time=', '-p', pids.join(',')];
  const { stdout } = spawnSync('ps', args, { encoding: 'utf8', timeout: 2_000 });
  return readList(stdout ?? '');
}

/** Reads what `ps -o rss=,time=` says: KiB, and days, hours, minutes and seconds of CPU time. */
export function readList(text: string): Usage[] {
  return text.split('\n').flatMap((line) => {
    const [, kib, days = 0, clock = ''] = /^\s*(\d+)\s+(?:(\d+)-)?([\d:.]+)\s*$/.exec(line) ?? [];
    if (kib === undefined) return [];
    const seconds = clock.split(':').reduce((all, part) => all * 60 + Number(part), 0);
    const bytes = 1024 * Number(kib);
    return [{ cpuMs: Math.round(1000 * (86_400 * Number(days) + seconds)), residentBytes: bytes, peakBytes: bytes }];
  });
}
