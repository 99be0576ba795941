import { existsSync } from 'node:fs';
import type { Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isObject, type Json } from '../../json/json.js';
import type { Closed, Listener } from '../../wire/carried.js';
import type { Limits } from '../../wire/limits.js';
import { NdjsonDecoder } from '../../wire/ndjson.js';
import { piecewise } from '../../wire/process/piecewise.js';
import type { Pipes } from '../../wire/process/stdio.js';
import { listenForToken, type TokenPort } from '../../wire/token-port.js';

/** Bytes of the longest frame: a shim sends what it reads in pieces of 64 KiB, and its arguments in one. */
const LONGEST_FRAME = 4 * 1024 * 1024;

/** One process that the target spawned as its peer. */
export interface Spawned {
  pipes: Pipes;
  /** What the target put behind `${peer.command}`. */
  args: string[];
  cwd: string;
  /** Writes to its standard error. */
  stderr(text: string): void;
  /** Has it go on when its stdin has ended, or even when TERM has come. What it meets then is a further `closed`. */
  outlives(what: Outlived): void;
}

/** What a peer outlives that a target ends. */
export type Outlived = 'stdin' | 'SIGTERM';

/** Where a target spawns its peers. */
export interface Spawning {
  /** What the target spawns. */
  command: string[];
  close(): void;
}

/** Commands that stay the same while those who take what they spawn come and go. */
export interface SpawnPlace {
  /** Takes what is spawned there from now on. */
  listen(limits: Limits, onSpawn: (spawned: Spawned) => void): Promise<Spawning>;
}

/**
 * Where the shims of one case report: `command` is what the target is told to spawn. Each spawn that brings the case's
 * token is handed to `onSpawn`; others are turned away.
 */
export class ShimServer implements Spawning {
  readonly command: string[];

  private constructor(private readonly port: TokenPort) {
    this.command = [process.execPath, shimFile(), `127.0.0.1:${port.port}`, port.token];
  }

  static async listen(limits: Limits, onSpawn: (spawned: Spawned) => void): Promise<ShimServer> {
    return new ShimServer(await listenForToken((socket) => accept(socket, limits, onSpawn)));
  }

  close(): void {
    void this.port.close();
  }
}

/** Takes a shim: first what it was spawned with, then what the target writes to it. */
function accept(socket: Socket, limits: Limits, onSpawn: (spawned: Spawned) => void): void {
  socket.setNoDelay(true);
  const decoder = new NdjsonDecoder(limits);
  let listener: Listener = () => undefined;
  let begun = false;
  let received = 0;
  let items = 0;
  let sent = 0;
  let ended = false;
  let outlives = false;
  const exit = (code: number) => {
    if (!socket.destroyed) socket.write(frame('x', int32(code)));
    const goesOn = ended && outlives;
    outlives = false;
    if (goesOn) listener({ kind: 'closed', closed: { how: 'end' } });
  };
  const over = (closed: Closed) => {
    if (ended) return;
    ended = true;
    if (closed.how !== 'error') for (const carried of decoder.end()) listener(carried);
    listener({ kind: 'closed', closed });
  };
  /** What a peer meets that went on. */
  const met = (how: Closed['how'], reason: string) => listener({ kind: 'closed', closed: { how, reason } });
  const pipes: Pipes = {
    ...piecewise((bytes) => {
      sent += bytes.length;
      if (!socket.destroyed) socket.write(frame('o', bytes));
    }),
    // A peer that is done exits; one that is torn down is killed.
    end: () => exit(0),
    reset: () => void (socket.destroyed || socket.write(frame('k', new Uint8Array()))),
    exit: (code) => exit(code),
    goesOn: () => outlives,
    listen: (next) => {
      listener = next;
    },
    traffic: () => ({ sent, received }),
  };
  const read = (payload: Buffer) => {
    received += payload.length;
    const carried = decoder.push(payload);
    items += carried.length;
    for (const one of carried) if (!ended) listener(one);
    const exceeded =
      received > limits.stream
        ? `${limits.stream} bytes`
        : items > limits.items
          ? `${limits.items} messages`
          : undefined;
    if (exceeded === undefined) return;
    over({ how: 'error', problem: `more than ${exceeded} to one process` });
    socket.destroy();
  };
  /** Takes one frame; false if no shim sends such a one. */
  const take = (type: string, payload: Buffer): boolean => {
    if (!begun) {
      const hello = type === 'h' ? readHello(payload) : undefined;
      begun = hello !== undefined;
      if (hello)
        onSpawn({
          pipes,
          ...hello,
          stderr: (text) => socket.write(frame('e', Buffer.from(text))),
          outlives: (what) => {
            outlives = true;
            socket.write(frame('s', Buffer.from(what)));
          },
        });
    } else if (type === 'i') read(payload);
    else if (type === 'z') {
      over({ how: 'end' });
      if (!outlives) exit(0);
    } else if (type === 't') met('end', 'SIGTERM');
    else if (type === 'q') met('end', 'orphaned');
    else if (type === 'y') outlives = false;
    else return false;
    return begun;
  };
  let pending: Buffer = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    while (pending.length >= 5 && !socket.destroyed) {
      const length = pending.readUInt32BE(1);
      if (length > LONGEST_FRAME) return void socket.destroy();
      if (pending.length < 5 + length) return;
      const type = pending.toString('latin1', 0, 1);
      const payload = pending.subarray(5, 5 + length);
      pending = pending.subarray(5 + length);
      if (!take(type, payload)) socket.destroy();
    }
  });
  socket.on('close', () => {
    // One that leaves by itself says so before.
    const isKilled = outlives;
    outlives = false;
    if (ended && isKilled) met('reset', 'SIGKILL');
    over({ how: 'reset' });
  });
}

function readHello(payload: Uint8Array): { args: string[]; cwd: string } | undefined {
  let hello: Json;
  try {
    hello = JSON.parse(Buffer.from(payload).toString('utf8'));
  } catch {
    return undefined;
  }
  if (!isObject(hello)) return undefined;
  const { args, cwd } = hello;
  const isArgs = Array.isArray(args) && args.every((arg) => typeof arg === 'string');
  return isArgs && typeof cwd === 'string' ? { args, cwd } : undefined;
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
