import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';

/**
 * Tears a connection down with RST. One that was ended a moment ago is torn down once its FIN is out: Node can't reset a connection in
 * between, and would never close it then, so that the process could not end. One over TLS, which Node can't reset at all, is cut off
 * without the word that TLS has for an end (RFC 8446, 6.1).
 */
export function resetSocket(socket: Socket): void {
  const isEnding = socket.writableEnded && !socket.writableFinished && socket.writableLength === 0;
  if (socket instanceof TLSSocket) socket.destroy();
  else if (!isEnding) socket.resetAndDestroy();
  // Before whoever closes the connection once it is ended.
  else socket.prependOnceListener('finish', () => socket.resetAndDestroy());
}
