/** Keeps a program running until it is told to end: `over` resolves then. */
export function keepAlive(): { over: Promise<void>; end(): void } {
  const timer = setInterval(() => {}, 60_000);
  let resolve: () => void = () => {};
  const over = new Promise<void>((done) => {
    resolve = done;
  });
  return {
    over,
    end() {
      clearInterval(timer);
      resolve();
    },
  };
}
