import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';
import type { MockArguments } from '../../src/mock/line.js';
import type * as commands from './commands.js';
import type * as mock from './mock.js';

/** Set by the build: what V8 has compiled by the end of the process is kept beside the program. */
const KEEP = 'PROCTOR_KEEP_CODE';

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
    !PACKED.includes(transport) ||
    !/^[a-z]+\/[a-z]+$/.test(role)
  )
    return undefined;
  return packed(`mocks/${role.replace('/', '-')}.cjs`) as typeof mock | undefined;
}

/** All commands, from the file that the build packed them into. Throws where it is not there. */
export function packedCommands(): typeof commands {
  const found = packed('commands.cjs');
  if (found === undefined) throw new Error('dist/bin/commands.cjs is not there; install proctor again');
  return found as typeof commands;
}

/**
 * What a packed file beside this program exports, loaded with the code that V8 compiled when it was built: that takes half of what
 * the modules take. Code that another version of V8 has compiled is not used. Undefined where there is no such file.
 */
function packed(name: string): unknown {
  const file = fileURLToPath(new URL(name, import.meta.url));
  const source = contentOf(file);
  if (source === undefined) return undefined;
  const compiled = `${file}.code`;
  const keep = process.env[KEEP] !== undefined;
  const cachedData = keep ? undefined : contentOf(compiled);
  const program = new Script(`(function (exports, require, module, __filename) {${source.toString('latin1')}\n})`, {
    filename: file,
    ...(cachedData === undefined ? {} : { cachedData }),
  });
  const module = { exports: {} };
  program.runInThisContext()(module.exports, createRequire(file), module, file);
  if (keep) process.once('exit', () => write(compiled, program.createCachedData()));
  return module.exports;
}

/** In one step, for V8 does not look whether what it reads is whole. */
function write(file: string, content: Uint8Array): void {
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, content);
  renameSync(unfinished, file);
}

function contentOf(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}
