/** A port could not be listened on. The message says which and why in plain words. */
export class PortError extends Error {
  readonly code: string;

  constructor(
    readonly host: string,
    readonly port: number,
    cause: NodeJS.ErrnoException,
  ) {
    super(`cannot listen on ${host}:${port}: ${reasons[cause.code ?? ''] ?? cause.message}`, { cause });
    this.name = 'PortError';
    this.code = cause.code ?? '';
  }
}

const reasons: Record<string, string> = {
  EADDRINUSE: 'the port is in use',
  EACCES: 'this user may not use the port',
  EADDRNOTAVAIL: 'this machine has no such address',
};
