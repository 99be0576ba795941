import type { Codec } from '../../../conversation/codec/codec.js';
import { type Silence, silenceNow } from '../../../conversation/driven-program.js';
import { isObject, type JsonObject, stringifyJson } from '../../../json/json.js';
import { formatDuration } from '../../../language/duration.js';
import type { Border, Carried, Headers, HttpHead } from '../../../wire/carried.js';
import { type Clock, during } from '../../../wire/clock/clock.js';
import type { HttpCall, HttpClient } from '../../../wire/http/client.js';
import type { Interface } from './card.js';

export interface ExchangesOptions {
  client: HttpClient;
  border: Border;
  clock: Clock;
  /** On every request that carries a message to this address. */
  headersTo(url: string): Headers;
  /** How long the agent may say nothing while it owes an answer. Default: for ever. */
  silence?: Silence | undefined;
}

/** Takes what a response brings, with its head once that is known: messages, what is none, and at last `closed`. */
export type Taking = (carried: Carried, head: HttpHead | undefined) => void;

/**
 * The exchanges of a client with its agent. At the border messages are those of JSON-RPC, whatever the binding is: its codec writes
 * what comes out of there, and reads what goes in.
 */
export class Exchanges {
  #count = 0;

  constructor(private readonly options: ExchangesOptions) {}

  /** Reads a document; returns what ends that. */
  get(url: string, take: Taking): () => void {
    const http = { method: 'GET', path: pathOf(url), headers: { accept: 'application/json' } };
    const stream = this.#name();
    let end = () => {};
    this.options.border.sends({ kind: 'http', http, stream }, (emitted) => {
      const { method = 'GET', path = http.path, headers } = emitted.http ?? http;
      const hear = this.#hearing(take);
      end = this.#go({ method, url: new URL(path, url).href, headers, stream }, hear);
    });
    return () => end();
  }

  /** Sends a request; returns what ends the exchange. */
  ask({ url, codec, spoken }: Interface, message: JsonObject, take: Taking): () => void {
    const { border } = this.options;
    const written = codec.write(message);
    const http = {
      method: written.method ?? 'POST',
      path: pathOf(addressOf(url, written.path)),
      headers: { ...written.headers, ...spoken?.headers, ...this.options.headersTo(url) },
    };
    const stream = this.#name();
    let end = () => {};
    border.sends({ kind: 'message', message, http, stream }, ({ message: sent, http: head = http }) => {
      if (!isObject(sent)) return;
      const call = this.#callOf({ url, codec }, sent, head, http);
      const hear = this.#hearing(take);
      let came: HttpHead | undefined;
      end = this.#go({ ...call, stream }, (carried) => {
        if (carried.kind === 'http') came = carried.http;
        for (const item of itemsOf(carried, codec, came, sent)) hear(item);
      });
    });
    return () => end();
  }

  /** What goes out for a message: where the border has changed it, it says the path anew, unless that was changed itself. */
  #callOf({ url, codec }: Interface, message: JsonObject, head: HttpHead, before: HttpHead): Omit<HttpCall, 'stream'> {
    const { method = 'POST', path = '', body } = codec.write(message);
    const own = addressOf(url, path);
    return {
      method: head.method === before.method ? method : String(head.method),
      url: head.path === before.path ? own : new URL(String(head.path), url).href,
      headers: head.headers,
      ...(body === undefined ? {} : { body: stringifyJson(body) }),
    };
  }

  #hearing(take: Taking): (carried: Carried) => void {
    let head: HttpHead | undefined;
    return (carried) =>
      this.options.border.hears(carried, (heard) => {
        if (heard.kind === 'http') head = heard.http;
        take(heard, head);
      });
  }

  #go(call: HttpCall, hear: (carried: Carried) => void): () => void {
    const { client, clock } = this.options;
    let cancel = () => {};
    const watch = () => {
      cancel();
      const silence = silenceNow(this.options.silence);
      if (silence !== undefined)
        cancel = clock.after(silence, () => lose(`it said nothing for ${formatDuration(silence)}`));
    };
    const lose = (problem: string) => {
      exchange.end();
      hear({ kind: 'closed', closed: { how: 'error', problem }, stream: call.stream });
    };
    watch();
    const exchange = client.exchange(call, (carried) => {
      if (carried.kind === 'closed') cancel();
      else watch();
      hear(carried);
    });
    // Until the agent can have heard it, time stands still for whoever moves it.
    void during(clock, exchange.written);
    return () => {
      cancel();
      exchange.end();
    };
  }

  #name(): string {
    return `exchange-${++this.#count}`;
  }
}

/** What came, as the message that it is in its binding; a response without a body may be one too. */
function itemsOf(carried: Carried, codec: Codec, head: HttpHead | undefined, asked: JsonObject): Carried[] {
  const { kind, message: body, stream, sse } = carried;
  const isBare = kind === 'closed' && carried.closed?.how === 'end' && (carried.body ?? '') === '';
  if (kind !== 'message' && !isBare) return [carried];
  const read = codec.read({ ...head, ...(body === undefined ? {} : { body }) }, asked);
  if (!read) return [kind === 'message' ? { ...carried, kind: 'body', body: body! } : carried];
  const item: Carried = {
    kind: 'message',
    // A binding without envelopes has none that could be wrong.
    message: read === body ? read : { jsonrpc: '2.0', ...read },
    ...(head ? { http: head } : {}),
    ...(sse ? { sse } : {}),
    ...(stream === undefined ? {} : { stream }),
  };
  return kind === 'message' ? [item] : [item, carried];
}

/** Where a path of a binding is. */
const addressOf = (url: string, path = '') => (path === '' ? url : `${url.replace(/\/$/, '')}${path}`);

const pathOf = (url: string) => {
  const { pathname, search } = new URL(url);
  return pathname + search;
};
