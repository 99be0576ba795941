import { closeSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';

/**
 * Finding what a process started, on Linux through /proc. Elsewhere the process group is all there is: these functions then
 * find nothing.
 */

/** The name of the environment variable that marks a target and all that it starts. */
export const MARK = 'PROCTOR_PROCESS';

interface Entry {
  parent: number;
  group: number;
  /** Clock ticks since the machine started. */
  since: number;
  zombie: boolean;
}

/** A process with what tells its offspring from other processes. */
export interface Root {
  pid: number;
  /** Value of `MARK` in its environment. */
  mark: string;
  /** As `startOf` gave it. */
  since: number;
  /** Processes that were there before it, as far as `belongings` has seen them: it does not look at them again. */
  older: Set<number>;
}

/** When a process started, in clock ticks since the machine did; 0 where that can't be known. */
export function startOf(pid: number): number {
  return statOf(pid)?.since ?? 0;
}

/**
 * The processes that belong to `root`: its descendants, its process group, and whoever carries its mark in its environment,
 * which finds those that left both by setsid and the death of their parents. Without `root` itself.
 */
export function belongings({ pid: root, mark, since, older }: Root): number[] {
  const entries = processes(older);
  // Nobody is older than who started it, which spares most of the reading.
  for (const [pid, entry] of entries) {
    if (entry.since >= since) continue;
    entries.delete(pid);
    older.add(pid);
  }
  const found = new Set<number>();
  const wanted = `${MARK}=${mark}`;
  for (const [pid, { group }] of entries) if (group === root || environmentOf(pid).includes(wanted)) found.add(pid);
  // Each round finds the next generation; parents of a new one are in the set or are the root.
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const [pid, { parent }] of entries) if (parent === root || found.has(parent)) found.add(pid);
  }
  found.delete(root);
  return [...found].filter((pid) => entries.get(pid)?.zombie === false && pid !== process.pid);
}

/** Those of the processes that still run. A zombie does not. */
export function leftovers(pids: Iterable<number>): number[] {
  return [...pids].filter((pid) => {
    const stat = statOf(pid);
    return stat === undefined ? isAlive(pid) : !stat.zombie;
  });
}

/** Signals a process, or with a negative number a group. Returns false where there is none. */
export function signalTo(pid: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch {
    return false;
  }
}

function isAlive(pid: number): boolean {
  if (process.platform === 'linux') return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function processes(without: ReadonlySet<number>): Map<number, Entry> {
  const entries = new Map<number, Entry>();
  if (process.platform !== 'linux') return entries;
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    const entry = Number.isInteger(pid) && !without.has(pid) ? statOf(pid) : undefined;
    if (entry !== undefined) entries.set(pid, entry);
  }
  return entries;
}

function statOf(pid: number): Entry | undefined {
  try {
    // The name in parentheses may hold anything, spaces and parentheses too.
    const stat = lineOf(`/proc/${pid}/stat`);
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, parent, group] = fields;
    return {
      parent: Number(parent),
      group: Number(group),
      since: Number(fields[19]),
      zombie: state === 'Z' || state === 'X',
    };
  } catch {
    return undefined;
  }
}

/** More than a line of /proc/PID/stat has. */
const line = Buffer.alloc(4096);

/** The content of a small file. `readFileSync` takes twice the time, and there is one for each process of the machine. */
function lineOf(path: string): string {
  const file = openSync(path, 'r');
  try {
    return line.toString('latin1', 0, readSync(file, line, 0, line.length, 0));
  } finally {
    closeSync(file);
  }
}

function environmentOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0');
  } catch {
    // Gone, or somebody else's.
    return [];
  }
}
