import type { ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { doAll, WorkerLost, Workers } from './workers.js';

/** A worker that returns its message to. */
class Worker extends EventEmitter {
  connected = true;
  readonly heard: unknown[] = [];

  constructor(private readonly answer: (order: { number: number; piece: number }) => object | undefined) {
    super();
  }
  send(order: { number: number; piece: number } | string) {
    this.heard.push(typeof order === 'string' ? order : order.piece);
    const answer = typeof order === 'string' ? undefined : this.answer(order);
    if (answer) queueMicrotask(() => this.emit('message', answer));
  }
  disconnect() {
    this.connected = false;
    this.emit('exit', 0);
  }
}
const doubling = () => new Worker(({ number, piece }) => ({ number, result: piece * 2 }));
const workersOf = (workers: Worker[], signal = new AbortController().signal) => {
  const left = [...workers];
  return new Workers<number, number>(workers.length, () => left.shift() as unknown as ChildProcess, signal);
};
const here = () => Promise.reject(new Error('it was to be done by a worker'));

describe('pieces of a work', () => {
  it('name the defect that ended their worker, where it says so', async () => {
    const worker = new Worker(() => undefined);
    const workers = workersOf([worker]);
    const done = workers.do(1);
    worker.emit('message', { defect: 'TypeError: x' });
    worker.emit('exit', 4);
    await expect(done).rejects.toThrow(/lost: TypeError: x$/);
    await workers.close();
  });

  it('are done by all workers, and the results come in their order', async () => {
    const [one, other] = [doubling(), doubling()];
    let done = 0;
    const workers = workersOf([one, other]);
    expect(await doAll([1, 2, 3, 4, 5], here, workers, () => done++)).toEqual([2, 4, 6, 8, 10]);
    expect([...one.heard, ...other.heard].sort()).toEqual([1, 2, 3, 4, 5]);
    expect(one.heard.length * other.heard.length).toBeGreaterThan(0);
    expect(done).toBe(5);
    await workers.close();
    expect([one.connected, other.connected]).toEqual([false, false]);
  });

  it('are done in this process where there are no workers', async () => {
    expect(await doAll([1, 2, 3], async (piece) => piece + 1)).toEqual([2, 3, 4]);
  });

  it('fail with the error of a worker', async () => {
    const failing = new Worker(({ number }) => ({ number, error: 'the reference does not start' }));
    await expect(doAll([1], here, workersOf([failing]))).rejects.toThrow('the reference does not start');
  });

  it('fail where a worker ends without an answer, and do not wait for it', async () => {
    const silent = new Worker(() => undefined);
    const all = doAll([1, 2], here, workersOf([silent]));
    silent.emit('exit', null, 'SIGKILL');
    await expect(all).rejects.toThrow('a worker process was lost: it ended with SIGKILL');
  });

  it('go to the workers that are left', async () => {
    const [one, other] = [doubling(), doubling()];
    const workers = workersOf([one, other]);
    one.emit('exit', null, 'SIGKILL');
    expect([await workers.do(1), await workers.do(2), await workers.doInEach(3)]).toEqual([2, 4, [6]]);
    other.emit('exit', 1, null);
    expect(workers.least).toBe(Number.POSITIVE_INFINITY);
    await expect(workers.do(4)).rejects.toThrow(WorkerLost);
  });

  it('are interrupted with this process', () => {
    const interrupt = new AbortController();
    const worker = doubling();
    workersOf([worker], interrupt.signal);
    interrupt.abort();
    expect(worker.heard).toEqual(['abort']);
  });
});
