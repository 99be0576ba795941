import { isObject, type JsonObject } from '../../json/json.js';
import type { Link } from '../../jsonrpc/link.js';
import { INTERNAL_ERROR, RpcError } from '../../jsonrpc/rpc-error.js';
import { BufferedListeners } from '../../wire/buffered-listeners.js';
import { type Border, type Carried, type HttpHead, openBorder } from '../../wire/carried.js';
import { HttpClient } from '../../wire/http/client.js';
import type { Codec } from './codec.js';
import { codecCarrier } from './codec-carrier.js';

export interface CodecClientOptions {
  codec: Codec;
  /** Where the server is. */
  url: string;
  border?: Border;
}

/**
 * The client side of a binding: a link on which each message is an exchange with the server, and what the codec reads out of the
 * response is the reply. A request whose response is no reply, or never comes, gets an error in its place. At the border a message
 * and its head are one.
 */
export function linkToCodec({ codec, url, border = openBorder }: CodecClientOptions): Link {
  const carrier = codecCarrier(codec, url, {});
  const client = new HttpClient();
  const listeners = new BufferedListeners();
  let count = 0;
  let resolve: () => void = () => {};
  const closed = new Promise<void>((done) => {
    resolve = done;
  });
  const close = () => {
    void client.close();
    resolve();
  };
  const hear = (carried: Carried) => border.hears(carried, (heard) => listeners.emit(heard));
  const exchange = (message: JsonObject) => {
    const stream = `exchange-${++count}`;
    let http: HttpHead | undefined;
    let replied = false;
    const reply = (read: JsonObject | undefined) => {
      if (!read || replied || !('id' in message)) return;
      replied = true;
      hear({ kind: 'message', message: { jsonrpc: '2.0', ...read }, stream, ...(http ? { http } : {}) });
    };
    client.exchange({ ...carrier.request({ message }), stream }, (came) => {
      if (came.kind === 'http') http = came.http;
      if (came.kind === 'message') reply(codec.read({ ...http, body: came.message ?? null }, message));
      if (came.kind !== 'closed') return;
      if (http) reply(codec.read(http, message));
      const { problem = `HTTP ${http?.status} is not a reply` } = came.closed ?? {};
      reply({ id: message.id!, error: new RpcError(INTERNAL_ERROR, problem).toObject() });
    });
  };
  return {
    closed,
    close,
    listen: (listener) => listeners.listen(listener),
    send: (sent) =>
      border.sends({ kind: 'message', message: sent }, ({ kind, message }) => {
        if (kind === 'closed' || kind === 'exit') close();
        else if (isObject(message)) exchange(message);
      }),
  };
}
