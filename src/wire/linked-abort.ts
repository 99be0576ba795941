/** A signal that follows another one, and can be aborted by itself. */
export interface LinkedAbort {
  signal: AbortSignal;
  abort(reason?: unknown): void;
  /** From here on the source is not followed any more, and keeps nothing of this. */
  release(): void;
}

/**
 * A signal that aborts with `source` too, for its reason, until it is released. It is for signals of some length that others listen
 * to: one of `AbortSignal.any` with a listener is kept by Node, with all that the listener knows, until a source aborts, and the
 * signal of a run hardly ever does.
 */
export function linkedAbort(source?: AbortSignal): LinkedAbort {
  const controller = new AbortController();
  // Not the source itself: those who listen to it are counted, so that a leak is seen, and these are released.
  const followed = AbortSignal.any(source ? [source] : []);
  const follow = () => controller.abort(followed.reason);
  followed.addEventListener('abort', follow, { once: true });
  if (followed.aborted) follow();
  return {
    signal: controller.signal,
    abort: (reason) => controller.abort(reason),
    release: () => followed.removeEventListener('abort', follow),
  };
}
