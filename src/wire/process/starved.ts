import { readdirSync, readFileSync } from 'node:fs';

/** ns in a ms. */
const NS = 1_000_000;

/**
 * How long processes have waited for a core so far, in ms: they had something to do, and the machine had others to do it for. All their
 * threads together. Undefined where the system does not say; Linux does.
 */
export function starvedOf(pids: readonly number[]): number | undefined {
  if (process.platform !== 'linux') return undefined;
  const waited = pids.flatMap(threadsOf).flatMap((path) => waitedIn(path) ?? []);
  return waited.length === 0 ? undefined : waited.reduce((sum, one) => sum + one, 0);
}

function threadsOf(pid: number): string[] {
  const folder = `/proc/${pid}/task`;
  try {
    return readdirSync(folder).map((thread) => `${folder}/${thread}/schedstat`);
  } catch {
    return [];
  }
}

/** The second number of a schedstat, if it is there and counts. */
function waitedIn(path: string): number | undefined {
  try {
    const [ran, waited] = readFileSync(path, 'latin1').split(' ').map(Number);
    return ran! + waited! > 0 ? waited! / NS : undefined;
  } catch {
    return undefined;
  }
}
