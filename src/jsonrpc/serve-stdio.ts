import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import type { JsonObject } from '../json/json.js';
import { BufferedListeners } from '../wire/buffered-listeners.js';
import { type Border, type Carried, type ExitInfo, type Listener, openBorder } from '../wire/carried.js';
import type { Traffic } from '../wire/clock/moved-clock.js';
import { defaultLimits, type Limits } from '../wire/limits.js';
import { lineOf, NdjsonDecoder } from '../wire/ndjson.js';
import type { Link, Related } from './link.js';
import { Pace } from './pace.js';

export interface ServeStdioOptions {
  input: Readable;
  output: Writable;
  border?: Border;
  limits?: Limits;
  /** Ends this process as an `exit` of the border demands. Default: for real. */
  exit?: (code: number | null, signal: string | null) => void;
}

/** The server side of stdio as a link. */
export interface StdioLink extends Link {
  /** The bytes that were read and written so far. */
  readonly traffic: Traffic;
}

/** Bytes that may wait for the peer to read them before nothing more is read from it. */
const UNREAD = 4 * 1024 * 1024;

/**
 * The server side of stdio: JSON lines in on `input`, out on `output`, nothing else on either. Reading begins with the first
 * listener. Everything passes the border: `message` leaves as one line (as `text` where the border sets it), `bytes` as they
 * are, `closed` ends the output, `exit` ends the process once what was written before is out.
 *
 * A peer that sends faster than it is answered, or does not read its answers, has to wait: memory stays bounded.
 *
 * The end of the input is heard as `closed`; the output stays open, so requests that still run can answer. An output whose
 * reader is gone closes the link and is no error.
 */
export function serveStdio(options: ServeStdioOptions): StdioLink {
  return new StdioServer(options);
}

class StdioServer implements StdioLink {
  readonly closed: Promise<void>;
  readonly #input: Readable;
  readonly #output: Writable;
  readonly #border: Border;
  readonly #decoder: NdjsonDecoder;
  readonly #exit: (code: number | null, signal: string | null) => void;
  readonly #listeners = new BufferedListeners();
  #reading = false;
  readonly #pace: Pace;
  /** Nothing more is heard. */
  #deaf = false;
  /** Nothing more is written. */
  #mute = false;
  #leaving = false;
  #heard = 0;
  #said = 0;
  readonly traffic: Traffic = { heard: () => this.#heard, said: () => this.#said };
  #resolve: () => void = () => {};

  constructor({ input, output, border = openBorder, limits = defaultLimits, exit = exitForReal }: ServeStdioOptions) {
    this.#input = input;
    this.#output = output;
    this.#border = border;
    this.#exit = exit;
    this.#decoder = new NdjsonDecoder(limits);
    this.closed = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    const source = {
      pause: () => void input.pause(),
      resume: () => void (input.destroyed || input.resume()),
    };
    this.#pace = new Pace(source, (carried) => this.#hear(carried));
    output.on('drain', () => this.#pace.choke(false));
    output.on('error', () => {
      this.#mute = true;
      this.#hear({ kind: 'closed', closed: { how: 'reset' } });
    });
  }

  send(message: JsonObject, about?: Related): void {
    const carried: Carried = { kind: 'message', message };
    if (about?.stream !== undefined) carried.stream = about.stream;
    this.#border.sends(carried, (emitted) => this.#emit(emitted));
  }

  listen(listener: Listener): void {
    this.#listeners.listen(listener);
    if (this.#reading) return;
    this.#reading = true;
    this.#input.on('data', (chunk: Buffer | string) => {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      this.#heard += bytes.length;
      this.#pace.take(this.#decoder.push(bytes));
    });
    const end = (how: 'end' | 'reset') => {
      this.#pace.flush();
      for (const carried of this.#decoder.end()) this.#hear(carried);
      this.#hear({ kind: 'closed', closed: { how } });
    };
    this.#input.once('end', () => end('end'));
    this.#input.on('error', () => end('reset'));
  }

  close(): void {
    this.#input.destroy();
    this.#endOutput();
    this.#deaf = true;
    this.#resolve();
  }

  #hear(carried: Carried): void {
    if (this.#deaf) return;
    this.#border.hears(carried, (heard) => {
      if (this.#deaf) return;
      if (heard.kind === 'closed') {
        this.#deaf = true;
        this.#resolve();
      }
      this.#listeners.emit(heard);
    });
  }

  #emit(carried: Carried): void {
    if (carried.kind === 'exit') {
      this.#leave(carried.exit ?? { code: 0, signal: null });
      return;
    }
    if (this.#mute) return;
    if (carried.kind === 'message') this.#write(lineOf(carried.message ?? null, carried.text));
    else if (carried.kind === 'bytes') this.#write(carried.bytes ?? new Uint8Array());
    else if (carried.kind === 'closed') this.#endOutput();
  }

  /** A text goes out as such: to make bytes of it first would be a copy more. */
  #write(bytes: Uint8Array | string): void {
    this.#said += typeof bytes === 'string' ? Buffer.byteLength(bytes) : bytes.length;
    if (this.#output.write(bytes) || this.#output.writableLength < UNREAD) return;
    this.#pace.choke(true);
  }

  #leave({ code, signal }: ExitInfo): void {
    if (this.#leaving) return;
    this.#leaving = true;
    if (this.#mute) this.#exit(code, signal);
    else this.#output.write('', () => this.#exit(code, signal));
    this.#mute = true;
  }

  #endOutput(): void {
    if (this.#mute) return;
    this.#mute = true;
    this.#output.end(() => {
      // Node keeps the descriptor of its own stdout open for good; the peer shall see the end.
      if (this.#output === process.stdout) closeStdout();
    });
  }
}

/** What is opened next would get its number, and libuv, which never closes the first three, stops the process over that. */
export function closeStdout(): void {
  closeSync(1);
  try {
    openSync(devNull, 'w');
  } catch {
    // A system without one.
  }
}

function exitForReal(code: number | null, signal: string | null): void {
  if (signal !== null) process.kill(process.pid, signal);
  else process.exit(code ?? 0);
}
