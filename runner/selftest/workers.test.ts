import type { ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { byReference, dividedPieces, slices, wholePieces } from './pieces.js';
import { doAll, Workers } from './workers.js';

/** A worker that says what it is told to. */
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
  }
}
const doubling = () => new Worker(({ number, piece }) => ({ number, result: piece * 2 }));
const crew = (workers: Worker[], signal = new AbortController().signal) => {
  const left = [...workers];
  return new Workers<number, number>(workers.length, () => left.shift() as unknown as ChildProcess, signal);
};
const here = () => Promise.reject(new Error('it was to be done by a worker'));

describe('pieces of a work', () => {
  it('are done by all workers, and the results come in their order', async () => {
    const [one, other] = [doubling(), doubling()];
    let done = 0;
    const workers = crew([one, other]);
    expect(await doAll([1, 2, 3, 4, 5], here, workers, () => done++)).toEqual([2, 4, 6, 8, 10]);
    expect([...one.heard, ...other.heard].sort()).toEqual([1, 2, 3, 4, 5]);
    expect(one.heard.length * other.heard.length).toBeGreaterThan(0);
    expect(done).toBe(5);
    workers.close();
    expect([one.connected, other.connected]).toEqual([false, false]);
  });

  it('are done in this process where there are no workers', async () => {
    expect(await doAll([1, 2, 3], async (piece) => piece + 1)).toEqual([2, 3, 4]);
  });

  it('fail with the error of a worker', async () => {
    const failing = new Worker(({ number }) => ({ number, error: 'the reference does not start' }));
    await expect(doAll([1], here, crew([failing]))).rejects.toThrow('the reference does not start');
  });

  it('fail where a worker ends without an answer, and do not wait for it', async () => {
    const silent = new Worker(() => undefined);
    const all = doAll([1, 2], here, crew([silent]));
    silent.emit('exit', null, 'SIGKILL');
    await expect(all).rejects.toThrow('a process of this selftest is lost: it ended with SIGKILL');
  });

  it('are interrupted with this process', () => {
    const interrupt = new AbortController();
    const worker = doubling();
    crew([worker], interrupt.signal);
    interrupt.abort();
    expect(worker.heard).toEqual(['abort']);
  });

  it('cover every mutant once, and each reference without any', () => {
    const place = { file: 'mutants.yaml', line: 1, col: 1 };
    const of = (role: string, count: number) =>
      Array.from({ length: count }, (_, index) => ({
        id: `${role} ${index}`,
        role,
        requirement: 'X-1',
        version: '1',
        faults: { rules: [], switches: [] },
        place,
      }));
    const parts = byReference([...of('a/b', 3), ...of('c/d', 203)], {} as never);
    for (const pieces of [wholePieces(parts), dividedPieces(parts)]) {
      const mutants = pieces.flatMap(({ part, from, to }) => parts[part]!.defects.slice(from, to).map(({ id }) => id));
      expect(new Set(mutants).size).toBe(206);
      expect(mutants).toHaveLength(206);
      expect(
        pieces
          .filter(({ clean }) => clean)
          .map(({ part }) => part)
          .sort(),
      ).toEqual([0, 1]);
    }
    expect(slices(5, 2)).toEqual([
      [0, 2],
      [2, 4],
      [4, 5],
    ]);
    expect(slices(0, 2)).toEqual([]);
  });
});
