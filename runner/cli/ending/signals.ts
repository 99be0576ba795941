/** How a user, a job that is cancelled, and a terminal that is closed end a program. */
export const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;
