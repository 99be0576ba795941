import { createServer, type Socket } from 'node:net';
import { StringDecoder } from 'node:string_decoder';
import { stringifyJson } from '../json/json.js';
import { BufferedListeners } from './buffered-listeners.js';
import type { Carried, Closed, Listener } from './carried.js';
import { type Clock, realClock } from './clock/clock.js';
import { defaultLimits, type Limits } from './limits.js';
import { NdjsonDecoder } from './ndjson.js';
import { problemOf } from './network-problem.js';
import { resetSocket } from './reset.js';
import { connectTo, listenOn } from './sockets.js';

/** What stands on the connection: one JSON message per line, or text in whatever pieces it comes. */
export type Speaks = 'json-lines' | 'text';

/** ms until an `end` that the peer does not follow becomes a reset. */
const END_PATIENCE = 2000;

/** One TCP connection. Listeners get `message` and `bytes` per line, or `bytes` with `text` per chunk; at last `closed`. */
export class TcpChannel {
  /** Resolves when the connection is gone. Never rejects. */
  readonly closed: Promise<Closed>;
  readonly #listeners = new BufferedListeners();
  #problem: Closed | undefined;
  #over = false;

  constructor(
    private readonly socket: Socket,
    private readonly speaks: Speaks,
    limits: Limits,
    private readonly clock: Clock,
  ) {
    socket.setNoDelay(true);
    let items = 0;
    const lines = new NdjsonDecoder(limits);
    const text = new StringDecoder('utf8');
    const read = (chunk: Buffer): Carried[] =>
      speaks === 'text' ? [{ kind: 'bytes', bytes: chunk, text: text.write(chunk) }] : lines.push(chunk);
    socket.on('data', (chunk: Buffer) => {
      const carried = read(chunk);
      items += carried.length;
      for (const one of carried) this.#emit(one);
      const exceeded =
        socket.bytesRead > limits.stream
          ? `${limits.stream} bytes`
          : items > limits.items
            ? `${limits.items} messages`
            : undefined;
      if (exceeded === undefined) return;
      this.#problem = { how: 'error', problem: `more than ${exceeded} on one connection` };
      socket.destroy();
    });
    socket.on('error', (error) => {
      this.#problem ??= problemOf(error);
    });
    socket.once('end', () => {
      if (speaks === 'json-lines') for (const carried of lines.end()) this.#emit(carried);
    });
    this.closed = new Promise((resolve) => {
      socket.once('close', () => {
        const closed = this.#problem ?? { how: socket.readableEnded ? 'end' : 'reset' };
        this.#emit({ kind: 'closed', closed });
        this.#over = true;
        resolve(closed);
      });
    });
  }

  /** Sends a `message` as one line, or `bytes` as they are. Does nothing once the peer is gone. */
  send(carried: Carried): void {
    if (!this.socket.writable) return;
    if (carried.kind === 'bytes') this.socket.write(carried.bytes ?? new Uint8Array());
    if (carried.kind !== 'message') return;
    const text = carried.text ?? stringifyJson(carried.message ?? null);
    this.socket.write(this.speaks === 'json-lines' ? `${text}\n` : text);
  }

  listen(listener: Listener): void {
    this.#listeners.listen(listener);
  }

  /** Bytes written and read so far. */
  traffic(): { sent: number; received: number } {
    return { sent: this.socket.bytesWritten, received: this.socket.bytesRead };
  }

  /**
   * Closes: `reset` with RST, anything else with FIN. Resolves when the connection is gone, 2 s after a FIN that the peer
   * does not follow at the latest.
   */
  async close(how: 'end' | 'reset' | number = 'end'): Promise<void> {
    if (how === 'reset') resetSocket(this.socket);
    else this.socket.end();
    const cancel = this.clock.after(END_PATIENCE, () => this.socket.destroy());
    await this.closed;
    cancel();
  }

  #emit(carried: Carried): void {
    if (!this.#over) this.#listeners.emit(carried);
  }
}

export interface TcpOptions {
  speaks?: Speaks;
  limits?: Limits;
  clock?: Clock;
}

/** A port of a host, this machine unless it is named, or the path of a socket. */
export type TcpPlace = { port: number; host?: string } | { path: string };

/** Connects. Rejects with an Error that says why in plain words. */
export function connectTcp(options: TcpOptions & TcpPlace): Promise<TcpChannel> {
  const { speaks = 'json-lines', limits = defaultLimits, clock = realClock } = options;
  const where = 'path' in options ? { path: options.path } : { port: options.port, host: options.host ?? '127.0.0.1' };
  const name = 'path' in where ? where.path : `${where.host}:${where.port}`;
  return new Promise((resolve, reject) => {
    const socket = connectTo(where);
    const failed = (error: Error) =>
      reject(new Error(`no connection to ${name}: ${problemOf(error).problem}`, { cause: error }));
    socket.once('error', failed);
    socket.once('connect', () => {
      socket.off('error', failed);
      resolve(new TcpChannel(socket, speaks, limits, clock));
    });
  });
}

export interface TcpListener {
  /** Such as tcp://127.0.0.1:40123 */
  url: string;
  port: number;
  /** Stops listening and ends every connection. */
  close(): Promise<void>;
}

/** Listens on loopback. Rejects with PortError where the port can't be had. */
export async function listenTcp(
  options: TcpOptions & { port?: number; host?: string; onPeer: (peer: TcpChannel) => void },
): Promise<TcpListener> {
  const {
    port = 0,
    host = '127.0.0.1',
    speaks = 'json-lines',
    limits = defaultLimits,
    clock = realClock,
    onPeer,
  } = options;
  const server = createServer((socket) => onPeer(new TcpChannel(socket, speaks, limits, clock)));
  const { port: actual, close } = await listenOn(server, port, host);
  return { url: `tcp://${host}:${actual}`, port: actual, close };
}
