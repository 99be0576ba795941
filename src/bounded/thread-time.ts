import { readFileSync } from 'node:fs';

/** ms of a clock tick, in which Linux counts the time of threads. */
const TICK = 10;
/** ms without any progress of the process after which a thread whose own time nobody knows counts as ended. */
const STALLED = 20_000;

/** How much CPU a thread of this process has used since a moment. */
export interface ThreadTime {
  /** ms of CPU; undefined if the thread has ended. */
  used(): number | undefined;
}

/**
 * The CPU that a thread uses from now on: its own, as Linux counts it. Elsewhere that of the whole process, but no more than the time
 * that went by, which says the same while the process waits for the thread.
 *
 * @param id of the thread, as the operating system has it; 0 if nobody knows
 */
export function threadTime(id: number): ThreadTime {
  const own = id === 0 ? undefined : ticksOf(id);
  if (own !== undefined) {
    return {
      used() {
        const now = ticksOf(id);
        return now === undefined ? undefined : (now - own) * TICK;
      },
    };
  }
  return processTime();
}

function processTime(): ThreadTime {
  const began = performance.now();
  const before = process.cpuUsage();
  let last = { cpu: 0, at: began };
  return {
    used() {
      const { user, system } = process.cpuUsage(before);
      const [cpu, at] = [(user + system) / 1000, performance.now()];
      if (cpu - last.cpu > 50) last = { cpu, at };
      return at - last.at > STALLED ? undefined : Math.min(cpu, at - began);
    },
  };
}

/** The ticks of CPU that a thread has used; undefined where Linux does not say so, or knows no such thread. */
function ticksOf(id: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/self/task/${id}/stat`, 'latin1');
    // The name of the thread stands in parentheses, and may hold anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return Number(fields[11]) + Number(fields[12]);
  } catch {
    return undefined;
  }
}
