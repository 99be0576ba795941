import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { MockArguments } from '../../src/mock/line.js';
import { builtModule } from '../../src/schemas/built/built-module.js';
import type * as mock from './commands/mock/mock.js';
import type * as commands from './commands.js';

/** The transports that a packed mock needs nothing else for. */
const PACKED: readonly MockArguments['transport'][] = ['stdio', 'http'];

/**
 * The mock of one role from the file that the build packed it into. Undefined where there is no such file, and where the options
 * need more than it holds.
 */
export function packedMock(role: string, options: MockArguments): typeof mock | undefined {
  const { script, fault, mutant, borderLog, version, transport } = options;
  if (
    (script ?? fault ?? mutant ?? borderLog ?? version) !== undefined ||
    Object.keys(options).some((name) => name.startsWith('auth')) ||
    !PACKED.includes(transport) ||
    !/^[a-z]+\/[a-z]+$/.test(role)
  )
    return undefined;
  return packed(`mocks/${role.replace('/', '-')}.cjs`) as typeof mock | undefined;
}

/**
 * All commands, from the file that the build packed them into; `command` is the one that will run, if its name is known. Throws if the file is not
 * there.
 */
export function packedCommands(command = ''): typeof commands {
  const found = packed('commands.cjs', /^[a-z]+$/.test(command) ? command : '');
  if (found === undefined) throw new Error('dist/bin/commands.cjs is not there; install proctor again');
  return found as typeof commands;
}

/** What a packed file beside this program exports. Undefined where there is no such file. */
function packed(name: string, purpose?: string): object | undefined {
  const file = fileURLToPath(new URL(name, import.meta.url));
  return existsSync(file) ? builtModule(file, purpose) : undefined;
}
