import type { JsonObject } from '../../src/jsonrpc/json.js';
import type { Border } from '../../src/transport/carried.js';
import type { Clock } from '../../src/transport/clock.js';
import { formatProblem } from '../load/problems.js';
import { readYaml } from '../load/yaml.js';

/** A file of the mock that can't be used; the message is what the user sees. */
export class FileError extends Error {}

/** Reads a script: what a reference offers and answers. Throws FileError. */
export async function readScript(path: string): Promise<JsonObject> {
  const { source, problems } = readYaml(path);
  if (problems.length > 0) throw new FileError(problems.map(formatProblem).join('\n'));
  return (source.data ?? {}) as JsonObject;
}

/** What a mock was told to do wrong. */
export interface Faults {
  border: Border;
  switches: ReadonlySet<string>;
  /** Says on stderr which rules were never applied. */
  report(): void;
}

/** Reads the faults of `--fault FILE` or `--mutant ID`; undefined where neither is given. Throws FileError. */
export async function readFaults(
  options: { fault?: string; mutant?: string },
  _role: string,
  _clock: Clock,
): Promise<Faults | undefined> {
  if (options.fault === undefined && options.mutant === undefined) return undefined;
  throw new FileError('proctor: faults are not built yet');
}
