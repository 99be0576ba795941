import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { locked } from './lock.js';

let folder: string;
const at = (name: string) => join(folder, name);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const held = (host: string, pid: number) => `${host} ${pid} ${'a'.repeat(24)}\n`;

/** A process that has ended, so that its number is that of nobody. */
const dead = () => spawnSync(process.execPath, ['-e', '0']).pid;

describe('a lock', () => {
  it('is there while something is done, and gone afterwards, if that throws, too', async () => {
    expect(await locked('sub/lock', folder, () => existsSync(at('sub/lock')))).toBe(true);
    const failing = locked('sub/lock', folder, () => {
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(readdirSync(at('sub'))).toEqual([]);
  });

  it('lets one after the other do what reads and writes a file', async () => {
    writeFileSync(at('count'), '0');
    const add = () => writeFileSync(at('count'), String(Number(readFileSync(at('count'), 'utf8')) + 1));
    await Promise.all(Array.from({ length: 20 }, () => locked('lock', folder, add)));
    expect(readFileSync(at('count'), 'utf8')).toBe('20');
    expect(readdirSync(folder)).toEqual(['count']);
  });

  it('of a living process is left to it', async () => {
    writeFileSync(at('lock'), held(hostname(), process.pid));
    await expect(locked('lock', folder, () => 0, 30)).rejects.toThrow('lock is there: another process has it');
    expect(readFileSync(at('lock'), 'utf8')).toBe(held(hostname(), process.pid));
  });

  it.each<[string, () => void]>([
    ['of a process that has died', () => writeFileSync(at('lock'), held(hostname(), dead()))],
    [
      'of a living process that has had it for too long',
      () => {
        writeFileSync(at('lock'), held(hostname(), process.pid));
        utimesSync(at('lock'), 0, 0);
      },
    ],
    [
      'that names nobody',
      () => {
        writeFileSync(at('lock'), 'junk');
        utimesSync(at('lock'), 4e9, 4e9);
      },
    ],
    ['that is a folder', () => mkdirSync(at('lock/deep'), { recursive: true })],
    ['that is a link', () => symlinkSync(at('mine'), at('lock'))],
    ['that is a link to a device', () => symlinkSync('/dev/zero', at('lock'))],
  ])('%s is taken over', async (_what, make) => {
    writeFileSync(at('mine'), 'keep me');
    make();
    expect(await locked('lock', folder, () => 'done', 500)).toBe('done');
    expect(readdirSync(folder)).toEqual(['mine']);
    expect(readFileSync(at('mine'), 'utf8')).toBe('keep me');
  });
});
