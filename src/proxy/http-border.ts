import type { IncomingMessage, ServerResponse } from 'node:http';
import { stringifyJson } from '../json/json.js';
import { ByteBuffer } from '../wire/byte-buffer.js';
import type { Border, Carried, HttpHead } from '../wire/carried.js';
import { isUnchanged } from '../wire/carry.js';
import { mediaType } from '../wire/http/headers.js';
import { EVENT_STREAM, encodeEvent } from '../wire/http/sse.js';
import { resetSocket } from '../wire/reset.js';
import { type ExchangeContext, limitConnecting, refuse, unreachable } from './exchange.js';
import { endToEnd, headOf, withoutHeaders } from './http-head.js';
import { answerOf, carriedBody } from './http-tap.js';
import { RawEvents } from './raw-events.js';

/** Headers that a body which was changed has others of. */
const ABOUT_BODY = new Set(['content-length', 'transfer-encoding', 'expect']);

/**
 * One request and its response, with a border between. A body is passed on once it is complete, an event once it is. What the border lets pass
 * leaves as it came. The server is asked for bodies that are not compressed.
 */
export class FaultyExchange {
  private isOver = false;
  /** Whether the request had a message, so that JSON which comes back answers it. */
  private isAnswer = false;
  private readonly border: Border;

  constructor(
    private readonly request: IncomingMessage,
    private readonly response: ServerResponse,
    private readonly stream: string,
    private readonly context: ExchangeContext,
  ) {
    this.border = context.options.border!;
  }

  start(): void {
    const { request, response, stream, context } = this;
    const { limits } = context.options;
    const http = headOf(request);
    void bodyOf(request, limits.message).then((body) => {
      if (body === undefined) {
        refuse(request, response, 413, 'proctor proxy: the body is too large to be changed by a fault');
        return;
      }
      const carried: Carried = { ...(carriedBody(body, http, limits) ?? { kind: 'http' }), http, stream };
      this.isAnswer = carried.kind === 'message';
      context.tell(carried, 'client');
      this.border.hears(carried, (heard) => this.ask(heard, isUnchanged(carried, heard), body));
    });
    response.once('close', () => {
      this.isOver = true;
    });
  }

  private ask(heard: Carried, isAsItCame: boolean, body: Buffer): void {
    const { context } = this;
    if (heard.kind === 'closed') {
      this.end(heard);
      return;
    }
    const bytes = isAsItCame ? body : bytesOf(heard, body);
    const raw = isAsItCame ? context.headers() : changedHeaders(context.headers(), headOf(this.request), heard.http);
    const headers = withoutHeaders(raw, (name) => ABOUT_BODY.has(name) || name === 'accept-encoding');
    if (bytes.length > 0 || this.request.method === 'POST') headers.push('Content-Length', String(bytes.length));
    const upstream = context.open(headers, heard.http);
    limitConnecting(upstream);
    upstream.once('response', (answer) => this.answer(answer));
    upstream.once('error', (error) => {
      if (this.response.headersSent) this.response.destroy();
      else refuse(this.request, this.response, 502, unreachable(this.context.options, error));
    });
    this.response.once('close', () => upstream.destroy());
    upstream.end(bytes);
  }

  private answer(answer: IncomingMessage): void {
    const http = headOf(answer);
    const { limits } = this.context.options;
    if (mediaType(http.headers) === EVENT_STREAM) {
      this.send({ kind: 'http', http, stream: this.stream }, answer, undefined);
      const events = new RawEvents(limits);
      const pass = ({ raw, carried }: { raw: Uint8Array; carried?: Carried }) => {
        if (carried === undefined) this.write(raw);
        else this.send({ ...carried, stream: this.stream }, answer, raw);
      };
      answer.on('data', (chunk: Buffer) => {
        for (const event of events.push(chunk)) pass(event);
        if (this.response.writableNeedDrain) answer.pause();
      });
      this.response.on('drain', () => answer.resume());
      answer.once('end', () => {
        for (const event of events.end()) pass(event);
        this.send({ kind: 'closed', closed: { how: 'end' }, stream: this.stream }, answer, undefined);
      });
      answer.once('close', () => answer.complete || this.response.destroy());
      answer.on('error', () => undefined);
      return;
    }
    void bodyOf(answer, limits.message).then((body) => {
      if (body === undefined) this.response.destroy();
      else {
        const carried: Carried = {
          ...(answerOf(carriedBody(body, http, limits), this.isAnswer) ?? { kind: 'http' }),
          http,
          stream: this.stream,
        };
        this.send(carried, answer, body);
      }
    });
  }

