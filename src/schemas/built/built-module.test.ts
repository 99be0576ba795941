import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { builtModule } from './built-module.js';
import { builtFiles } from './package-files.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'built-module-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('a built module', () => {
  it('is loaded once, with what it requires beside it', () => {
    writeFileSync(join(folder, 'common.cjs'), 'exports.count = 0;');
    writeFileSync(join(folder, 'first.cjs'), "exports.count = ++require('./common.cjs').count;");
    writeFileSync(join(folder, 'second.cjs'), "exports.count = ++require('./common.cjs').count;");
    const load = (name: string) => builtModule(join(folder, name));
    expect([load('first.cjs'), load('first.cjs'), load('second.cjs')]).toEqual([
      { count: 1 },
      { count: 1 },
      { count: 2 },
    ]);
  });

  it.each([
    ['list', ['list', 'roles']],
    // It sets flags of V8, and V8 refuses what was compiled under others.
    ['run', ['run', '--self', 'mcp.server.ping.answer']],
  ])('keeps what V8 compiled in the cache of the user, and V8 takes it at the next %s', (command, args) => {
    const watch = join(folder, 'watch.mjs');
    writeFileSync(watch, WATCH);
    const taken = join(folder, 'taken');
    const env = { ...process.env, XDG_CACHE_HOME: folder, LOCALAPPDATA: folder, HOME: folder, TAKEN: taken };
    const start = () =>
      execFileSync(process.execPath, ['--import', watch, join(builtFiles(), 'bin/proctor.mjs'), ...args], { env });
    start();
    const files = readdirSync(folder, { recursive: true }).map(String);
    const kept = `commands-${command}-${process.version}-${process.platform}-${process.arch}-`;
    expect(files.filter((file) => file.includes(kept))).toHaveLength(1);
    expect(existsSync(taken)).toBe(false);
    start();
    expect(readFileSync(taken, 'utf8').split('\n')).toContain('commands.cjs taken');
    expect(readFileSync(taken, 'utf8')).not.toContain('refused');
  });
});

/** Says of each program for which there was code whether V8 has taken it. */
const WATCH = `
  import { appendFileSync } from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  import { basename } from 'node:path';
  import vm from 'node:vm';
  const { Script } = vm;
  vm.Script = class extends Script {
    constructor(source, options) {
      super(source, options);
      if (!options?.cachedData) return;
      const how = this.cachedDataRejected ? 'refused' : 'taken';
      appendFileSync(process.env.TAKEN, basename(options.filename) + ' ' + how + '\\n');
    }
  };
  syncBuiltinESMExports();
`;
