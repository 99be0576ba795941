import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Socket } from 'node:net';
import { stringifyJson } from '../json/json.js';
import type { Carried } from '../wire/carried.js';
import { isSame } from '../wire/carry.js';
import { refuseUpgrade } from '../wire/http/upgrade.js';
import { resetSocket } from '../wire/reset.js';
import { encodeFrame } from '../wire/websocket/frames.js';
import { limitConnecting, unreachable } from './exchange.js';
import { MessageReader } from './frame-reader.js';
import { endToEnd, headOf, withoutHeaders } from './http-head.js';
import { RawFrames } from './raw-frames.js';
import type { TapQueue } from './tap-queue.js';
import type { ProxyOptions, ProxySide } from './types.js';

/** Bytes that wait for a reader before what brings them is paused. */
const UNREAD = 1024 * 1024;

export interface UpgradeContext {
  options: ProxyOptions & { url: URL };
  queue: TapQueue;
  connection: number;
  isSecure: boolean;
  /** The headers for the server. */
  headers: string[];
}

/** Passes a request for WebSocket on, and what both sides say after it. */
export function proxyUpgrade(request: IncomingMessage, client: Socket, early: Buffer, context: UpgradeContext): void {
  const { options, isSecure, queue, connection } = context;
  const { hostname, port } = options.url;
  const tell = (carried: Carried, from: ProxySide) =>
    queue.add(0, () => void options.tap(carried, from, connection, false));
  // What a border may change it must be able to read.
  const headers =
    options.border === undefined
      ? context.headers
      : withoutHeaders(context.headers, (name) => name === 'sec-websocket-extensions');
  const upstream = (isSecure ? requestHttps : requestHttp)({
    hostname: hostname.replace(/^\[|\]$/g, ''),
    ...(port === '' ? {} : { port }),
    ...{ method: 'GET', path: request.url, agent: false, setDefaultHeaders: false, headers: headers as never },
  });
  limitConnecting(upstream);
  tell({ kind: 'http', http: headOf(request) }, 'client');
  const leave = () => upstream.destroy();
  client.once('close', leave);
  upstream.once('error', (error) => {
    if (client.writable) refuseUpgrade(client, { status: 502, reason: unreachable(options, error) });
  });
  upstream.once('response', (response) => {
    tell({ kind: 'http', http: headOf(response) }, 'server');
    client.write(headText(response, ['connection', 'close', ...endToEnd(response.rawHeaders)]));
    response.pipe(client);
  });
  upstream.once('upgrade', (response, server, first) => {
    client.off('close', leave);
    tell({ kind: 'http', http: headOf(response) }, 'server');
    client.write(headText(response, response.rawHeaders));
    new Ways(client, server as Socket, context).start(early, first);
  });
  upstream.end();
}