  /** Lets the border have what the server said. `raw` is how it came. */
  private send(carried: Carried, answer: IncomingMessage, raw: Uint8Array | undefined): void {
    this.border.sends(carried, (emitted) => {
      if (this.isOver) return;
      const isAsItCame = isUnchanged(carried, emitted);
      this.context.tell(emitted, 'server', !isAsItCame);
      if (emitted.kind === 'closed') {
        this.end(emitted);
        return;
      }
      const isEvent = this.response.headersSent;
      if (!isEvent) this.head(answer, emitted.http, carried.http, isAsItCame);
      if (emitted.kind === 'http') {
        // Of an event stream the head comes alone.
        if (raw !== undefined) this.response.end();
        else this.response.flushHeaders();
      } else if (isAsItCame && raw !== undefined) this.write(raw, !isEvent);
      else if (isEvent && emitted.kind !== 'bytes') this.write(eventOf(emitted));
      else this.write(bytesOf(emitted, raw ?? new Uint8Array()), !isEvent);
    });
  }

  private head(
    answer: IncomingMessage,
    http: HttpHead | undefined,
    was: HttpHead | undefined,
    isAsItCame: boolean,
  ): void {
    const raw = endToEnd(answer.rawHeaders);
    const headers = isAsItCame || was === undefined ? raw : changedHeaders(raw, was, http);
    const status = http?.status ?? answer.statusCode ?? 200;
    this.response.writeHead(status, isAsItCame ? headers : withoutHeaders(headers, (name) => ABOUT_BODY.has(name)));
  }

  private write(bytes: Uint8Array, isWhole = false): void {
    if (this.isOver) return;
    if (isWhole) this.response.end(bytes);
    else this.response.write(bytes);
  }

  private end({ closed }: Carried): void {
    if (closed?.how === 'end') this.response.end();
    else resetSocket(this.request.socket);
  }
}

/** Raw header lines after a border changed some of them. */
function changedHeaders(raw: readonly string[], was: HttpHead, now: HttpHead | undefined): string[] {
  if (now === undefined) return [...raw];
  const isChanged = (name: string) => was.headers[name] !== now.headers[name];
  const added = Object.entries(now.headers).filter(([name]) => isChanged(name.toLowerCase()));
  return [...withoutHeaders(raw, isChanged), ...added.flat()];
}

/** The body of what a border made. */
function bytesOf({ kind, message, text, bytes, body }: Carried, raw: Uint8Array): Uint8Array {
  if (kind === 'message') return Buffer.from(text ?? stringifyJson(message ?? null));
  if (kind === 'bytes') return bytes ?? new Uint8Array();
  if (kind === 'body') return Buffer.from(typeof body === 'string' ? body : stringifyJson(body ?? null));
  return raw;
}

const eventOf = ({ sse = {}, message, text }: Carried): Uint8Array =>
  Buffer.from(encodeEvent(sse, message === undefined ? undefined : (text ?? stringifyJson(message))));

/** A whole body; undefined if it is too large or was cut. */
function bodyOf(incoming: IncomingMessage, most: number): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    const body = new ByteBuffer(most);
    incoming.on('data', (chunk: Buffer) => {
      if (body.length + chunk.length > most) resolve(undefined);
      else body.append(chunk);
    });
    incoming.once('end', () => resolve(body.view()));
    incoming.once('close', () => resolve(undefined));
    incoming.on('error', () => resolve(undefined));
  });
}
