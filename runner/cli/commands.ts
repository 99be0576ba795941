import type { MockArguments } from '../../src/mock/line.js';

/** `proctor mock ROLE`, whose line was read already: resolves with the exit code. */
export async function mockCommand(role: string, options: MockArguments): Promise<number> {
  return (await import('./commands/mock/mock.js')).mockCommand(role, options);
}

/** Every other command line. Sets the exit code of the process. */
export async function program(argv: string[]): Promise<void> {
  return (await import('./program.js')).program(argv);
}
