import type { JsonObject } from '../json/json.js';
import { BufferedListeners } from '../wire/buffered-listeners.js';
import { type Border, type Carried, type Closed, type Headers, type HttpHead, openBorder } from '../wire/carried.js';
import { type Clock, during, realClock } from '../wire/clock/clock.js';
import { mockLimits } from '../wire/limits.js';
import type { WebSocketChannel } from '../wire/websocket/channel.js';
import { connectWebSocket } from '../wire/websocket/websocket.js';
import type { Link } from './link.js';
import { Pace } from './pace.js';

export interface ConnectWebSocketOptions {
  /** ws: or wss: */
  url: string;
  headers?: Headers;
  border?: Border;
  clock?: Clock;
  /** Whether pings are answered. Default: true. */
  pongs?: boolean;
}

/** The client side of a WebSocket as a link. */
export interface ServerLink extends Link {
  /** How it ended; unset while it has not. */
  readonly end: Closed | undefined;
  /** Bytes of it so far. */
  traffic(): { sent: number; received: number };
}

/**
 * Connects to a server: one JSON-RPC message in each text frame. Everything passes the border: the head of the upgrade, messages, the
 * end. Rejects with HandshakeError where it is not let in, or nobody is there.
 */
export async function connectLink(options: ConnectWebSocketOptions): Promise<ServerLink> {
  const { url, headers = {}, border = openBorder, clock = realClock, pongs = true } = options;
  let head: HttpHead = { method: 'GET', path: new URL(url).pathname, headers };
  border.sends({ kind: 'http', http: head }, ({ http = head }) => {
    head = http;
  });
  // How long a handshake takes is a matter of the machine.
  const connecting = connectWebSocket({ url, headers: head.headers, clock, pongs, limits: mockLimits });
  return new ClientLink(await during(clock, connecting), border, clock);
}

class ClientLink implements ServerLink {
  readonly closed: Promise<void>;
  end: Closed | undefined;
  readonly #listeners = new BufferedListeners();
  #resolve: () => void = () => {};

  constructor(
    private readonly channel: WebSocketChannel,
    private readonly border: Border,
    private readonly clock: Clock,
  ) {
    this.closed = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    const pace = new Pace(channel, (carried) => border.hears(carried, (heard) => this.#hear(heard)));
    channel.listen((carried) => {
      if (carried.kind === 'closed') pace.flush();
      if (carried.kind === 'message' || carried.kind === 'bytes') pace.take([carried]);
      else border.hears(carried, (heard) => this.#hear(heard));
    });
  }

  traffic(): { sent: number; received: number } {
    return this.channel.traffic();
  }

  send(message: JsonObject): void {
    this.border.sends({ kind: 'message', message }, (emitted) => this.#emit(emitted));
  }

  listen(listener: (carried: Carried) => void): void {
    this.#listeners.listen(listener);
  }

  close(): void {
    this.#end('end');
  }

  #hear(carried: Carried): void {
    if (this.end) return;
    if (carried.kind === 'closed') this.end = carried.closed ?? { how: 'end' };
    if (carried.kind === 'message' || carried.kind === 'bytes' || this.end) this.#listeners.emit(carried);
    if (this.end) this.#resolve();
  }

  #emit(carried: Carried): void {
    if (carried.kind === 'message' || carried.kind === 'bytes' || carried.kind === 'frame') this.channel.send(carried);
    else if (carried.kind === 'closed')
      this.#end(carried.closed?.how === 'reset' ? 'reset' : (carried.closed?.code ?? 'end'));
  }

  #end(how: 'end' | 'reset' | number): void {
    void during(this.clock, this.channel.close(how));
  }
}
