/** How a user, a job that is cancelled, and a terminal that is closed end a program. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** ms that what is interrupted may take to come to its end. */
const PATIENCE = 5_000;

/**
 * Does something that can be interrupted: the first signal aborts `work`, which then comes to its end with what it has; a
 * second one, or 5 s in which it did not, ends this process at once with exit code 130. Resolves and rejects as `work` does.
 */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const interrupt = new AbortController();
  const onSignal = () => {
    // A second one means that the user does not want to wait for what is left.
    if (interrupt.signal.aborted) process.exit(130);
    interrupt.abort(new Error('interrupted'));
    // Nobody reads our output, say. What is left is killed when this process exits.
    setTimeout(() => process.exit(130), PATIENCE).unref();
  };
  for (const name of SIGNALS) process.on(name, onSignal);
  try {
    return await work(interrupt.signal);
  } finally {
    for (const name of SIGNALS) process.off(name, onSignal);
  }
}
