import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type Socket } from 'node:net';
import { type Clock, realClock } from './clock/clock.js';
import { listenOn } from './sockets.js';

/** ms that a connection may take to bring the token. A program of ours sends it at once, even if the machine is busy. */
const PATIENCE = 10_000;
/** Connections that may wait without having brought it; one more drops the one that has waited for the longest. */
const MOST_WAITING = 64;

/** A port on loopback for programs that were given its token. */
export interface TokenPort {
  port: number;
  /** What a connection sends first, on a line of its own. */
  token: string;
  /** Stops listening and ends every connection. */
  close(): Promise<void>;
}

/**
 * Listens for programs that were given the token. A connection has to begin with it, soon, and nothing else of it is read before: one
 * that begins otherwise, or is late, is dropped without a word. `onPeer` gets those that brought it, with what came after the token still
 * to be read.
 */
export async function listenForToken(onPeer: (socket: Socket) => void, clock: Clock = realClock): Promise<TokenPort> {
  const token = randomBytes(32).toString('hex');
  /** Those that have not brought the token yet, the oldest first. */
  const waiting = new Set<Socket>();
  const server = createServer((socket) => {
    const [oldest] = waiting;
    if (waiting.size >= MOST_WAITING) oldest?.destroy();
    waiting.add(socket);
    const cancel = clock.after(PATIENCE, () => socket.destroy());
    socket.once('close', () => {
      cancel();
      waiting.delete(socket);
    });
    readToken(socket, token, () => {
      cancel();
      waiting.delete(socket);
      onPeer(socket);
    });
  });
  const { port, close } = await listenOn(server);
  return { port, token, close };
}

/** Calls `admitted` once the connection has brought the token; drops it as soon as it can't any more. */
function readToken(socket: Socket, token: string, admitted: () => void): void {
  const expected = Buffer.from(`${token}\n`);
  let begun: Buffer = Buffer.alloc(0);
  const read = (chunk: Buffer) => {
    const missing = expected.length - begun.length;
    begun = Buffer.concat([begun, chunk.subarray(0, missing)]);
    // A line that is too short is none, and its length is no secret.
    if (begun.length < expected.length && !begun.includes('\n')) return;
    socket.off('data', read);
    if (begun.length !== expected.length || !timingSafeEqual(begun, expected)) return void socket.destroy();
    socket.pause();
    if (chunk.length > missing) socket.unshift(chunk.subarray(missing));
    admitted();
    socket.resume();
  };
  socket.on('data', read);
}
