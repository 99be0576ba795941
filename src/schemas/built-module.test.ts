import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
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

  it('keeps what V8 compiled in the cache of the user, and uses it at the next start', () => {
    const program = join(builtFiles(), 'bin/proctor.mjs');
    const listed = () =>
      execFileSync(process.execPath, [program, 'list', 'roles'], {
        env: { ...process.env, XDG_CACHE_HOME: folder, LOCALAPPDATA: folder, HOME: folder },
      }).toString();
    const first = listed();
    const cache = join(
      folder,
      readdirSync(folder)[0]!,
      ...(process.platform === 'darwin' ? ['Caches', 'proctor'] : []),
    );
    const [name = ''] = readdirSync(join(cache, 'code')).filter((file) => file.startsWith('commands-list-'));
    expect(name).toContain(`${process.version}-${process.platform}-${process.arch}`);
    const before = statSync(join(cache, 'code', name));
    expect(listed()).toBe(first);
    // A start that found nothing of use would have put another file in its place.
    expect(statSync(join(cache, 'code', name)).ino).toBe(before.ino);
  });
});
