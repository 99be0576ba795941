import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import type { Traffic } from './moved-clock.js';

/** Counts what this process reads from and writes to its peers: its own stdio, or every socket that its servers accept. */
export function trafficOf(transport: string): Traffic {
  if (transport === 'stdio') {
    const bytes = (stream: object, name: 'bytesRead' | 'bytesWritten') =>
      (stream as { [name: string]: number })[name] ?? 0;
    return { heard: () => bytes(process.stdin, 'bytesRead'), said: () => bytes(process.stdout, 'bytesWritten') };
  }
  /** By the port of the other side, which a socket that is gone does not know any more. */
  const open = new Map<Socket, number>();
  const written = new Map<number, number>();
  let read = 0;
  subscribe('net.server.socket', (message) => {
    const { socket } = message as { socket: Socket };
    const port = socket.remotePort ?? 0;
    open.set(socket, port);
    socket.once('close', () => {
      open.delete(socket);
      read += socket.bytesRead;
      written.set(port, (written.get(port) ?? 0) + socket.bytesWritten);
    });
  });
  return {
    heard: () => [...open.keys()].reduce((total, { bytesRead }) => total + bytesRead, read),
    said: (unread = []) => {
      let total = 0;
      for (const [port, bytes] of written) if (!unread.includes(port)) total += bytes;
      for (const [{ bytesWritten }, port] of open) if (!unread.includes(port)) total += bytesWritten;
      return total;
    },
  };
}
