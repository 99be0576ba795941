import { dirname, resolve } from 'node:path';
import { plainCause } from '../../../../src/files/cause.js';
import { ReadError, readText } from '../../../../src/files/read.js';
import { draftOf } from '../../../../src/files/write.js';
import { stderr, stdout } from '../../../../src/wire/output.js';
import { proctorFile } from '../../root.js';
import { UsageError } from '../../support/usage-error.js';
import { type Edited, type Launcher, unwrapped, wrapped } from './host-config.js';
import { JsoncProblem } from './jsonc-tree.js';

/** What a configuration may have at most, in bytes. */
const LARGEST = 16 * 1024 * 1024;

export interface WrapArguments {
  file: string;
  /** The servers that are meant. None: all. */
  names: readonly string[];
  /** What every server is taken for. Default: what the place of its entry says. */
  role?: string | undefined;
  /** Options of the proxy that are passed on. With a name, the files in them have it: several servers can't write one file. */
  options(name?: string): readonly string[];
}

/** `proctor proxy wrap FILE` and `unwrap FILE`: changes the configuration of a host in its place. Returns the exit code. Throws UsageError. */
export function wrapCommand(action: 'wrap' | 'unwrap', { file, names, role, options }: WrapArguments): number {
  const text = read(file);
  const launcher = (isNamed: boolean): Launcher => ({
    // A host has a folder and a PATH of its own.
    ...{ command: process.execPath, args: [proctorFile] },
    options: (usual, name) => ['--role', role ?? usual, ...options(isNamed ? name : undefined)],
  });
  let edited: Edited;
  try {
    edited = action === 'wrap' ? wrapped(text, launcher(false), names) : unwrapped(text, names);
    if (action === 'wrap' && edited.changed.length > 1) edited = wrapped(text, launcher(true), names);
  } catch (error) {
    if (!(error instanceof JsoncProblem)) throw error;
    const before = text.slice(0, error.offset).split('\n');
    throw new UsageError(`${file}:${before.length}:${before.at(-1)!.length + 1}  not JSON: ${error.message}`);
  }
  for (const { name, why } of edited.left) stderr.write(`proctor: ${name} ${why}\n`);
  if (edited.changed.length === 0) {
    const none = edited.left.length > 0 ? 'nothing was changed' : 'it has no servers that a host starts';
    throw new UsageError(`${file}: ${none}`);
  }
  write(file, edited.text);
  stdout.write(`${action === 'wrap' ? 'wrapped' : 'unwrapped'} ${edited.changed.join(', ')} in ${file}\n`);
  return 0;
}

function read(file: string): string {
  try {
    return readText(file, { most: LARGEST, named: true });
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    throw new UsageError(`${file} ${error.reason}`);
  }
}

/** In one step: the host may read it at any time. */
function write(file: string, text: string): void {
  const path = resolve(file);
  try {
    const draft = draftOf(path, text, dirname(path));
    try {
      draft.commit();
    } finally {
      draft.discard();
    }
  } catch (error) {
    throw new UsageError(`${file} can't be written: ${plainCause(error)}`);
  }
}
