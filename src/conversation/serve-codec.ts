import { isObject, type JsonObject, parseJson, stringifyJson } from '../json/json.js';
import type { Link, Related } from '../jsonrpc/link.js';
import { shapeOf } from '../jsonrpc/messages.js';
import { type Border, type Carried, type Listener, openBorder } from '../wire/carried.js';
import type { Traffic } from '../wire/clock/moved-clock.js';
import { listenHttp, type ServerExchange } from '../wire/http/server.js';
import { defaultLimits } from '../wire/limits.js';
import { Outlet } from '../wire/outlet.js';
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
  const link = new CodecLink(codec, border);
  const listener = await listenHttp({ port, limits: defaultLimits, onExchange: (exchange) => link.take(exchange) });
  return {
    url: listener.url,
    link,
    traffic: { heard: () => listener.traffic().received, said: () => listener.traffic().sent },
    close: async () => {
      link.close();
      await listener.close();
    },
  };
}

interface Open {
  exchange: ServerExchange;
  asked: JsonObject;
}

class CodecLink implements Link {
  readonly closed: Promise<void>;
  readonly #outlet = new Outlet();
  readonly #open = new Map<string, Open>();
  #resolve: () => void = () => {};
  #count = 0;

  constructor(
    private readonly codec: Codec,
    private readonly border: Border,
  ) {
    this.closed = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  /** Reads the request of an exchange. */
  take(exchange: ServerExchange): void {
    const { method, path, headers, stream } = exchange;
    const body = bodyOf(exchange);
    if (body === 'broken') {
      refuse(exchange, 400);
      return;
    }
    const read = this.codec.read({ method, path, headers, ...(body === undefined ? {} : { body }) });
    if (!read) {
      refuse(exchange, 404);
      return;
    }
    const message: JsonObject = { id: `exchange-${++this.#count}`, ...read };
    this.#open.set(stream, { exchange, asked: message });
    void exchange.closed.then(() => this.#open.delete(stream));
    const carried: Carried = { kind: 'message', message, http: { method, path, headers }, stream };
    this.border.hears(carried, (heard) => this.#outlet.emit(enveloped(heard)));
  }

  /** Replies go on the exchange of their request; there is no way for anything else. */
  send(message: JsonObject, about?: Related): void {
    const open = this.#open.get(about?.stream ?? '');
    if (!open || about?.stream === undefined || shapeOf(message) !== 'response') return;
    const { status = 200, headers = {} } = this.codec.write(message, open.asked);
    const carried: Carried = { kind: 'message', message, http: { status, headers }, stream: about.stream };
    this.border.sends(carried, (emitted) => this.#emit(emitted, open));
  }

  listen(listener: Listener): void {
    this.#outlet.listen(listener);
  }

  close(): void {
    for (const { exchange } of this.#open.values()) exchange.reset();
    this.#resolve();
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

function refuse(exchange: ServerExchange, status: number): void {
  exchange.head(status, {});
  exchange.end();
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
