import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { ByteBuffer } from '../wire/byte-buffer.js';
import type { Carried, Closed, HttpHead } from '../wire/carried.js';
import { carryBytes, carryTooLong } from '../wire/carry.js';
import { readBody } from '../wire/http/body.js';
import { isJsonType, mediaType } from '../wire/http/headers.js';
import { EVENT_STREAM } from '../wire/http/sse.js';
import type { Limits } from '../wire/limits.js';

/** What a whole body is: a message if its type says so, else its text. */
export function carriedBody(body: Uint8Array, { headers }: HttpHead, limits: Limits): Carried | undefined {
  if (body.length === 0) return undefined;
  if (isJsonType(mediaType(headers))) return carryBytes(body, limits);
  return { kind: 'body', body: Buffer.from(body).toString() };
}

/** Reads a request as it passes, and tells of it once it is complete. */
export class RequestTap {
  private readonly body: ByteBuffer;
  private tooLong: Carried | undefined;

  constructor(
    private readonly head: HttpHead,
    private readonly stream: string,
    private readonly limits: Limits,
    private readonly tell: (carried: Carried) => void,
  ) {
    this.body = new ByteBuffer(limits.message);
  }

  push(chunk: Uint8Array): void {
    if (this.tooLong) return;
    if (this.body.length + chunk.length <= this.limits.message) this.body.append(chunk);
    else {
      this.tooLong = carryTooLong('a body', this.body.view(), chunk, this.limits);
      this.body.clear();
    }
  }

  end(): void {
    const carried = this.tooLong ?? carriedBody(this.body.view(), this.head, this.limits);
    this.tell({ ...(carried ?? { kind: 'http' }), http: this.head, stream: this.stream });
  }
}

/** Reads a response as it passes, decompressed: events as they come, anything else once it is complete. */
export class ResponseTap {
  /** Resolves once all of it was reported. */
  readonly done: Promise<void>;
  private readonly copy = new PassThrough();
  private readonly isStream: boolean;
  private first: Carried | undefined;

  /** @param isAnswer whether the request had a message, so that JSON which comes back answers it */
  constructor(
    private readonly head: HttpHead,
    private readonly stream: string,
    limits: Limits,
    private readonly isAnswer: boolean,
    private readonly tell: (carried: Carried) => void,
  ) {
    this.isStream = mediaType(head.headers) === EVENT_STREAM;
    if (this.isStream) tell({ kind: 'http', http: head, stream });
    let finish: () => void = () => undefined;
    this.done = new Promise((resolve) => {
      finish = resolve;
    });
    readBody(
      this.copy as unknown as IncomingMessage,
      head.headers,
      { limits },
      {
        deliver: (carried) => this.deliver(carried),
        close: (closed) => {
          this.close(closed);
          finish();
        },
      },
    );
  }

  push(chunk: Uint8Array): void {
    if (!this.copy.destroyed) this.copy.write(chunk);
  }

  /** It is over: `cut` if it had no end of its own. */
  end(how: 'end' | 'cut'): void {
    if (how === 'end') this.copy.end();
    else this.copy.destroy();
  }

  private deliver(carried: Carried): void {
    if (this.isStream) this.tell({ ...carried, stream: this.stream });
    else this.first = carried;
  }

  private close(closed: Closed): void {
    const { stream, head: http } = this;
    if (!this.isStream) {
      const carried = answerOf(this.first, this.isAnswer);
      this.tell({ ...(carried ?? { kind: 'http' }), http, stream });
    }
    if (this.isStream || closed.how !== 'end') this.tell({ kind: 'closed', closed, stream });
  }
}

/** What a response is: what is fetched beside a conversation is a document, and no message. */
export function answerOf(carried: Carried | undefined, isAnswer: boolean): Carried | undefined {
  if (isAnswer || carried?.kind !== 'message' || isRpc(carried)) return carried;
  return { kind: 'body', body: carried.message ?? null };
}

const isRpc = ({ message }: Carried) => typeof message === 'object' && message !== null && 'jsonrpc' in message;
