import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Script } from 'node:vm';

/** Set by the build: what V8 has compiled by the end of the process is kept beside what was built. */
const KEEP = 'PROCTOR_KEEP_CODE';

const loaded = new Map<string, object>();

/**
 * What a CommonJS module exports that the build made, with the code that V8 compiled for it then (`FILE.code`), which takes a
 * third of the time. Code of another version of V8 is not used. Throws where the file is not there. Every build is ASCII alone.
 */
export function builtModule(file: string): object {
  const known = loaded.get(file);
  if (known) return known;
  const keep = process.env[KEEP] !== undefined;
  const cachedData = keep ? undefined : contentOf(`${file}.code`);
  const program = new Script(
    `(function (exports, require, module, __filename) {${readFileSync(file, 'latin1')}\n})`,
    cachedData === undefined ? { filename: file } : { filename: file, cachedData },
  );
  const module = { exports: {} };
  program.runInThisContext()(module.exports, createRequire(file), module, file);
  loaded.set(file, module.exports);
  if (keep) process.once('exit', () => write(`${file}.code`, program.createCachedData()));
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
