import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { CodeCache, cacheFolder } from './code-cache.js';
import { underFlagsOfStart } from './v8-flags.js';

const loaded = new Map<string, object>();

/**
 * What a CommonJS module exports that the build made, with the code that V8 compiled for it at an earlier start, which takes a third
 * of the time. `purpose` keeps apart what different uses of one file compile: lower-case letters. Built files that it requires by
 * a relative path are loaded in the same way. Throws if the file is not there. Every built file is ASCII.
 */
export function builtModule(file: string, purpose = ''): object {
  const known = loaded.get(file);
  if (known) return known;
  const source = readFileSync(file);
  const folder = cacheFolder();
  const cache = folder === undefined ? undefined : new CodeCache(folder, file, source, purpose);
  const cachedData = cache?.read();
  const text = `(function (exports, require, module, __filename) {${source.toString('latin1')}\n})`;
  const options = cachedData === undefined ? { filename: file } : { filename: file, cachedData };
  const program = underFlagsOfStart(() => new Script(text, options));
  // What V8 refuses was compiled under other flags than this process has: it stays for those that have the same.
  if (cache !== undefined && cachedData === undefined) keepAtExit(cache, program);
  const module = { exports: {} };
  const load = createRequire(file);
  const require = (id: string) => (id.startsWith('./') ? builtModule(join(dirname(file), id)) : load(id));
  program.runInThisContext()(module.exports, Object.assign(require, load), module, file);
  loaded.set(file, module.exports);
  return module.exports;
}

const kept = new Map<CodeCache, Script>();

/** At the exit V8 has compiled what this start needed. One listener for all: Node warns of more than ten. */
function keepAtExit(cache: CodeCache, program: Script): void {
  if (kept.size === 0) process.once('exit', writeKept);
  kept.set(cache, program);
}

/** A start that failed has compiled too little. */
function writeKept(code: number): void {
  if (code > 1) return;
  for (const [cache, program] of kept) cache.write(underFlagsOfStart(() => program.createCachedData()));
}
