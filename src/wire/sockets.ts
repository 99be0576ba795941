import { connect, type NetConnectOpts, type Server, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { PortError } from './port-error.js';

/** ms that the other side of a connection has to end its half once we have said our last. */
const LAST_PATIENCE = 2_000;

/** A server of ours that listens. */
export interface Listening {
  port: number;
  /** The connections that are open now. */
  sockets: ReadonlySet<Socket>;
  /** Stops listening and ends every connection. */
  close(): Promise<void>;
}

/**
 * Has a server listen, on loopback unless `host` says otherwise: every server of ours does it by this. From its first moment to its
 * last each connection has a listener for errors, whoever else takes its own away, as Node does when it hands over an upgrade: a peer
 * that resets its connection at any byte ends that connection and nothing else. Rejects with PortError if the port can't be had.
 *
 * @param port 0 lets the kernel pick
 */
export function listenOn(server: Server, port = 0, host = '127.0.0.1'): Promise<Listening> {
  const sockets = new Set<Socket>();
  // Before every other listener: those may throw, or reset the connection at once.
  server.prependListener('connection', (socket: Socket) => {
    guarded(socket);
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return new Promise((resolve, reject) => {
    // After it listens an error means one connection that could not be accepted; nobody waits for the promise any more.
    server.on('error', (error: NodeJS.ErrnoException) => reject(new PortError(host, port, error)));
    server.listen(port, host, () => {
      const address = server.address();
      resolve({
        port: typeof address === 'object' && address !== null ? address.port : port,
        sockets,
        close: () =>
          new Promise((done) => {
            server.close(() => done());
            // Those that were upgraded and those that never said a word, too.
            for (const socket of sockets) socket.destroy();
          }),
      });
    });
  });
}

/** Connects: every connection that we open without a library begins here. Whoever cares for its errors listens to them besides. */
export function connectTo(options: NetConnectOpts): Socket {
  return guarded(connect(options));
}

/** Says the last on a connection and ends it, even if the other side does not. */
export function endWith(socket: Duplex, bytes: string): void {
  const timer = setTimeout(() => socket.destroy(), LAST_PATIENCE);
  socket.once('close', () => clearTimeout(timer));
  // The end of the other side stands behind what it has sent.
  socket.resume();
  socket.end(bytes);
}

/** What keeps an error that nobody else listens to from ending this process; what became of the connection `close` says. */
function guarded(socket: Socket): Socket {
  return socket.on('error', () => {});
}
