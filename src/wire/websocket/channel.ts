import type { Socket } from 'node:net';
import type WebSocket from 'ws';
import { stringifyJson } from '../../json/json.js';
import { BufferedListeners } from '../buffered-listeners.js';
import type { Carried, Closed, FrameInfo, HttpHead, Listener } from '../carried.js';
import { carryBytes, carryUtf8 } from '../carry.js';
import type { Clock } from '../clock/clock.js';
import type { Limits } from '../limits.js';
import { resetSocket } from '../reset.js';
import { closePayload, encodeFrame, encodeText, type Frame, FrameReader, isControlFrame } from './frames.js';

/** Control frames that one connection may bring in a second: pings cost the sender two bytes and us an item each. */
export const MOST_CONTROL_FRAMES = 10_000;
/** The last frame of a server whose text was known: what goes to many clients goes to them one after the other. */
let encoded: { carried?: Carried; bytes: Buffer } = { bytes: Buffer.alloc(0) };
const NOTHING = new Uint8Array();
const PING: FrameInfo = { opcode: 'ping', fin: true };
const TEXT: FrameInfo = { opcode: 'text', fin: true };
/** Close code for who brings more than may come (RFC 6455, section 7.4.1). */
const POLICY = 1008;
/** ms until a close that the peer does not answer becomes a reset. */
const CLOSE_PATIENCE = 2000;

/**
 * One WebSocket connection, as client or server. Listeners get, in the order of the wire: `http`, the head of the request (at
 * the server) or of the response (at the client); then `message` or `bytes` for each message, with its opcode in `frame`, and
 * `frame` for each control frame and fragment, with its payload in `bytes`; at last `closed`, with the code of the close
 * frame, 1005 where it had none, and as `reset` with 1006 where there was no close frame at all.
 */
export class WebSocketChannel {
  /** Resolves when the connection is gone. Never rejects. */
  readonly closed: Promise<Closed>;
  readonly #listeners = new BufferedListeners();
  readonly #reader = new FrameReader();
  readonly #frames: Frame[] = [];
  /** How many of them were handed out. */
  #told = 0;
  #fragmented = false;
  /** Control frames since `#second` of the clock. */
  #controlFrames = 0;
  #second = 0;
  #items = 0;
  #problem: string | undefined;
  #exceeded: string | undefined;
  #over = false;
  #corked = false;
  #library: WebSocket | undefined;
  /** The port of the other side: a socket that is gone does not know it any more. */
  readonly #remotePort: number | undefined;
  readonly #localPort: number | undefined;
  readonly #finish: (closed: Closed) => void;

  constructor(
    private readonly socket: Socket,
    private readonly client: boolean,
    private readonly limits: Limits,
    private readonly clock: Clock,
    head: HttpHead,
  ) {
    this.#remotePort = socket.remotePort;
    this.#localPort = socket.localPort;
    this.#listeners.emit({ kind: 'http', http: head });
    let resolve: (closed: Closed) => void = () => {};
    this.closed = new Promise((done) => {
      resolve = done;
    });
    this.#finish = resolve;
  }

  /** Which limit the other side has exceeded, so that the connection was ended. */
  get exceeded(): string | undefined {
    return this.#exceeded;
  }

  /** Whether the handshake is done. */
  get joined(): boolean {
    return this.#library !== undefined;
  }

