import type { TaskState } from '../../../../generated/types/a2a-0.3.0.js';

const TERMINAL: readonly TaskState[] = ['completed', 'canceled', 'failed', 'rejected'];
const INTERRUPTED: readonly TaskState[] = ['input-required', 'auth-required'];

/** Whether a task in this state has ended (A2A 0.3.0, 6.3). */
export const isTerminal = (state: TaskState): boolean => TERMINAL.includes(state);

/** Whether a task in this state has ended or waits for its client, so that a stream of it ends. */
export const isSettled = (state: TaskState): boolean => isTerminal(state) || INTERRUPTED.includes(state);
