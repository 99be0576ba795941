type Execa = typeof import('execa').execa;
export type Child = ReturnType<Awaited<ReturnType<typeof spawner>>>;

/** What starts programs. The library comes with the first one: most mocks start none. */
export async function spawner() {
  const { execa } = await import('execa');
  return (...how: Parameters<typeof spawn> extends [Execa, ...infer Rest] ? Rest : never) => spawn(execa, ...how);
}

/** Starts a program in a process group of its own, with pipes for all three streams. Throws, or gives a child without a pid, where it can't. */
function spawn(
  execa: Execa,
  program: string,
  args: string[],
  options: { env: Record<string, string>; inherit: boolean; cwd: string | undefined },
) {
  const child = execa(program, args, {
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    env: options.env,
    extendEnv: options.inherit,
    detached: process.platform !== 'win32',
    windowsHide: true,
    cleanup: false,
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'pipe',
    buffer: false,
    encoding: 'buffer',
    reject: false,
  });
  return child;
}

/** Resolves when the program runs; rejects with the reason why it does not. */
export async function spawned(child: Child): Promise<void> {
  const failed = child.then((result) => {
    throw result.cause ?? result;
  });
  failed.catch(() => {});
  if (child.pid !== undefined) return;
  await failed;
}

/** What went wrong, as an Error whatever was thrown. */
export function causeOf(error: unknown): NodeJS.ErrnoException {
  return error instanceof Error ? error : new Error(String(error));
}
