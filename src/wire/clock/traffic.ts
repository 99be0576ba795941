import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { ConnectionTraffic } from './connection-traffic.js';
import type { Traffic } from './moved-clock.js';

/** Counts what this process reads from and writes to its peers: its own stdio, or every socket that its servers accept. */
export function trafficOf(transport: string): Traffic {
  if (transport === 'stdio') {
    const bytes = (stream: object, name: 'bytesRead' | 'bytesWritten') =>
      (stream as { [name: string]: number })[name] ?? 0;
    return { heard: () => bytes(process.stdin, 'bytesRead'), said: () => bytes(process.stdout, 'bytesWritten') };
  }
  const all = new ConnectionTraffic();
  subscribe('net.server.socket', (message) => {
    const { socket } = message as { socket: Socket };
    all.add({
      // A socket that is gone does not know it any more.
      port: socket.remotePort ?? 0,
      traffic: () => ({ sent: socket.bytesWritten, received: socket.bytesRead }),
      closed: new Promise((resolve) => socket.once('close', resolve)),
    });
  });
  return all;
}
