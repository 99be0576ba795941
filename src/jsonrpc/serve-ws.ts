import type { JsonObject } from '../json/json.js';
import { type Border, type Carried, type Listener, openBorder } from '../wire/carried.js';
import type { Traffic } from '../wire/clock/moved-clock.js';
import { Outlet } from '../wire/outlet.js';
import { listenWebSocket, type WebSocketChannel } from '../wire/websocket/websocket.js';
import type { Link, Related } from './link.js';

export interface ServeWebSocketOptions {
  /** 0 lets the machine choose. */
  port?: number;
  border?: Border;
  /** Takes each connection: a conversation of its own. */
  onLink(link: Link): void;
}

/** A server that listens for WebSockets. */
export interface WebSocketServing {
  url: string;
  /** Bytes of all connections so far. */
  traffic: Traffic;
  /** Ends every connection and stops listening. */
  close(): Promise<void>;
}

/**
 * The server side of WebSocket on loopback: one JSON-RPC message in each text frame. Everything passes the border, as over
 * stdio; `exit` there resets the connection. Rejects with PortError where the port can't be had.
 */
export async function serveWebSocket(options: ServeWebSocketOptions): Promise<WebSocketServing> {
  const { port = 0, border = openBorder, onLink } = options;
  const channels: WebSocketChannel[] = [];
  const listener = await listenWebSocket({
    port,
    onPeer: (channel) => {
      channels.push(channel);
      onLink(new WebSocketLink(channel, border.ofConnection?.() ?? border));
    },
  });
  const sum = (name: 'sent' | 'received') => channels.reduce((total, channel) => total + channel.traffic()[name], 0);
  return {
    url: listener.url,
    traffic: { heard: () => sum('received'), said: () => sum('sent') },
    close: () => listener.close(),
  };
}

/** One connection as a link. */
class WebSocketLink implements Link {
  readonly closed: Promise<void>;
  readonly #outlet = new Outlet();
  #resolve: () => void = () => {};
  #deaf = false;

  constructor(
    private readonly channel: WebSocketChannel,
    private readonly border: Border,
  ) {
    this.closed = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    channel.listen((carried) => {
      // Heads and control frames are no messages: the channel answers pings itself.
      if (carried.kind === 'http' || carried.kind === 'frame') return;
      border.hears(carried, (heard) => this.#hear(heard));
    });
  }

  send(message: JsonObject, about?: Related): void {
    const carried: Carried = { kind: 'message', message };
    if (about?.stream !== undefined) carried.stream = about.stream;
    this.border.sends(carried, (emitted) => this.#emit(emitted));
  }

  listen(listener: Listener): void {
    this.#outlet.listen(listener);
  }

  close(): void {
    this.#end('end');
  }

  #hear(carried: Carried): void {
    if (this.#deaf) return;
    if (carried.kind === 'closed') {
      this.#deaf = true;
      this.#resolve();
    }
    this.#outlet.emit(carried);
  }

  #emit(carried: Carried): void {
    if (carried.kind === 'message' || carried.kind === 'bytes') this.channel.send(carried);
    else if (carried.kind === 'closed') this.#end('end');
    else if (carried.kind === 'exit') this.#end('reset');
  }

  #end(how: 'end' | 'reset'): void {
    this.#deaf = true;
    this.#resolve();
    void this.channel.close(how);
  }
}
