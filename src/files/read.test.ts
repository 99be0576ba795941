import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readBytes, readText } from './read.js';
import { SPECIAL, specialFiles } from './testing/special-files.js';

let special: Awaited<ReturnType<typeof specialFiles>>;
const at = (name: string) => join(special.folder, name);
beforeAll(async () => {
  special = await specialFiles();
});
afterAll(() => special.close());

describe.each([{ named: false }, { named: true }])('a file that a repository brought, $named as named', ({ named }) => {
  it.each(SPECIAL)('is refused as %s: %s', (name, what) => {
    expect(() => readBytes(at(name), { named })).toThrow(`${at(name)} is ${what}, not a file`);
  });

  it('is refused if it is larger than what is read', () => {
    const said = 'is larger than 4 MiB, and no more of it is read';
    expect(() => readBytes(at('huge'), { named })).toThrow(said);
    expect(() => readBytes(at('link-to-huge'), { named })).toThrow(said);
  });

  it('is refused if it does not exist or can not be reached', () => {
    expect(() => readBytes(at('none'), { named })).toThrow('does not exist');
    expect(() => readBytes(at('huge/none'), { named })).toThrow(
      'does not exist (a part of its path is not a directory)',
    );
    expect(() => readBytes(at('loop'), { named })).toThrow('is a link that leads to itself');
  });

  it('is read whole, through a link, too', () => {
    writeFileSync(at('text'), 'ä\n'.repeat(100_000));
    symlinkSync(at('text'), at(`link-to-text-${named}`));
    expect(readText(at('text'), { named })).toBe('ä\n'.repeat(100_000));
    expect(readText(at(`link-to-text-${named}`), { named })).toBe('ä\n'.repeat(100_000));
  });

  it('is read to its end if the system reports no size', () => {
    expect(readText('/proc/self/status', { named })).toContain('Pid:');
  });
});

it('text that is not UTF-8 is refused', () => {
  writeFileSync(at('latin1'), Buffer.from([0x61, 0xe4]));
  expect(() => readText(at('latin1'))).toThrow(`${at('latin1')} is not UTF-8 text`);
});

describe('a FIFO', () => {
  it('is refused unless a person named it', () => {
    expect(() => readBytes(at('fifo'))).toThrow('is a FIFO, not a file');
  });

  it('is read to its end, however slowly it is written', async () => {
    const writer = spawn('sh', ['-c', 'exec 3>"$0"; echo a >&3; sleep 0.05; echo b >&3', at('fifo')]);
    expect(readText(at('fifo'), { named: true })).toBe('a\nb\n');
    await once(writer, 'exit');
  });

  it('is refused if it brings more than what is read', async () => {
    const writer = spawn('sh', ['-c', 'cat /dev/zero > "$0"', at('fifo')], { stdio: 'ignore' });
    expect(() => readBytes(at('fifo'), { named: true })).toThrow('is larger than 4 MiB');
    await once(writer, 'exit');
  });

  it('that nobody writes to is refused, and nothing waits for good', () => {
    expect(() => readBytes(at('fifo'), { named: true, patience: 20 })).toThrow('is a FIFO that nobody writes to');
  });
});

it('a device that a person named is read, and no more of it than of a file', () => {
  expect(readText('/dev/null', { named: true })).toBe('');
  expect(() => readBytes('/dev/zero', { named: true, most: 1e9 })).toThrow('is larger than 4 MiB');
  expect(() => readBytes('/dev/null')).toThrow('is a device, not a file');
});