function headText({ statusCode, statusMessage }: IncomingMessage, raw: readonly string[]): Buffer {
  const lines = raw.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${raw[at + 1] ?? ''}\r\n`] : []));
  return Buffer.from(`HTTP/1.1 ${statusCode} ${statusMessage}\r\n${lines.join('')}\r\n`, 'latin1');
}

/** Both directions of one connection. */
class Ways {
  constructor(
    private readonly client: Socket,
    private readonly server: Socket,
    private readonly context: UpgradeContext,
  ) {}

  start(fromClient: Uint8Array, fromServer: Uint8Array): void {
    const { client, server, context } = this;
    for (const socket of [client, server]) socket.setNoDelay(true).setTimeout(0);
    new Way('client', client, server, context).start(fromClient);
    new Way('server', server, client, context).start(fromServer);
  }
}

/** One direction. */
class Way {
  private readonly frames: RawFrames;
  private readonly reader: MessageReader;
  private isFull = false;
  private isChoked = false;
  private hasEnded = false;
  private isOver = false;
  private stopPacing: () => void = () => undefined;

  constructor(
    private readonly from: ProxySide,
    private readonly source: Socket,
    private readonly sink: Socket,
    private readonly context: UpgradeContext,
  ) {
    const { limits } = context.options;
    this.frames = new RawFrames(limits.message);
    this.reader = new MessageReader(limits);
  }

  start(first: Uint8Array): void {
    const { source, sink, context } = this;
    // What was read too much with the head of the response stands before all else.
    if (first.length > 0) this.take(Buffer.from(first));
    source.on('data', (chunk: Buffer) => this.take(chunk));
    source.once('end', () => {
      this.hasEnded = true;
      sink.end();
    });
    source.once('close', () => this.end());
    source.on('error', () => undefined);
    sink.on('drain', () => {
      this.isFull = false;
      this.readOn();
    });
    this.stopPacing = context.queue.pace((isChoked) => {
      this.isChoked = isChoked;
      this.readOn();
    });
    source.resume();
  }

  private take(chunk: Buffer): void {
    const { options, queue, connection } = this.context;
    if (options.border === undefined) {
      this.write(chunk);
      queue.add(chunk.length, () =>
        this.frames
          .push(chunk)
          .flatMap((frame) => this.reader.read(frame))
          .map((carried) => () => void options.tap(carried, this.from, connection, false)),
      );
      return;
    }
    for (const frame of this.frames.push(chunk)) this.cross(frame.raw, this.reader.read(frame), frame.frame?.fin);
  }

  /** Lets the border have a frame. What is a part of a message is passed with the last part. */
  private cross(raw: Uint8Array, items: readonly Carried[], fin = true): void {
    const border = this.context.options.border!;
    const carried = items.find(({ kind }) => kind === 'message' || kind === 'bytes') ?? items[0];
    if (!fin && carried?.kind === 'frame') {
      this.parts.push(raw);
      return;
    }
    const isControl = carried?.kind === 'frame';
    const bytes = isControl ? raw : Buffer.concat([...this.parts, raw]);
    if (!isControl) this.parts = [];
    if (carried === undefined) {
      this.write(bytes);
      return;
    }
    const leave = (emitted: Carried) => {
      const isUnchanged = isSame(carried, emitted);
      if (this.from === 'server') this.tell(emitted, bytes.length, !isUnchanged);
      if (isUnchanged) this.write(bytes);
      else this.emit(emitted);
    };
    if (this.from === 'server') border.sends(carried, leave);
    else {
      this.tell(carried, bytes.length, false);
      border.hears(carried, leave);
    }
  }

  /** The frames of a message that is not complete. */
  private parts: Uint8Array[] = [];

  private emit({ kind, message, text, bytes, frame, closed }: Carried): void {
    const isMasked = this.from === 'client';
    const info = frame ?? { opcode: 'text' as const, fin: true };
    if (kind === 'message')
      this.write(encodeFrame(info, Buffer.from(text ?? stringifyJson(message ?? null)), isMasked));
    else if (kind === 'bytes' || kind === 'frame') this.write(encodeFrame(info, bytes ?? new Uint8Array(), isMasked));
    else if (kind === 'closed' && closed?.how === 'reset') resetSocket(this.sink);
    else if (kind === 'closed') this.sink.end();
  }

  private tell(carried: Carried, size: number, changed: boolean): void {
    const { options, queue, connection } = this.context;
    queue.add(size, () => void options.tap(carried, this.from, connection, changed));
  }

  private write(bytes: Uint8Array): void {
    if (this.sink.destroyed || this.sink.writableEnded) return;
    if (this.sink.write(bytes) || this.sink.writableLength < UNREAD) return;
    this.isFull = true;
    this.readOn();
  }

  private readOn(): void {
    if (this.isFull || this.isChoked) this.source.pause();
    else if (!this.source.destroyed) this.source.resume();
  }

  private end(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.stopPacing();
    const { options, queue, connection } = this.context;
    // Whoever cut the connection cuts it for the other side too.
    if (!this.hasEnded && !this.sink.destroyed) resetSocket(this.sink);
    queue.add(0, () => {
      const { code } = this.reader;
      const closed = code === undefined ? { how: 'reset' as const, code: 1006 } : { how: 'end' as const, code };
      options.tap({ kind: 'closed', closed }, this.from, connection, false);
      return undefined;
    });
  }
}