  /** Joins the library's connection, at once after it took the socket. For `websocket.ts` alone. */
  join(library: WebSocket): void {
    this.#library = library;
    // Before the library reads a chunk, what is in it is known; so each message finds the frames that stood before it.
    this.socket.prependListener('data', (chunk: Buffer) => {
      for (const frame of this.#reader.push(chunk)) this.#frames.push(frame);
    });
    library.on('message', (data: Buffer, binary: boolean) => {
      this.#emitFrames(true);
      // Of a text the library has judged the bytes.
      const carried = binary ? carryBytes(data, this.limits) : carryUtf8(data, this.limits);
      carried.frame = { opcode: binary ? 'binary' : 'text', fin: true };
      this.#emit(carried);
    });
    this.socket.on('data', () => {
      this.#emitFrames(false);
      if (this.socket.bytesRead > this.limits.stream)
        this.#fail(`more than ${this.limits.stream} bytes on one connection`);
    });
    library.on('error', (error) => {
      this.#problem ??= this.#problemOf(error);
      // The library has sent its close frame; a peer that breaks the rules is not waited for.
      this.socket.destroySoon();
    });
    library.on('close', (code, reason) => this.#close(code, reason.toString()));
  }

  /** What the library has against the connection. Limits of ours are no mistakes of the peer, and a record says so. */
  #problemOf({ code, message }: NodeJS.ErrnoException): string {
    const limits: { [code: string]: string } = {
      WS_ERR_UNSUPPORTED_MESSAGE_LENGTH: `a message of more than ${this.limits.message} bytes`,
      WS_ERR_TOO_MANY_BUFFERED_PARTS: `a message in too many pieces: ${message}`,
    };
    const problem = limits[code ?? ''];
    if (problem !== undefined) this.#emit({ kind: 'bytes', bytes: new Uint8Array(), problem, beyondLimit: true });
    return problem ?? message;
  }

  /**
   * Sends one frame per call, nothing checked: `message` as text; `bytes` as text with exactly these bytes; `frame` as the
   * control frame that it names, `bytes` being its payload. `frame` beside a message sets opcode and fin.
   */
  send(carried: Carried): void {
    const { frame, bytes = NOTHING } = carried;
    const info: FrameInfo = frame ?? (carried.kind === 'frame' ? PING : TEXT);
    if (carried.kind === 'message') this.raw(this.#encoded(carried, info));
    else if (info.opcode === 'close' && bytes.length === 0)
      this.raw(encodeFrame(info, closePayload(info.code), this.client));
    else if (carried.kind === 'bytes' || carried.kind === 'frame') this.raw(encodeFrame(info, bytes, this.client));
  }

  /** A message as a frame; one whose text is known may go to many, and is encoded once. */
  #encoded(carried: Carried, info: FrameInfo): Buffer {
    if (carried === encoded.carried && !this.client) return encoded.bytes;
    const bytes = encodeText(info, carried.text ?? stringifyJson(carried.message ?? null), this.client);
    if (carried.text !== undefined && !this.client) encoded = { carried, bytes };
    return bytes;
  }

  /** Bytes that were sent and that the machine has not taken yet: a peer that does not read makes them grow. */
  get backlog(): number {
    return this.socket.writableLength;
  }

  /** Resolves once the machine has taken all that was sent, or the connection is gone. */
  drained(): Promise<void> {
    if (this.#over || !this.socket.writableNeedDrain) return Promise.resolve();
    return new Promise((resolve) => {
      const settle = () => {
        this.socket.off('drain', settle);
        this.socket.off('close', settle);
        resolve();
      };
      this.socket.on('drain', settle);
      this.socket.on('close', settle);
    });
  }

  /** Writes bytes straight on the connection; what is sent in one turn of the loop leaves in one write. */
  raw(bytes: Uint8Array): void {
    if (this.#over || !this.socket.writable) return;
    if (!this.#corked) {
      this.#corked = true;
      this.socket.cork();
      process.nextTick(this.#uncork);
    }
    this.socket.write(bytes);
  }

  readonly #uncork = (): void => {
    this.#corked = false;
    this.socket.uncork();
  };

  listen(listener: Listener): void {
    this.#listeners.listen(listener);
  }

  /** The ports of its ends; undefined where it was gone before it was ours. */
  get ports(): { local: number | undefined; remote: number | undefined } {
    return { local: this.#localPort, remote: this.#remotePort };
  }

  /** Reads nothing any more: what the other side sends piles up there. */
  pause(): void {
    this.#library?.pause();
  }

  /** Reads again. */
  resume(): void {
    this.#library?.resume();
  }

  /** Bytes written and read so far. */
  traffic(): { sent: number; received: number } {
    return { sent: this.socket.bytesWritten, received: this.socket.bytesRead };
  }

  /**
   * Closes: `end` with 1000, or with the code given, whatever it is, and by handshake; `reset` with RST. Resolves when the
   * connection is gone, 2 s after an unanswered close at the latest.
   */
  async close(how: 'end' | 'reset' | number = 'end', reason = ''): Promise<void> {
    if (how === 'reset') resetSocket(this.socket);
    else {
      // The other side's half of the handshake stands behind what was not read.
      this.resume();
      const code = how === 'end' ? 1000 : how;
      try {
        this.#library?.close(code, reason);
      } catch {
        // The library sends no code that the specification forbids.
        this.raw(encodeFrame({ opcode: 'close', fin: true }, closePayload(code, reason), this.client));
      }
    }
    const cancel = this.clock.after(CLOSE_PATIENCE, () => {
      this.socket.destroy();
      // The library tells the end only once it has read all that came before.
      this.#close(1006, '');
    });
    await this.closed;
    cancel();
  }

  /** Hands out the frames that were seen: up to the one that completed a message, or all but such a one. */
  #emitFrames(message: boolean): void {
    for (let frame = this.#frames[this.#told]; frame !== undefined; frame = this.#frames[this.#told]) {
      const completes = !isControlFrame(frame) && frame.fin;
      if (completes && !message) break;
      this.#told += 1;
      // A message in one frame is told by the message itself.
      if (!completes || this.#fragmented) this.#emitFrame(frame);
      if (!isControlFrame(frame)) this.#fragmented = !frame.fin;
      if (completes) return;
    }
    if (this.#told > 0) this.#frames.splice(0, this.#told);
    this.#told = 0;
  }

  #emitFrame({ opcode, fin, code, payload }: Frame): void {
    const frame: FrameInfo = code === undefined ? { opcode, fin } : { opcode, fin, code };
    this.#emit(payload.length === 0 ? { kind: 'frame', frame } : { kind: 'frame', frame, bytes: payload });
    if (!isControlFrame(frame)) return;
    const now = this.clock.now();
    if (now - this.#second >= 1000) {
      this.#second = now;
      this.#controlFrames = 0;
    }
    this.#controlFrames += 1;
    if (this.#controlFrames > MOST_CONTROL_FRAMES)
      this.#fail(`more than ${MOST_CONTROL_FRAMES} control frames in a second`);
  }

  #emit(carried: Carried): void {
    if (this.#over) return;
    this.#listeners.emit(carried);
    this.#items += 1;
    if (this.#items > this.limits.items) this.#fail(`more than ${this.limits.items} messages and frames`);
  }

  #fail(problem: string): void {
    if (this.#problem !== undefined) return;
    this.#problem = problem;
    this.#exceeded = problem;
    this.#close(1006, '');
    if (this.client) this.socket.destroy();
    else this.#dismiss(problem);
  }

  /** A client may learn why it has to go. Nothing more of it is heard, and it has as long as after any close. */
  #dismiss(reason: string): void {
    this.#library?.close(POLICY, reason);
    const cancel = this.clock.after(CLOSE_PATIENCE, () => this.socket.destroy());
    this.socket.once('close', cancel);
  }

  #close(code: number, reason: string): void {
    if (this.#over) return;
    this.#emitFrames(false);
    const closed: Closed = { how: this.#problem !== undefined ? 'error' : code === 1006 ? 'reset' : 'end', code };
    if (reason !== '') closed.reason = reason;
    if (this.#problem !== undefined) closed.problem = this.#problem;
    this.#emit({ kind: 'closed', closed });
    this.#over = true;
    this.#finish(closed);
  }
}
