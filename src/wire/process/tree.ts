import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync, readlinkSync, readSync } from 'node:fs';
import { isBranded } from './brand.js';

/**
 * Finding what a process started: on Linux through /proc, on other systems than Windows by `ps`, which tells of parents and groups
 * alone. On Windows nothing is found.
 */

/** The name of the environment variable that marks a target and all that it starts. */
export const MARK = 'PROCTOR_PROCESS';

interface Entry {
  parent: number;
  group: number;
  /** When it started: ticks of a clock on Linux, elsewhere ms; 0 where that can't be known. */
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
  /** Our ends' other ends, in the words of `streamsOf`: nobody has them but it and what it started. */
  streams: readonly string[];
  /** What it hands down to all that it starts; undefined where it could not be given any. */
  brand: number | undefined;
  /** Processes that were there before it, as far as `treeOf` has seen them: it does not look at them again. */
  older: Set<number>;
}

/** When a process started, in a unit of the system; 0 where that can't be known. */
export function startOf(pid: number): number {
  return statOf(pid)?.since ?? 0;
}

/**
 * The processes that belong to `root`: its descendants, its process group, and whoever carries its mark in its environment,
 * which finds those that left both by setsid and the death of their parents. A process without a mark belongs to it by its streams,
 * or by its brand if it has lost its parent: another Proctor may have the same brand for what it starts. Those `known` belong to it
 * whatever they look like now, with all that they have started. Without `root` itself.
 */
export function treeOf(
  { pid: root, mark, since, streams, brand, older }: Root,
  known: Iterable<number> = [],
): number[] {
  const entries = processes(older);
  // Nobody is older than who started it, which spares most of the reading.
  for (const [pid, entry] of entries) {
    if (entry.since >= since) continue;
    entries.delete(pid);
    older.add(pid);
  }
  const found = new Set<number>(known);
  const wanted = `${MARK}=${mark}`;
  const adopters = ancestorsOf(process.pid);
  const isIts = (pid: number, { parent }: Entry) => {
    if (adopters.has(pid)) return false;
    const environment = environmentOf(pid);
    if (environment.some((one) => one.startsWith(`${MARK}=`))) return environment.includes(wanted);
    if (streamsOf(pid).some((stream) => streams.includes(stream))) return true;
    return brand !== undefined && adopters.has(parent) && isBranded(pid, brand) && isAdopted(pid, parent, wanted);
  };
  for (const [pid, entry] of entries)
    if (entry.group === root || (pid !== process.pid && isIts(pid, entry))) found.add(pid);
  // Each round finds the next generation; parents of a new one are in the set or are the root.
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const [pid, { parent }] of entries) if (parent === root || found.has(parent)) found.add(pid);
  }
  found.delete(root);
  return [...found].filter((pid) => entries.get(pid)?.zombie === false && pid !== process.pid);
}

/**
 * Whether an unmarked child of one of our ancestors is an orphan. Between fork and exec a process has its parent's command line and
 * environment, so one that its parent has just forked looks unmarked. Its environment is its own once its command line is, so it is
 * read again after that.
 */
function isAdopted(pid: number, parent: number, wanted: string): boolean {
  const command = commandOf(pid);
  if (command === '' || command === commandOf(parent)) return false;
  const environment = environmentOf(pid);
  return !environment.some((one) => one.startsWith(`${MARK}=`)) || environment.includes(wanted);
}

/** The ancestors of a process, the first process of the machine among them: one of them becomes the parent of an orphan of its. */
function ancestorsOf(pid: number): Set<number> {
  const found = new Set([1]);
  for (let next = statOf(pid)?.parent; next !== undefined && next > 0 && !found.has(next); next = statOf(next)?.parent)
    found.add(next);
  return found;
}

/** The processes that a process, or any of its threads, has started and not waited for, as far as they are its children still. */
export function childrenOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      lineOf(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean).map(Number),
    );
  } catch {
    // Gone, somebody else's, or a system that does not say.
    return [];
  }
}

/** What the first three descriptors of a process are, such as `socket:[4711]`; none where that can't be known. */
export function streamsOf(pid: number): string[] {
  return [0, 1, 2].flatMap((descriptor) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${descriptor}`);
    } catch {
      return [];
    }
  });
}

/** The descendants of a process whose parents all still run, without itself. */
export function descendantsOf(root: number): number[] {
  const entries = processes(new Set());
  const found = new Set<number>([root]);
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const [pid, { parent }] of entries) if (found.has(parent)) found.add(pid);
  }
  found.delete(root);
  return [...found].filter((pid) => entries.get(pid)?.zombie === false);
}

/** Kills a process and its descendants. */
export function killTree(root: number): void {
  for (const pid of [root, ...descendantsOf(root)]) signalTo(pid, 'SIGKILL');
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
  if (process.platform !== 'linux') return new Map([...listed()].filter(([pid]) => !without.has(pid)));
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    const entry = Number.isInteger(pid) && !without.has(pid) ? statOf(pid) : undefined;
    if (entry !== undefined) entries.set(pid, entry);
  }
  return entries;
}

/** ms for which what `ps` said holds: starting it takes longer than all that is asked of it at once. */
const HOLDS = 100;
let said: { at: number; entries: Map<number, Entry> } = { at: Number.NEGATIVE_INFINITY, entries: new Map() };

/** All processes, as `ps` lists them. */
function listed(): Map<number, Entry> {
  if (process.platform === 'win32') return new Map();
  if (performance.now() - said.at > HOLDS) {
    const { stdout = '' } = spawnSync('ps', ['-axo', LISTED], { encoding: 'utf8', timeout: 2_000 });
    said = { at: performance.now(), entries: readList(stdout ?? '') };
  }
  return said.entries;
}

/** What `ps` is asked for. The start is a date. */
const LISTED = 'pid=,ppid=,pgid=,stat=,lstart=';

/** Reads what `ps -axo` says of `LISTED`. */
export function readList(text: string): Map<number, Entry> {
  const entries = new Map<number, Entry>();
  for (const line of text.split('\n')) {
    const [, pid, parent, group, state = '', since = ''] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(.+)$/.exec(line) ?? [];
    if (pid === undefined) continue;
    const began = Date.parse(since);
    entries.set(Number(pid), {
      parent: Number(parent),
      group: Number(group),
      since: Number.isNaN(began) ? 0 : began,
      zombie: state.startsWith('Z'),
    });
  }
  return entries;
}

function statOf(pid: number): Entry | undefined {
  if (process.platform !== 'linux') return listed().get(pid);
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

/** More than a line of /proc/PID/stat has, and enough of a command line to tell it from another. */
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

/** The command line of a process; empty where there is none, or not yet. */
function commandOf(pid: number): string {
  try {
    return lineOf(`/proc/${pid}/cmdline`);
  } catch {
    return '';
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
