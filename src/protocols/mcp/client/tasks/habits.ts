/** How a client follows a call that goes on as a task, as far as that is its own affair (Tasks extension). */
export interface TaskHabits {
  /** ms between two requests for a task, by those that its server says. */
  pace(interval: number): number;
  /** ms after which a task is given up, by those for which its server keeps it. */
  patience(ttl: number): number;
  /** Whether a new task is asked for before its interval is over for the first time. */
  asksAtOnce: boolean;
  /** Whether a task is asked for whose changes are told. */
  pollsBeside: boolean;
  /** Whether each answer to a question of a task goes by itself. */
  oneByOne: boolean;
  /** Whether a task that was cancelled is asked for until it is over. */
  watchesCancelled: boolean;
}

export const TASK_HABITS: TaskHabits = {
  pace: (interval) => interval,
  patience: () => Number.POSITIVE_INFINITY,
  asksAtOnce: false,
  pollsBeside: false,
  oneByOne: false,
  watchesCancelled: false,
};
