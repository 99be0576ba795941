import type { ScriptError } from '../../src/conversation/script-error.js';
import type { JsonObject } from '../../src/json/json.js';
import type { FileProblem } from '../types.js';
import { formatProblem } from './files/problems.js';
import { stampOf } from './watch-file.js';

/** A file of the mock that can't be used; the message is what the user sees. */
export class FileError extends Error {
  override name = 'FileError';

  static of(problems: readonly FileProblem[]): FileError {
    return new FileError(problems.map(formatProblem).join('\n'));
  }
}

/** Reads a script: what a reference offers and answers. Throws FileError. */
export async function readScript(path: string): Promise<JsonObject> {
  return (await readScriptFile(path)).script;
}

/** A script, and where everything in it stands. */
export interface ScriptFile {
  file: string;
  script: JsonObject;
  /** What the file was when it was read: see `stampOf`. */
  stamp: string | undefined;
  /** The place of a JSON Pointer, as `FILE:LINE:COLUMN`. */
  placeOf(pointer: string): string;
}

/** Reads a script with its places. Throws FileError. */
export async function readScriptFile(path: string): Promise<ScriptFile> {
  const { readYaml } = await import('./files/yaml.js');
  const stamp = stampOf(path);
  const { source, problems } = readYaml(path);
  if (problems.length > 0) throw FileError.of(problems);
  return {
    file: path,
    script: (source.data ?? {}) as JsonObject,
    stamp,
    placeOf: (pointer) => {
      const { file, line, col } = source.place(pointer);
      return `${file}:${line}:${col}`;
    },
  };
}

/** What is wrong with a script, at its places in the file that was read. */
export async function placedIn(path: string, mistakes: ScriptError['mistakes']): Promise<FileError> {
  const { readYaml } = await import('./files/yaml.js');
  const { source } = readYaml(path);
  return FileError.of(mistakes.map(({ path: pointer, message }) => source.problem(pointer, message)));
}
