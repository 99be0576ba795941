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
  const open = new Set<Socket>();
  let read = 0;
  let written = 0;
  subscribe('net.server.socket', (message) => {
    const { socket } = message as { socket: Socket };
    open.add(socket);
    socket.once('close', () => {
      open.delete(socket);
      read += socket.bytesRead;
      written += socket.bytesWritten;
    });
  });
  const sum = (closed: number, name: 'bytesRead' | 'bytesWritten') =>
    [...open].reduce((total, socket) => total + socket[name], closed);
  return { heard: () => sum(read, 'bytesRead'), said: () => sum(written, 'bytesWritten') };
}
