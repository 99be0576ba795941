import { describe, expect, it } from 'vitest';
import type { Border, Carried, Listener } from '../wire/carried.js';
import type { Pipes } from '../wire/process/stdio.js';
import { linkToProcess } from './process-link.js';

/** Pipes of a process that only exists here. */
function fakePipes() {
  const written: string[] = [];
  let listener: Listener = () => undefined;
  let ended = false;
  const pipes: Pipes = {
    write: (bytes) => void written.push(Buffer.from(bytes).toString()),
    end: () => {
      ended = true;
    },
    reset: () => undefined,
    listen: (next) => {
      listener = next;
    },
    traffic: () => ({ sent: 0, received: 0 }),
  };
  return { pipes, written, say: (carried: Carried) => listener(carried), ended: () => ended };
}

const settled = (promise: Promise<void>) =>
  Promise.race([promise.then(() => true), new Promise<boolean>((resolve) => setImmediate(() => resolve(false)))]);

describe('a link to a process', () => {
  it('writes messages as lines and hands on what the process says', () => {
    const { pipes, written, say } = fakePipes();
    const link = linkToProcess(pipes);
    const heard: Carried[] = [];
    say({ kind: 'message', message: { early: true } });
    link.listen((carried) => heard.push(carried));
    link.send({ jsonrpc: '2.0', method: 'größe' });
    say({ kind: 'bytes', bytes: Buffer.from('x'), problem: 'not JSON' });
    expect(written).toEqual(['{"jsonrpc":"2.0","method":"größe"}\n']);
    expect(heard.map(({ kind }) => kind)).toEqual(['message', 'bytes']);
  });

  it('is closed when the process has said its last, and not by our own end', async () => {
    const { pipes, say, ended } = fakePipes();
    const link = linkToProcess(pipes);
    link.close();
    expect(ended()).toBe(true);
    expect(await settled(link.closed)).toBe(false);
    say({ kind: 'closed', closed: { how: 'end' } });
    expect(await settled(link.closed)).toBe(true);
  });

  it('sends and hears through the border, which may also write bytes, end the process and end our own', () => {
    const { pipes, written, say, ended } = fakePipes();
    const exits: unknown[] = [];
    const border: Border = {
      sends: (carried, emit) => {
        emit({ kind: 'bytes', bytes: Buffer.from('raw') });
        emit({ ...carried, text: '{ "odd" : 1 }' });
        emit({ kind: 'closed', closed: { how: 'end' } });
        emit({ kind: 'exit', exit: { code: 3, signal: null } });
      },
      hears: (carried, deliver) => {
        deliver(carried);
        deliver(carried);
      },
    };
    const link = linkToProcess(pipes, { border, exit: (...how) => void exits.push(how) });
    const heard: Carried[] = [];
    link.listen((carried) => heard.push(carried));
    link.send({ odd: 1 });
    say({ kind: 'message', message: {} });
    expect([written, ended(), exits, heard.length]).toEqual([['raw', '{ "odd" : 1 }\n'], true, [[3, null]], 2]);
  });
});
