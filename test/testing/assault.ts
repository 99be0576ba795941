import { connect, type Socket } from 'node:net';
import type { Writable } from 'node:stream';

type Bytes = string | Uint8Array;

/** ms that an attacker has who is not impatient: more than any answer takes on a busy machine. */
const LONG = 120_000;

/**
 * Writes pieces as fast as they are taken, up to `most`. Resolves with how many went out once none is left, the stream is
 * gone, or `ms` (real time) are over: an endless flood is stopped like that.
 */
export function pour(stream: Writable, pieces: Iterable<Bytes>, ms = LONG): Promise<number> {
  return new Promise((resolve) => {
    const source = pieces[Symbol.iterator]();
    let count = 0;
    let over = false;
    const finish = () => {
      over = true;
      clearTimeout(timer);
      resolve(count);
    };
    const timer = setTimeout(finish, ms);
    stream.once('close', finish);
    const go = () => {
      while (!over) {
        const next = source.next();
        if (next.done || stream.destroyed || !stream.writable) return finish();
        count++;
        if (!stream.write(next.value)) return void stream.once('drain', go);
      }
    };
    go();
  });
}

/** How an attacker deals with its connection. */
interface Manners {
  /** ms (real time) until it tears the connection down, however far it came. Default: 120,000. */
  ms?: number;
  /** Whether it reads what comes back. Default: yes. */
  reads?: boolean;
  /** What is written before all else, and must be answered first. */
  greeting?: string;
}

/**
 * Connects to a port of this machine and pours bytes into it. Resolves with what came back once the other side has ended the
 * connection, or its time is over; then nothing of it is left.
 */
export async function assault(port: number, pieces: Iterable<Bytes>, manners: Manners = {}): Promise<string> {
  const { ms = LONG, reads = true, greeting } = manners;
  const socket = await connected(port);
  let back = '';
  const hear = (chunk: Buffer) => {
    back += chunk.toString('latin1');
  };
  socket.on('data', hear);
  if (greeting !== undefined) {
    socket.write(greeting);
    await new Promise<void>((resolve) => socket.once('data', () => resolve()).once('close', () => resolve()));
  }
  if (!reads) socket.off('data', hear).pause();
  const gone = new Promise<void>((resolve) => {
    socket.once('end', resolve).once('close', () => resolve());
  });
  const late = new AbortController();
  const time = new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    late.signal.addEventListener('abort', () => clearTimeout(timer));
  });
  const poured = pour(socket, pieces, ms);
  await Promise.race([gone, time]);
  late.abort();
  socket.resetAndDestroy();
  await poured;
  return back;
}

function connected(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' }, () => {
      socket.off('error', reject);
      // A connection that the other side cuts is what an attacker expects.
      socket.on('error', () => undefined);
      resolve(socket);
    });
    socket.once('error', reject);
  });
}

/** The same piece again and again, without end or so many times. */
export function* again(piece: Bytes | ((count: number) => Bytes), times = Number.POSITIVE_INFINITY): Generator<Bytes> {
  for (let count = 0; count < times; count++) yield typeof piece === 'function' ? piece(count) : piece;
}
