import type { Readable, Writable } from 'node:stream';
import type { Border, Carried, ExitInfo } from '../wire/carried.js';
import type { Admission } from '../wire/http/admission.js';
import type { Limits } from '../wire/limits.js';

/** Who sent something. The server is what the proxy starts or connects to. */
export type ProxySide = 'client' | 'server';

/**
 * Told of everything that the proxy carried, in its order, after it left. `changed` says that the border made something else of it.
 * Connections are numbered from 1; over HTTP all requests are of the first.
 */
export type Tap = (carried: Carried, from: ProxySide, connection: number, changed: boolean) => void;

export interface ProxyOptions {
  /** The server: a command that is started, without a shell, or an address with `http`, `https`, `ws` or `wss`. */
  to: { command: readonly string[] } | { url: string };
  /** Where the client comes: stdin and stdout, for a command, or a port of this machine. 0 lets the kernel pick. */
  serve: 'stdio' | { port: number };
  /** As that of the server: `sends` has what the server says, `hears` what it hears. Default: nothing is changed. */
  border?: Border | undefined;
  limits: Limits;
  tap: Tap;
  /** Told why a request could not be passed on to the server, each time. The client got 502. */
  unreachable?: (problem: string) => void;
  /** Told of what a command writes to stderr, as it comes. */
  stderr?: (chunk: Uint8Array) => void;
  /** stdio: default stdin and stdout of this process. */
  input?: Readable;
  output?: Writable;
  /** Who may come to the port besides this machine. */
  admission?: Admission;
}

/** A proxy at work. */
export interface RunningProxy {
  /** Where it listens, with the path of the server; unset over stdio. */
  url?: string;
  /** Resolves when both sides are done and the tap was told of all: with how the command ended, or with 0. Never rejects. */
  done: Promise<ExitInfo>;
  /** Passes a signal on to the command. */
  signal(name: NodeJS.Signals): void;
  /** Ends both sides, the command by EOF, TERM and KILL. */
  close(): Promise<void>;
}
