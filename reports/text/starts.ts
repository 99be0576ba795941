import type { RunFinished } from '../../runner/events.js';
import { count } from './words.js';

/** How often processes of the target were started, in one line; none if nothing was started. */
export const startsLine = ({ starts = [] }: Pick<RunFinished, 'starts'>): string[] =>
  starts.length === 0 ? [] : [`${count(starts.length, 'start')} of the target`];

/** For whom and why, one line each. */
export const startLines = ({ starts = [] }: Pick<RunFinished, 'starts'>): string[] =>
  starts.length === 0 ? [] : ['', 'starts of the target', ...starts.map((one) => `    ${one.case} · ${one.why}`)];
