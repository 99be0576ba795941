import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { afterAll, describe, expect, it } from 'vitest';
import { createReporter, fileOut, OutputError, REPORTERS, streamOut, together } from './index.js';
import { greenEvents } from './testing/fixture.js';
import { feed, memoryOut } from './testing/memory.js';

const dir = mkdtempSync(join(tmpdir(), 'proctor-reports-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

describe('fileOut', () => {
  it('writes everything, in pieces of any size', async () => {
    const path = join(dir, 'big.txt');
    const out = fileOut(path);
    for (let n = 0; n < 1000; n += 1) out.write(`${n} ${'ä'.repeat(300)}\n`);
    await out.close();
    expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(1001);
  });

  it.each([
    ['a folder in place of the file', dir, 'it is a folder (EISDIR)'],
    [
      'a file in place of the folder',
      join(dir, 'file', 'x.json'),
      'a part of its path is a file, not a folder (ENOTDIR)',
    ],
  ])('refuses a path at once, with the file and the cause: %s', (_what, path, cause) => {
    writeFileSync(join(dir, 'file'), '');
    expect(() => fileOut(path)).toThrow(new OutputError(`the report ${path} can't be written: ${cause}`));
  });

  it('makes the folders that are missing', async () => {
    const out = fileOut(join(dir, 'some', 'more', 'x.txt'));
    out.write('there');
    await out.close();
    expect(readFileSync(join(dir, 'some', 'more', 'x.txt'), 'utf8')).toBe('there');
  });

  it.skipIf(process.getuid?.() === 0)('names the cause where permission is denied', () => {
    const closed = join(dir, 'closed');
    mkdirSync(closed);
    chmodSync(closed, 0o500);
    expect(() => fileOut(join(closed, 'x'))).toThrow('permission denied (EACCES)');
    expect(() => fileOut(join(closed, 'deep', 'x'))).toThrow('permission denied (EACCES)');
  });

  it.skipIf(process.platform !== 'linux')('tells of a disk that is full', async () => {
    const out = fileOut('/dev/full');
    out.write('x');
    await expect(out.close()).rejects.toThrow('the disk is full (ENOSPC)');
  });
});

describe('streamOut', () => {
  const terminal = () => Object.assign(new PassThrough(), { isTTY: true, columns: 90 });

  it('has colour on a terminal alone, unless NO_COLOR or FORCE_COLOR says otherwise', async () => {
    expect(await streamOut(terminal(), {})).toMatchObject({ isTTY: true, color: true, columns: 90 });
    expect(await streamOut(terminal(), { NO_COLOR: '1' })).toMatchObject({ isTTY: true, color: false });
    expect(await streamOut(terminal(), { NO_COLOR: '' })).toMatchObject({ color: true });
    expect(await streamOut(terminal(), { FORCE_COLOR: '0' })).toMatchObject({ color: false });
    expect(await streamOut(terminal(), { FORCE_COLOR: '1', NO_COLOR: '1' })).toMatchObject({ color: true });
    expect(await streamOut(new PassThrough(), { FORCE_COLOR: '1' })).toMatchObject({ color: true, links: false });
    expect(await streamOut(terminal(), { TERM: 'dumb' })).toMatchObject({ isTTY: false, color: false });
    expect(await streamOut(new PassThrough(), {})).toMatchObject({ isTTY: false, color: false });
  });

  it('has links on a terminal that shows them, and never without colour', async () => {
    const on = async (isTTY: boolean, env: NodeJS.ProcessEnv) =>
      (await streamOut({ isTTY, columns: 80, write: () => true, on: () => undefined }, env)).links;
    expect(await on(true, { WT_SESSION: '1' })).toBe(true);
    expect(await on(true, {})).toBe(false);
    expect(await on(true, { WT_SESSION: '1', NO_COLOR: '1' })).toBe(false);
    expect(await on(true, { FORCE_HYPERLINK: '1', TERM: 'dumb' })).toBe(false);
    expect(await on(false, { FORCE_HYPERLINK: '1' })).toBe(false);
  });

  it('breaks lines on a terminal alone', async () => {
    const line = 'word '.repeat(30).trim();
    const { wrap } = await streamOut(terminal(), {});
    expect(wrap?.(line)).toHaveLength(2);
    expect(await streamOut(new PassThrough(), {})).not.toHaveProperty('wrap');
    expect(await streamOut(terminal(), { TERM: 'dumb' })).not.toHaveProperty('wrap');
  });

  it('shows progress only where both are terminals', async () => {
    expect((await streamOut(terminal(), {}, terminal())).progress).toBeDefined();
    expect((await streamOut(new PassThrough(), {}, terminal())).progress).toBeUndefined();
    expect((await streamOut(terminal(), {}, new PassThrough())).progress).toBeUndefined();
    expect((await streamOut(terminal(), {}, terminal())).log).toBeUndefined();
    expect((await streamOut(new PassThrough(), {}, new PassThrough())).log).toBeDefined();
  });

  const failing = (code: string) =>
    new Writable({ write: (_chunk, _encoding, done) => done(Object.assign(new Error(`write ${code}`), { code })) });

  it('does not mind a reader that went away, and tells of everything else', async () => {
    const pipe = await streamOut(failing('EPIPE'), {});
    pipe.write('x');
    await expect(pipe.close()).resolves.toBeUndefined();
    const full = await streamOut(failing('ENOSPC'), {});
    full.write('x');
    await new Promise((resolve) => setImmediate(resolve));
    await expect(full.close()).rejects.toThrow("the output can't be written: the disk is full (ENOSPC)");
  });
});

describe('together', () => {
  it('closes all, and names each that failed', async () => {
    const good = memoryOut();
    const full = () => Promise.reject(new OutputError("the report x can't be written"));
    const bad = () => createReporter('badge', memoryOut({ close: full }));
    const all = together([bad(), createReporter('badge', good), bad()]);
    await expect(feed(all, greenEvents)).rejects.toThrow(/can't be written[^\n]*\n.*can't be written/);
    expect(good.text()).toContain('schemaVersion');
    await expect(feed(together([bad()]), greenEvents)).rejects.toBeInstanceOf(OutputError);
  });
});

it('createReporter names the reporters there are', () => {
  expect(() => createReporter('xml', memoryOut())).toThrow(
    `there is no reporter "xml"; there are ${REPORTERS.join(', ')}`,
  );
});
