import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Script } from 'node:vm';

/** Set by the build: what V8 has compiled by the end of the process is kept beside what was built. */
const KEEP = 'PROCTOR_KEEP_CODE';

/**
 * What stands behind the code: for whom it was compiled. V8 itself takes code of another of its patches, of which Node has its own,
 * for its own, and crashes by it.
 */
const MADE_FOR = Buffer.from(`${process.version} ${process.platform} ${process.arch}`.padEnd(64));

const loaded = new Map<string, object>();

/**
 * What a CommonJS module exports that the build made, with the code that V8 compiled for it then (`FILE.code`), which takes a
 * third of the time. Code of another Node is not used. Throws where the file is not there. Every build is ASCII alone.
 */
export function builtModule(file: string): object {
  const known = loaded.get(file);
  if (known) return known;
  const keep = process.env[KEEP] !== undefined;
  const cachedData = keep ? undefined : codeOf(`${file}.code`);
  const program = new Script(
    `(function (exports, require, module, __filename) {${readFileSync(file, 'latin1')}\n})`,
    cachedData === undefined ? { filename: file } : { filename: file, cachedData },
  );
  const module = { exports: {} };
  program.runInThisContext()(module.exports, createRequire(file), module, file);
  loaded.set(file, module.exports);
  if (keep) keepAtExit(file, program);
  return module.exports;
}

const kept = new Map<string, Script>();

/** One listener for all: Node warns of more than ten. */
function keepAtExit(file: string, program: Script): void {
  if (kept.size === 0) process.once('exit', writeKept);
  kept.set(file, program);
}

function writeKept(): void {
  for (const [file, program] of kept) write(`${file}.code`, Buffer.concat([program.createCachedData(), MADE_FOR]));
}

/** In one step, for V8 does not look whether what it reads is whole. */
function write(file: string, content: Uint8Array): void {
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, content);
  renameSync(unfinished, file);
}

/** The code in a file, where there is one that this Node has compiled. */
function codeOf(file: string): Buffer | undefined {
  try {
    const content = readFileSync(file);
    const end = content.length - MADE_FOR.length;
    return end > 0 && content.subarray(end).equals(MADE_FOR) ? content.subarray(0, end) : undefined;
  } catch {
    return undefined;
  }
}
