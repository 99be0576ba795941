import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from './open-store.js';
import { StoreError } from './store-error.js';

let parent: string;
let folder: string;
const children = new Set<ChildProcess>();
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'proctor-store-'));
  folder = join(parent, 'my.state');
});
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  children.clear();
  rmSync(parent, { recursive: true, force: true });
});

const data = () => join(folder, 'data.mdb');

async function put(values: { [key: string]: string }, sync = false): Promise<void> {
  const { root, close } = await openStore(folder, { sync });
  const entries = root.openDB<string, string>({ name: 'entries' });
  for (const [key, value] of Object.entries(values)) await entries.put(key, value);
  await close();
}

async function got(): Promise<{ [key: string]: string }> {
  const { root, close } = await openStore(folder);
  const entries = root.openDB<string, string>({ name: 'entries' });
  const found = Object.fromEntries([...entries.getRange({})].map(({ key, value }) => [key, value]));
  await close();
  return found;
}

/** Why the folder can't be opened. */
const refusal = () =>
  openStore(folder).then(
    ({ close }) => close().then(() => 'opened'),
    (error: unknown) => {
      if (!(error instanceof StoreError)) throw error;
      return error.message.replaceAll(folder, 'FOLDER');
    },
  );

const many = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`key ${n}`, 'x'.repeat(300)]));

describe('a store', () => {
  it('has what was put into it, in a folder that only its user may enter', async () => {
    await put({ a: '1' });
    await put({ b: '2' }, true);
    expect(await got()).toEqual({ a: '1', b: '2' });
    expect(statSync(folder).mode & 0o077).toBe(0);
    expect(readdirSync(folder).sort()).toEqual(['data.mdb', 'lock.mdb']);
  });

  it('is refused if the folder is a file, a link, or below a file', async () => {
    writeFileSync(folder, 'mine');
    expect(await refusal()).toBe('FOLDER is not a folder: name another one');
    expect(readFileSync(folder, 'utf8')).toBe('mine');
    folder = join(folder, 'below');
    expect(await refusal()).toMatch(/^FOLDER can't be used for `state`: /);
    folder = join(parent, 'link');
    symlinkSync(parent, folder);
    expect(await refusal()).toBe('FOLDER is a link: name the folder itself');
  });

  it.each(['data.mdb', 'lock.mdb'])('is refused if its %s is a link, which is left as it is', async (name) => {
    mkdirSync(folder);
    const elsewhere = join(parent, 'elsewhere');
    writeFileSync(elsewhere, '');
    symlinkSync(elsewhere, join(folder, name));
    expect(await refusal()).toContain(`${name} is a link or no regular file: remove it`);
    rmSync(join(folder, name));
    linkSync(elsewhere, join(folder, name));
    expect(await refusal()).toContain(`${name} is a link or no regular file: remove it`);
    rmSync(join(folder, name));
    symlinkSync(join(parent, 'missing'), join(folder, name));
    expect(await refusal()).toContain(`${name} is a link or no regular file: remove it`);
    expect([statSync(elsewhere).size, existsSync(join(parent, 'missing'))]).toEqual([0, false]);
  });

  // Root may write everywhere.
  it.skipIf(process.getuid?.() === 0)('is refused if the folder is read-only', async () => {
    mkdirSync(folder);
    chmodSync(folder, 0o500);
    expect(await refusal()).toBe("FOLDER can't be used for `state`: permission denied");
  });

  it('is refused if its file was cut, at every length', async () => {
    await put(many);
    const whole = readFileSync(data());
    const lengths = [0, 4096, whole.length >> 1, whole.length - 4096];
    for (const length of lengths) {
      truncateSync(data(), length);
      const said = await refusal();
      // The last page may be one that nothing uses.
      const allowed = length < whole.length - 4096 ? /^FOLDER\/data\.mdb is damaged/ : /is damaged|^opened$/;
      expect([length, said]).toEqual([length, expect.stringMatching(allowed)]);
      if (said === 'opened') expect(await got()).toEqual(many);
      rmSync(folder, { recursive: true });
      mkdirSync(folder);
      writeFileSync(data(), whole);
    }
  });

  it('is refused, or has all that can be read, if any page of its file was overwritten', async () => {
    await put(many);
    const whole = readFileSync(data());
    let refused = 0;
    for (const page of [0, 2, 5, 14]) {
      const bytes = Buffer.from(whole);
      for (let at = page * 4096; at < Math.min(bytes.length, (page + 1) * 4096); at++)
        bytes[at] = (at * 197 + 31) & 0xff;
      writeFileSync(data(), bytes);
      const said = await refusal();
      expect(said).toMatch(/^FOLDER\/data\.mdb is damaged|^opened$/);
      if (said !== 'opened') refused += 1;
    }
    expect(refused).toBeGreaterThan(0);
  });

  it.each([
    ['text', Buffer.from('not a database, '.repeat(1000))],
    ['zeros', Buffer.alloc(16_384)],
    ['a few bytes', Buffer.from('MDB')],
  ])('is refused if its file holds %s', async (_, content) => {
    mkdirSync(folder);
    writeFileSync(data(), content);
    expect(await refusal()).toMatch(/^FOLDER\/data\.mdb is damaged or of another program \(.+\): move it away/);
    expect(readFileSync(data()).equals(content)).toBe(true);
    expect(readdirSync(folder).filter((name) => name.startsWith('checked-') || name === 'owner')).toEqual([]);
  });
});

describe('two users of one store', () => {
  it('are kept apart in one process', async () => {
    const { close } = await openStore(folder);
    expect(await refusal()).toContain(`FOLDER is in use by process ${process.pid}: `);
    await close();
    expect(await refusal()).toBe('opened');
  });

  it('are kept apart across processes, until the first dies', async () => {
    const owner = `${hostname()} PID START 0123456789abcdef`;
    const script = `
      const { writeFileSync, readFileSync } = require('node:fs');
      const stat = (() => { try { return readFileSync('/proc/self/stat', 'latin1'); } catch { return ''; } })();
      const start = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '-';
      writeFileSync(process.argv[1], process.argv[2].replace('PID', process.pid).replace('START', start) + '\\n');
      console.log('written');
      setInterval(() => {}, 1000);`;
    mkdirSync(folder);
    const child = spawn(process.execPath, ['-e', script, join(folder, 'owner'), owner]);
    children.add(child);
    await once(child.stdout, 'data');
    expect(await refusal()).toContain(`FOLDER is in use by process ${child.pid}: `);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await refusal()).toBe('opened');
  });

  it.runIf(process.platform === 'linux')('are not confused by a process that has the id of a dead one', async () => {
    mkdirSync(folder);
    writeFileSync(join(folder, 'owner'), `${hostname()} ${process.pid} 1 0123456789abcdef\n`);
    expect(await refusal()).toBe('opened');
  });

  it('are kept apart if the other runs on another machine', async () => {
    mkdirSync(folder);
    writeFileSync(join(folder, 'owner'), 'elsewhere 1 1 0123456789abcdef\n');
    expect(await refusal()).toContain('FOLDER is in use by process 1 on elsewhere: ');
  });
});

describe('a check that was killed', () => {
  it('leaves a draft, which the next one removes', async () => {
    await put({ a: '1' });
    mkdirSync(join(folder, 'checked-0123456789abcdef'));
    writeFileSync(join(folder, 'checked-0123456789abcdef/data.mdb'), 'cut');
    expect(await got()).toEqual({ a: '1' });
    expect(readdirSync(folder).sort()).toEqual(['data.mdb', 'lock.mdb']);
  });
});
