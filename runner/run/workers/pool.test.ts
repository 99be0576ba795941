import { expect, it } from 'vitest';
import { pool } from './pool.js';

/** Items that the test ends, and the order in which they began. */
function items(names: string[]) {
  const begun: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const work = (name: string) =>
    new Promise<void>((resolve, reject) => {
      begun.push(name);
      ends.set(name, (error) => (error ? reject(error) : resolve()));
    });
  const end = async (name: string, error?: Error) => {
    ends.get(name)!(error);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { names, begun, work, end };
}

const idle = { most: 2, isIdle: (name: string) => name.startsWith('idle') };

it('runs so many at once, begun in order', async () => {
  const { names, begun, work, end } = items(['a', 'b', 'c', 'd']);
  const done = pool(names, 2, work);
  expect(begun).toEqual(['a', 'b']);
  await end('b');
  expect(begun).toEqual(['a', 'b', 'c']);
  for (const name of ['c', 'a', 'd']) await end(name);
  await done;
});

it('runs some idle ones beside them, and counts the others', async () => {
  const { names, begun, work, end } = items(['a', 'idle 1', 'idle 2', 'idle 3', 'b', 'c']);
  const done = pool(names, 2, work, idle);
  expect(begun).toEqual(['a', 'idle 1', 'idle 2', 'idle 3']);
  await end('idle 1');
  expect(begun).toEqual(['a', 'idle 1', 'idle 2', 'idle 3']);
  await end('a');
  expect(begun).toEqual(['a', 'idle 1', 'idle 2', 'idle 3', 'b']);
  for (const name of ['idle 3', 'b', 'c', 'idle 2']) await end(name);
  await done;
  expect(begun).toHaveLength(6);
});

it('begins no more after an error, and rejects with it once all have ended', async () => {
  const { names, begun, work, end } = items(['a', 'idle 1', 'b', 'c']);
  const done = pool(names, 1, work, idle);
  const rejected = expect(done).rejects.toThrow('no');
  await end('a', new Error('no'));
  await end('idle 1');
  await rejected;
  expect(begun).toEqual(['a', 'idle 1']);
});
