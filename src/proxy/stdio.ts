import type { Readable, Writable } from 'node:stream';
import { closeStdout } from '../jsonrpc/serve-stdio.js';
import type { Carried, ExitInfo } from '../wire/carried.js';
import { isSame } from '../wire/carry.js';
import { encodeLine, NdjsonDecoder } from '../wire/ndjson.js';
import { startProcess, type TargetProcess } from '../wire/process/process.js';
import { RawLines } from './raw-lines.js';
import { TapQueue, type Work } from './tap-queue.js';
import type { ProxyOptions, ProxySide, RunningProxy } from './types.js';

/** ms between two looks at whether the client is still there, once it has closed its side. */
const LOOK = 500;

/** Bytes that wait for a reader before what brings them is paused. */
const UNREAD = 1024 * 1024;

export interface StdioProxyOptions extends ProxyOptions {
  command: readonly string[];
}

/** The proxy over stdio: starts the server and stands between it and stdin and stdout. Rejects with StartError. */
export async function proxyStdio(options: StdioProxyOptions): Promise<RunningProxy> {
  const { command, limits, stderr, input = process.stdin, output = process.stdout } = options;
  const server = await startProcess({
    argv: command,
    limits,
    stdout: 'raw',
    output: (_from, chunk) => stderr?.(chunk),
  });
  return new StdioProxy(options, server, input, output);
}

class StdioProxy implements RunningProxy {
  readonly done: Promise<ExitInfo>;
  private readonly queue = new TapQueue();
  private readonly ways: { [from in ProxySide]: Way };
  private stopping: Promise<unknown> | undefined;

  constructor(
    private readonly options: StdioProxyOptions,
    private readonly server: TargetProcess,
    private readonly input: Readable,
    output: Writable,
  ) {
    const { stdin, stdout } = server.streams;
    this.ways = {
      client: new Way('client', input, stdin, options, this.queue, () => stdin.end()),
      server: new Way('server', stdout, output, options, this.queue, () => {
        if (output === process.stdout) output.write('', closeStdout);
        else output.end();
      }),
    };
    // A client that does not read any more is gone.
    output.on('error', () => {
      stdout.destroy();
      this.stop();
    });
    input.once('end', () => this.watchClient());
    this.done = this.finish();
  }

  signal(name: NodeJS.Signals): void {
    this.server.signal(name);
  }

  async close(): Promise<void> {
    this.stop();
    await this.done;
  }

  private stop(): void {
    this.stopping ??= this.server.stop('eof').catch(() => undefined);
  }

  /** A client that closes its side waits for answers still. One that is gone, so that somebody else is our parent, does not. */
  private watchClient(): void {
    const parent = process.ppid;
    const timer = setInterval(() => {
      if (process.ppid !== parent) this.stop();
    }, LOOK);
    timer.unref();
    void this.server.exited.then(() => clearInterval(timer));
  }

  private async finish(): Promise<ExitInfo> {
    const exit = await this.server.exited;
    // Nobody is there to take what the client still says.
    this.input.destroy();
    await this.ways.server.flushed();
    this.queue.add(0, () => void this.options.tap({ kind: 'exit', exit }, 'server', 1, false));
    await this.queue.idle();
    return exit;
  }
}

/** One direction: reads from one side, writes to the other no faster than that reads. */
class Way {
  private readonly lines: RawLines | undefined;
  private readonly decoder: NdjsonDecoder;
  private isFull = false;
  private isChoked = false;
  private isOver = false;

  constructor(
    private readonly from: ProxySide,
    private readonly source: Readable,
    private readonly sink: Writable,
    private readonly options: ProxyOptions,
    private readonly queue: TapQueue,
    private readonly endSink: () => void,
  ) {
    const { limits, border } = options;
    this.decoder = new NdjsonDecoder(limits);
    this.lines = border === undefined ? undefined : new RawLines(limits);
    source.on('data', (chunk: Buffer | string) => this.take(typeof chunk === 'string' ? Buffer.from(chunk) : chunk));
    source.once('end', () => this.end('end'));
    source.once('close', () => this.end('reset'));
    // What it means `close` says.
    source.on('error', () => undefined);
    sink.on('error', () => undefined);
    sink.on('drain', () => this.full(false));
    queue.pace((isChoked) => {
      this.isChoked = isChoked;
      this.readOn();
    });
  }

  /** Resolves once all is written, or the reader is gone. */
  flushed(): Promise<void> {
    if (this.sink.destroyed || this.sink.writableEnded) return Promise.resolve();
    return new Promise((resolve) => {
      this.sink.once('error', () => resolve());
      this.sink.write('', () => resolve());
    });
  }

  private take(chunk: Buffer): void {
    if (this.lines === undefined) {
      this.write(chunk);
      // A copy is not needed: what was read is not read into again.
      this.queue.add(chunk.length, () => this.telling(this.decoder.push(chunk)));
    } else for (const line of this.lines.push(chunk)) this.cross(line.raw, line.carried);
  }

  private telling(items: readonly Carried[]): Work[] {
    return items.map((carried) => () => void this.options.tap(carried, this.from, 1, false));
  }

  private end(how: 'end' | 'reset'): void {
    if (this.isOver) return;
    this.isOver = true;
    const closed: Carried = { kind: 'closed', closed: { how } };
    if (this.lines === undefined) {
      this.endSink();
      this.queue.add(0, () => this.telling([...this.decoder.end(), closed]));
    } else {
      for (const line of this.lines.end()) this.cross(line.raw, line.carried);
      this.cross(new Uint8Array(), closed);
    }
  }

  /** Lets the border have what was read. What it lets pass leaves as it came. */
  private cross(raw: Uint8Array, carried: Carried | undefined): void {
    const { border } = this.options;
    if (carried === undefined || border === undefined) {
      this.write(raw);
      return;
    }
    const leave = (emitted: Carried) => {
      const isUnchanged = isSame(carried, emitted);
      // Told of is what came from the one who said it, and what a border made of what the server said.
      if (this.from === 'server') this.tell(emitted, raw.length, !isUnchanged);
      this.emit(isUnchanged && carried.kind !== 'closed' ? { kind: 'bytes', bytes: raw } : emitted);
    };
    if (this.from === 'server') border.sends(carried, leave);
    else {
      this.tell(carried, raw.length);
      border.hears(carried, leave);
    }
  }

  private emit({ kind, message, text, bytes }: Carried): void {
    if (kind === 'message') this.write(encodeLine(message ?? null, text));
    else if (kind === 'bytes') this.write(bytes ?? new Uint8Array());
    else if (kind === 'closed') this.endSink();
  }

  private tell(carried: Carried, size: number, changed = false): void {
    this.queue.add(size, () => void this.options.tap(carried, this.from, 1, changed));
  }

  private write(bytes: Uint8Array): void {
    if (bytes.length === 0 || this.sink.destroyed || this.sink.writableEnded) return;
    if (!this.sink.write(bytes) && this.sink.writableLength > UNREAD) this.full(true);
  }

  private full(isFull: boolean): void {
    this.isFull = isFull;
    this.readOn();
  }

  private readOn(): void {
    if (this.isFull || this.isChoked) this.source.pause();
    else if (!this.source.destroyed) this.source.resume();
  }
}
