import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { realClock } from '../../../wire/clock/clock.js';
import { fileArgument } from './files.js';

describe('a file as an argument', () => {
  let cwd: string;
  beforeAll(async () => {
    cwd = await mkdtemp(join(tmpdir(), 'files-'));
    await writeFile(join(cwd, 'photo.PNG'), Buffer.from([0x89, 0x50, 0xff, 0x00]));
    await writeFile(join(cwd, 'größe'), 'größe');
  });
  afterAll(() => rm(cwd, { recursive: true }));

  const sent = (file: Parameters<typeof fileArgument>[0], options = {}) =>
    fileArgument(file, { clock: realClock, cwd, uploads: true, ...options });

  it.each([
    ['of any kind', {}],
    ['of an accepted media type', { accept: ['text/plain', 'image/png'] }],
    ['of an accepted type with any subtype', { accept: ['image/*'] }],
    ['with an accepted ending', { accept: ['.png'] }],
    ['of the largest size', { maxSize: 4 }],
  ])('is a data: URI, %s', async (_what, limits) =>
    expect(await sent({ path: 'photo.PNG', ...limits })).toBe('data:image/png;base64,iVD/AA=='),
  );

  it('is of any bytes where its name tells nothing', async () =>
    expect(await sent({ path: 'größe' })).toBe('data:application/octet-stream;base64,Z3LDtsOfZQ=='));

  it.each([
    [
      'of another media type',
      { accept: ['image/jpeg', '.jpg'] },
      'is of the media type image/png, and image/jpeg, .jpg is taken',
    ],
    ['that is too large', { maxSize: 3 }, 'has 4 bytes, and at most 3 are taken'],
  ])('is refused %s', async (_what, limits, why) => {
    await expect(sent({ path: 'photo.PNG', ...limits })).rejects.toThrow(`photo.PNG ${why}`);
  });

  it.each(['/etc/hosts', '../other.txt', 'photo.PNG/../../other.txt'])('is refused outside of the folder: %s', (path) =>
    expect(sent({ path })).rejects.toThrow('outside of the working directory'),
  );

  it('is refused where nobody agreed to that', () =>
    expect(sent({ path: 'photo.PNG' }, { uploads: false })).rejects.toThrow('were not agreed to'));
});
