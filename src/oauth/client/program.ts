import { startProcess } from '../../wire/process/process.js';

/**
 * Opens a page by a program, which gets it as its last argument. There is no shell between them, so nothing in a page is read as a command
 * (MCP, Security Best Practices, URL validation). Resolves when it has ended well. Rejects if it can't be started or fails.
 *
 * @param command the program and its first arguments
 * @param cwd its working directory
 */
export function opensBy(command: readonly string[], cwd: string): (page: string) => Promise<void> {
  return async (page) => {
    const started = startProcess({ argv: [...command, page], cwd, stdout: 'text' });
    const { exited } = await started.catch((error: unknown) => {
      throw new Error(
        `the browser ${command[0]} can't be started: ${error instanceof Error ? error.message : String(error)}`,
      );
    });
    const { code } = await exited;
    if (code !== 0) throw new Error(`the browser ${command[0]} failed: exit code ${code}`);
  };
}
