import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Listener } from '../../wire/carried.js';
import type { Limits } from '../../wire/limits.js';
import { NdjsonDecoder } from '../../wire/ndjson.js';
import type { Pipes } from '../../wire/process/stdio.js';

/** One process that the target spawned as its peer. */
export interface Spawned {
  pipes: Pipes;
  /** What the target put behind `${peer.command}`. */
  args: string[];
  cwd: string;
  /** Writes to its standard error. */
  stderr(text: string): void;
}

/**
 * Where the shims of one case report: `command` is what the target is told to spawn. Each spawn that brings the case's
 * token is handed to `onSpawn`; others are turned away.
 */
export class ShimServer {
  readonly command: string[];
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    private readonly token: string,
    port: number,
  ) {
    this.command = [process.execPath, shimFile(), `127.0.0.1:${port}`, token];
  }

  static listen(limits: Limits, onSpawn: (spawned: Spawned) => void): Promise<ShimServer> {
    return new Promise((resolve, reject) => {
      const server = createServer();
      server.on('error', reject);
      server.listen(0, '127.0.0.1', () => {
        const address = server.address();
        const port = typeof address === 'object' && address ? address.port : 0;
        const shims = new ShimServer(server, randomBytes(16).toString('hex'), port);
        server.on('connection', (socket) => shims.accept(socket, limits, onSpawn));
        resolve(shims);
      });
    });
  }

  close(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }

  private accept(socket: Socket, limits: Limits, onSpawn: (spawned: Spawned) => void): void {
    this.sockets.add(socket);
    socket.setNoDelay(true);
    const decoder = new NdjsonDecoder(limits);
    let listener: Listener = () => undefined;
    let received = 0;
    let sent = 0;
    let ended = false;
    const exit = (code: number) => void (socket.destroyed || socket.write(frame('x', int32(code))));
    const over = (how: 'end' | 'reset') => {
      if (ended) return;
      ended = true;
      for (const carried of decoder.end()) listener(carried);
      listener({ kind: 'closed', closed: { how } });
    };
    const pipes: Pipes = {
      write: (bytes) => {
        sent += bytes.length;
        if (!socket.destroyed) socket.write(frame('o', bytes));
      },
      // A peer that is done exits; one that is torn down is killed.
      end: () => exit(0),
      reset: () => void (socket.destroyed || socket.write(frame('k', new Uint8Array()))),
      exit: (code) => exit(code),
      listen: (next) => {
        listener = next;
      },
      traffic: () => ({ sent, received }),
    };
    let pending: Buffer = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
      pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
      while (pending.length >= 5) {
        const length = pending.readUInt32BE(1);
        if (pending.length < 5 + length) return;
        const type = pending.toString('latin1', 0, 1);
        const payload = pending.subarray(5, 5 + length);
        pending = pending.subarray(5 + length);
        if (type === 'h') {
          const hello = readHello(payload);
          if (hello?.token !== this.token) return void socket.destroy();
          onSpawn({
            pipes,
            args: hello.args,
            cwd: hello.cwd,
            stderr: (text) => socket.write(frame('e', Buffer.from(text))),
          });
        } else if (type === 'i') {
          received += payload.length;
          for (const carried of decoder.push(payload)) listener(carried);
        } else if (type === 'z') {
          over('end');
          exit(0);
        }
      }
    });
    socket.on('error', () => over('reset'));
    socket.on('close', () => {
      this.sockets.delete(socket);
      over('reset');
    });
  }
}

function readHello(payload: Uint8Array): { token: string; args: string[]; cwd: string } | undefined {
  try {
    return JSON.parse(Buffer.from(payload).toString('utf8'));
  } catch {
    return undefined;
  }
}

function frame(type: string, payload: Uint8Array): Buffer {
  const head = Buffer.alloc(5);
  head.write(type, 0, 'latin1');
  head.writeUInt32BE(payload.length, 1);
  return Buffer.concat([head, payload]);
}

function int32(value: number): Uint8Array {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

/** dist/bin/shim.cjs, seen from the program beside it, from the sources, or from a bundle of a script. */
function shimFile(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  for (;;) {
    for (const name of ['shim.cjs', 'dist/bin/shim.cjs']) {
      const file = join(folder, name);
      if (existsSync(file)) return file;
    }
    if (folder === dirname(folder)) throw new Error('dist/bin/shim.cjs is not built');
    folder = dirname(folder);
  }
}
