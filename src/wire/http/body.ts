import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { isObject } from '../../json/json.js';
import { own } from '../../json/own.js';
import { ByteBuffer } from '../byte-buffer.js';
import type { Carried, Closed, Headers } from '../carried.js';
import { carryBytes, carryTooLong } from '../carry.js';
import type { Limits } from '../limits.js';
import { problemOf } from '../network-problem.js';
import { isJsonType, mediaType } from './headers.js';
import { EVENT_STREAM, type EventDecoder, SseDecoder } from './sse.js';

export interface BodyListener {
  deliver(carried: Carried): void;
  /** Called once. `rest`: the text of a body that was no event stream, or the event that was cut off, as evidence. */
  close(closed: Closed, rest: Pick<Carried, 'body' | 'bytes'>): void;
}

export interface BodyOptions {
  limits: Limits;
  /** Makes what reads an event stream. Default: a `SseDecoder`. */
  decoder?: (() => EventDecoder) | undefined;
}

/** Reads the body of a response by its content type. Bodies and events beyond `limits.message`, streams beyond `limits.stream` or `limits.items` end in an error. */
export function readBody(
  response: IncomingMessage,
  headers: Headers,
  { limits, decoder = () => new SseDecoder(limits) }: BodyOptions,
  listener: BodyListener,
): void {
  const encoding = (headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  const reader =
    mediaType(headers) === EVENT_STREAM ? new EventBody(limits, decoder()) : new WholeBody(headers, limits);
  let over = false;
  const close = (closed: Closed) => {
    if (over) return;
    over = true;
    if (closed.how === 'end') for (const carried of reader.end()) listener.deliver(carried);
    const problem = closed.how === 'end' ? reader.problem : undefined;
    listener.close(problem === undefined ? closed : { ...closed, problem }, reader.rest());
  };
  const body = decompressed(response, encoding, (error) => close(closedBy(error, response)));
  if (body === undefined) {
    close({ how: 'error', problem: `the content-encoding ${JSON.stringify(encoding)} is unknown` });
    return;
  }
  body.on('data', (chunk: Buffer) => {
    if (over) return;
    for (const carried of reader.push(chunk)) listener.deliver(carried);
    if (reader.broken !== undefined) {
      close({ how: 'error', problem: reader.broken });
      body.destroy();
    }
  });
  body.on('end', () => close({ how: 'end' }));
  body.on('error', (error) => close(closedBy(error, response)));
  body.on('close', () => close({ how: 'reset', problem: 'the connection closed before the body was complete' }));
}

/** How a body is read: in pieces, or as a whole at the end. */
interface BodyReader {
  /** Set when a cap is exceeded. */
  broken: string | undefined;
  /** Something worth saying about an end that was orderly. */
  problem: string | undefined;
  push(chunk: Uint8Array): Carried[];
  end(): Carried[];
  rest(): Pick<Carried, 'body' | 'bytes'>;
}

class EventBody implements BodyReader {
  broken: string | undefined;
  problem: string | undefined;
  #size = 0;
  #items = 0;
  #cut: Uint8Array | undefined;

  constructor(
    private readonly limits: Limits,
    private readonly decoder: EventDecoder,
  ) {}

  push(chunk: Uint8Array): Carried[] {
    const items = this.decoder.push(chunk);
    this.#size += chunk.length;
    this.#items += items.length;
    const { stream, items: most } = this.limits;
    this.broken =
      this.decoder.broken ??
      (this.#size > stream ? `a stream of more than ${stream} bytes` : undefined) ??
      (this.#items > most ? `a stream of more than ${most} events` : undefined);
    return items;
  }

  end(): Carried[] {
    this.#cut = this.decoder.end();
    if (this.#cut !== undefined) this.problem = 'the stream ended inside an event, which is lost';
    return [];
  }

  rest(): Pick<Carried, 'bytes'> {
    const cut = this.#cut ?? this.decoder.end();
    return cut === undefined ? {} : { bytes: cut };
  }
}

class WholeBody implements BodyReader {
  broken: string | undefined;
  problem: string | undefined;
  readonly #bytes: ByteBuffer;
  /** The whole text, once it is known. */
  #text: string | undefined;

  constructor(
    private readonly headers: Headers,
    private readonly limits: Limits,
  ) {
    this.#bytes = new ByteBuffer(limits.message);
  }

  push(chunk: Uint8Array): Carried[] {
    if (this.#bytes.length + chunk.length <= this.limits.message) {
      this.#bytes.append(chunk);
      return [];
    }
    const carried = carryTooLong('a body', this.#bytes.view(), chunk, this.limits);
    this.broken = carried.problem;
    this.#bytes.clear();
    return [carried];
  }

  end(): Carried[] {
    const bytes = this.#bytes.view();
    if (bytes.length === 0) return [];
    const carried = isJsonType(mediaType(this.headers)) ? carryBytes(bytes, this.limits) : this.#untyped(bytes);
    // One text for both records of the body.
    this.#text = carried.kind === 'message' ? carried.text : (carried.body as string | undefined);
    return [carried];
  }

  /** A body whose type is not JSON. A JSON-RPC message under a wrong type is still one: a check of the type says what is wrong. */
  #untyped(bytes: Uint8Array): Carried {
    const body = bytes.toString();
    if (!/^\s*\{/.test(body)) return { kind: 'body', body };
    const carried = carryBytes(bytes, this.limits);
    const isMessage = isObject(carried.message) && carried.message.jsonrpc === '2.0';
    return isMessage ? carried : { kind: 'body', body };
  }

  rest(): Pick<Carried, 'body'> {
    const body = this.#text ?? this.#bytes.view().toString();
    this.#bytes.clear();
    return { body };
  }
}

function decompressed(
  response: IncomingMessage,
  encoding: string,
  failed: (error: Error) => void,
): Readable | undefined {
  if (encoding === 'identity' || encoding === '') return response;
  const transform = own(decompressors, encoding)?.();
  if (transform === undefined) return undefined;
  pipeline(response, transform, (error) => {
    if (error) failed(error);
  });
  return transform;
}

const decompressors: Record<string, () => Transform> = {
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  deflate: () => createInflate(),
  br: () => createBrotliDecompress(),
};

function closedBy(error: NodeJS.ErrnoException, response: IncomingMessage): Closed {
  if (error.code?.startsWith('Z_') || error.code?.startsWith('ERR__ERROR'))
    return { how: 'error', problem: `the compressed body is broken: ${error.message}` };
  if (error.code === 'ERR_STREAM_PREMATURE_CLOSE' || (error.code === 'ECONNRESET' && !response.complete)) {
    return { how: 'reset', problem: 'the connection closed before the body was complete' };
  }
  return problemOf(error);
}
