import type { RunFinished } from '../../runner/events.js';
import { count, duration, size } from './words.js';

/** How often processes of the target were started and what they used, in one line; none if nothing was started. */
export function startsLine({ starts = [], resources }: Pick<RunFinished, 'starts' | 'resources'>): string[] {
  if (starts.length === 0) return [];
  const used = resources && [
    `${duration(resources.cpuMs)} of CPU`,
    `at most ${size(resources.peakBytes)} in one process`,
  ];
  return [[`${count(starts.length, 'start')} of the target`, ...(used ?? [])].join(', ')];
}

/** For whom and why, one line each. */
export const startLines = ({ starts = [] }: Pick<RunFinished, 'starts'>): string[] =>
  starts.length === 0 ? [] : ['', 'starts of the target', ...starts.map((one) => `    ${one.case} · ${one.why}`)];
