// node --import fail.mjs PROGRAM: once there is a file `held` in its working directory, the program fails as PROCTOR_TEST_FAIL says. It
// then writes a file `failing`.
import { existsSync, writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const WAYS = {
  loop: () => {
    for (;;);
  },
  pattern: () => /^(a+)+$/.test(`${'a'.repeat(60)}b`),
  microtasks: () => {
    const again = () => Promise.resolve().then(again);
    again();
  },
  wait: () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0),
  throw: () => {
    throw new TypeError('a test threw it');
  },
  reject: () => void Promise.reject(new RangeError('a test rejected with it')),
  system: () => {
    throw Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE', syscall: 'open' });
  },
};

const way = WAYS[process.env.PROCTOR_TEST_FAIL];
if (isMainThread && way && process.argv[1]?.endsWith('proctor.mjs')) {
  const look = setInterval(() => {
    if (!existsSync('held')) return;
    clearInterval(look);
    writeFileSync('failing', '');
    way();
  }, 10);
  look.unref();
}
