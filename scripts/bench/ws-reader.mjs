// A client of WebSocket that costs little: thousands of them in one process must not be what a benchmark of a server measures.
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';

/**
 * Connects; resolves with `{ send(text), close() }` once the upgrade is done, of which `tcp:` needs none. `frame` is told of each text frame, as the bytes of its
 * chunk and where it stands in them; `ended` of the end.
 */
export function openReader(url, { frame, ended = () => undefined }) {
  const { protocol, hostname, port, pathname } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) });
    let upgraded = protocol === 'tcp:';
    let rest = Buffer.alloc(0);
    socket.on('error', (error) => (upgraded ? undefined : reject(error)));
    socket.on('close', ended);
    const reader = { send: (text) => socket.write(masked(text)), close: () => socket.destroy() };
    socket.on('connect', () => {
      if (upgraded) return resolve(reader);
      const key = randomBytes(16).toString('base64');
      socket.write(
        `GET ${pathname} HTTP/1.1\r\nhost: ${hostname}:${port}\r\nupgrade: websocket\r\nconnection: Upgrade\r\n` +
          `sec-websocket-version: 13\r\nsec-websocket-key: ${key}\r\n\r\n`,
      );
    });
    socket.on('data', (chunk) => {
      let bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      if (!upgraded) {
        const end = bytes.indexOf('\r\n\r\n');
        if (end >= 0) {
          bytes = bytes.subarray(end + 4);
          upgraded = true;
          resolve(reader);
        } else {
          rest = bytes;
          return;
        }
      }
      let at = 0;
      for (;;) {
        if (bytes.length - at < 2) break;
        const short = bytes[at + 1] & 0x7f;
        const head = short < 126 ? 2 : short === 126 ? 4 : 10;
        if (bytes.length - at < head) break;
        const size =
          short < 126 ? short : short === 126 ? bytes.readUInt16BE(at + 2) : Number(bytes.readBigUInt64BE(at + 2));
        if (bytes.length - at < head + size) break;
        if ((bytes[at] & 0x0f) === 1) frame(bytes, at + head, at + head + size);
        else if ((bytes[at] & 0x0f) === 9) socket.write(Buffer.from([0x8a, 0x80, 0, 0, 0, 0]));
        at += head + size;
      }
      rest = bytes.subarray(at);
    });
  });
}

/** A text frame of a client; its mask is zero. */
function masked(text) {
  const payload = Buffer.from(text);
  const size = payload.length;
  const head = size < 126 ? Buffer.from([0x81, 0x80 | size]) : Buffer.from([0x81, 0x80 | 126, size >> 8, size & 0xff]);
  return Buffer.concat([head, Buffer.alloc(4), payload]);
}
