import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { builtModule } from './built-module.js';
import { builtFiles } from './package-files.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'built-module-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the code of a built module', () => {
  it('says for which Node it was compiled', () => {
    const code = readFileSync(join(builtFiles(), 'bin/commands.cjs.code'));
    expect(code.subarray(-64).toString().trim()).toBe(`${process.version} ${process.platform} ${process.arch}`);
  });

  it('is used on that Node alone', () => {
    /** A module that adds, with the code of one that subtracts: V8 tells sources apart by their lengths. */
    const sumOf = (name: string, madeFor: string) => {
      const file = join(folder, name);
      const source = (sign: string) => `exports.sum = (a, b) => a ${sign} b;`;
      writeFileSync(file, source('+'));
      const wrapped = `(function (exports, require, module, __filename) {${source('-')}\n})`;
      const program = new Script(wrapped, { filename: file });
      const module = { exports: {} as { sum(a: number, b: number): number } };
      program.runInThisContext()(module.exports);
      module.exports.sum(1, 2);
      writeFileSync(`${file}.code`, Buffer.concat([program.createCachedData(), Buffer.from(madeFor.padEnd(64))]));
      return (builtModule(file) as typeof module.exports).sum(1, 2);
    };
    expect(sumOf('mine.cjs', `${process.version} ${process.platform} ${process.arch}`)).toBe(-1);
    expect(sumOf('foreign.cjs', `v20.0.0 ${process.platform} ${process.arch}`)).toBe(3);
  });
});
