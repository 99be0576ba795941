import type { Socket } from 'node:net';

/**
 * Tears a connection down with RST. One that was ended a moment ago is torn down once its FIN is out: Node can't reset a connection in
 * between, and would never close it then, so that the process could not end.
 */
export function resetSocket(socket: Socket): void {
  const isEnding = socket.writableEnded && !socket.writableFinished && socket.writableLength === 0;
  if (!isEnding) socket.resetAndDestroy();
  // Before whoever closes the connection once it is ended.
  else socket.prependOnceListener('finish', () => socket.resetAndDestroy());
}
