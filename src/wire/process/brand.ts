import { readFileSync, writeFileSync } from 'node:fs';

/**
 * What a core dump would hold of file mappings, of huge pages and of DAX: five bits that a process hands down to all that it starts,
 * through fork and exec, whatever they do to their environment, their streams, their session and their parents. Hardly anybody sets
 * them, and they mean nothing but in a core dump.
 */
const BITS = [0x4, 0x8, 0x40, 0x80, 0x100];
const BRANDS = 2 ** BITS.length - 1;

const taken = new Set<number>();

/** What `branded` did, and the brand of all that it started; undefined where the system has no such thing. */
interface Branded<T> {
  done: T;
  brand: number | undefined;
}

/**
 * Starts something so that it has a brand that nothing else has which this process has started and not released: this process has
 * it for that moment, for what is given to a process once it runs comes too late for one that is quick.
 */
export function branded<T>(start: () => T): Branded<T> {
  const ours = ownFilter();
  const brand = ours === undefined ? undefined : free(ours);
  if (ours === undefined || brand === undefined || !setOwn(brand)) return { done: start(), brand: undefined };
  taken.add(brand);
  try {
    return { done: start(), brand };
  } finally {
    setOwn(ours);
  }
}

/** A brand that nobody has; which one is left to chance, for others of our kind may run on this machine. */
function free(ours: number): number | undefined {
  const first = Math.floor(Math.random() * BRANDS);
  for (let tried = 0; tried < BRANDS; tried++) {
    const chosen = ((first + tried) % BRANDS) + 1;
    const filter = BITS.reduce((bits: number, bit, index) => (chosen & (1 << index) ? bits | bit : bits & ~bit), ours);
    if (filter !== ours && !taken.has(filter)) return filter;
  }
  return undefined;
}

let own: number | undefined;

function ownFilter(): number | undefined {
  own ??= filterOf('self');
  return own;
}

function setOwn(filter: number): boolean {
  try {
    writeFileSync('/proc/self/coredump_filter', `0x${filter.toString(16)}`);
    return true;
  } catch {
    return false;
  }
}

/** Whether a process has a brand. */
export const isBranded = (pid: number, value: number) => filterOf(pid) === value;

/** Lets others have a brand, once nobody that has it is left. */
export function release(value: number): void {
  taken.delete(value);
}

function filterOf(pid: number | 'self'): number | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    return Number.parseInt(readFileSync(`/proc/${pid}/coredump_filter`, 'latin1'), 16);
  } catch {
    return undefined;
  }
}
