import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { AskedThread, waitFor } from './asked-thread.js';
import { Refused } from './refused.js';

const thread = new AskedThread(() => ({
  code: `(question) => {
    if (question === 'forever') for (;;);
    if (question === 'much') for (const kept = []; ; ) kept.push(new Array(100_000).fill(kept));
    return { question };
  }`,
}));

const refusal = (question: string, ms: number) => {
  try {
    return thread.ask(question, ms);
  } catch (error) {
    if (error instanceof Refused) return error.reason;
    throw error;
  }
};

it('a thread answers while whoever asks waits, with values that JSON does not have', () => {
  for (const question of ['a', 2n ** 70n, [null], JSON.parse('{"__proto__":{"a":1}}')])
    expect(thread.ask(question, 1_000)).toEqual({ question });
});

it('an answer that takes for ever, or more memory than there is, is refused, and the next question is answered', () => {
  expect(refusal('forever', 100)).toBe('slow');
  expect(thread.ask('b', 1_000)).toEqual({ question: 'b' });
  expect(refusal('much', 20_000)).toBe('large');
  expect(thread.ask('c', 1_000)).toEqual({ question: 'c' });
});

it('the time for an answer shrinks with each that took too long', () => {
  for (let times = 0; times < 5; times++) expect(refusal('forever', 200)).toBe('slow');
  expect(() => thread.ask('forever', 320)).toThrow('longer than 40 ms of CPU');
});

it('takes no call that came late for an answer', async () => {
  const state = new Int32Array(new SharedArrayBuffer(8));
  const code = `
    const { workerData: state } = require('node:worker_threads');
    const until = Date.now() + 100;
    while (Date.now() < until) Atomics.notify(state, 0);
    Atomics.store(state, 0, 1);
    Atomics.notify(state, 0);
  `;
  const worker = new Worker(code, { eval: true, workerData: state });
  expect(waitFor(state, 10_000)).toBe(undefined);
  expect(Atomics.load(state, 0)).toBe(1);
  await worker.terminate();
});
