import { isObject, type JsonObject, parseJson, stringifyJson } from '../../json/json.js';
import { connect } from '../../jsonrpc/connection.js';
import type { Link, Related } from '../../jsonrpc/link.js';
import { shapeOf } from '../../jsonrpc/messages.js';
import { BufferedListeners } from '../../wire/buffered-listeners.js';
import { type Border, type Carried, type Listener, openBorder } from '../../wire/carried.js';
import type { Traffic } from '../../wire/clock/moved-clock.js';
import { listenHttp, type ServerExchange } from '../../wire/http/server.js';
import { defaultLimits } from '../../wire/limits.js';
import type { HttpService, PeerReference, SayOptions, ServeHttpOptions } from '../peer/peer-reference.js';
import type { Codec } from './codec.js';

export interface ServeCodecOptions {
  codec: Codec;
  /** 0 lets the machine choose. */
  port?: number;
  border?: Border;
}

/** A server of a binding. */
export interface CodecServing {
  url: string;
  /** Brings every request with an id of its own, and takes the replies. */
  link: Link;
  traffic: Traffic;
  close(): Promise<void>;
}

/**
 * Serves a binding on loopback: each exchange is a request, which its codec reads. What is none gets 404, bodies that are no
 * JSON get 400. At the border a message and its head are one. Rejects with PortError where the port can't be had.
 */
export async function serveCodec({ codec, port = 0, border = openBorder }: ServeCodecOptions): Promise<CodecServing> {
  const service = new CodecService(codec, border);
  const listener = await listenHttp({ port, limits: defaultLimits, onExchange: (exchange) => service.take(exchange) });
  return {
    url: listener.url,
    link: service,
    traffic: { heard: () => listener.traffic().received, said: () => listener.traffic().sent },
    close: async () => {
      service.close();
      await listener.close();
    },
  };
}

/** Serves a target that comes over HTTP in the way of a codec, with the answers of the peer of a case. */
export function codecService(
  codec: Codec,
  reference: PeerReference,
  { border, keeps }: Pick<ServeHttpOptions, 'border' | 'keeps'>,
): HttpService {
  const service = new CodecService(codec, border, keeps);
  if (reference.serve) reference.serve(service);
  else connect(service, { requests: { ...reference.requests }, notifications: { ...reference.notifications } });
  return service;
}

interface Open {
  exchange: ServerExchange;
  asked: JsonObject;
}

class CodecService implements Link, HttpService {
  readonly path = '';
  /** Whoever serves a binding of requests and their replies has no way to say anything else. */
  readonly speaks = false;
  readonly closed: Promise<void>;
  readonly #listeners = new BufferedListeners();
  readonly #open = new Map<string, Open>();
  #resolve: () => void = () => {};
  #count = 0;

  constructor(
    private readonly codec: Codec,
    private readonly border: Border,
    /** Whether somebody else answers requests of this method, by `say`. */
    private readonly keeps: (method: string) => boolean = () => false,
  ) {
    this.closed = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  /** Reads the request of an exchange. */
  take(exchange: ServerExchange): void {
    const { method, path, headers, stream } = exchange;
    const http = { method, path, headers };
    void exchange.closed.then((how) => {
      this.#open.delete(stream);
      if (how === 'reset') this.border.hears({ kind: 'closed', closed: { how }, stream }, () => undefined);
    });
    const body = bodyOf(exchange);
    if (body === 'broken') {
      const broken: Carried = { kind: 'http', http, bytes: exchange.body, problem: 'the body is not JSON', stream };
      this.border.hears(broken, () => this.#refuse(exchange, 400));
      return;
    }
    const read = this.codec.read({ method, path, headers, ...(body === undefined ? {} : { body }) });
    if (!read) {
      const content = body === undefined ? {} : { body };
      this.border.hears({ kind: 'http', http, ...content, stream }, () => this.#refuse(exchange, 404));
      return;
    }
    const message: JsonObject = { id: `exchange-${++this.#count}`, ...read };
    this.#open.set(stream, { exchange, asked: message });
    this.border.hears({ kind: 'message', message, http, stream }, (heard) => {
      const kept = isObject(heard.message) && this.keeps(String(heard.message.method));
      if (!kept) this.#listeners.emit(enveloped(heard));
    });
  }

  /** Replies go on the exchange of their request; there is no way for anything else. */
  send(message: JsonObject, about?: Related): void {
    this.#reply(message, about?.stream);
  }

  say(message: JsonObject | undefined, { stream }: SayOptions): boolean {
    return message !== undefined && this.#reply(message, stream);
  }

  listen(listener: Listener): void {
    this.#listeners.listen(listener);
  }

  close(): void {
    for (const { exchange } of this.#open.values()) exchange.reset();
    this.#resolve();
  }

  #reply(message: JsonObject, stream: string | undefined): boolean {
    const open = this.#open.get(stream ?? '');
    if (!open || stream === undefined || shapeOf(message) !== 'response') return false;
    const { status = 200, headers = {} } = this.codec.write(message, open.asked);
    const carried: Carried = { kind: 'message', message, http: { status, headers }, stream };
    this.border.sends(carried, (emitted) => this.#emit(emitted, open));
    return true;
  }

  #refuse(exchange: ServerExchange, status: number): void {
    const { stream } = exchange;
    this.border.sends({ kind: 'http', http: { status, headers: {} }, stream }, (emitted) => {
      exchange.write(emitted);
      exchange.end();
    });
  }

  #emit(carried: Carried, { exchange, asked }: Open): void {
    if (carried.kind === 'closed' || carried.kind === 'exit') {
      exchange.reset();
      return;
    }
    const written = isObject(carried.message) ? this.codec.write(carried.message, asked) : {};
    const { status = written.status ?? 200, headers = written.headers ?? {} } = carried.http ?? {};
    exchange.head(status, headers);
    if (carried.kind === 'bytes') exchange.raw(carried.bytes ?? new Uint8Array());
    else if (written.body !== undefined) exchange.text(stringifyJson(written.body));
    exchange.end();
  }
}

function bodyOf({ body }: ServerExchange) {
  if (body.length === 0) return undefined;
  try {
    return parseJson(Buffer.from(body).toString('utf8'));
  } catch {
    return 'broken' as const;
  }
}

/** What serves a link reads JSON-RPC. */
const enveloped = (carried: Carried): Carried =>
  isObject(carried.message) ? { ...carried, message: { jsonrpc: '2.0', ...carried.message } } : carried;
