/** Why no file was written. `exit` is the exit code that it asks for. */
export class InitError extends Error {
  constructor(
    message: string,
    readonly exit: 2 | 3 | 130,
    readonly detail?: string,
  ) {
    super(message);
  }
}

/** The error of an `init` that somebody ended. */
export const interrupted = () => new InitError('interrupted; nothing was written', 130);
